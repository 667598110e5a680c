"""Small signs: the effect of a die, the ending of a match, an offer to end it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from itertools import product
from math import cos, pi, sin
from typing import Final

from PIL import Image

from render.kit.cache import cached_sprite
from render.kit.canvas import RGB
from render.kit.sprites import Clay, Point
from render.ploc.clay import SharpClay, Sprite, points
from render.ploc.colours import NAMED, TEAMS, tones

SIZE: Final = 52
"""Pixels of a sign, along each side."""

DOT: Final = 30
"""Pixels of a dot, along each side."""


class Sign(StrEnum):
    """A sign; the values are the engine's words where it has one."""

    HIT = "hit"
    SWAP = "swap"
    WEAKEN = "weaken"
    BERSERK = "berserk"
    AGREEMENT = "agreement"
    LIMIT = "limit"
    CONCESSION = "concession"
    RESIGNATION = "resignation"
    REROLL = "reroll"
    PASS = "pass"  # noqa: S105 - the dice, not a secret
    DOT = "dot"
    CUP = "cup"


@cached_sprite
def sign(which: Sign, seat: int = 0, size: int = SIZE, ground: str = "night", way: int = 1) -> Sprite:
    """A sign, for or against the village of `seat`; `way` is where an arrow points to."""
    clay = SharpClay(size)
    _DRAWN[which](clay, seat, way)
    return clay.sprite(ground)


def dot(image: Image.Image, x: int, y: int) -> None:
    """Draw a teal dot for a possible target, the upper left corner of its tile at (x, y)."""
    sign(Sign.DOT, 0, DOT, "ink").paste(image, x, y)


def star(clay: Clay, x: float, y: float, radius: float, tone: RGB, turn: float = 0.0) -> None:
    """Draw a burst of twelve unequal points."""
    reach = [radius * (1.0, 0.6, 0.82, 0.6)[step % 4] for step in range(24)]
    tips = [
        (x + r * cos(turn + step * pi / 12), y + r * sin(turn + step * pi / 12))
        for step, r in enumerate(reach)
    ]
    clay.fill(clay.polygon(tips), tone)


def _pawn(clay: Clay, seat: int, x: float, y: float, high: float) -> None:
    """Draw a bust with the headgear of its village, its foot at (x, y)."""
    s = high / 100
    body = [
        (x - 34 * s, y),
        (x - 26 * s, y - 34 * s),
        (x, y - 44 * s),
        (x + 26 * s, y - 34 * s),
        (x + 34 * s, y),
    ]
    clay.lump(clay.polygon(body), tones(TEAMS[seat]), 6)
    clay.lump(
        clay.ellipse(x, y - 58 * s, 21 * s, 21 * s), (NAMED["skin-deep"], NAMED["skin"], NAMED["skin"]), 4
    )
    top = y - 66 * s
    if seat == 0:
        cap = [
            (x - 25 * s, top),
            (x - 20 * s, top - 16 * s),
            (x + 2 * s, top - 22 * s),
            (x + 22 * s, top - 12 * s),
            (x + 36 * s, top),
        ]
        clay.lump(clay.blob(cap), tones("tweed"), 4)
    else:
        bonnet = [
            (x - 30 * s, top - 4 * s),
            (x - 20 * s, top - 20 * s),
            (x + 18 * s, top - 20 * s),
            (x + 28 * s, top - 4 * s),
            (x, top + 2 * s),
        ]
        clay.lump(clay.blob(bonnet), tones("red"), 4)
        clay.lump(
            clay.ellipse(x, top - 22 * s, 9 * s, 9 * s), (NAMED["bone"], NAMED["wool"], NAMED["ivory-lit"]), 2
        )


def _draw_hit(clay: Clay, seat: int, _way: int) -> None:
    star(clay, 50, 50, 50, NAMED["ink"])
    star(clay, 50, 50, 46, NAMED["ember"])
    star(clay, 50, 50, 36, NAMED["amber"])
    _pawn(clay, 1 - seat, 48, 88, 78)
    for wide, tone in ((17, "ink"), (9, "cream")):
        clay.fill(clay.stroke([(16, 86), (84, 14)], wide), NAMED[tone])


