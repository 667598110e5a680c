"""The last fight: Thrag and a beast face to face, strength against strength, and what came of it."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.thrag.model import Fight, Suit, View
from render.kit.cache import cached, cached_sprite
from render.kit.canvas import TABLE, Face, mix
from render.kit.picture import PasteTarget
from render.kit.sheet import PictureLanguage
from render.kit.sprites import SHARP, Clay, Point
from render.thrag.arena import figure, tick
from render.thrag.beasts import beast_tile
from render.thrag.colours import NAMED, PALETTE
from render.thrag.hero import Mood, mood_of, warrior
from render.thrag.pieces import DrawnPiece, PieceKind, on_ground, put, sharp
from render.thrag.table import FIGHT, draw_centred, label, line, plaque

PIECE: Final = 48
TILE: Final = 116
BUST: Final = 134
_TOP: Final = 40
_MIDDLE: Final = _TOP + PIECE // 2

_BUST_AT: Final = (6, FIGHT.height - 5 - BUST)
TILE_AT: Final = (FIGHT.width - 14 - TILE, (FIGHT.height - TILE) // 2)
PLATE: Final = (102, 102)
"""Pixels of a strength with its plate."""

_PLATES: Final = ((290, 22), (420, 22))
"""Where both strengths lie, Thrag's first."""

_OWN: Final = (150, 218)
"""Where Thrag's die and his coin begin."""

_DIE: Final = 648
"""Where the beast's die begins."""

_TOLD: Final = 534
"""Where it begins what is told of the beast, by name."""

_ROOM: Final = TILE_AT[0] - _TOLD - 8
"""What the beast's name and the result can take, in pixels."""


class Bout(NamedTuple):
    """The last fight and its number in the turn, 0 if it was in the turn before.

    `rerolled` is a die that was rolled anew since, `over` whether it is all over, and `mood` how Thrag looks.
    """

    fight: Fight | None
    number: int
    rerolled: Suit | None
    over: bool
    mood: Mood


def bout_of(view: View) -> Bout:
    """What there is to tell of the last fight."""
    return Bout(view.fight, view.fights, view.rerolled, view.outcome is not None, mood_of(view))


