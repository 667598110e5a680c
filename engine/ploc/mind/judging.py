"""What a position between two turns promises to the village that will roll, by several measures.

All are in millionths of a match won. A judge is a plain function of the position, so that its answers can be
kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import permutations
from typing import Final, TypeAlias

from engine.ploc.mind.columns import ALL_CASES, CASES, COLUMNS, SIXES
from engine.ploc.mind.rerolling import best_of_rerolls
from engine.ploc.mind.rope import Rope, rope_after
from engine.ploc.mind.ways import ways

Judge: TypeAlias = Callable[[Rope], int]

SURE: Final = 1_000_000
EVEN: Final = SURE // 2


def decided(rope: Rope) -> int | None:
    """The chance where somebody has nobody left; none where the match goes on."""
    if rope[1] + rope[2] == 0:
        return 0
    return SURE if rope[4] + rope[5] == 0 else None


def roll_worths(rope: Rope, judge: Judge) -> list[int]:
    """What each roll is worth as it lies to the village that has rolled it, by its number."""
    return [roll_worth(rope, roll, judge) for roll in range(len(CASES))]


def roll_worth(rope: Rope, roll: int, judge: Judge) -> int:
    """What the best use of a roll leaves."""
    best = 0
    for way in ways(rope[0], roll):
        after = rope_after(rope, way)
        if after is not None:
            if after[1] + after[2] == 0:
                return SURE
            if after[4] + after[5]:
                best = max(best, SURE - judge(after))
    return best


def a_turn_ahead(judge: Judge) -> Judge:
    """The judge who looks at all rolls and the best use of each before asking the other judge."""

    @cache
    def ahead(rope: Rope) -> int:
        known = decided(rope)
        if known is not None:
            return known
        worths = roll_worths(rope, judge)
        if SIXES[rope[0]]:
            return best_of_rerolls(worths, SIXES[rope[0]]) // ALL_CASES
        return sum(map(int.__mul__, worths, CASES)) // ALL_CASES

    return ahead


@cache
def hits_a_turn(column: int) -> int:
    """How many dice of a turn can hit somebody standing, on the average, in thousandths."""
    own = COLUMNS[column]
    total = 0
    for roll, cases in zip(COLUMNS, CASES, strict=True):
        placed = (sum(map(int.__ge__, dice, own)) for dice in permutations(roll))
        total += cases * max(placed)
    return 1000 * total // ALL_CASES


def by_count(rope: Rope) -> int:
    """Who has more athletes is ahead: a twentieth for each."""
    ahead = rope[1] + rope[2] - rope[4] - rope[5]
    return min(max(EVEN + ahead * SURE // 20, 1), SURE - 1)


def by_thumb(rope: Rope) -> int:
    """A race: how many turns each village needs until the other has nobody left; the roll is half a turn."""
    column, standing, lying, facing, others, laid = rope
    needed = 1000 * (3 * others + 2 * laid) // max(hits_a_turn(column), 200)
    left = 1000 * (3 * standing + 2 * lying) // max(hits_a_turn(facing), 200)
    ahead = 100 * (left - needed) // 3 + 50
    return EVEN + EVEN * ahead // (abs(ahead) + 250)
