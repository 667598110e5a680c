"""The glossary of Thrag: the fifteen beasts, and what makes them strong."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PIL import Image

from bot.words import Names, Words
from engine.core import Seat
from engine.thrag.model import Suit, View
from render.glossary import GlossaryItem, page, side_by_side
from render.kit.sheet import Sheet
from render.thrag.beasts import beast_tile

_SUITS: Final = (Suit.RED, Suit.GREEN, Suit.BLUE)
_VALUES: Final = range(1, 6)
_TILE: Final = 100
"""Pixels of a beast on its tile, along each side."""

_RULES: Final = ("strength", "coin", "pawn", "healing")


def paint_beasts(words: Words, _view: View, sheet: Sheet, _seat: Seat | None) -> Image.Image:
    """Draw the beasts by suit, and below them what helps against them."""
    suits = [
        GlossaryItem(
            words(f"thrag.text.suit.{suit}"),
            _suit_text(words, suit),
            side_by_side([beast_tile(suit, value, _TILE, "night").convert("RGBA") for value in _VALUES], 6),
        )
        for suit in _SUITS
    ]
    rules = [
        GlossaryItem(words(f"thrag.glossary.{what}"), words(f"thrag.glossary.{what}.told")) for what in _RULES
    ]
    return page(replace(sheet, turn=words("thrag.glossary")), [*suits, *rules])


def tell_beasts(words: Words, _names: Names, _view: View, _seat: Seat | None) -> tuple[str, ...]:
    """Return the beasts, and what helps against them, in words."""
    suits = [(words(f"thrag.text.suit.{suit}"), _suit_text(words, suit)) for suit in _SUITS]
    rules = [(words(f"thrag.glossary.{what}"), words(f"thrag.glossary.{what}.told")) for what in _RULES]
    return tuple(words("glossary.line", title=title, told=text) for title, text in (*suits, *rules))


def _suit_text(words: Words, suit: Suit) -> str:
    """Return the beasts of a suit, from its ace to its five."""
    return words.join_list(
        tuple(
            words("thrag.glossary.beast", name=words(f"thrag.beast.{suit}.{value}"), value=value)
            for value in _VALUES
        )
    )