def _weaken(clay: Clay, seat: int, way: int) -> None:
    """Draw an athlete on the back, stars over the head."""
    (x, y), *stars = points("22,66 22,26 46,32", way)
    clay.lump(clay.blob(points("34,50 62,44 90,46 98,68 90,90 62,92 34,86", way)), tones(TEAMS[1 - seat]), 8)
    if seat == 1:
        trousers = clay.polygon(points("68,45 90,46 98,68 90,90 68,91", way))
        clay.lump(trousers, tones("tweed"), 5)
    else:
        clay.lump(
            clay.polygon(points("60,45 88,40 92,94 60,92", way)),
            (NAMED["plaid"], NAMED["plaid"], NAMED["plaid"]),
            5,
        )
        for stripe in ("75,45 75,90", "62,68 90,68"):
            clay.fill(clay.stroke(points(stripe, way), 6), NAMED["red-lit"])
    clay.lump(clay.ellipse(x, y, 20, 20), (NAMED["skin-deep"], NAMED["skin"], NAMED["skin"]), 4)
    for slant in (1, -1):
        clay.fill(clay.stroke([(x - 8, y - 8 * slant), (x + 8, y + 8 * slant)], 6), clay.line)
    for sx, sy in stars:
        star(clay, sx, sy, 15, clay.line)
        star(clay, sx, sy, 11, NAMED["amber"])


def _swap(clay: Clay, _seat: int, _way: int) -> None:
    for y, way in ((32, 1), (68, -1)):
        shaft = [(50 - 36 * way, y), (50 + 10 * way, y)]
        head = [(50 + 46 * way, y), (50 + 10 * way, y - 21), (50 + 10 * way, y + 21)]
        clay.fill(clay.grow_mask(clay.polygon(head), 4), clay.line)
        clay.fill(clay.stroke(shaft, 22), clay.line)
        clay.fill(clay.stroke(shaft, 13), NAMED["teal-lit"])
        clay.fill(clay.polygon(head), NAMED["teal-lit"])


def _berserk(clay: Clay, _seat: int, _way: int) -> None:
    star(clay, 50, 50, 50, NAMED["ink"])
    star(clay, 50, 50, 46, NAMED["ember-deep"])
    star(clay, 50, 50, 38, NAMED["ember"])
    star(clay, 50, 50, 27, NAMED["amber"], 0.2)
    star(clay, 50, 50, 15, NAMED["ivory-lit"], 0.4)


def _agreement(clay: Clay, _seat: int, _way: int) -> None:
    """Draw two hands that shake."""
    for sleeve, tone in (("2,30 26,26 32,62 6,70", "yellow"), ("98,30 74,26 68,62 94,70", "red")):
        clay.lump(clay.polygon(points(sleeve)), tones(tone), 6)
    skin = (NAMED["skin-deep"], NAMED["skin"], NAMED["skin"])
    clay.lump(clay.blob(points("72,34 56,30 36,42 28,58 44,72 62,70 76,58")), skin, 5)
    clay.lump(clay.blob(points("28,34 44,30 62,42 72,54 64,64 50,56 40,58 28,54")), skin, 4)
    for line in ("50,66 56,74", "58,62 66,70", "42,66 46,74"):
        clay.fill(clay.stroke(points(line), 4), clay.line)


def _limit(clay: Clay, _seat: int, _way: int) -> None:
    """Draw an hourglass."""
    clay.lump(
        clay.polygon(points("24,16 76,16 72,34 54,50 72,66 76,84 24,84 28,66 46,50 28,34")), tones("ivory"), 5
    )
    clay.fill(clay.polygon(points("34,32 66,32 50,48")), NAMED["amber"])
    clay.fill(clay.polygon(points("50,58 70,80 30,80")), NAMED["amber"])
    for y in (12, 88):
        clay.lump(clay.polygon([(16, y - 6), (84, y - 6), (84, y + 6), (16, y + 6)]), tones("hemp"), 3)


