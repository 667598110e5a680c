"""The three beasts of the turn: tile and die of each, and its strength against Thrag's."""

from __future__ import annotations

from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.thrag.model import BEASTS, TILES, VALUES, Foe, Suit, View
from render.kit.cache import cached, cached_sprite
from render.kit.canvas import TABLE
from render.kit.picture import PasteTarget
from render.kit.sheet import PictureLanguage, Sheet
from render.kit.sprites import Clay
from render.thrag.beasts import beast_tile
from render.thrag.colours import NAMED, PALETTE, ink_on
from render.thrag.pieces import DrawnPiece, PieceKind, on_ground, put, sharp, target
from render.thrag.table import ARENAS, Box, draw_centred, line, plaque

TILE: Final = 108
DIE: Final = 50
TILE_AT: Final = (8, 40)
DIE_AT: Final = (132, 96)
COIN: Final = 38
STRENGTH: Final = 0.92
"""Type of a strength, by the height of its plate: the largest of the picture, in the last fight above all."""

_TALL: Final = 0.79
"""The same of a strength of two figures."""

_INSIDE: Final = ARENAS[0].width - 16
"""What a line can take of an arena, in pixels."""

_NAME: Final = (10, 31)
"""Where the name of a beast begins, or of its suit where none is seen."""

LARGEST: Final = max(VALUES)


class Arena(NamedTuple):
    """What is to be seen of a suit's beast.

    `slain` is the beast that fell in the last fight, if that was in this turn; `gone` tells that all five are
    slain, `fell` that this turn's was; `own` is Thrag's die, `coin` the kind of coin that can be flipped.
    """

    suit: Suit
    foe: Foe | None
    own: int
    coin: PieceKind = PieceKind.COIN
    slain: tuple[int, int] | None = None
    gone: bool = False
    fell: bool = False
    over: bool = False
    rerolled: bool = False
    chosen: bool = False
    target: bool = False


def arenas(view: View, sheet: Sheet) -> list[Arena]:
    """The three of a view."""
    return [_arena(view, sheet, at) for at in range(len(BEASTS))]


def _arena(view: View, sheet: Sheet, at: int) -> Arena:
    suit, fight = BEASTS[at], view.fight
    slain = fight is not None and view.fights > 0 and fight.suit is suit and not fight.damage
    pile = view.piles[at]
    return Arena(
        suit,
        view.foes[at],
        view.die,
        PieceKind.COIN if view.coins[at] else PieceKind.ANY,
        (fight.tile, fight.die) if fight is not None and slain else None,
        gone=len(pile.slain) == len(TILES),
        fell=view.foes[at] is None and view.fights > 0 and not _is_night_over(view),
        over=view.outcome is not None,
        rerolled=view.rerolled is suit,
        chosen=suit in sheet.chosen,
        target=suit in sheet.targets,
    )


def _is_night_over(view: View) -> bool:
    """Whether the night is over: the beasts have gone back to their discards."""
    return view.outcome is not None and view.outcome.ending == "breakfast"


def arena(onto: PasteTarget, of: Arena, say: PictureLanguage) -> None:
    """A beast's place, on its ground."""
    cloth = f"{of.suit}-cloth"
    if of.chosen:
        onto.paste(ground(of.suit, chosen=True), (0, 0))
    if of.foe is not None:
        onto.paste(_signs(cloth), _SIGNS)
        _pieces(onto, of.suit, (of.foe.tile, of.foe.die), say, lost=False, ringed=of.rerolled)
        _strengths(onto, of.suit, of.own, of.foe.strength)
        if not of.over:
            short = max(0, min(of.foe.strength - of.own, LARGEST + 1))
            onto.paste(_needed_coin(of.suit, of.coin, short, say), _NEEDED)
    elif of.slain is not None:
        _pieces(onto, of.suit, of.slain, say, lost=True, ringed=False)
    else:
        put(onto, DrawnPiece(PieceKind.NO_TILE, TILE), TILE_AT, cloth)
        put(onto, DrawnPiece(PieceKind.NO_TILE, DIE), DIE_AT, cloth)
        line(onto, say(f"thrag.picture.suit.{of.suit}"), _NAME, 24, (cloth, "cream"), room=_INSIDE - 2)
    if of.foe is None:
        _draw_fallen(onto, of, say)
    if of.target:
        onto.paste(target(32, cloth), (4, 34))


@cached
def ground(suit: Suit, *, chosen: bool = False) -> Image.Image:
    """Cloth in the colour of the suit, its emblem above where the die lies."""
    cloth = f"{suit}-cloth"
    tile = plaque(Box(0, 0, ARENAS[0].width, ARENAS[0].height), cloth, "teal-lit" if chosen else suit.value)
    middle = DIE_AT[0] + DIE // 2
    put(tile, DrawnPiece(PieceKind.EMBLEM, 34, suit), (middle - 17, TILE_AT[1] + 9), cloth)
    if chosen:
        draw = ImageDraw.Draw(tile)
        draw.rounded_rectangle((4, 4, tile.width - 5, tile.height - 5), 8, None, PALETTE.index("teal"), 4)
    return tile


