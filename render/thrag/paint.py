"""A view of One Man, Thrag! as a picture."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

from PIL import Image

from engine.thrag.model import BEASTS, TILES, VALUES, Suit, View
from render.kit import caption
from render.kit.cache import cached
from render.kit.hint import draw_overlays
from render.kit.picture import Inset, Picture
from render.kit.sheet import PictureLanguage, Sheet
from render.thrag import arena, clock, fight, hero, hint, life, supply
from render.thrag.beasts import beast_tile
from render.thrag.colours import PALETTE
from render.thrag.pieces import DrawnPiece, PieceKind, flat_piece
from render.thrag.table import ARENAS, BLACK, CLOCK, FIGHT, HERO, LIFE, SUPPLIES, empty

CUTS: Final = (46, 64, 110, 184, 200, 236, 268, 316, 348, 380, 438, 502, 552, 618, 662, 720, 800, 904)
"""The rows that the picture is cut at for its file: those between which boards differ most by themselves."""


def paint(view: View, sheet: Sheet) -> Image.Image:
    """The picture of `view`, 900 x 1000 pixels in mode P, for the caller to keep.

    `sheet.chosen` and `sheet.targets` may name beasts by suit (`red`) and hit points by value (`c4`).
    """
    _prepare()
    say = sheet.say
    image = Picture(_table(say), CUTS)
    clock.clock(Inset(image, CLOCK.x, CLOCK.y), clock.hour(view), say)
    for seen, box in zip(arena.arenas(view, sheet), ARENAS, strict=True):
        arena.arena(Inset(image, box.x, box.y), seen, say)
    fight.bout(Inset(image, FIGHT.x, FIGHT.y), fight.bout_of(view), say)
    hero.hero(Inset(image, HERO.x, HERO.y), hero.hero_of(view), say)
    for held, box in zip(supply.supplies(view), SUPPLIES, strict=True):
        supply.supply(Inset(image, box.x, box.y), held, say)
    life.life(Inset(image, LIFE.x, LIFE.y), life.life_of(view, sheet), say)
    life.black(Inset(image, BLACK.x, BLACK.y), view.black, view.turned, say)
    caption.title(image, sheet, PALETTE, 340)
    caption.turn(image, sheet, "amber" if view.outcome else "thrag-say", PALETTE, 500)
    return draw_overlays(image, sheet, lambda name: hint.place_of(view, name), PALETTE)


@cached
def _table(say: PictureLanguage) -> Image.Image:
    """The table with the ground of every panel, and the words that always stand there."""
    image = empty().copy()
    image.paste(clock.ground(), CLOCK[:2])
    for suit, above, below in zip(BEASTS, ARENAS, SUPPLIES, strict=True):
        image.paste(arena.ground(suit), above[:2])
        image.paste(supply.ground(suit, say), below[:2])
    image.paste(fight.ground(), FIGHT[:2])
    image.paste(hero.ground(), HERO[:2])
    image.paste(life.ground(say), LIFE[:2])
    image.paste(life.black_ground(say), BLACK[:2])
    return image


@cache
def _prepare() -> None:
    """Model the pieces, once, so that no later picture has to wait for one of them."""
    empty()
    supply.prepare()
    hero.prepare()
    fight.prepare()
    clock.prepare()
    for value, suit in product(VALUES, BEASTS):
        cloth = f"{suit}-cloth"
        for kind, size, ground in (
            (PieceKind.DIE, arena.DIE, cloth),
            (PieceKind.DIE, fight.PIECE, "night"),
            (PieceKind.COIN, fight.PIECE, "night"),
            (PieceKind.COIN, arena.COIN, cloth),
        ):
            flat_piece(DrawnPiece(kind, size, suit, value), ground)
        if value in TILES:
            beast_tile(suit, value, arena.TILE, cloth)
            beast_tile(suit, value, fight.TILE, "night")
    for value in VALUES:
        flat_piece(DrawnPiece(PieceKind.DIE, fight.PIECE, Suit.BLACK, value), "night")
        flat_piece(DrawnPiece(PieceKind.DIE, hero.DIE, Suit.BLACK, value), "walnut")
        flat_piece(DrawnPiece(PieceKind.HIT, life.COIN, Suit.BLACK, value), "walnut")
