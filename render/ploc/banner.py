"""Which match it is, the rosette for the first one, and the banner over the green when one is over."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from engine.core import Seat
from engine.ploc.model import MATCHES, View
from render.kit.canvas import Face, word
from render.kit.caption import LOWER, write
from render.ploc.clay import Peg, Sprite, plate, points
from render.ploc.colours import NAMED, PALETTE, TEAMS
from render.ploc.green import GREEN, MIDDLE
from render.ploc.signs import Sign, sign

ROSETTE: Final = 52
"""Pixels of a rosette's tile."""

BANNER: Final = (320, 124)
"""Width and height of the banner, in pixels."""


@cache
def rosette(size: int = ROSETTE) -> Sprite:
    """What the winner of the first match wears: it is worth one athlete."""
    clay = Peg(size)
    for tail in ("34,52 22,92 36,84 48,96 52,56", "66,52 78,92 64,84 52,96 48,56"):
        clay.lump(clay.polygon(points(tail)), (NAMED["teal"], NAMED["teal"], NAMED["teal-lit"]), 3)
    clay.lump(clay.ellipse(50, 38, 36, 36), (NAMED["brass-deep"], NAMED["brass"], NAMED["lamplight"]), 5)
    clay.fill(clay.ellipse(50, 38, 27, 27), NAMED["ivory-lit"])
    for line in ("38,38 24,38", "31,31 31,45"):
        clay.fill(clay.stroke([(x + 8, y) for x, y in points(line)], 6), NAMED["ink"])
    clay.fill(clay.stroke(points("52,30 60,22 60,54"), 7), NAMED["ink"])
    return clay.sprite("walnut")


def match(image: Image.Image, view: View, x: int) -> None:
    """Which match it is, right of `x` on the caption's lower line, and the turn where turns are limited."""
    for number in range(1, MATCHES + 1):
        _pip(number <= view.match).paste(image, x + 14 + (number - 1) * 18, LOWER - 15)
    figures = word(f"{view.match}/{MATCHES}", Face.LABEL, 22, ("night", "muted"), PALETTE)
    write(image, (x + 56, LOWER), figures, Face.LABEL, 22)
    if view.limit:
        x += 56 + figures.width + 18
        sign(Sign.LIMIT, 0, 30, "night").paste(image, x, LOWER - 24)
        turns = word(f"{view.turn.number}/{view.limit}", Face.LABEL, 22, ("night", "muted"), PALETTE)
        write(image, (x + 34, LOWER), turns, Face.LABEL, 22)


@cache
def _pip(reached: bool) -> Sprite:
    clay = Peg(15, NAMED["brass"])
    clay.fill(clay.ellipse(50, 50, 48, 48), NAMED["brass"])
    if not reached:
        clay.fill(clay.ellipse(50, 50, 28, 28), NAMED["night"])
    return clay.sprite("night")


def banner(image: Image.Image, view: View) -> None:
    """Over the green, how the game was won, or at the second match's beginning, how the first one was."""
    at = (MIDDLE - BANNER[0] // 2, GREEN.y + 8)
    if view.outcome is not None:
        for seat in view.outcome.winners:
            cloth(seat, Sign(view.outcome.ending), first=False).paste(image, *at)
    elif view.results and view.turn.number == 1 and not view.turn.before:
        first = view.results[0]
        cloth(first.winner, Sign(first.how), first=True).paste(image, *at)


@cache
def cloth(seat: Seat, ending: Sign, *, first: bool) -> Sprite:
    """A banner in a village's colour: the rosette for the first match or the cup, and how it was won."""
    wide, tall = BANNER
    shape = [(0, 8), (wide, 8), (wide - 22, tall // 2), (wide, tall - 8), (0, tall - 8), (22, tall // 2)]
    mask = Image.new("L", BANNER)
    ImageDraw.Draw(mask).polygon(shape, 255)
    body = PALETTE.blank(BANNER, "ink")
    for inset, name in ((4, f"{TEAMS[seat]}-deep"), (7, TEAMS[seat])):
        inner = [
            (x + (inset if x < wide / 2 else -inset), y + (inset if y < tall / 2 else -inset))
            for x, y in shape
        ]
        ImageDraw.Draw(body).polygon(inner, PALETTE.index(name))
    plate(body, (44, 13, wide - 88, tall - 26), 14, ((0, "ink"), (2, f"{TEAMS[seat]}-deep"), (5, "night")))
    prize = rosette(84) if first else sign(Sign.CUP, seat, 84, "night")
    prize.paste(body, wide // 2 - 86, 20)
    sign(ending, seat, 76, "night").paste(body, wide // 2 + 8, 24)
    return Sprite(body, mask.convert("1", dither=Image.Dither.NONE), 0, 0)


def prepare() -> None:
    """Draw what every second match shows."""
    rosette()
