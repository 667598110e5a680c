"""The table of chances: Ploc without lying athletes and with a ceiling, gone over until it holds.

A position is that before a roll: the column and the athletes of the village that will roll, and those of the
other one. Its chance is what the best use of every roll brings on the average. Each turn takes a small part of
what a position is better or worse than even, so that a match won soon is worth more than one won late, and
nobody who is ahead puts off the end. All is counted in whole numbers, so that every machine makes the same
table.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.ploc.mind.columns import ALL_CASES, CASES, COLUMNS, SIXES
from engine.ploc.mind.rerolling import best_of_rerolls
from engine.ploc.mind.ways import ways

MOST: Final = 17
"""Athletes of a village, counted no further."""

SURE: Final = 1_000_000
"""The chance of whoever has won, in millionths."""

PATIENCE: Final = 500
"""One part in so many of the advantage goes with every turn."""

Steps: TypeAlias = list[int]
"""What a roll can do, flat: the column afterwards, the change of the own athletes, the athletes hit."""


def place_of(column: int, athletes: int, other: int, others: int, most: int) -> int:
    """Where in the table a position is: who rolls first, then the other village."""
    return ((column * len(COLUMNS) + other) * most + athletes - 1) * most + others - 1


def steps(column: int, roll: int) -> Steps:
    """The ways of a roll, flat, for athletes who all stand: of equal columns only what nothing else beats."""
    found: set[tuple[int, int, int]] = set()
    for after, came, went, high, low, laid in ways(column, roll):
        if low <= laid:
            found.add((after, came - went, high + low))
    best = [
        one
        for one in sorted(found)
        if not any(two != one and two[0] == one[0] and two[1] >= one[1] and two[2] >= one[2] for two in found)
    ]
    return [number for one in best for number in one]


def start_of(most: int) -> list[int]:
    """A first guess: the chance is as the share of the athletes."""
    pairs = [
        SURE * athletes // (athletes + others)
        for athletes in range(1, most + 1)
        for others in range(1, most + 1)
    ]
    return pairs * (len(COLUMNS) * len(COLUMNS))


def best_step(table: list[int], flat: Steps, other: int, athletes: int, others: int, most: int) -> int:
    """The chance after the best use of a roll, in millionths."""
    least = SURE
    at = 0
    while at < len(flat):
        left = others - flat[at + 2]
        if left <= 0:
            return SURE
        own = athletes + flat[at + 1]
        if own > 0:
            own = min(own, most)
            then = table[((other * 56 + flat[at]) * most + left - 1) * most + own - 1]
            least = min(least, then)
        at += 3
    return SURE - least


def sweep_pair(table: list[int], rolls: list[Steps], column: int, other: int, most: int) -> int:
    """All numbers of athletes of a pair of columns once more; the largest change."""
    largest = 0
    sixes = SIXES[column]
    worths = [0] * len(CASES)
    for athletes in range(1, most + 1):
        for others in range(1, most + 1):
            for roll in range(len(CASES)):
                worths[roll] = best_step(table, rolls[roll], other, athletes, others, most)
            total = best_of_rerolls(worths, sixes) if sixes else 0
            if not sixes:
                for roll in range(len(CASES)):
                    total += CASES[roll] * worths[roll]
            chance = total // ALL_CASES
            chance -= (chance - SURE // 2) // PATIENCE
            where = place_of(column, athletes, other, others, most)
            change = chance - table[where]
            largest = max(largest, change, -change)
            table[where] = chance
    return largest


def sweep(table: list[int], most: int) -> int:
    """The whole table once more, in place; the largest change, in millionths."""
    largest = 0
    for column in range(len(COLUMNS)):
        rolls = [steps(column, roll) for roll in range(len(CASES))]
        for other in range(len(COLUMNS)):
            largest = max(largest, sweep_pair(table, rolls, column, other, most))
    return largest
