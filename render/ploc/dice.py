"""Dice with real pips: those of a column, and those just rolled, which lie as they fell."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from math import cos, radians, sin
from typing import Final

from render.kit.sprites import Point, Tones
from render.ploc.clay import Peg, Sprite
from render.ploc.colours import NAMED, tones

COLUMN: Final = 92
FREE: Final = 96
USED: Final = 72
DIM: Final = 56
PASSED: Final = 52
"""Pixels of a die's tile: in a column, just rolled, used, used in the turn before, and to be passed on."""

TILTS: Final = (-9, 7, -4)
"""How the rolled dice lie, in degrees."""

_NEAR, _FAR = 29, 71
_PIPS: Final[dict[int, tuple[Point, ...]]] = {
    0: (),
    1: ((50, 50),),
    2: ((_NEAR, _FAR), (_FAR, _NEAR)),
    3: ((_NEAR, _FAR), (50, 50), (_FAR, _NEAR)),
    4: ((_NEAR, _NEAR), (_NEAR, _FAR), (_FAR, _NEAR), (_FAR, _FAR)),
    5: ((_NEAR, _NEAR), (_NEAR, _FAR), (50, 50), (_FAR, _NEAR), (_FAR, _FAR)),
    6: ((_NEAR, _NEAR), (_NEAR, 50), (_NEAR, _FAR), (_FAR, _NEAR), (_FAR, 50), (_FAR, _FAR)),
}


class Frame(StrEnum):
    """What lies around a die."""

    NONE = "none"
    LAST = "last"  # it was used last
    CHOSEN = "chosen"  # a guided move has picked it


_FRAMES: Final = {
    Frame.LAST: (NAMED["amber-deep"], NAMED["amber"]),
    Frame.CHOSEN: (NAMED["teal"], NAMED["teal-lit"]),
}


@cache
def die(value: int, size: int, frame: Frame = Frame.NONE, tilt: int = 0, *, dim: bool = False) -> Sprite:
    """A die that shows `value`, 0 for no pips, turned by `tilt` degrees; shared, so paste it only."""
    clay = Peg(size)
    clay.cast(54, 56, 46, 44)
    if frame is not Frame.NONE:
        edge, inner = _FRAMES[frame]
        clay.fill(clay.polygon(_square(49, 14, tilt)), edge)
        clay.fill(clay.polygon(_square(46.5, 12, tilt)), inner)
    stuff: Tones = tones("bone" if dim else "ivory")
    clay.lump(clay.polygon(_square(40, 12, tilt)), stuff, 7)
    radius = 10.5 if value == 1 else 8.5
    for x, y in _PIPS[value]:
        clay.fill(clay.ellipse(*_turned(x - 50, y - 50, tilt), radius, radius), NAMED["ink"])
    return clay.sprite("ink")


def _turned(x: float, y: float, tilt: int) -> Point:
    angle = radians(tilt)
    return 50 + x * cos(angle) - y * sin(angle), 50 + x * sin(angle) + y * cos(angle)


def _square(half: float, radius: float, tilt: int) -> list[Point]:
    """A square with round corners, `half` from its middle to each side."""
    inner = half - radius
    corners = ((inner, inner, 0), (-inner, inner, 90), (-inner, -inner, 180), (inner, -inner, 270))
    return [
        _turned(x + radius * cos(radians(start + step)), y + radius * sin(radians(start + step)), tilt)
        for x, y, start in corners
        for step in range(0, 91, 15)
    ]
