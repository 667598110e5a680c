"""How colours look to people who lack one kind of cone, and how far apart two colours then are."""

from __future__ import annotations

from math import dist
from typing import Final, TypeAlias

from render.kit.canvas import RGB

Matrix: TypeAlias = tuple[tuple[float, float, float], ...]

# Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency",
# IEEE Transactions on Visualization and Computer Graphics 15 (6), 2009: severity 1.0, for linear RGB.
EYES: Final[dict[str, Matrix]] = {
    "common": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def contrast(one: RGB, two: RGB, eyes: str) -> float:
    """The contrast of two colours, 1..21, as WCAG 2 defines it."""
    light, dark = sorted((_luminance(seen(one, eyes)), _luminance(seen(two, eyes))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lightness(colour: RGB, eyes: str) -> float:
    """CIE L*, 0..100."""
    return _lab(seen(colour, eyes))[0]


def difference(one: RGB, two: RGB, eyes: str) -> float:
    """The distance of two colours in CIELAB; 2.3 is just noticeable side by side."""
    return dist(_lab(seen(one, eyes)), _lab(seen(two, eyes)))


def seen(colour: RGB, eyes: str) -> tuple[float, float, float]:
    """`colour` as linear RGB in 0..1 after the change that `eyes` make."""
    linear = [_linear(part / 255) for part in colour]
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, linear, strict=True))))
        for row in EYES[eyes]
    )
    return red, green, blue


def _linear(part: float) -> float:
    """IEC 61966-2-1 (sRGB), decoded."""
    return part / 12.92 if part <= 0.04045 else pow((part + 0.055) / 1.055, 2.4)


def _luminance(colour: tuple[float, float, float]) -> float:
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


def _lab(colour: tuple[float, float, float]) -> tuple[float, float, float]:
    red, green, blue = colour
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = _luminance(colour)
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
