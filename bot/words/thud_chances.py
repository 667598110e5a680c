"""Thud before a move: which pieces hang. Nothing is left to chance there."""

from __future__ import annotations

from collections.abc import Sequence

from bot.words import Names, Words
from bot.words.chances import Chances
from engine.mind import Odds
from engine.thud.model import Side, View


def chances(words: Words, _names: Names, view: View, odds: Sequence[Odds]) -> Chances:
    """The pieces that can be taken next, on either side; raises `KeyError` for odds of another kind."""
    lines = tuple(_told(words, view, found) for found in odds)
    return Chances(lines or (words("thud.odds.nothing"),))


def _told(words: Words, view: View, found: Odds) -> str:
    dwarfs_move = view.to_move is Side.DWARFS
    count, squares = int(found.values["count"]), str(found.values["squares"]).split()
    where = words.listed(tuple(squares))
    if found.key == "hang.trolls":
        key = "thud.odds.hang.trolls" if dwarfs_move else "thud.odds.hang.trolls.later"
    elif found.key == "hang.dwarfs":
        key = "thud.odds.hang.dwarfs.later" if dwarfs_move else "thud.odds.hang.dwarfs"
    else:
        raise KeyError(found.key)
    return words.some(key, count, squares=where)
