"""How far apart two colours are to people who lack one kind of cone."""

from __future__ import annotations

from math import dist

from render.kit.canvas import RGB
from tools.gallery.eyes import EYES, linear_of

__all__ = ["EYES", "contrast", "difference", "lightness", "perceived_colour"]


def contrast(one: RGB, two: RGB, eyes: str) -> float:
    """The contrast of two colours, 1..21, as WCAG 2 defines it."""
    light, dark = sorted(
        (_luminance(perceived_colour(one, eyes)), _luminance(perceived_colour(two, eyes))), reverse=True
    )
    return (light + 0.05) / (dark + 0.05)


def lightness(colour: RGB, eyes: str) -> float:
    """CIE L*, 0..100."""
    return _lab(perceived_colour(colour, eyes))[0]


def difference(one: RGB, two: RGB, eyes: str) -> float:
    """The distance of two colours in CIELAB; 2.3 is just noticeable side by side."""
    return dist(_lab(perceived_colour(one, eyes)), _lab(perceived_colour(two, eyes)))


def perceived_colour(colour: RGB, eyes: str) -> tuple[float, float, float]:
    """`colour` as linear RGB in 0..1 after the change that `eyes` make."""
    linear = [linear_of(part / 255) for part in colour]
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, linear, strict=True))))
        for row in EYES[eyes]
    )
    return red, green, blue


def _luminance(colour: tuple[float, float, float]) -> float:
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


def _lab(colour: tuple[float, float, float]) -> tuple[float, float, float]:
    red, green, blue = colour
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = _luminance(colour)
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
