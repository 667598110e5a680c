"""The glossary of Koom Valley: what its pieces can do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PIL import Image

from bot.words import Names, Words
from engine.core import Seat
from engine.koom.model import State
from render.glossary import GlossaryItem, arrow, page, side_by_side
from render.kit.sheet import Sheet
from render.koom.rock import rock
from render.octagon.pieces import dwarf, troll

_LARGE: Final = 96
_SMALL: Final = 64
"""Pixels of a piece, alone and among others."""


def _draw_run() -> Image.Image:
    return side_by_side((dwarf(_LARGE), arrow(100, _LARGE)))


def _draw_sandwich() -> Image.Image:
    return side_by_side((dwarf(_SMALL), troll(_SMALL), dwarf(_SMALL)), -4)


def _draw_push() -> Image.Image:
    return side_by_side((dwarf(_SMALL), rock(_SMALL), arrow(44, _SMALL)), -2)


def _draw_walk() -> Image.Image:
    return side_by_side((troll(_LARGE), arrow(60, _LARGE)))


def _draw_trample() -> Image.Image:
    return side_by_side((troll(_SMALL), arrow(30, _SMALL), dwarf(_SMALL), arrow(30, _SMALL)), -2)


def _draw_hold() -> Image.Image:
    return side_by_side((troll(_SMALL), rock(_SMALL), troll(_SMALL), troll(_SMALL)), -10)


_THINGS: Final[dict[tuple[str, str], Callable[[], Image.Image]]] = {
    ("koom.glossary.run", "koom.glossary.run.told"): _draw_run,
    ("koom.glossary.sandwich", "koom.glossary.sandwich.told"): _draw_sandwich,
    ("koom.glossary.rock", "koom.glossary.rock.told"): _draw_push,
    ("koom.glossary.walk", "koom.glossary.walk.told"): _draw_walk,
    ("koom.glossary.trample", "koom.glossary.trample.told"): _draw_trample,
    ("koom.glossary.hold", "koom.glossary.hold.told"): _draw_hold,
}
"""The title, the text and the picture of each entry."""


def paint_pieces(words: Words, _view: State, sheet: Sheet, _seat: Seat | None) -> Image.Image:
    """Draw what dwarfs, trolls and the Rock do, a row each."""
    things = [GlossaryItem(words(title), words(told), drawn()) for (title, told), drawn in _THINGS.items()]
    return page(replace(sheet, turn=words("koom.glossary")), things)


def tell_pieces(words: Words, _names: Names, _view: State, _seat: Seat | None) -> tuple[str, ...]:
    """Return what dwarfs, trolls and the Rock do, in words."""
    return tuple(words("glossary.line", title=words(title), told=words(told)) for title, told in _THINGS)
