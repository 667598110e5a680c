"""Outlines for the pieces of One Man, Thrag!: points written in a line, and the signs of the four suits."""

from __future__ import annotations

from math import cos, pi, sin

from PIL import Image, ImageChops

from engine.thrag.model import Suit
from render.kit.sprites import SCALE, Clay, Mask, Point


def points(text: str, dx: float = 0, dy: float = 0) -> list[Point]:
    """`text` as points, `44,8 56,5`, moved by (dx, dy)."""
    pairs = (pair.split(",") for pair in text.split())
    return [(float(x) + dx, float(y) + dy) for x, y in pairs]


def sharp(clay: Clay, size: int = 0) -> Image.Image:
    """What was modelled, mode RGBA, at its own size or another: each pixel the colour at its middle.

    With softened borders a picture would not fit into 40 kB, and it looks no better at 400 px.
    """
    side = size or clay.side // SCALE
    return clay.image.resize((side, side), Image.Resampling.NEAREST)


def emblem(clay: Clay, suit: Suit, x: float, y: float, reach: float) -> Mask:
    """A suit's sign around (x, y), `reach` to each side: sun, fir, drop or axe."""
    share = reach / 50
    masks = []
    for shape, curved in _SIGNS[suit]:
        placed = [(x + (dx - 50) * share, y + (dy - 50) * share) for dx, dy in shape]
        masks.append(clay.blob(placed) if curved else clay.polygon(placed))
    whole = masks[0]
    for mask in masks[1:]:
        whole = ImageChops.lighter(whole, mask)
    return whole


_Shape = tuple[list[Point], bool]
"""An outline, and whether it is a smooth curve."""


def _around(radius: float, angle: float) -> Point:
    return 50 + radius * cos(angle), 50 + radius * sin(angle)


def _ray(angle: float) -> _Shape:
    return [_around(29, angle - 0.33), _around(29, angle + 0.33), _around(49, angle)], False


_SIGNS: dict[Suit, tuple[_Shape, ...]] = {
    Suit.RED: (
        ([_around(23, turn * pi / 4) for turn in range(8)], True),
        *(_ray(turn * pi / 4) for turn in range(8)),
    ),
    Suit.GREEN: (
        (points("50,0 68,30 32,30"), False),
        (points("50,16 80,58 20,58"), False),
        (points("50,38 98,86 2,86"), False),
        (points("43,80 57,80 57,100 43,100"), False),
    ),
    Suit.BLUE: ((points("50,0 56,20 68,42 75,64 68,86 50,96 32,86 25,64 32,42 44,20"), True),),
    Suit.BLACK: (
        (points("57,6 67,10 38,98 28,94"), False),
        (points("60,22 50,27 36,12 15,17 3,38 10,60 22,50 36,48 48,54 54,44"), False),
        (points("64,20 79,28 61,38"), False),
    ),
}
