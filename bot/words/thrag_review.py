"""A whole game of One Man, Thrag! told in numbers."""

from __future__ import annotations

from collections.abc import Sequence

from bot.words import Names, Words
from bot.words.review import Review
from engine.replay import Position


def review(_words: Words, _names: Names, _positions: Sequence[Position]) -> Review:
    """The game as a whole."""
    return Review("", (), (), ())
