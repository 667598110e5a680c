"""What athletes are made of: arms, boots, kilts, and heads in the headgear of their village."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engine.core import Seat
from render.kit.palette import RGB
from render.kit.sprites import Clay, Point, Tones
from render.ploc.clay import points
from render.ploc.colours import NAMED, tones

SKIN: Final[Tones] = (NAMED["skin-deep"], NAMED["skin"], NAMED["skin"])


def _hair(seat: Seat) -> RGB:
    return NAMED["hair" if seat == 0 else "ginger"]


def arm(clay: Clay, line: list[tuple[float, float]], body: Tones) -> None:
    """An arm with its sleeve rolled up, and the fist at its end."""
    clay.fill(clay.stroke(line, 13), clay.line)
    clay.fill(clay.stroke(line, 9), NAMED["skin"])
    clay.fill(clay.stroke(line[:2], 9), body[1])
    x, y = line[-1]
    clay.lump(clay.ellipse(x, y, 6.5, 6.5), SKIN, 3)


def boots(clay: Clay, heels: list[tuple[float, float]], way: int) -> None:
    """Boots with their heels at these points, their toes away from `way`."""
    for x, y in heels:
        boot = clay.blob(
            [
                (x - 6 * way, y - 6),
                (x + 4 * way, y - 6),
                (x + 13 * way, y - 1),
                (x + 12 * way, y + 4),
                (x - 6 * way, y + 4),
            ]
        )
        clay.lump(boot, (NAMED["ink"], NAMED["hair"], NAMED["tweed"]), 3)


def kilt(
    clay: Clay,
    cloth: list[tuple[float, float]],
    down: list[tuple[float, float]],
    across: list[tuple[float, float]],
) -> None:
    """A kilt with a stripe down and one across."""
    area = clay.polygon(cloth)
    clay.lump(area, (NAMED["ink"], NAMED["plaid"], NAMED["plaid"]), 5)
    for line in (down, across):
        stripe = Image.new("L", area.size)
        stripe.paste(area, (0, 0), clay.stroke(line, 4))
        clay.fill(stripe, NAMED["red-lit"])


def head(clay: Clay, seat: Seat, way: int, x: float, y: float, *, glad: bool = False) -> None:
    """A head at (x, y) that looks against `way`, with the headgear of its village."""
    clay.lump(clay.ellipse(x, y, 15, 15), SKIN, 4)
    if seat == 1:
        _beard(clay, way, x, y)
    for dx in (1, 9):
        clay.fill(clay.ellipse(x + dx * way, y, 2.2, 3), clay.line)
    if glad:
        clay.fill(clay.ellipse(x + 5 * way, y + 8, 4.5, 4), NAMED["red-deep"])
    (_cap if seat == 0 else _bonnet)(clay, way, x, y)


def _beard(clay: Clay, way: int, x: float, y: float) -> None:
    beard = _around("-14,-2 -8,4 2,6 9,6 10,13 0,18 -11,12", way, x, y)
    clay.lump(clay.blob(beard), (_hair(1), _hair(1), NAMED["skin-deep"]), 3, outlined=False)


def _cap(clay: Clay, way: int, x: float, y: float) -> None:
    """A flat cap, its peak to the front."""
    cap = _around("-17,-4 -15,-14 0,-19 14,-13 24,-7 22,-3 4,-6", way, x, y)
    clay.lump(clay.blob(cap), tones("tweed"), 4)
    peak = _around("10,-6.5 21,-5", way, x, y)
    clay.fill(clay.stroke(peak, 3), NAMED["tweed-deep"])


def _bonnet(clay: Clay, way: int, x: float, y: float) -> None:
    """A bonnet with a band of wool and a pompom."""
    bonnet = _around("-21,-8 -15,-18 4,-19 17,-11 14,-4 -12,-4", way, x, y)
    clay.lump(clay.blob(bonnet), tones("red"), 5)
    band = _around("-12,-5 13,-5", way, x, y)
    clay.fill(clay.stroke(band, 4), NAMED["wool"])
    pompom = clay.ellipse(x - 5 * way, y - 20, 6.5, 6)
    clay.lump(pompom, (NAMED["bone"], NAMED["wool"], NAMED["ivory-lit"]), 2)


def _around(text: str, way: int, x: float, y: float) -> list[Point]:
    """`text` as points around (x, y), the first coordinate counted along `way`."""
    pairs = (pair.split(",") for pair in text.split())
    return [(x + float(dx) * way, y + float(dy)) for dx, dy in pairs]


def fallen_head(clay: Clay, seat: Seat, way: int) -> None:
    """A bare head on the grass, its eyes crossed: in headgear it would seem to stand."""
    x, y = points("24,74", way)[0]
    clay.lump(clay.ellipse(x, y, 14, 14), SKIN, 4)
    hair = clay.blob(points("12,64 22,58 34,62 26,66 16,72 12,82 9,74", way))
    clay.lump(hair, (_hair(seat), _hair(seat), _hair(seat)), 2)
    for dx, dy in ((-1, -1), (8, 2)):
        cx, cy = x + dx * way, y + dy + 2
        for slant in (1, -1):
            clay.fill(clay.stroke([(cx - 2.6, cy - 2.6 * slant), (cx + 2.6, cy + 2.6 * slant)], 2), clay.line)
