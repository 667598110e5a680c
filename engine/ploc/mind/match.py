"""What a match is worth: the second decides the game, the first gives one athlete more in the second."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import pow  # noqa: A004 - the built-in one can be complex, this one is a float
from typing import Final, TypeAlias

from engine.core import Seat
from engine.ploc.mind.columns import ALL_CASES, CASES, COLUMNS
from engine.ploc.mind.judging import SURE
from engine.ploc.mind.table import by_table
from engine.ploc.model import MATCHES, View

Chances: TypeAlias = Callable[[Seat, int], float]
"""The chance of a seat to win the game, by its chance in the match in millionths."""

DECIDED: Final = 1.5
"""The power that makes chances of the table those of games that are played.

Of the powers tried it fitted the ends of games between two of the best level best (docs/minds/ploc.md).
"""

BEGINS_LAST: Final = 1
"""Broadford begins the second match (Rule ploc:match-2)."""


def chances(view: View) -> Chances:
    """How the chance in this match becomes that in the game."""
    if view.match == MATCHES:
        return lambda _seat, match: widened(match)
    return _in_the_first


def widened(match: int) -> float:
    """A chance in a match as people are told it: further from even than the table, which knows no hurry."""
    won, lost = pow(match / SURE, DECIDED), pow(1 - match / SURE, DECIDED)
    return won / (won + lost)


def _in_the_first(seat: Seat, match: int) -> float:
    won, lost = after_first(seat, won=True), after_first(seat, won=False)
    return lost + (won - lost) * widened(match)


@cache
def after_first(seat: Seat, *, won: bool) -> float:
    """The chance of a seat to win the game before the second match, over all its beginnings."""
    begins = seat == BEGINS_LAST
    total = 0
    for column, cases in enumerate(CASES):
        for other, others in enumerate(CASES):
            first = sum(COLUMNS[column]) + (won == begins)
            second = sum(COLUMNS[other]) + (won != begins)
            total += cases * others * by_table((column, first, 0, other, second, 0))
    chance = widened(total // ALL_CASES**2)
    return chance if begins else 1 - chance
