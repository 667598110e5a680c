"""The glossary of Ploc: what dice can do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PIL import Image

from bot.words import Names, Words
from engine.core import Seat
from engine.ploc.model import View
from render.glossary import GlossaryItem, page, side_by_side
from render.kit.sheet import Sheet
from render.ploc.clay import Sprite
from render.ploc.dice import die
from render.ploc.signs import Sign, sign

_DIE: Final = 76
_SIGN: Final = 64
"""Pixels of a die and of a sign, along each side."""


def _tile_of(sprite: Sprite, size: int) -> Image.Image:
    """Return a sprite in mode RGBA, on a tile of a size."""
    tile = Image.new("RGBA", (size, size))
    tile.paste(sprite.image.convert("RGB"), (sprite.left, sprite.top), sprite.mask)
    return tile


def _dice(*values: int) -> Image.Image:
    return side_by_side([_tile_of(die(value, _DIE), _DIE) for value in values], 2)


def _dice_with_sign(which: Sign, *values: int) -> Image.Image:
    """Return dice, and the sign of what they do."""
    return side_by_side((_dice(*values), _tile_of(sign(which, 0, _SIGN), _SIGN)), 10)


_THINGS: Final[dict[str, Callable[[], Image.Image]]] = {
    "hit": lambda: _dice_with_sign(Sign.HIT, 5, 4),
    "swap": lambda: _dice_with_sign(Sign.SWAP, 4, 2),
    "weaken": lambda: _dice_with_sign(Sign.WEAKEN, 1),
    "berserk": lambda: _dice(3, 3, 3),
    "reroll": lambda: _dice_with_sign(Sign.REROLL, 6),
}


def paint_dice(words: Words, _view: View, sheet: Sheet, _seat: Seat | None) -> Image.Image:
    """Draw what dice do, a row each."""
    return page(
        replace(sheet, turn=words("ploc.glossary")),
        [
            GlossaryItem(words(f"ploc.glossary.{what}"), words(f"ploc.glossary.{what}.told"), drawn())
            for what, drawn in _THINGS.items()
        ],
    )


def tell_dice(words: Words, _names: Names, _view: View, _seat: Seat | None) -> tuple[str, ...]:
    """Return what dice do, in words."""
    return tuple(
        words("glossary.line", title=words(f"ploc.glossary.{what}"), told=words(f"ploc.glossary.{what}.told"))
        for what in _THINGS
    )
