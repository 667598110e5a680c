"""What a position between two turns promises to the village that will roll, by several measures.

All are in millionths of a match won. A judge is a plain function of the position, so that its answers can be
kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import permutations
from typing import Final, TypeAlias

from engine.ploc.mind.columns import ALL_CASES, CASES, COLUMNS, SIXES
from engine.ploc.mind.rerolling import SIX, best_rolls
from engine.ploc.mind.rope import Rope, rope_after
from engine.ploc.mind.ways import ways

Judge: TypeAlias = Callable[[Rope], int]

SURE: Final = 1_000_000
EVEN: Final = SURE // 2

KEPT: Final = 4096
"""How many positions a judge remembers."""

SELDOM: Final = 200
"""The fewest hits a turn that a race reckons with, in thousandths: a high die can be swapped for a lower."""


def decided(rope: Rope) -> int | None:
    """The chance where somebody has nobody left; none where the match goes on."""
    if rope[1] + rope[2] == 0:
        return 0
    return SURE if rope[4] + rope[5] == 0 else None


def undecided(chance: int) -> int:
    """A chance as it can be while the match goes on: neither lost nor won."""
    return min(max(chance, 1), SURE - 1)


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

    @lru_cache(maxsize=KEPT)
    def ahead(rope: Rope) -> int:
        known = decided(rope)
        if known is not None:
            return known
        worths, sixes = roll_worths(rope, judge), SIXES[rope[0]]
        best = best_rolls(worths, sixes) if sixes else worths
        total = sum(worth * cases for worth, cases in zip(best, CASES, strict=True))
        scale: int = SIX**sixes
        return total // (ALL_CASES * scale)

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


def at_a_glance(rope: Rope) -> int:
    """Athletes counted, those of the other village twice, who lies for a half; the columns are not looked at.

    Rule of whoever sees hits first: the village that waits has just had its turn, and its own are the others.
    """
    own, other = 2 * rope[4] + rope[5], 2 * rope[1] + rope[2]
    return undecided(EVEN + 12_500 * (2 * other - own))


def race(eager: int) -> Judge:
    """A race: how many turns each village needs until the other has nobody left.

    Whoever has just had a turn counts what it still needs itself more, `eager` hundredths of what the other
    needs. Two who count both the same build for ever.
    """

    def raced(rope: Rope) -> int:
        column, standing, lying, facing, others, laid = rope
        needed = (3 * others + 2 * laid) * 1000 // max(hits_a_turn(column), SELDOM)
        left = (3 * standing + 2 * lying) * 10 * eager // max(hits_a_turn(facing), SELDOM)
        ahead = 100 * (left - needed) // 3 + 50
        return EVEN + EVEN * ahead // (abs(ahead) + 250)

    return raced


def hurried(judge: Judge, hurry: int, now: int) -> Judge:
    """The judge who counts every athlete more than there are `now` as a little worse for who waits.

    Hits bring the end of a match closer and swaps put it off; of what promises much the same the former is
    taken. `hurry` is in millionths for an athlete.
    """

    def hurrying(rope: Rope) -> int:
        return undecided(judge(rope) + hurry * (rope[1] + rope[2] + rope[4] + rope[5] - now))

    return hurrying


def by_lead(*, ties: bool) -> Judge:
    """The match is over here, and who has more athletes has won; with `ties` who would roll wins those, too.

    Rule ploc:limit-1.
    """

    def led(rope: Rope) -> int:
        ahead = rope[1] + rope[2] - rope[4] - rope[5]
        return SURE if ahead > 0 or (ties and ahead == 0) else 0

    return led
