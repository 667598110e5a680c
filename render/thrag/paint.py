"""A view of One Man, Thrag! as a picture."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

from PIL import Image

from engine.thrag.model import BEASTS, TILES, VALUES, Suit, View
from render.kit import caption
from render.kit.cache import kept
from render.kit.hint import marked
from render.kit.picture import Inset, Picture
from render.kit.sheet import Say, Sheet
from render.thrag import arena, clock, fight, hero, hint, life, supply
from render.thrag.beasts import standing
from render.thrag.colours import PALETTE
from render.thrag.pieces import Kind, Piece, laid
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
    return marked(image, sheet, lambda name: hint.place_of(view, name), PALETTE)


@kept
def _table(say: Say) -> Image.Image:
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
            (Kind.DIE, arena.DIE, cloth),
            (Kind.DIE, fight.PIECE, "night"),
            (Kind.COIN, fight.PIECE, "night"),
            (Kind.COIN, arena.COIN, cloth),
        ):
            laid(Piece(kind, size, suit, value), ground)
        if value in TILES:
            standing(suit, value, arena.TILE, cloth)
            standing(suit, value, fight.TILE, "night")
    for value in VALUES:
        laid(Piece(Kind.DIE, fight.PIECE, Suit.BLACK, value), "night")
        laid(Piece(Kind.DIE, hero.DIE, Suit.BLACK, value), "walnut")
        laid(Piece(Kind.HIT, life.COIN, Suit.BLACK, value), "walnut")
