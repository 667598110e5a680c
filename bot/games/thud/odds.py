"""Thud before a move: which pieces hang. Nothing is left to chance there."""

from __future__ import annotations

from collections.abc import Sequence

from bot.words import Names, Words
from bot.words.odds import Forecast
from engine.mind import Odds
from engine.thud.model import Side, View


def odds(words: Words, _names: Names, view: View, known: Sequence[Odds]) -> Forecast:
    """The pieces that can be taken next, on either side; raises `KeyError` for odds of another kind."""
    lines = tuple(_line(words, view, found) for found in known)
    return Forecast(lines or (words("thud.odds.nothing"),))


def _line(words: Words, view: View, found: Odds) -> str:
    count, squares = int(found.values["count"]), words.listed(tuple(str(found.values["squares"]).split()))
    if found.key == "hang.trolls":
        if view.to_move is Side.DWARFS:
            return words.some("thud.odds.hang.trolls", count, squares=squares)
        return words.some("thud.odds.hang.trolls.later", count, squares=squares)
    if found.key == "hang.dwarfs":
        if view.to_move is Side.TROLLS:
            return words.some("thud.odds.hang.dwarfs", count, squares=squares)
        return words.some("thud.odds.hang.dwarfs.later", count, squares=squares)
    raise KeyError(found.key)
