"""The ground of a tile: parchment with a border drawn by hand, or what the fire left of it."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from random import Random
from typing import Final

from PIL import Image

from render.sprites import Clay, Point, smooth
from render.trogdor_colours import NAMED

TILE: Final = 108
"""Pixels of a square of the map, along each side."""

MASTER: Final = TILE // 2
"""Size of the clay of a tile: four drawn pixels for each that is shown are enough here."""

HANDS: Final = 5
"""How many grounds there are of each kind, so that no two tiles side by side look printed."""


def shown(clay: Clay) -> Image.Image:
    """What was modelled, as a tile: mode RGBA, `TILE` pixels square."""
    return clay.image.reduce(clay.side // TILE)


@cache
def ground(burned: bool, hand: int) -> Image.Image:
    """The bare ground of a tile, mode RGBA, in the handwriting `hand`; shared, so copy it."""
    clay = Clay(MASTER, NAMED["sepia"])
    rng = Random(hand)
    clay.fill(clay.polygon([(0, 0), (100, 0), (100, 100), (0, 100)]), NAMED["parchment"])
    if burned:
        _charred(clay, rng)
    else:
        _meadow(clay, rng)
    _border(clay, rng)
    return shown(clay)


def _border(clay: Clay, rng: Random) -> None:
    """Two strokes of a pen along each side, the second less sure than the first."""
    for width, tone, wobble in ((1.5, "sepia", 0.7), (1.0, "parchment-deep", 1.6)):
        inset = 1.6 if tone == "sepia" else 3.6
        corners = [(inset, inset), (100 - inset, inset), (100 - inset, 100 - inset), (inset, 100 - inset)]
        for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
            if tone == "parchment-deep" and rng.random() < 0.5:  # noqa: PLR2004 - heads or tails
                continue
            stroke = [
                (x0 + (x1 - x0) * t / 6 + _jitter(rng, wobble), y0 + (y1 - y0) * t / 6 + _jitter(rng, wobble))
                for t in range(7)
            ]
            clay.fill(clay.stroke(stroke, width), NAMED[tone])


def _jitter(rng: Random, reach: float) -> float:
    return (rng.random() - 0.5) * reach


def _meadow(clay: Clay, rng: Random) -> None:
    """A stain or two on the parchment, and tufts of grass along the border."""
    for _ in range(2):
        x, y = 15 + 70 * rng.random(), 15 + 70 * rng.random()
        clay.fill(clay.blob(_around(rng, x, y, 16, 10, 7)), NAMED["parchment-lit"])
    for x, y in ((13, 90), (84, 14), (90, 60), (14, 42), (56, 93)):
        if rng.random() < 0.7:  # noqa: PLR2004 - most of them
            tuft(clay, x + _jitter(rng, 8), y + _jitter(rng, 5))


def tuft(clay: Clay, x: float, y: float) -> None:
    """Three blades of grass that stand on (x, y)."""
    for lean in (-4, 0, 4):
        clay.fill(clay.stroke([(x + lean * 0.3, y), (x + lean, y - 6 + abs(lean) * 0.4)], 1.5), NAMED["leaf"])


def _around(rng: Random, x: float, y: float, rx: float, ry: float, count: int) -> list[Point]:
    """Points around (x, y), about `rx` and `ry` from it."""
    found = []
    for i in range(count):
        reach, turn = 0.8 + 0.4 * rng.random(), 2 * pi * i / count
        found.append((x + rx * reach * cos(turn), y + ry * reach * sin(turn)))
    return found


def _charred(clay: Clay, rng: Random) -> None:
    """Char almost to the border, its ragged edge aglow, cracks and ashes in it."""
    edge = _ragged(rng)
    for grow, tone in ((4.6, "ember-deep"), (3.0, "ember"), (1.3, "char-deep"), (-2.0, "char")):
        clay.fill(clay.polygon([_away(point, grow) for point in edge]), NAMED[tone])
    for _ in range(5):
        x, y = 14 + 72 * rng.random(), 14 + 72 * rng.random()
        crack = [(x, y), (x + _jitter(rng, 16), y + 5 + _jitter(rng, 6)), (x + _jitter(rng, 22), y + 12)]
        clay.fill(clay.stroke(crack, 1.3), NAMED["char-lit"])
    for _ in range(7):
        x, y = 10 + 80 * rng.random(), 10 + 80 * rng.random()
        tone = "ember" if rng.random() < 0.45 else "char-lit"  # noqa: PLR2004 - a little less than half
        clay.fill(clay.ellipse(x, y, 1.2, 1.2), NAMED[tone])


def _ragged(rng: Random) -> list[Point]:
    """A closed line some way inside the border."""
    sides: list[Point] = []
    steps = 9
    for side in range(4):
        for i in range(steps):
            along, depth = 9 + 82 * i / steps, 7.0 + 3.4 * rng.random()
            x, y = ((along, depth), (100 - depth, along), (100 - along, 100 - depth), (depth, 100 - along))[
                side
            ]
            sides.append((x, y))
    return smooth(sides, 3)


def _away(point: Point, grow: float) -> Point:
    """`point` further from the middle by `grow`, along both axes as far as it lies from it."""
    x, y = point
    return x + grow * (x - 50) / 42, y + grow * (y - 50) / 42
