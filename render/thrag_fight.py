"""The last fight as a sum: die and coin against tile and die, and what came of it."""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.thrag.model import Fight, Suit, View
from render.canvas import Face
from render.palette import TABLE, mix
from render.sprites import Clay, Point
from render.thrag_arena import figure, tick
from render.thrag_colours import NAMED, PALETTE, ink_on
from render.thrag_pieces import Kind, Piece, on_ground, put
from render.thrag_shapes import sharp
from render.thrag_table import FIGHT, Box, centred, label, line, plaque

PIECE: Final = 60
_TOP: Final = 40
_MIDDLE: Final = _TOP + PIECE // 2


class Bout(NamedTuple):
    """The last fight and its number in the turn, 0 if it was in the turn before.

    `rerolled` is a die that was rolled anew since, `over` whether it is all over.
    """

    fight: Fight | None
    number: int
    rerolled: Suit | None
    over: bool


def bout_of(view: View) -> Bout:
    """What there is to tell of the last fight."""
    return Bout(view.fight, view.fights, view.rerolled, view.outcome is not None)


@lru_cache(maxsize=1024)
def bout(of: Bout) -> Image.Image:
    """The last fight; shared, so paste it only."""
    tile = plaque(FIGHT, "night", "brass-deep")
    if of.fight is None:
        _nothing(tile, of)
        return tile
    label(tile, f"FIGHT {of.number}" if of.number else BEFORE, _LABEL, ("night", "muted"))
    _thrag(tile, of.fight, "muted" if of.number else "cream")  # all of the turn before is softened below
    for y in (_MIDDLE - 11, _MIDDLE + 11):
        ImageDraw.Draw(tile).ellipse((303, y - 4, 311, y + 4), PALETTE.index("cream"))
    _beast(tile, of.fight)
    if not of.number:
        _past_result(tile, of.fight)
        return _quiet(tile)
    _result(tile, of.fight)
    return tile


QUIET: Final = 0.65
"""How much is seen of a fight of the turn before."""


def quieter(name: str) -> int:
    """The palette index of a colour as it is in a fight of the turn before."""
    return _QUIETER[PALETTE.index(name)]


_QUIETER: Final = [PALETTE.nearest(mix(NAMED["night"], colour, QUIET)) for colour in PALETTE.colours]


def _quiet(tile: Image.Image) -> Image.Image:
    """The same in quieter colours, because it is past."""
    quiet = plaque(FIGHT, "night", "walnut-lit")
    inside = (6, 6, FIGHT.width - 6, FIGHT.height - 6)
    table = _QUIETER + [0] * (256 - len(_QUIETER))
    quiet.paste(PALETTE.adopted(tile.crop(inside).point(table)), inside[:2])
    label(quiet, BEFORE, _LABEL, ("night", "muted"))
    return quiet


BEFORE: Final = "LAST TURN"
_LABEL: Final = (16, 29)


def _nothing(tile: Image.Image, of: Bout) -> None:
    """Where there is no fight to show: that there was none, or what was rolled anew after it."""
    x, y = tile.width // 2, tile.height // 2
    none = "No more fights" if of.over else "No fight yet this turn"
    if of.rerolled is None:
        centred(tile, none, (x, y), 28, ("night", "muted"), Face.LABEL)
        return
    fights = {0: "No fight yet", 1: "1 fight"}.get(of.number, f"{of.number} fights")
    text = none if of.over else f"{fights} this turn"
    centred(tile, f"The {of.rerolled} die was rolled anew", (x, y - 18), 28, ("night", "cream"))
    centred(tile, text, (x, y + 22), 22, ("night", "muted"), Face.LABEL)


def _thrag(tile: Image.Image, of: Fight, soft: str) -> None:
    """His die, his coin or the place of one, and both together."""
    put(tile, Piece(Kind.DIE, PIECE, Suit.BLACK, of.own), (16, _TOP), "night")
    centred(tile, "+", (88, _MIDDLE), 28, ("night", "cream"))
    if of.pool is not None and of.coin is not None:
        put(tile, Piece(Kind.COIN, PIECE, of.pool, of.coin), (100, _TOP), "night")
        if of.worth != of.coin:
            line(tile, f"null counts {of.worth}", (216, 29), 20, ("night", "cream"), Face.LABEL)
    else:
        put(tile, Piece(Kind.NO_COIN, PIECE), (100, _TOP), "night")
        centred(tile, "no", (130, _MIDDLE - 10), 20, ("night", soft), Face.LABEL)
        centred(tile, "coin", (130, _MIDDLE + 11), 20, ("night", soft), Face.LABEL)
    centred(tile, "=", (174, _MIDDLE), 28, ("night", "cream"))
    figure(tile, str(of.strength), Box(188, _TOP, 68, PIECE), ("black", "cream"), "black-lit")


def _beast(tile: Image.Image, of: Fight) -> None:
    """Its tile, its die, and both together; a slain one is a ghost."""
    lost = not of.damage
    put(tile, Piece(Kind.TILE, PIECE, of.suit, of.tile, lost), (358, _TOP), "night")
    centred(tile, "+", (430, _MIDDLE), 28, ("night", "cream"))
    put(tile, Piece(Kind.DIE, PIECE, of.suit, of.die), (442, _TOP), "night")
    centred(tile, "=", (516, _MIDDLE), 28, ("night", "cream"))
    colours = (of.suit.value, ink_on(of.suit))
    figure(tile, str(of.against), Box(530, _TOP, 68, PIECE), colours, f"{of.suit}-lit")


def _result(tile: Image.Image, of: Fight) -> None:
    """Slain, and by how much; or the damage in a burst."""
    if of.damage:
        tile.paste(burst(84, "night"), (606, 16))
        centred(tile, f"\u2212{of.damage}", (648, 58), 34, ("brick", "cream"))
        line(tile, HIT, (_RESULT, 67), 26, ("night", "cream"))
    else:
        tile.paste(tick(56, "night"), (620, 32))
        line(tile, SLAIN, (_RESULT, 58), 26, ("night", "cream"))
        over = of.strength - of.against
        text = f"with {over} to spare" if over else "just enough"
        line(tile, text, (_RESULT, 88), 22, ("night", "muted"), Face.LABEL)


def _past_result(tile: Image.Image, of: Fight) -> None:
    """The same in few strokes, which also saves kilobytes: a new turn has three beasts to show besides."""
    if of.damage:
        centred(tile, f"\u2212{of.damage}", (648, _MIDDLE), 44, ("night", "cream"))
    else:
        tile.paste(tick(56, "night"), (620, _MIDDLE - 28))
    line(tile, HIT if of.damage else SLAIN, (_RESULT, _MIDDLE + 9), 26, ("night", "cream"))


HIT: Final = "Thrag is hit"
SLAIN: Final = "Beast slain"
_RESULT: Final = 694


@cache
def burst(size: int, ground: str) -> Image.Image:
    """The star of a hit, in brick, for the damage to be written on."""
    clay = Clay(size, TABLE["ink"])
    for radius, name in ((50, "ink"), (47, "cream"), (42, "brick")):
        points: list[Point] = []
        for turn in range(24):
            reach = radius * (1.0, 0.74, 0.9, 0.74)[turn % 4]
            points.append((50 + reach * cos(turn * pi / 12), 50 + reach * sin(turn * pi / 12)))
        clay.fill(clay.polygon(points), NAMED[name])
    clay.fill(clay.ellipse(50, 50, 28, 28), NAMED["brick"])
    return on_ground(sharp(clay), ground)
