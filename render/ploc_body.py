"""What athletes are made of: arms, boots, kilts, and heads in the headgear of their village."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engine.core import Seat
from render.palette import RGB
from render.ploc_clay import points
from render.ploc_colours import NAMED, tones
from render.sprites import Clay, Tones

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
    beard = clay.blob(
        [
            (x - 14 * way, y - 2),
            (x - 8 * way, y + 4),
            (x + 2 * way, y + 6),
            (x + 9 * way, y + 6),
            (x + 10 * way, y + 13),
            (x, y + 18),
            (x - 11 * way, y + 12),
        ]
    )
    if seat == 1:
        clay.lump(beard, (_hair(1), _hair(1), NAMED["skin-deep"]), 3, outlined=False)
    for dx in (1, 9):
        eye = clay.ellipse(x + dx * way, y, 2.2, 3)
        clay.fill(eye, clay.line)
    if glad:
        clay.fill(clay.ellipse(x + 5 * way, y + 8, 4.5, 4), NAMED["red-deep"])
    if seat == 0:
        cap = [
            (x - 17 * way, y - 4),
            (x - 15 * way, y - 14),
            (x, y - 19),
            (x + 14 * way, y - 13),
            (x + 24 * way, y - 7),
            (x + 22 * way, y - 3),
            (x + 4 * way, y - 6),
        ]
        clay.lump(clay.blob(cap), tones("tweed"), 4)
        clay.fill(clay.stroke([(x + 10 * way, y - 6.5), (x + 21 * way, y - 5)], 3), NAMED["tweed-deep"])
    else:
        bonnet = [
            (x - 21 * way, y - 8),
            (x - 15 * way, y - 18),
            (x + 4 * way, y - 19),
            (x + 17 * way, y - 11),
            (x + 14 * way, y - 4),
            (x - 12 * way, y - 4),
        ]
        clay.lump(clay.blob(bonnet), tones("red"), 5)
        clay.fill(clay.stroke([(x - 12 * way, y - 5), (x + 13 * way, y - 5)], 4), NAMED["wool"])
        clay.lump(
            clay.ellipse(x - 5 * way, y - 20, 6.5, 6), (NAMED["bone"], NAMED["wool"], NAMED["ivory-lit"]), 2
        )


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
