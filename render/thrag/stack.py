"""Stacks face down: backs in a fan, and how many there are, written so that it is not taken for a value."""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin
from typing import Final

from PIL import Image

from engine.thrag.model import Suit
from render.kit.palette import TABLE
from render.kit.sprites import Clay, Point
from render.thrag.colours import NAMED
from render.thrag.pieces import Kind, Piece, on_ground, put
from render.thrag.shapes import sharp
from render.thrag.table import centred

FAN: Final = 44
"""Pixels of a fan's tile, along each side."""

SMALL: Final = 34
"""Pixels of an empty place, along each side."""

_ANGLES: Final[dict[int, tuple[float, ...]]] = {1: (0,), 2: (-11, 11), 3: (-16, 0, 16)}
"""By how many degrees the backs lean, the hindmost first; more than three are not told apart."""

_PIVOT: Final[Point] = (50, 118)
"""The point around which they lean."""


def stack(tile: Image.Image, suit: Suit, left: int, at: tuple[int, int], ground: str) -> None:
    """A stack with its number, its upper left corner at `at`, or its empty place."""
    x, y = at
    if not left:
        put(tile, Piece(Kind.NO_TILE, SMALL), (x + 3, y + (FAN - SMALL) // 2), ground)
        return
    tile.paste(fan(suit, min(left, max(_ANGLES)), ground), at)
    centred(tile, f"\u00d7{left}", (x + FAN + 15, y + FAN // 2), 24, (ground, "cream"))


@cache
def fan(suit: Suit, backs: int, ground: str) -> Image.Image:
    """So many backs of tiles; shared, so paste it only."""
    clay = Clay(FAN, TABLE["ink"])
    body, rim = ("walnut-lit", "brass") if suit is Suit.BLACK else (f"{suit}-deep", f"{suit}-lit")
    for angle in _ANGLES[backs]:
        clay.fill(clay.polygon(_square(30, angle)), NAMED[rim])
        clay.fill(clay.polygon(_square(24, angle)), NAMED[body])
    diamond = _square(11, _ANGLES[backs][-1], turn=45)
    clay.fill(clay.polygon(diamond), NAMED[rim])
    return on_ground(sharp(clay), ground)


def _square(half: float, angle: float, turn: float = 0) -> list[Point]:
    """A square around the middle of a back that leans, itself turned by `turn` degrees; `half` its side."""
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    upright = [_turned(corner, turn) for corner in corners]
    px, py = _PIVOT
    leaning = [_turned((x, y + _MIDDLE - py), angle) for x, y in upright]
    return [(px + x, py + y) for x, y in leaning]


_MIDDLE: Final = 54
"""How far below the upper edge the middle of an upright back is."""


def _turned(point: Point, degrees: float) -> Point:
    """A point around the origin, clockwise."""
    (x, y), angle = point, radians(degrees)
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def prepare() -> None:
    """Model every fan."""
    for suit in Suit:
        for backs in range(1, max(_ANGLES) + 1):
            fan(suit, backs, "walnut")
