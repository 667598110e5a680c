"""The last fight as a sum: die and coin against tile and die, and what came of it."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.thrag.model import Fight, Suit, View
from render.kit.cache import drawn_once, kept
from render.kit.canvas import TABLE, Face, mix
from render.kit.sheet import Say
from render.kit.sprites import Clay, Point
from render.thrag.arena import figure, tick
from render.thrag.colours import NAMED, PALETTE, ink_on
from render.thrag.pieces import Kind, Piece, on_ground, put, sharp
from render.thrag.table import FIGHT, Box, centred, label, line, plaque

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


@kept
def bout(of: Bout, say: Say) -> Image.Image:
    """The last fight; shared, so paste it only."""
    tile = plaque(FIGHT, "night", "brass-deep")
    if of.fight is None:
        _nothing(tile, of, say)
        return tile
    _head(tile, of, say)
    _thrag(tile, of.fight, "muted" if of.number else "cream", say)  # the turn before is softened below
    for y in (_MIDDLE - 11, _MIDDLE + 11):
        ImageDraw.Draw(tile).ellipse((303, y - 4, 311, y + 4), PALETTE.index("cream"))
    _beast(tile, of.fight)
    if not of.number:
        _past_result(tile, of.fight, say)
        tile = _quiet(tile)
        _head(tile, of, say)
        return tile
    _result(tile, of.fight, say)
    return tile


def _head(tile: Image.Image, of: Bout, say: Say) -> None:
    """Which fight of the turn it was, or that it was in the turn before."""
    number = of.number
    text = say("thrag.picture.fight", number=number) if number else say("thrag.picture.fight.before")
    label(tile, text, (16, 29), ("night", "muted"), 190)


QUIET: Final = 0.65
"""How much is seen of a fight of the turn before."""


QUIETER: Final = [PALETTE.nearest(mix(NAMED["night"], colour, QUIET)) for colour in PALETTE.colours]
"""The palette index of each colour as it is in a fight of the turn before."""


def _quiet(tile: Image.Image) -> Image.Image:
    """The same in quieter colours, because it is past."""
    quiet = plaque(FIGHT, "night", "walnut-lit")
    inside = (6, 6, FIGHT.width - 6, FIGHT.height - 6)
    table = QUIETER + [0] * (256 - len(QUIETER))
    quiet.paste(PALETTE.adopted(tile.crop(inside).point(table)), inside[:2])
    return quiet


def _nothing(tile: Image.Image, of: Bout, say: Say) -> None:
    """Where there is no fight to show: that there was none, or what was rolled anew after it."""
    x, y = tile.width // 2, tile.height // 2
    none = say("thrag.picture.fights.over" if of.over else "thrag.picture.fights.none")
    if of.rerolled is None:
        centred(tile, none, (x, y), 28, ("night", "muted"), Face.LABEL, _INSIDE)
        return
    text = none if of.over or not of.number else say.some("thrag.picture.fights", of.number)
    rerolled = say(f"thrag.picture.rerolled.{of.rerolled}")
    centred(tile, rerolled, (x, y - 18), 28, ("night", "cream"), room=_INSIDE)
    centred(tile, text, (x, y + 22), 22, ("night", "muted"), Face.LABEL, _INSIDE)


_INSIDE: Final = FIGHT.width - 32


def _thrag(tile: Image.Image, of: Fight, soft: str, say: Say) -> None:
    """His die, his coin or the place of one, and both together."""
    put(tile, Piece(Kind.DIE, PIECE, Suit.BLACK, of.own), (16, _TOP), "night")
    centred(tile, "+", (88, _MIDDLE), 28, ("night", "cream"))
    if of.pool is not None and of.coin is not None:
        put(tile, Piece(Kind.COIN, PIECE, of.pool, of.coin), (100, _TOP), "night")
        if of.worth != of.coin:
            text = say("thrag.picture.null", worth=of.worth)
            line(tile, text, (216, 29), 20, ("night", "cream"), Face.LABEL, 380)
    else:
        put(tile, Piece(Kind.NO_COIN, PIECE), (100, _TOP), "night")
        for text, down in zip(say("thrag.picture.no-coin").split("\n"), (-10, 11), strict=False):
            centred(tile, text, (130, _MIDDLE + down), 20, ("night", soft), Face.LABEL, 64)
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


def _result(tile: Image.Image, of: Fight, say: Say) -> None:
    """Slain, and by how much; or the damage in a burst."""
    if of.damage:
        tile.paste(burst(84, "night"), (606, 16))
        centred(tile, f"\u2212{of.damage}", (648, 58), 34, ("brick", "cream"))
        line(tile, say("thrag.picture.hit"), (_RESULT, 67), 26, ("night", "cream"), room=_ROOM)
    else:
        tile.paste(tick(56, "night"), (620, 32))
        line(tile, say("thrag.picture.fallen"), (_RESULT, 58), 26, ("night", "cream"), room=_ROOM)
        over = of.strength - of.against
        text = say("thrag.picture.to-spare", over=over) if over else say("thrag.picture.just-enough")
        line(tile, text, (_RESULT, 88), 22, ("night", "muted"), Face.LABEL, _ROOM)


def _past_result(tile: Image.Image, of: Fight, say: Say) -> None:
    """The same in few strokes, which also saves kilobytes: a new turn has three beasts to show besides."""
    if of.damage:
        centred(tile, f"\u2212{of.damage}", (648, _MIDDLE), 44, ("night", "cream"))
    else:
        tile.paste(tick(56, "night"), (620, _MIDDLE - 28))
    text = say("thrag.picture.hit" if of.damage else "thrag.picture.fallen")
    line(tile, text, (_RESULT, _MIDDLE + 9), 26, ("night", "cream"), room=_ROOM)


_RESULT: Final = 694
_ROOM: Final = FIGHT.width - _RESULT - 10
"""What the result can take, in pixels."""


@drawn_once
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
