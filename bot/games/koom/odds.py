"""Koom Valley before a move: wins, captures, hanging pieces. Nothing is left to chance."""

from __future__ import annotations

from collections.abc import Sequence

from bot.words import Names, Words
from bot.words.odds import MOST, Forecast
from engine.koom.model import State
from engine.mind import Odds
from engine.octagon.model import Side


def odds(words: Words, _names: Names, view: State, all_odds: Sequence[Odds]) -> Forecast:
    """Return what wins, the largest captures, then the hanging pieces; raises `KeyError` for other odds."""
    lines = tuple(_line(words, view, item) for item in all_odds)
    return Forecast(lines[:MOST] or (words("koom.odds.nothing"),))


def _line(words: Words, view: State, odds: Odds) -> str:
    count, squares = int(odds.values["count"]), words.join_list(tuple(str(odds.values["squares"]).split()))
    dwarfs = view.to_move is Side.DWARFS
    match odds.key:
        case "home":
            return words("koom.odds.home" if dwarfs else "koom.odds.home.later", squares=squares)
        case "hold":
            return words.some("koom.odds.hold.later" if dwarfs else "koom.odds.hold", count, squares=squares)
        case "take":
            return _capture(words, odds, squares, dwarfs=dwarfs)
        case "hang.trolls":
            return words.some(
                "koom.odds.hang.trolls" if dwarfs else "koom.odds.hang.trolls.later", count, squares=squares
            )
        case "hang.dwarfs":
            return words.some(
                "koom.odds.hang.dwarfs.later" if dwarfs else "koom.odds.hang.dwarfs", count, squares=squares
            )
        case other:
            raise KeyError(other)


def _capture(words: Words, odds: Odds, squares: str, *, dwarfs: bool) -> str:
    """Return what a capture takes."""
    take = words.some(
        "koom.odds.take.trolls" if dwarfs else "koom.odds.take.dwarfs",
        int(odds.values["count"]),
        squares=squares,
        origin=odds.action[1:].partition("-")[0],
    )
    return words("koom.odds.take", take=take)
