"""The table of chances: Ploc without lying athletes and with a ceiling, gone over until it holds.

A position is that before a roll: the column and the athletes of the village that will roll, and those of the
other one. Its chance is what the best use of every roll brings on the average. Each turn takes a small part
of what a position is better or worse than even: a match won soon is worth more than one won late, and the
numbers settle. All is counted in whole numbers, so that every machine makes the same table.

Run as it is this takes hours; the module can be compiled unchanged, and takes some minutes then.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.ploc.mind.columns import ALL_CASES, CASES, SIXES
from engine.ploc.mind.rerolling import SIX, best_rolls
from engine.ploc.mind.table import FINEST
from engine.ploc.mind.ways import ways

SURE: Final = 1_000_000
"""The chance of whoever has won, in millionths."""

PATIENCE: Final = 500
"""One part in so many of an advantage goes with every turn."""

SWEEPS: Final = 60
"""How often the table is gone over."""

ROLLS: Final = 56

Steps: TypeAlias = list[int]
"""What a roll can do, flat: the column afterwards, the change of the own athletes, the athletes hit."""


def as_bytes(table: list[int]) -> bytes:
    """The chances as the table keeps them, a byte each."""
    return bytes((chance * FINEST + SURE // 2) // SURE for chance in table)


def start_of(most: int) -> list[int]:
    """A first guess: the chance is the share of the athletes.

    Positions follow each other by the number of the column that will roll, that of the other, the own
    athletes and the other's, from 1 to `most` each. Chances are in millionths.
    """
    counts = range(1, most + 1)
    return [SURE * own // (own + others) for own in counts for others in counts] * (ROLLS * ROLLS)


def sweep(table: list[int], most: int) -> int:
    """The whole table once more, in place; the largest change, in millionths."""
    largest = 0
    for column in range(ROLLS):
        rolls = [steps(column, roll) for roll in range(ROLLS)]
        for other in range(ROLLS):
            ahead = [aimed(flat, other, most) for flat in rolls]
            base = (column * ROLLS + other) * most * most
            for where in range(base, base + most * most):
                chance = chance_of(table, ahead, where, SIXES[column], most)
                largest = max(largest, chance - table[where], table[where] - chance)
                table[where] = chance
    return largest


def steps(column: int, roll: int) -> Steps:
    """The ways of a roll, flat, for athletes who all stand: of equal columns only what nothing else beats."""
    found = sorted(
        {
            (after, came - went, high + low)
            for after, came, went, high, low, laid in ways(column, roll)
            if low <= laid
        }
    )
    best = [one for one in found if not any(two != one and _beats(two, one) for two in found)]
    return [number for one in best for number in one]


def _beats(one: tuple[int, int, int], two: tuple[int, int, int]) -> bool:
    return one[0] == two[0] and one[1] >= two[1] and one[2] >= two[2]


def aimed(flat: Steps, other: int, most: int) -> Steps:
    """The steps with the place in the table where what follows begins, instead of the column afterwards."""
    where = list(flat)
    for at in range(0, len(flat), 3):
        where[at] = ((other * ROLLS + flat[at]) * most - 1) * most - 1
    return where


def chance_of(table: list[int], rolls: list[Steps], where: int, sixes: int, most: int) -> int:
    """The chance of one position as those that can follow have it now."""
    own, others = where // most % most + 1, where % most + 1
    worths = [0] * ROLLS
    for roll in range(ROLLS):
        worths[roll] = SURE - least_left(table, rolls[roll], own, others, most)
    scale = 1
    if sixes:
        scale = SIX**sixes
        worths = best_rolls(worths, sixes)
    total = 0
    for roll in range(ROLLS):
        total += CASES[roll] * worths[roll]
    chance = total // (ALL_CASES * scale)
    return chance - (chance - SURE // 2) // PATIENCE


def least_left(table: list[int], flat: Steps, own: int, others: int, most: int) -> int:
    """The chance that the best use of a roll leaves to the other village."""
    least = SURE
    for at in range(0, len(flat), 3):
        left = others - flat[at + 2]
        if left <= 0:
            return 0
        after = own + flat[at + 1]
        if after > 0:
            if after > most:  # noqa: PLR1730 - the innermost loop, where a call takes longest
                after = most
            then = table[flat[at] + left * most + after]
            if then < least:  # noqa: PLR1730
                least = then
    return least
