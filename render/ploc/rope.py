"""The rope across the green, and the knot that goes where more athletes pull."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from engine.ploc.model import Side
from render.ploc.clay import Peg, Sprite, points, sprite_of
from render.ploc.colours import NAMED, tones
from render.ploc.green import FEET, GREEN, MIDDLE

THICK: Final = 14
ROPE: Final = FEET - 49
"""Where the middle of the rope runs, in pixels from the top."""

SWAY: Final = 60
"""How far the knot goes at most, in pixels."""

KNOT: Final = 62


def knot(left: Side, right: Side) -> int:
    """Where the knot is, in pixels from the left: nearer to the side with more athletes."""
    pulling = left.athletes + right.athletes
    return MIDDLE - round(SWAY * (left.athletes - right.athletes) / max(pulling, 1))


@cache
def rope() -> Sprite:
    """The rope, as long as the green is wide."""
    image = Image.new("RGBA", (GREEN.width, THICK), NAMED["ink"])
    draw = ImageDraw.Draw(image)
    deep, body, lit = tones("hemp")
    draw.rectangle((0, 2, GREEN.width, THICK - 3), body)
    for x in range(-THICK, GREEN.width, 12):
        draw.line([(x, THICK - 3), (x + THICK - 4, 2)], deep, 3)
        draw.line([(x + 5, THICK - 6), (x + 9, 3)], lit, 2)
    draw.rectangle((0, 0, GREEN.width, 1), NAMED["ink"])
    draw.rectangle((0, THICK - 2, GREEN.width, THICK), NAMED["ink"])
    return sprite_of(image)


@cache
def ribbon() -> Sprite:
    """The knot in the middle with the ribbon that hangs from it."""
    clay = Peg(KNOT)
    for tail in ("46,40 34,92 46,84 54,94 54,40", "48,40 52,90 62,82 72,88 56,40"):
        clay.lump(clay.polygon(points(tail)), (NAMED["bone"], NAMED["wool"], NAMED["ivory-lit"]), 5)
    clay.lump(clay.blob(points("34,34 50,26 66,34 68,50 50,58 32,50")), tones("hemp"), 7)
    for line in ("42,30 40,54", "56,30 60,54"):
        clay.fill(clay.stroke(points(line), 4), NAMED["hemp-deep"])
    return clay.sprite("grass-shade")


def prepare() -> None:
    """Model both, so that no picture has to wait for them."""
    rope()
    ribbon()
