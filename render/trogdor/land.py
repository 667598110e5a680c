"""The ground of a tile: parchment with a border drawn by hand, or what the fire left of it."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from PIL import Image

from render.kit.sprites import Clay, Point, smooth
from render.trogdor.clay import Wood
from render.trogdor.colours import NAMED

TILE: Final = 108
"""Pixels of a square of the map, along each side."""

MASTER: Final = TILE // 2
"""Size of the clay of a tile: four drawn pixels for each that is shown are enough here."""

HANDS: Final = 5
"""How many grounds there are of each kind, so that no two tiles side by side look printed."""


@cache
def ground(burned: bool, hand: int) -> Image.Image:
    """The bare ground of a tile, mode RGBA, in the handwriting `hand`; shared, so copy it."""
    clay = Wood(MASTER, NAMED["sepia"])
    rng = Random(hand)
    clay.fill(clay.polygon([(0, 0), (100, 0), (100, 100), (0, 100)]), NAMED["parchment"])
    if burned:
        _charred(clay, rng)
    _border(clay, rng)
    return clay.shown(TILE)


def _border(clay: Clay, rng: Random) -> None:
    """A stroke of the pen along each side, and along one a second stroke, shorter than the first."""
    for corner, other in zip(_CORNERS, (*_CORNERS[1:], _CORNERS[0]), strict=True):
        clay.fill(clay.stroke([corner, other], 1.4), NAMED["sepia"])
    begin, end = 20 * rng.random(), 60 + 30 * rng.random()
    clay.fill(clay.stroke([(begin, 3.6), (end, 3.6)], 1.0), NAMED["parchment-deep"])


_CORNERS: Final[tuple[Point, ...]] = ((1.2, 1.2), (98.8, 1.2), (98.8, 98.8), (1.2, 98.8))


def _jitter(rng: Random, reach: float) -> float:
    return (rng.random() - 0.5) * reach


def tuft(clay: Clay, x: float, y: float) -> None:
    """Three blades of grass that stand on (x, y)."""
    for lean in (-4, 0, 4):
        clay.fill(clay.stroke([(x + lean * 0.3, y), (x + lean, y - 6 + abs(lean) * 0.4)], 1.5), NAMED["leaf"])


def _charred(clay: Clay, rng: Random) -> None:
    """Char almost to the border, its ragged edge aglow, a crack in it."""
    edge = _ragged(rng)
    for grow, tone in ((3.6, "ember"), (1.4, "char")):
        clay.fill(clay.polygon([_away(point, grow) for point in edge]), NAMED[tone])
    x, y = 14 + 72 * rng.random(), 14 + 72 * rng.random()
    crack = [(x, y), (x + _jitter(rng, 16), y + 5 + _jitter(rng, 6)), (x + _jitter(rng, 22), y + 12)]
    clay.fill(clay.stroke(crack, 1.3), NAMED["char-lit"])


def _ragged(rng: Random) -> list[Point]:
    """A closed line some way inside the border."""
    sides: list[Point] = []
    steps = 5
    for side in range(4):
        for i in range(steps):
            along, depth = 9 + 82 * i / steps, 6.6 + 3.8 * rng.random()
            x, y = ((along, depth), (100 - depth, along), (100 - along, 100 - depth), (depth, 100 - along))[
                side
            ]
            sides.append((x, y))
    return smooth(sides, 2)


def _away(point: Point, grow: float) -> Point:
    """`point` further from the middle by `grow`, along both axes as far as it lies from it."""
    x, y = point
    return x + grow * (x - 50) / 42, y + grow * (y - 50) / 42
