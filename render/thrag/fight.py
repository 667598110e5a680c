"""The last fight as a sum: die and coin against tile and die, and what came of it."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.thrag.model import Fight, Suit, View
from render.kit.cache import drawn_once, kept
from render.kit.canvas import TABLE, Face, mix
from render.kit.picture import Onto
from render.kit.sheet import Say
from render.kit.sprites import Clay, Point
from render.thrag.arena import figure, tick
from render.thrag.colours import NAMED, PALETTE
from render.thrag.pieces import Kind, Piece, on_ground, put, sharp
from render.thrag.table import FIGHT, centred, label, line, plaque

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


def bout(onto: Onto, of: Bout, say: Say) -> None:
    """The last fight, on its ground."""
    fight = of.fight
    if fight is None:
        onto.paste(_bare(), (0, 0))
        _nothing(onto, of, say)
        return
    if of.number:
        _thrag(onto, fight, "muted", say)
        _beast(onto, fight)
        _result(onto, fight, say)
    else:
        onto.paste(_past(), (0, 0))
        quieter = _Quieter(onto)
        _thrag(quieter, fight, "cream", say)
        _beast(quieter, fight)
        _past_result(quieter, fight, say)
    _head(onto, of, say)


@drawn_once
def _bare() -> Image.Image:
    """The plaque without a fight on it."""
    return plaque(FIGHT, "night", "brass-deep")


@drawn_once
def ground() -> Image.Image:
    """The signs of a sum, without what is added up."""
    tile = _bare().copy()
    for text, x in (("+", 88), ("=", 174), ("+", 430), ("=", 516)):
        centred(tile, text, (x, _MIDDLE), 28, ("night", "cream"))
    for y in (_MIDDLE - 11, _MIDDLE + 11):
        ImageDraw.Draw(tile).ellipse((303, y - 4, 311, y + 4), PALETTE.index("cream"))
    return tile


def _head(onto: Onto, of: Bout, say: Say) -> None:
    """Which fight of the turn it was, or that it was in the turn before."""
    number = of.number
    text = say("thrag.picture.fight", number=number) if number else say("thrag.picture.fight.before")
    label(onto, text, (16, 29), ("night", "muted"), 190)


QUIET: Final = 0.65
"""How much is seen of a fight of the turn before."""


QUIETER: Final = [PALETTE.nearest(mix(NAMED["night"], colour, QUIET)) for colour in PALETTE.colours]
"""The palette index of each colour as it is in a fight of the turn before."""


@drawn_once
def _past() -> Image.Image:
    """The signs of a sum in quieter colours, because it is past."""
    tile = plaque(FIGHT, "night", "walnut-lit")
    inside = (6, 6, FIGHT.width - 6, FIGHT.height - 6)
    tile.paste(_quiet(ground().crop(inside)), inside[:2])
    return tile


class _Quieter:
    """What is pasted here is pasted elsewhere, in quieter colours."""

    def __init__(self, onto: Onto) -> None:
        self._onto = onto

    def paste(self, im: Image.Image, box: tuple[int, int], mask: Image.Image | None = None, /) -> None:
        """Paste a tile in quieter colours."""
        # A tile is never changed, so that it can carry what was made of it, as it does its mark.
        known: dict[str, object] = vars(im)
        quiet = known.get(_QUIETED)
        if not isinstance(quiet, Image.Image):
            quiet = known[_QUIETED] = _quiet(im)
        self._onto.paste(quiet, box, mask)


_QUIETED: Final = "_quieted"
"""Where a tile has itself in quieter colours."""


def _quiet(tile: Image.Image) -> Image.Image:
    """The same in quieter colours."""
    return PALETTE.adopted(tile.point(QUIETER + [0] * (256 - len(QUIETER))))


def _nothing(onto: Onto, of: Bout, say: Say) -> None:
    """Where there is no fight to show: that there was none, or what was rolled anew after it."""
    x, y = FIGHT.width // 2, FIGHT.height // 2
    none = say("thrag.picture.fights.over" if of.over else "thrag.picture.fights.none")
    if of.rerolled is None:
        centred(onto, none, (x, y), 28, ("night", "muted"), Face.LABEL, _INSIDE)
        return
    text = none if of.over or not of.number else say.some("thrag.picture.fights", of.number)
    rerolled = say(f"thrag.picture.rerolled.{of.rerolled}")
    centred(onto, rerolled, (x, y - 18), 28, ("night", "cream"), room=_INSIDE)
    centred(onto, text, (x, y + 22), 22, ("night", "muted"), Face.LABEL, _INSIDE)


_INSIDE: Final = FIGHT.width - 32


def _thrag(onto: Onto, of: Fight, soft: str, say: Say) -> None:
    """His die, his coin or the place of one, and both together."""
    put(onto, Piece(Kind.DIE, PIECE, Suit.BLACK, of.own), (16, _TOP), "night")
    if of.pool is not None and of.coin is not None:
        put(onto, Piece(Kind.COIN, PIECE, of.pool, of.coin), (100, _TOP), "night")
        if of.worth != of.coin:
            text = say("thrag.picture.null", worth=of.worth)
            line(onto, text, (216, 29), 20, ("night", "cream"), Face.LABEL, 380)
    else:
        onto.paste(_no_coin(soft, say), (98, _TOP))
    onto.paste(figure(of.strength, _FIGURE, Suit.BLACK, "night"), (188, _TOP))


_FIGURE: Final = (68, PIECE)


@kept
def _no_coin(ink: str, say: Say) -> Image.Image:
    """The place of a coin, and that there is none; shared, so paste it only."""
    tile = PALETTE.blank((64, PIECE), "night")
    put(tile, Piece(Kind.NO_COIN, PIECE), (2, 0), "night")
    for text, down in zip(say("thrag.picture.no-coin").split("\n"), (-10, 11), strict=False):
        centred(tile, text, (32, PIECE // 2 + down), 20, ("night", ink), Face.LABEL, tile.width)
    return tile


def _beast(onto: Onto, of: Fight) -> None:
    """Its tile, its die, and both together; a slain one is a ghost."""
    lost = not of.damage
    put(onto, Piece(Kind.TILE, PIECE, of.suit, of.tile, lost), (358, _TOP), "night")
    put(onto, Piece(Kind.DIE, PIECE, of.suit, of.die), (442, _TOP), "night")
    onto.paste(figure(of.against, _FIGURE, of.suit, "night"), (530, _TOP))


def _result(onto: Onto, of: Fight, say: Say) -> None:
    """Slain, and by how much; or the damage in a burst."""
    if of.damage:
        onto.paste(burst(84, "night"), (606, 16))
        centred(onto, f"\u2212{of.damage}", (648, 58), 34, ("brick", "cream"))
        line(onto, say("thrag.picture.hit"), (_RESULT, 67), 26, ("night", "cream"), room=_ROOM)
    else:
        onto.paste(tick(56, "night"), (620, 32))
        line(onto, say("thrag.picture.fallen"), (_RESULT, 58), 26, ("night", "cream"), room=_ROOM)
        over = of.strength - of.against
        text = say("thrag.picture.to-spare", over=over) if over else say("thrag.picture.just-enough")
        line(onto, text, (_RESULT, 88), 22, ("night", "muted"), Face.LABEL, _ROOM)


def _past_result(onto: Onto, of: Fight, say: Say) -> None:
    """The same in few strokes, which also saves kilobytes: a new turn has three beasts to show besides."""
    if of.damage:
        centred(onto, f"\u2212{of.damage}", (648, _MIDDLE), 44, ("night", "cream"))
    else:
        onto.paste(tick(56, "night"), (620, _MIDDLE - 28))
    text = say("thrag.picture.hit" if of.damage else "thrag.picture.fallen")
    line(onto, text, (_RESULT, _MIDDLE + 9), 26, ("night", "cream"), room=_ROOM)


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