@cached_sprite
def _signs(cloth: str) -> Image.Image:
    """What stands between tile and die, and between both strengths."""
    tile = PALETTE.blank((40, 98), cloth)
    x, y = _SIGNS
    draw_centred(tile, "+", (124 - x, DIE_AT[1] + DIE // 2 - y), 24, (cloth, "cream"))
    for dot in (184 - y, 204 - y):
        ImageDraw.Draw(tile).ellipse((92 - x, dot - 3, 98 - x, dot + 3), PALETTE.index("cream"))
    return tile


_SIGNS: Final = (91, 110)
"""Where they lie; tile and die come over them."""


def _pieces(
    onto: PasteTarget, suit: Suit, beast: tuple[int, int], say: PictureLanguage, *, lost: bool, ringed: bool
) -> None:
    """A beast by name on its tile, and its die, an amber ring around one that was just rolled anew."""
    cloth = f"{suit}-cloth"
    line(onto, say(f"thrag.beast.{suit}.{beast[0]}"), _NAME, 24, (cloth, "cream"), room=_INSIDE - 2)
    onto.paste(beast_tile(suit, beast[0], TILE, cloth, lost=lost), TILE_AT)
    if ringed:
        onto.paste(ring(DIE, cloth), (DIE_AT[0] - RING, DIE_AT[1] - RING))
    put(onto, DrawnPiece(PieceKind.DIE, DIE, suit, beast[1], lost), DIE_AT, "lamplight" if ringed else cloth)


RING: Final = 7


@cached_sprite
def ring(size: int, ground: str) -> Image.Image:
    """The amber ring around a die of `size`, in lamplight within."""
    side = size + 2 * RING
    clay = Clay(side, NAMED["amber-deep"])
    unit = 100 / side
    clay.fill(clay.rounded_square(0, 24), NAMED["amber-deep"])
    clay.fill(clay.rounded_square(unit, 23), NAMED["amber"])
    clay.fill(clay.rounded_square(5 * unit, 20), NAMED["lamplight"])
    return on_ground(sharp(clay), ground)


def _strengths(onto: PasteTarget, suit: Suit, own: int, foe: int) -> None:
    """Thrag's strength without a coin against the beast's."""
    cloth = f"{suit}-cloth"
    onto.paste(figure(own, PLATE, Suit.BLACK, cloth), (10, 156))
    onto.paste(figure(foe, PLATE, suit, cloth), (100, 156))


PLATE: Final = (80, 76)
"""Pixels of a strength with its plate."""


@cached
def figure(strength: int, size: tuple[int, int], suit: Suit, ground: str) -> Image.Image:
    """A strength on its plate, in the colours of a suit, on flat ground; shared, so paste it only."""
    wide, tall = size
    colours = (suit.value, ink_on(suit))
    tile = PALETTE.blank(size, ground)
    draw = ImageDraw.Draw(tile)
    draw.rounded_rectangle((0, 0, wide - 1, tall - 1), 9, PALETTE.index(f"{suit}-lit"))
    draw.rounded_rectangle((2, 2, wide - 3, tall - 3), 7, PALETTE.index(colours[0]))
    text = str(strength)
    type_ = round(tall * (STRENGTH if len(text) == 1 else _TALL))
    draw_centred(tile, text, (wide // 2, tall // 2), type_, colours)
    return tile


_NEEDED: Final = (10, 238)
"""Where it lies what a coin must be worth."""


@cached
def _needed_coin(suit: Suit, coin: PieceKind, short: int, say: PictureLanguage) -> Image.Image:
    """What a coin must be worth to slay the beast: nothing, so much or more, or more than there is.

    Shared, so paste it only.
    """
    tile = PALETTE.blank((ARENAS[0].width - 20, 44), f"{suit}-cloth")
    box = (0, 0, tile.width - 1, tile.height - 1)
    ImageDraw.Draw(tile).rounded_rectangle(box, 8, PALETTE.index("night"))
    if short <= 0:
        tile.paste(tick(30, "night"), (4, 6))
        line(tile, say("thrag.picture.needs.no-coin"), (40, 29), 20, ("night", "cream"), room=125)
    elif short > LARGEST:
        kind = PieceKind.POOL if coin is PieceKind.COIN else coin
        put(tile, DrawnPiece(kind, 36, suit, lost=True), (12, 4), "night")
        line(tile, say("thrag.picture.too-strong"), (58, 30), 24, ("night", "cream"), room=109)
    else:
        line(tile, say("thrag.picture.needs"), (12, 31), 26, ("night", "cream"), room=72)
        put(tile, DrawnPiece(coin, COIN, suit, short), (86, 3), "night")
        if short < LARGEST:
            line(tile, "+", (128, 33), 30, ("night", "cream"))
    return tile


@cached_sprite
def tick(size: int, ground: str) -> Image.Image:
    """A tick in lamplight."""
    clay = Clay(size, TABLE["ink"])
    clay.fill(clay.stroke([(14, 54), (40, 80), (86, 20)], 17), NAMED["lamplight"])
    return on_ground(sharp(clay), ground)


def _draw_fallen(onto: PasteTarget, of: Arena, say: PictureLanguage) -> None:
    """Where no beast stands: whether the suit is done or only this turn's beast."""
    cloth = f"{of.suit}-cloth"
    middle = ARENAS[0].width // 2
    if of.gone:
        onto.paste(tick(54, cloth), (middle - 27, 166))
        draw_centred(onto, say("thrag.picture.all-slain"), (middle, 246), 26, (cloth, "cream"), room=_INSIDE)
    elif of.fell:
        onto.paste(tick(54, cloth), (middle - 27, 166))
        draw_centred(onto, say("thrag.picture.slain"), (middle, 246), 26, (cloth, "cream"), room=_INSIDE)