def bout(onto: PasteTarget, of: Bout, say: PictureLanguage) -> None:
    """The last fight, on its ground."""
    fight = of.fight
    if fight is None:
        onto.paste(_waiting_plaque(), (0, 0))
        _draw_no_fight(onto, of, say)
    elif of.number:
        _both(onto, fight, say)
        _thrag(onto, fight, say)
        put(onto, DrawnPiece(PieceKind.DIE, PIECE, fight.suit, fight.die), (_DIE, _TOP), "night")
        _result(onto, fight, say)
        _head(onto, of, say)
    else:
        onto.paste(_past_plaque(), (0, 0))
        quieter = _QuietTarget(onto)
        _both(quieter, fight, say)
        _past_result(quieter, fight, say)
        _head(onto, of, say)
    if of.mood is not Mood.GRIM:
        onto.paste(warrior(of.mood, BUST, "night"), _BUST_AT)
    if fight is not None and of.number and fight.damage:
        onto.paste(_hit_star(of.mood), _BURST_AT)
        x, y = _BURST_AT
        draw_centred(
            onto, f"\u2212{fight.damage}", (x + _BURST // 2, y + _BURST // 2), 28, ("brick", "cream")
        )


_BURST: Final = 74
_BURST_AT: Final = (70, 66)
"""The star of a hit, on Thrag."""


@cached_sprite
def _hit_star(mood: Mood) -> Image.Image:
    """The star of a hit, on what is seen of Thrag around it."""
    x, y = _BURST_AT[0] - _BUST_AT[0], _BURST_AT[1] - _BUST_AT[1]
    tile = warrior(mood, BUST, "night").crop((x, y, x + _BURST, y + _BURST))
    tile.paste(burst(_BURST, "night"), (0, 0), _star(_BURST).getchannel("A").point(SHARP))
    return tile


@cached_sprite
def _waiting_plaque() -> Image.Image:
    """The plaque with Thrag, who waits for somebody to fight."""
    tile = plaque(FIGHT, "night", "brass-deep")
    tile.paste(warrior(Mood.GRIM, BUST, "night"), _BUST_AT)
    return tile


@cached_sprite
def ground() -> Image.Image:
    """The signs of a sum, without what is added up."""
    tile = _waiting_plaque().copy()
    for text, x in (("+", 208), ("=", 278), ("=", 634), ("+", 706)):
        draw_centred(tile, text, (x, _MIDDLE), 26, ("night", "cream"))
    _against(tile, "cream")
    return tile


def _against(tile: Image.Image, ink: str) -> None:
    """The colon between two strengths."""
    for y in (FIGHT.height // 2 - 15, FIGHT.height // 2 + 15):
        ImageDraw.Draw(tile).ellipse((401, y - 5, 411, y + 5), PALETTE.index(ink))


def _head(onto: PasteTarget, of: Bout, say: PictureLanguage) -> None:
    """Which fight of the turn it was, or that it was in the turn before."""
    number = of.number
    text = say("thrag.picture.fight", number=number) if number else say("thrag.picture.fight.before")
    label(onto, text, (_OWN[0], 31), ("night", "muted"), _PLATES[0][0] - _OWN[0] - 10)


QUIET: Final = 0.65
"""How much is seen of a fight of the turn before."""


QUIETER: Final = [PALETTE.nearest(mix(NAMED["night"], colour, QUIET)) for colour in PALETTE.colours]
"""The palette index of each colour as it is in a fight of the turn before."""


@cached_sprite
def _past_plaque() -> Image.Image:
    """The plaque of a fight that is past: what it came to is told, and no more what was added up."""
    tile = plaque(FIGHT, "night", "walnut-lit")
    tile.paste(warrior(Mood.GRIM, BUST, "night"), _BUST_AT)
    _against(tile, "muted")
    return tile


class _QuietTarget:
    """What is pasted here is pasted elsewhere, in quieter colours."""

    def __init__(self, onto: PasteTarget) -> None:
        self._onto = onto

    def paste(self, im: Image.Image, box: tuple[int, int], mask: Image.Image | None = None, /) -> None:
        """Paste a tile in quieter colours."""
        # A tile is never changed, so that it can carry what was made of it, as it does its mark.
        known: dict[str, object] = vars(im)
        quiet = known.get(_QUIETED)
        if not isinstance(quiet, Image.Image):
            quiet = known[_QUIETED] = _quiet_tile(im)
        self._onto.paste(quiet, box, mask)


_QUIETED: Final = "_quieted"
"""Where a tile has itself in quieter colours."""


def _quiet_tile(tile: Image.Image) -> Image.Image:
    """The same in quieter colours."""
    return PALETTE.from_indices(tile.point(QUIETER + [0] * (256 - len(QUIETER))))


def _draw_no_fight(onto: PasteTarget, of: Bout, say: PictureLanguage) -> None:
    """Where there is no fight to show: that there was none, or what was rolled anew after it."""
    x, y = (_BUST_AT[0] + BUST + FIGHT.width) // 2, FIGHT.height // 2
    none = say("thrag.picture.fights.over" if of.over else "thrag.picture.fights.none")
    if of.rerolled is None:
        draw_centred(onto, none, (x, y), 28, ("night", "muted"), Face.LABEL, _INSIDE)
        return
    text = none if of.over or not of.number else say.some("thrag.picture.fights", of.number)
    rerolled = say(f"thrag.picture.rerolled.{of.rerolled}")
    draw_centred(onto, rerolled, (x, y - 18), 28, ("night", "cream"), room=_INSIDE)
    draw_centred(onto, text, (x, y + 22), 22, ("night", "muted"), Face.LABEL, _INSIDE)


_INSIDE: Final = FIGHT.width - BUST - 32


def _thrag(onto: PasteTarget, of: Fight, say: PictureLanguage) -> None:
    """His die, and his coin or the place of one."""
    die, coin = _OWN
    put(onto, DrawnPiece(PieceKind.DIE, PIECE, Suit.BLACK, of.own), (die, _TOP), "night")
    if of.pool is not None and of.coin is not None:
        put(onto, DrawnPiece(PieceKind.COIN, PIECE, of.pool, of.coin), (coin, _TOP), "night")
        if of.worth != of.coin:
            text = say("thrag.picture.null", worth=of.worth)
            line(onto, text, (die, 124), 20, ("night", "cream"), Face.LABEL, _PLATES[0][0] - die - 8)
    else:
        onto.paste(_no_coin(say), (coin - 4, _TOP))


@cached
def _no_coin(say: PictureLanguage) -> Image.Image:
    """The place of a coin, and that there is none; shared, so paste it only."""
    tile = PALETTE.blank((56, PIECE), "night")
    put(tile, DrawnPiece(PieceKind.NO_COIN, PIECE), (4, 0), "night")
    for text, down in zip(say("thrag.picture.no-coin").split("\n"), (-10, 11), strict=False):
        draw_centred(tile, text, (28, PIECE // 2 + down), 20, ("night", "muted"), Face.LABEL, tile.width)
    return tile


def _both(onto: PasteTarget, of: Fight, say: PictureLanguage) -> None:
    """Strength against strength, and the beast on its tile, by name; a slain one is a ghost."""
    onto.paste(figure(of.strength, PLATE, Suit.BLACK, "night"), _PLATES[0])
    onto.paste(figure(of.against, PLATE, of.suit, "night"), _PLATES[1])
    line(onto, say(f"thrag.beast.{of.suit}.{of.tile}"), (_TOLD, 30), 24, ("night", "cream"), room=_ROOM)
    onto.paste(beast_tile(of.suit, of.tile, TILE, "night", lost=not of.damage), TILE_AT)


def _result(onto: PasteTarget, of: Fight, say: PictureLanguage) -> None:
    """Slain, and by how much; or that Thrag is hit."""
    if of.damage:
        line(onto, say("thrag.picture.hit"), (_TOLD, 122), 26, ("night", "cream"), room=_ROOM)
    else:
        onto.paste(tick(50, "night"), (_TOLD + 12, _MIDDLE - 25))
        line(onto, say("thrag.picture.fallen"), (_TOLD, 112), 24, ("night", "cream"), room=_ROOM)
        over = of.strength - of.against
        text = say("thrag.picture.to-spare", over=over) if over else say("thrag.picture.just-enough")
        line(onto, text, (_TOLD, 133), 20, ("night", "muted"), Face.LABEL, _ROOM)


def _past_result(onto: PasteTarget, of: Fight, say: PictureLanguage) -> None:
    """The same in few strokes, which also saves kilobytes: a new turn has three beasts to show besides."""
    if of.damage:
        draw_centred(onto, f"\u2212{of.damage}", (_TOLD + 36, _MIDDLE), 40, ("night", "cream"))
    else:
        onto.paste(tick(50, "night"), (_TOLD + 12, _MIDDLE - 25))
    text = say("thrag.picture.hit" if of.damage else "thrag.picture.fallen")
    line(onto, text, (_TOLD, 122), 24, ("night", "cream"), room=_ROOM)


def prepare() -> None:
    """Model Thrag in both moods of a game that runs."""
    for mood in (Mood.GRIM, Mood.WORRIED):
        warrior(mood, BUST, "night")


@cached_sprite
def burst(size: int, ground: str) -> Image.Image:
    """The star of a hit, in brick, for the damage to be written on."""
    return on_ground(_star(size), ground)


@cached_sprite
def _star(size: int) -> Image.Image:
    """The star by itself, mode RGBA; shared."""
    clay = Clay(size, TABLE["ink"])
    for radius, name in ((50, "ink"), (47, "cream"), (42, "brick")):
        points: list[Point] = []
        for turn in range(24):
            reach = radius * (1.0, 0.74, 0.9, 0.74)[turn % 4]
            points.append((50 + reach * cos(turn * pi / 12), 50 + reach * sin(turn * pi / 12)))
        clay.fill(clay.polygon(points), NAMED[name])
    clay.fill(clay.ellipse(50, 50, 28, 28), NAMED["brick"])
    return sharp(clay)