def _flag(clay: Clay, _seat: int, way: int) -> None:
    """Draw a white flag."""
    clay.fill(clay.stroke(points("22,6 22,97", way), 12), clay.line)
    clay.fill(clay.stroke(points("22,6 22,96", way), 6), NAMED["hemp"])
    cloth = clay.blob(points("26,8 46,4 66,14 96,8 92,30 96,54 68,58 46,48 26,54", way))
    clay.lump(cloth, (NAMED["bone-lit"], NAMED["ivory-lit"], NAMED["ivory-lit"]), 6)


def _reroll(clay: Clay, _seat: int, _way: int) -> None:
    """Draw an arrow that runs in a circle."""
    clay.fill(clay.ellipse(50, 50, 49, 49), clay.line)
    clay.fill(clay.ellipse(50, 50, 43, 43), NAMED["ivory-lit"])
    arc: list[Point] = [
        (50 + 24 * cos(step * pi / 18), 50 + 24 * sin(step * pi / 18)) for step in range(-5, 25)
    ]
    clay.fill(clay.stroke(arc, 9), NAMED["teal"])
    x, y = arc[-1]
    clay.fill(clay.polygon([(x - 13, y + 6), (x + 17, y + 9), (x + 8, y - 18)]), NAMED["teal"])


def _pass(clay: Clay, _seat: int, way: int) -> None:
    """Draw an arrow to the other village."""
    shape = clay.polygon(points("6,36 52,36 52,14 96,50 52,86 52,64 6,64", way))
    clay.lump(shape, (NAMED["amber-deep"], NAMED["amber"], NAMED["lamplight"]), 7)


def _dot(clay: Clay, _seat: int, _way: int) -> None:
    clay.fill(clay.ellipse(50, 50, 49, 49), NAMED["teal-lit"])
    clay.fill(clay.ellipse(50, 50, 38, 38), NAMED["teal"])


def _cup(clay: Clay, _seat: int, _way: int) -> None:
    gold = (NAMED["brass-deep"], NAMED["brass"], NAMED["lamplight"])
    for side in (1, -1):
        handle = clay.stroke(points("70,22 92,22 88,44 66,54", side), 9)
        clay.fill(clay.grow_mask(handle, 2), clay.line)
        clay.fill(handle, NAMED["brass"])
    clay.lump(clay.polygon(points("44,56 56,56 58,80 42,80")), gold, 4)
    clay.lump(clay.blob(points("24,10 50,8 76,10 74,40 62,60 50,64 38,60 26,40")), gold, 9)
    clay.lump(clay.polygon(points("28,80 72,80 76,94 24,94")), gold, 5)


_DRAWN: Final[dict[Sign, Callable[[SharpClay, int, int], None]]] = {
    Sign.HIT: _draw_hit,
    Sign.SWAP: _swap,
    Sign.WEAKEN: _weaken,
    Sign.BERSERK: _berserk,
    Sign.AGREEMENT: _agreement,
    Sign.LIMIT: _limit,
    Sign.CONCESSION: _flag,
    Sign.RESIGNATION: _flag,
    Sign.REROLL: _reroll,
    Sign.PASS: _pass,
    Sign.DOT: _dot,
    Sign.CUP: _cup,
}


def prepare() -> None:
    """Draw the signs of ordinary play, so that no picture has to wait for them."""
    for seat, way in product((0, 1), (1, -1)):
        for size in (46, 40):
            sign(Sign.HIT, seat, size, "night", way)
            sign(Sign.WEAKEN, seat, size, "night", way)
            sign(Sign.SWAP, seat, size, "night", way)
    for size in (26, 34, 46):
        sign(Sign.REROLL, 0, size, "ink")
    for way in (1, -1):
        sign(Sign.PASS, 0, 124, "field-deep", way)
    sign(Sign.DOT, 0, DOT, "ink")
