"""The last fight: Thrag and a beast, strength against strength, and the result."""

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
"""The positions of both strengths, Thrag's first."""

_OWN: Final = (150, 218)
"""Where Thrag's die and coin begin."""

_DIE: Final = 648
"""Where the beast's die begins."""

_TOLD: Final = 534
"""Where the beast's name and the result begin."""

_ROOM: Final = TILE_AT[0] - _TOLD - 8
"""The room for the beast's name and the result, in pixels."""


class Bout(NamedTuple):
    """The last fight and its number in the turn, 0 if it was in the turn before.

    `rerolled` is a die that was rerolled since, `over` whether the game is over, `mood` how Thrag looks.
    """

    fight: Fight | None
    number: int
    rerolled: Suit | None
    over: bool
    mood: Mood


def bout_of(view: View) -> Bout:
    """Return the last fight of a view."""
    return Bout(view.fight, view.fights, view.rerolled, view.outcome is not None, mood_of(view))


def bout(onto: PasteTarget, last: Bout, say: PictureLanguage) -> None:
    """Draw the last fight on its ground."""
    fight = last.fight
    if fight is None:
        onto.paste(_waiting_plaque(), (0, 0))
        _draw_no_fight(onto, last, say)
    elif last.number:
        _both(onto, fight, say)
        _thrag(onto, fight, say)
        put(onto, DrawnPiece(PieceKind.DIE, PIECE, fight.suit, fight.die), (_DIE, _TOP), "night")
        _result(onto, fight, say)
        _head(onto, last, say)
    else:
        onto.paste(_past_plaque(), (0, 0))
        quieter = _QuietTarget(onto)
        _both(quieter, fight, say)
        _past_result(quieter, fight, say)
        _head(onto, last, say)
    if last.mood is not Mood.GRIM:
        onto.paste(warrior(last.mood, BUST, "night"), _BUST_AT)
    if fight is not None and last.number and fight.damage:
        onto.paste(_hit_star(last.mood), _BURST_AT)
        x, y = _BURST_AT
        draw_centred(
            onto, f"\u2212{fight.damage}", (x + _BURST // 2, y + _BURST // 2), 28, ("brick", "cream")
        )


_BURST: Final = 74
_BURST_AT: Final = (70, 66)
"""The star of a hit, on Thrag."""


@cached_sprite
def _hit_star(mood: Mood) -> Image.Image:
    """The star of a hit, with the part of Thrag around it."""
    x, y = _BURST_AT[0] - _BUST_AT[0], _BURST_AT[1] - _BUST_AT[1]
    tile = warrior(mood, BUST, "night").crop((x, y, x + _BURST, y + _BURST))
    tile.paste(burst(_BURST, "night"), (0, 0), _star(_BURST).getchannel("A").point(SHARP))
    return tile


@cached_sprite
def _waiting_plaque() -> Image.Image:
    """The plaque with Thrag before the first fight."""
    tile = plaque(FIGHT, "night", "brass-deep")
    tile.paste(warrior(Mood.GRIM, BUST, "night"), _BUST_AT)
    return tile


@cached_sprite
def ground() -> Image.Image:
    """The signs of a sum, without the numbers."""
    tile = _waiting_plaque().copy()
    for text, x in (("+", 208), ("=", 278), ("=", 634), ("+", 706)):
        draw_centred(tile, text, (x, _MIDDLE), 26, ("night", "cream"))
    _against(tile, "cream")
    return tile


def _against(tile: Image.Image, ink: str) -> None:
    """Draw the colon between two strengths."""
    for y in (FIGHT.height // 2 - 15, FIGHT.height // 2 + 15):
        ImageDraw.Draw(tile).ellipse((401, y - 5, 411, y + 5), PALETTE.index(ink))


def _head(onto: PasteTarget, last: Bout, say: PictureLanguage) -> None:
    """Draw which fight of the turn it was, or that it was in the turn before."""
    number = last.number
    text = say("thrag.picture.fight", number=number) if number else say("thrag.picture.fight.before")
    label(onto, text, (_OWN[0], 31), ("night", "muted"), _PLATES[0][0] - _OWN[0] - 10)


QUIET: Final = 0.65
"""The opacity of a fight of the turn before."""


QUIETER: Final = [PALETTE.nearest(mix(NAMED["night"], colour, QUIET)) for colour in PALETTE.colours]
"""The palette index of each colour in a fight of the turn before."""


@cached_sprite
def _past_plaque() -> Image.Image:
    """The plaque of a fight of the turn before: its result without the sum."""
    tile = plaque(FIGHT, "night", "walnut-lit")
    tile.paste(warrior(Mood.GRIM, BUST, "night"), _BUST_AT)
    _against(tile, "muted")
    return tile


class _QuietTarget:
    """Pastes everything on another target, in muted colours."""

    def __init__(self, onto: PasteTarget) -> None:
        self._onto = onto

    def paste(self, im: Image.Image, box: tuple[int, int], mask: Image.Image | None = None, /) -> None:
        """Paste a tile in muted colours."""
        # A tile is never changed, so its muted version can be stored as an attribute of it.
        known: dict[str, object] = vars(im)
        quiet = known.get(_QUIETED)
        if not isinstance(quiet, Image.Image):
            quiet = known[_QUIETED] = _quiet_tile(im)
        self._onto.paste(quiet, box, mask)


_QUIETED: Final = "_quieted"
"""The attribute of a tile with its muted version."""


def _quiet_tile(tile: Image.Image) -> Image.Image:
    """Return the tile in muted colours."""
    return PALETTE.from_indices(tile.point(QUIETER + [0] * (256 - len(QUIETER))))


def _draw_no_fight(onto: PasteTarget, last: Bout, say: PictureLanguage) -> None:
    """Draw that there was no fight yet, or the die that was rerolled after the last one."""
    x, y = (_BUST_AT[0] + BUST + FIGHT.width) // 2, FIGHT.height // 2
    none = say("thrag.picture.fights.over" if last.over else "thrag.picture.fights.none")
    if last.rerolled is None:
        draw_centred(onto, none, (x, y), 28, ("night", "muted"), Face.LABEL, _INSIDE)
        return
    text = none if last.over or not last.number else say.some("thrag.picture.fights", last.number)
    rerolled = say(f"thrag.picture.rerolled.{last.rerolled}")
    draw_centred(onto, rerolled, (x, y - 18), 28, ("night", "cream"), room=_INSIDE)
    draw_centred(onto, text, (x, y + 22), 22, ("night", "muted"), Face.LABEL, _INSIDE)


_INSIDE: Final = FIGHT.width - BUST - 32


def _thrag(onto: PasteTarget, fight: Fight, say: PictureLanguage) -> None:
    """Draw Thrag's die, and his coin or its empty place."""
    die_x, coin_x = _OWN
    put(onto, DrawnPiece(PieceKind.DIE, PIECE, Suit.BLACK, fight.own), (die_x, _TOP), "night")
    if fight.pool is not None and fight.coin is not None:
        put(onto, DrawnPiece(PieceKind.COIN, PIECE, fight.pool, fight.coin), (coin_x, _TOP), "night")
        if fight.worth != fight.coin:  # a null coin
            text = say("thrag.picture.null", worth=fight.worth)
            line(onto, text, (die_x, 124), 20, ("night", "cream"), Face.LABEL, _PLATES[0][0] - die_x - 8)
    else:
        onto.paste(_no_coin(say), (coin_x - 4, _TOP))


@cached
def _no_coin(say: PictureLanguage) -> Image.Image:
    """The empty place of a coin; shared, so only paste it."""
    tile = PALETTE.blank((56, PIECE), "night")
    put(tile, DrawnPiece(PieceKind.NO_COIN, PIECE), (4, 0), "night")
    for text, down in zip(say("thrag.picture.no-coin").split("\n"), (-10, 11), strict=False):
        draw_centred(tile, text, (28, PIECE // 2 + down), 20, ("night", "muted"), Face.LABEL, tile.width)
    return tile


def _both(onto: PasteTarget, fight: Fight, say: PictureLanguage) -> None:
    """Draw strength against strength, and the beast's name and tile; a slain one is a ghost."""
    onto.paste(figure(fight.strength, PLATE, Suit.BLACK, "night"), _PLATES[0])
    onto.paste(figure(fight.against, PLATE, fight.suit, "night"), _PLATES[1])
    line(onto, say(f"thrag.beast.{fight.suit}.{fight.tile}"), (_TOLD, 30), 24, ("night", "cream"), room=_ROOM)
    onto.paste(beast_tile(fight.suit, fight.tile, TILE, "night", lost=not fight.damage), TILE_AT)


def _result(onto: PasteTarget, fight: Fight, say: PictureLanguage) -> None:
    """Draw by how much the beast was slain, or that Thrag is hit."""
    if fight.damage:
        line(onto, say("thrag.picture.hit"), (_TOLD, 122), 26, ("night", "cream"), room=_ROOM)
    else:
        onto.paste(tick(50, "night"), (_TOLD + 12, _MIDDLE - 25))
        line(onto, say("thrag.picture.fallen"), (_TOLD, 112), 24, ("night", "cream"), room=_ROOM)
        over = fight.strength - fight.against
        text = say("thrag.picture.to-spare", over=over) if over else say("thrag.picture.just-enough")
        line(onto, text, (_TOLD, 133), 20, ("night", "muted"), Face.LABEL, _ROOM)


def _past_result(onto: PasteTarget, fight: Fight, say: PictureLanguage) -> None:
    """Draw the same shortened, which saves kilobytes: a new turn has three beasts to show besides."""
    if fight.damage:
        draw_centred(onto, f"\u2212{fight.damage}", (_TOLD + 36, _MIDDLE), 40, ("night", "cream"))
    else:
        onto.paste(tick(50, "night"), (_TOLD + 12, _MIDDLE - 25))
    text = say("thrag.picture.hit" if fight.damage else "thrag.picture.fallen")
    line(onto, text, (_TOLD, 122), 24, ("night", "cream"), room=_ROOM)


def prepare() -> None:
    """Model Thrag in both moods of a running game."""
    for mood in (Mood.GRIM, Mood.WORRIED):
        warrior(mood, BUST, "night")


@cached_sprite
def burst(size: int, ground: str) -> Image.Image:
    """The star of a hit, in brick, for the damage to be written on."""
    return on_ground(_star(size), ground)


@cached_sprite
def _star(size: int) -> Image.Image:
    """The star alone, mode RGBA; shared."""
    clay = Clay(size, TABLE["ink"])
    for radius, name in ((50, "ink"), (47, "cream"), (42, "brick")):
        points: list[Point] = []
        for turn in range(24):
            reach = radius * (1.0, 0.74, 0.9, 0.74)[turn % 4]
            points.append((50 + reach * cos(turn * pi / 12), 50 + reach * sin(turn * pi / 12)))
        clay.fill(clay.polygon(points), NAMED[name])
    clay.fill(clay.ellipse(50, 50, 28, 28), NAMED["brick"])
    return sharp(clay)
