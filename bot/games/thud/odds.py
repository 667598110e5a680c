"""Thud before a move: captures with their price, and hanging pieces. Nothing is left to chance."""

from __future__ import annotations

from collections.abc import Sequence

from bot.words import Names, Words
from bot.words.odds import MOST, Forecast
from engine.mind import Odds
from engine.octagon.model import Side
from engine.thud.model import View


def odds(words: Words, _names: Names, view: View, all_odds: Sequence[Odds]) -> Forecast:
    """Return the best captures, then the hanging pieces; raises `KeyError` for other odds."""
    lines = tuple(_line(words, view, item) for item in all_odds)
    return Forecast(lines[:MOST] or (words("thud.odds.nothing"),))


def _line(words: Words, view: View, item: Odds) -> str:
    count, squares = int(item.values["count"]), words.join_list(tuple(str(item.values["squares"]).split()))
    if item.key == "take":
        return _capture(words, view, item, squares)
    if item.key == "hang.trolls":
        if view.to_move is Side.DWARFS:
            return words.some("thud.odds.hang.trolls", count, squares=squares)
        return words.some("thud.odds.hang.trolls.later", count, squares=squares)
    if item.key == "hang.dwarfs":
        if view.to_move is Side.TROLLS:
            return words.some("thud.odds.hang.dwarfs", count, squares=squares)
        return words.some("thud.odds.hang.dwarfs.later", count, squares=squares)
    raise KeyError(item.key)


def _capture(words: Words, view: View, item: Odds, squares: str) -> str:
    """Return what a capture takes, and what it can cost at once."""
    origin = item.action[1:].partition("-")[0]
    lost, count = int(item.values["lost"]), int(item.values["count"])
    side = "dwarfs" if view.to_move is Side.TROLLS else "trolls"
    take = words.some(f"thud.odds.take.{side}", count, squares=squares, origin=origin)
    if not lost:
        return words("thud.odds.take.safe", take=take)
    return words.some("thud.odds.take.costs", lost, take=take)
