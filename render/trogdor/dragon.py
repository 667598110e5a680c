"""Trogdor himself: an S of a body, one strong arm, and more grin than teeth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import hypot

from render.kit.sprites import Clay, Point, Tones
from render.trogdor.clay import Wood
from render.trogdor.colours import NAMED, tones
from render.trogdor.shapes import at, course, points, ribbon

MASTER = 60
"""Size of the clay; what is shown is reduced from eight times that."""

_BONE: Tones = (NAMED["thatch-deep"], NAMED["parchment"], NAMED["parchment-lit"])
_BELLY: Tones = (NAMED["thatch"], NAMED["thatch-lit"], NAMED["parchment-lit"])
_WING: Tones = (NAMED["ember-deep"], NAMED["ember"], NAMED["amber"])


@cache
def standing() -> Wood:
    """Trogdor upright."""
    clay = Wood(MASTER, NAMED["dragon-line"])
    clay.cast(50, 90, 40, 8)
    _wing(clay, points("36,36 28,14 5,3 8,13 1,20 11,23 8,33 20,31 27,42"))
    spine: list[Point] = points("68,27 54,16 39,21 37,37 53,49 70,59 75,73 60,85 38,88 20,86 8,80")
    _tail_tip(clay, 7, 80)
    _body(clay, spine, [9, 9, 9, 10, 11, 12, 12, 11, 8, 5, 2.5])
    _arm(clay)
    _face(clay, 10)
    return clay


@cache
def lying() -> Wood:
    """Trogdor flat on the ground, a hand over his eyes, so that nobody sees him."""
    clay = Wood(MASTER, NAMED["dragon-line"])
    clay.cast(50, 88, 46, 8)
    _wing(clay, points("34,60 30,44 8,36 11,45 3,51 12,55 9,64 20,63 26,70"))
    spine: list[Point] = points("62,66 48,58 32,60 20,70 24,82 42,87 62,88 80,86 91,78 93,68")
    _tail_tip(clay, 93, 66)
    _body(clay, spine, [9, 9, 9, 9, 9, 8, 7, 6, 4, 2.5])
    _face(clay, 46)
    clay.lump(clay.blob(points("34,76 30,66 40,58 56,56 60,63 50,68 44,76")), tones("dragon"), 4)
    clay.lump(clay.blob(points("52,62 56,55 68,54 77,60 76,66 66,69 56,69")), tones("dragon"), 4)
    for x, y in ((70, 58.5), (71, 63)):
        clay.fill(clay.stroke([(x, y), (x + 5, y + 1)], 1.6), clay.line)
    return clay


def _body(clay: Clay, spine: Sequence[Point], widths: Sequence[float]) -> None:
    clay.lump(clay.polygon(ribbon(spine, widths, widths)), tones("dragon"), 5)
    low, high = [width * 0.12 for width in widths], [width * 0.86 for width in widths]
    front = ribbon(spine[:-2], high[:-2], [-part for part in low[:-2]])
    clay.lump(clay.polygon(front), _BELLY, 2, outlined=False)
    line = course(spine[:-2], 3)
    for i in range(3, len(line) - 2, 2):
        (x0, y0), (x1, y1) = line[i - 1], line[i + 1]
        length = hypot(x1 - x0, y1 - y0)
        nx, ny = (y1 - y0) / length, -(x1 - x0) / length
        share = at(widths[:-2], i / (len(line) - 1))
        (x, y), near, far = line[i], share * 0.2, share * 0.8
        clay.fill(
            clay.stroke([(x + nx * near, y + ny * near), (x + nx * far, y + ny * far)], 1.3), NAMED["thatch"]
        )


def _wing(clay: Clay, points: Sequence[Point]) -> None:
    clay.lump(clay.polygon(points), _WING, 3)
    for end in points[2:8:2]:
        clay.fill(clay.stroke([points[0], end], 1.6), NAMED["ember-deep"])


def _tail_tip(clay: Clay, x: float, y: float) -> None:
    clay.lump(clay.polygon([(x + 1, y - 14), (x + 8, y - 1), (x + 2, y + 4), (x - 6, y)]), _WING, 3)


def _arm(clay: Clay) -> None:
    """The one strong arm, flexed: shoulder and upper arm, forearm, biceps and fist."""
    upper = clay.blob(points("52,44 45,57 30,66 16,66 10,58 16,52 30,50 41,40"))
    clay.lump(upper, tones("dragon"), 5)
    clay.lump(clay.blob(points("9,61 6,50 9,40 18,40 20,50 18,63")), tones("dragon"), 4)
    biceps = clay.blob(points("21,55 24,46 33,43 40,48 33,56"))
    clay.lump(biceps, (NAMED["dragon"], NAMED["dragon"], NAMED["dragon-lit"]), 5)
    clay.lump(clay.blob(points("4,42 2,34 8,28 18,29 23,35 19,43 11,46")), tones("dragon"), 4)
    for x in (9, 14):
        clay.fill(clay.stroke([(x, 31), (x + 0.5, 36)], 1.6), clay.line)


def _face(clay: Clay, y: float) -> None:
    """Horns, jaws, teeth and an eye; the brow lies `y` below the top."""

    def low(points: Sequence[Point]) -> list[Point]:
        return [(x, down + y) for x, down in points]

    clay.lump(clay.polygon(low([(56, 7), (48, -5), (63, 2)])), _BONE, 2)
    clay.lump(clay.polygon(low([(66, 4), (63, -7), (74, 2)])), _BONE, 2)
    jaw = clay.blob(low(points("62,24 76,28 90,27 92,31 84,36 70,36 60,31")))
    clay.lump(jaw, tones("dragon"), 3)
    clay.fill(clay.polygon(low(points("66,25 80,28 94,23 92,29 80,32 68,30"))), NAMED["ember-deep"])
    skull = points("52,14 57,3 69,0 78,6 88,10 96,14 97,22 90,25 78,26 66,25 56,23")
    clay.lump(clay.blob(low(skull)), tones("dragon"), 5)
    for x in (74, 81, 88):
        clay.fill(clay.polygon(low([(x - 3, 25), (x + 3, 24.5), (x + 0.5, 31)])), NAMED["parchment-lit"])
    clay.fill(clay.ellipse(92, y + 15, 1.8, 1.5), clay.line)
    clay.fill(clay.ellipse(70, y + 11, 6.4, 6.4), clay.line)
    clay.fill(clay.ellipse(70, y + 11, 5, 5), NAMED["parchment-lit"])
    clay.fill(clay.ellipse(72, y + 11.6, 2.5, 3), clay.line)
    clay.fill(clay.polygon(low([(60, 3), (78, 8), (78, 11), (61, 7)])), clay.line)
