"""A view of One Man, Thrag! as a picture."""

from __future__ import annotations

from functools import cache
from itertools import product

from PIL import Image

from engine.thrag.model import BEASTS, TILES, VALUES, Suit, View
from render.kit import caption
from render.kit.hint import marked
from render.kit.picture import Picture
from render.kit.sheet import Sheet
from render.thrag import arena, clock, fight, hero, hint, life, supply
from render.thrag.colours import PALETTE
from render.thrag.pieces import Kind, Piece, laid
from render.thrag.table import ARENAS, BLACK, CLOCK, FIGHT, HERO, LIFE, SUPPLIES, empty


def paint(view: View, sheet: Sheet) -> Image.Image:
    """The picture of `view`, 900 x 1000 pixels in mode P, for the caller to keep.

    `sheet.chosen` and `sheet.targets` may name beasts by suit (`red`) and hit points by value (`c4`).
    """
    _prepare()
    image = Picture(empty())
    image.paste(clock.clock(clock.hour(view), sheet.say), CLOCK[:2])
    for seen, box in zip(arena.arenas(view, sheet), ARENAS, strict=True):
        image.paste(arena.arena(seen, sheet.say), box[:2])
    image.paste(fight.bout(fight.bout_of(view), sheet.say), FIGHT[:2])
    image.paste(hero.hero(hero.hero_of(view), sheet.say), HERO[:2])
    for held, box in zip(supply.supplies(view), SUPPLIES, strict=True):
        image.paste(supply.supply(held, sheet.say), box[:2])
    image.paste(life.life(life.life_of(view, sheet), sheet.say), LIFE[:2])
    image.paste(life.black(view.black, view.turned, sheet.say), BLACK[:2])
    caption.title(image, sheet, PALETTE, 340)
    caption.turn(image, sheet, "amber" if view.outcome else "thrag-say", PALETTE, 500)
    return marked(image, sheet, lambda name: hint.place_of(view, name), PALETTE)


@cache
def _prepare() -> None:
    """Model the pieces, once, so that no later picture has to wait for one of them."""
    empty()
    supply.prepare()
    hero.prepare()
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
            laid(Piece(Kind.TILE, arena.TILE, suit, value), cloth)
            laid(Piece(Kind.TILE, fight.PIECE, suit, value), "night")
    for value in VALUES:
        laid(Piece(Kind.DIE, fight.PIECE, Suit.BLACK, value), "night")
        laid(Piece(Kind.DIE, hero.DIE, Suit.BLACK, value), "walnut")
        laid(Piece(Kind.HIT, life.COIN, Suit.BLACK, value), "walnut")
