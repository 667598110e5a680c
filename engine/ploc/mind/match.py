"""From the chance in a match to that in the game: the first match gives one athlete in the second."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import pow  # noqa: A004 - the built-in one can be complex, this one is a float
from typing import Final, TypeAlias

from engine.core import Seat
from engine.ploc.mind.columns import ALL_CASES, CASES, COLUMNS
from engine.ploc.mind.judging import SURE
from engine.ploc.mind.table import table_chance
from engine.ploc.model import MATCHES, View

GameChances: TypeAlias = Callable[[Seat, int], float]
"""The chance of a seat to win the game, by its chance in the match in millionths."""

DISPLAY_POWER: Final = 1.5
"""The power that turns chances of the table into those of games that are played.

Of the powers tried it fitted the ends of games of `grete` against herself best (docs/minds/ploc.md).
"""

SECOND_MATCH_STARTER: Final = 1
"""The seat of Broadford, which begins the second match (Rule ploc:match-2)."""


def game_chances(view: View) -> GameChances:
    """The function from the chance in this match to that in the game."""
    if view.match == MATCHES:
        return lambda _seat, match: displayed_chance(match)
    return _chance_in_first_match


def displayed_chance(match: int) -> float:
    """The chance in a match that players see: further from even than the table's, which does not hurry."""
    won, lost = pow(match / SURE, DISPLAY_POWER), pow(1 - match / SURE, DISPLAY_POWER)
    return won / (won + lost)


def _chance_in_first_match(seat: Seat, match: int) -> float:
    """The chance of a seat to win the game, by its chance in the first match."""
    won, lost = chance_after_first(seat, won=True), chance_after_first(seat, won=False)
    return lost + (won - lost) * displayed_chance(match)


@cache
def chance_after_first(seat: Seat, *, won: bool) -> float:
    """The chance of a seat to win the game after the first match, over all columns of the second."""
    begins = seat == SECOND_MATCH_STARTER
    total = 0
    for column, cases in enumerate(CASES):
        for other_column, other_cases in enumerate(CASES):
            standing = sum(COLUMNS[column]) + (won == begins)
            other_standing = sum(COLUMNS[other_column]) + (won != begins)
            start = (column, standing, 0, other_column, other_standing, 0)
            total += cases * other_cases * table_chance(start)
    chance = displayed_chance(total // ALL_CASES**2)
    return chance if begins else 1 - chance
