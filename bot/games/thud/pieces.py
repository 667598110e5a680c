"""The glossary of Thud: what its pieces can do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PIL import Image

from bot.words import Names, Words
from engine.core import Seat
from engine.thud.model import View
from render.glossary import GlossaryItem, arrow, page, side_by_side
from render.kit.sheet import Sheet
from render.octagon.pieces import dwarf, troll
from render.thud.stone import thudstone

_LARGE: Final = 96
_SMALL: Final = 64
"""Pixels of a piece, alone and in a line."""


def _draw_run() -> Image.Image:
    return side_by_side((dwarf(_LARGE), arrow(100, _LARGE)))


def _draw_hurl() -> Image.Image:
    line = side_by_side([dwarf(_SMALL)] * 3, -14)
    return side_by_side((line, arrow(38, _SMALL), troll(_SMALL)))


def _draw_step() -> Image.Image:
    return side_by_side((troll(_LARGE), arrow(44, _LARGE), dwarf(_SMALL)))


def _draw_shove() -> Image.Image:
    line = side_by_side([troll(_SMALL)] * 2, -10)
    return side_by_side((line, arrow(58, _SMALL), dwarf(_SMALL)))


_THINGS: Final[dict[str, Callable[[], Image.Image]]] = {
    "run": _draw_run,
    "hurl": _draw_hurl,
    "step": _draw_step,
    "shove": _draw_shove,
    "stone": lambda: thudstone(_LARGE),
}


def paint_pieces(words: Words, _view: View, sheet: Sheet, _seat: Seat | None) -> Image.Image:
    """Draw what dwarfs, trolls and the stone do, a row each."""
    return page(
        replace(sheet, turn=words("thud.glossary")),
        [
            GlossaryItem(words(f"thud.glossary.{what}"), words(f"thud.glossary.{what}.told"), drawn())
            for what, drawn in _THINGS.items()
        ],
    )


def tell_pieces(words: Words, _names: Names, _view: View, _seat: Seat | None) -> tuple[str, ...]:
    """Return what dwarfs, trolls and the stone do, in words."""
    return tuple(
        words("glossary.line", title=words(f"thud.glossary.{what}"), told=words(f"thud.glossary.{what}.told"))
        for what in _THINGS
    )
