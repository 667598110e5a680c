"""Judges: functions that give the chance of the village that will roll next to win the match.

Chances are whole numbers, in millionths. A judge depends on nothing but the position, so that its answers can
be cached.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import permutations
from typing import Final, TypeAlias

from engine.ploc.mind.columns import ALL_CASES, CASES, COLUMNS, SIXES
from engine.ploc.mind.outcomes import roll_results
from engine.ploc.mind.positions import TurnStart, start_after
from engine.ploc.mind.rerolling import SIX, best_rolls

Judge: TypeAlias = Callable[[TurnStart], int]
"""The chance of the village that will roll next, in millionths."""

SURE: Final = 1_000_000
"""A victory for sure, in millionths."""

EVEN: Final = SURE // 2
"""An even match."""

CACHE_SIZE: Final = 4096
"""How many positions a judge caches; set by hand."""

MIN_HITS_A_TURN: Final = 200
"""The fewest hits a turn that a race counts with, in thousandths: a high die can be swapped for a lower one.

Set by hand, like the other numbers of the race and of the glance.
"""

PER_HALF_ATHLETE: Final = 12_500
"""What half an own athlete counts at a glance, in millionths; half an opponent counts twice as much."""

STANDING_THIRDS: Final = 3
LYING_THIRDS: Final = 2
"""What athletes count in a race, in thirds of a standing one."""


def decided_chance(start: TurnStart) -> int | None:
    """The chance where a village has no athlete left; `None` where the match goes on."""
    _, standing, lying, _, other_standing, other_lying = start
    if standing + lying == 0:
        return 0
    return SURE if other_standing + other_lying == 0 else None


def clamp_undecided(chance: int) -> int:
    """The chance, kept from being a sure defeat or victory while the match goes on."""
    return min(max(chance, 1), SURE - 1)


def roll_worths(start: TurnStart, judge: Judge) -> list[int]:
    """The chance of the village that has rolled, by the number of the roll, without rerolls."""
    return [roll_worth(start, roll, judge) for roll in range(len(CASES))]


def roll_worth(start: TurnStart, roll: int, judge: Judge) -> int:
    """The chance after the best use of a roll."""
    best = 0
    column, _, _, _, _, _ = start
    for result in roll_results(column, roll):
        after = start_after(start, result)
        if after is not None:
            _, other_standing, other_lying, _, standing, lying = after
            if other_standing + other_lying == 0:
                return SURE
            if standing + lying:
                best = max(best, SURE - judge(after))
    return best


def one_turn_ahead(judge: Judge) -> Judge:
    """A judge that counts all rolls, with the best use of each by the other judge."""

    @lru_cache(maxsize=CACHE_SIZE)
    def ahead(start: TurnStart) -> int:
        known = decided_chance(start)
        if known is not None:
            return known
        column, _, _, _, _, _ = start
        worths, sixes = roll_worths(start, judge), SIXES[column]
        best = best_rolls(worths, sixes) if sixes else worths
        total = sum(worth * cases for worth, cases in zip(best, CASES, strict=True))
        scale: int = SIX**sixes
        return total // (ALL_CASES * scale)

    return ahead


@cache
def hits_a_turn(column: int) -> int:
    """How many dice of a turn can hit a standing athlete on the average, in thousandths."""
    own = COLUMNS[column]
    total = 0
    for roll, cases in zip(COLUMNS, CASES, strict=True):
        placed = (sum(map(int.__ge__, dice, own)) for dice in permutations(roll))
        total += cases * max(placed)
    return 1000 * total // ALL_CASES


def glance_chance(start: TurnStart) -> int:
    """A chance by the number of athletes alone, for a level that sees hits first.

    Lying athletes count a half. Those of the village that will roll count twice: they are the opponents of
    the level, which has just had its turn.
    """
    _, standing, lying, _, other_standing, other_lying = start
    own, opponents = 2 * other_standing + other_lying, 2 * standing + lying
    return clamp_undecided(EVEN + PER_HALF_ATHLETE * (2 * opponents - own))


def race_judge(eager: int) -> Judge:
    """A judge of the race: how many turns each village needs until the other has no athlete left.

    The village that has just had its turn weighs its own race more, by `eager` hundredths. Two that weigh
    both the same build for ever.
    """

    def race_chance(start: TurnStart) -> int:
        column, standing, lying, other_column, other_standing, other_lying = start
        others = STANDING_THIRDS * other_standing + LYING_THIRDS * other_lying
        needed = others * 1000 // max(hits_a_turn(column), MIN_HITS_A_TURN)
        own = STANDING_THIRDS * standing + LYING_THIRDS * lying
        other_needs = own * 10 * eager // max(hits_a_turn(other_column), MIN_HITS_A_TURN)
        ahead = 100 * (other_needs - needed) // STANDING_THIRDS + 50
        return EVEN + EVEN * ahead // (abs(ahead) + 250)

    return race_chance


def with_hurry(judge: Judge, hurry: int, now: int) -> Judge:
    """A judge that prefers fewer athletes than `now`, for the village that has just had its turn.

    Hits bring the end of a match closer and swaps put it off; of moves with nearly the same chance hits come
    first. `hurry` is in millionths for an athlete.
    """

    def hurrying(start: TurnStart) -> int:
        _, standing, lying, _, other_standing, other_lying = start
        athletes = standing + lying + other_standing + other_lying
        return clamp_undecided(judge(start) + hurry * (athletes - now))

    return hurrying


def lead_judge(*, ties: bool) -> Judge:
    """A judge for the end of the last turn: the village with more athletes wins (Rule ploc:limit-1).

    With `ties` the one that would roll next wins those.
    """

    def lead_chance(start: TurnStart) -> int:
        _, standing, lying, _, other_standing, other_lying = start
        ahead = standing + lying - other_standing - other_lying
        return SURE if ahead > 0 or (ties and ahead == 0) else 0

    return lead_chance
