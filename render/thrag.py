"""A view of One Man, Thrag! as a picture."""

from __future__ import annotations

from PIL import Image

from engine.thrag.model import View
from render import caption
from render.sheet import Sheet
from render.thrag_arena import arena, arenas
from render.thrag_clock import clock, hour
from render.thrag_colours import PALETTE
from render.thrag_fight import fight
from render.thrag_hero import hero, hero_of
from render.thrag_life import black, life, life_of
from render.thrag_supply import supplies, supply
from render.thrag_table import ARENAS, BLACK, CLOCK, FIGHT, HERO, LIFE, SUPPLIES, empty


def paint(view: View, sheet: Sheet) -> Image.Image:
    """The picture of `view`, 900 x 986 pixels in mode P, for the caller to keep."""
    image = empty().copy()
    image.paste(clock(hour(view)), CLOCK[:2])
    for seen, box in zip(arenas(view, sheet), ARENAS, strict=True):
        image.paste(arena(seen), box[:2])
    image.paste(fight(view.fight), FIGHT[:2])
    image.paste(hero(hero_of(view)), HERO[:2])
    for held, box in zip(supplies(view), SUPPLIES, strict=True):
        image.paste(supply(held), box[:2])
    image.paste(life(life_of(view, sheet)), LIFE[:2])
    image.paste(black(view.black, view.turned), BLACK[:2])
    caption.title(image, sheet, PALETTE, 340)
    caption.turn(image, sheet, "amber" if view.outcome else "thrag-say", PALETTE, 500)
    return image
