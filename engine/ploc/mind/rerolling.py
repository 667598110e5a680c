"""Which dice are worth rolling again, counted to the end.

What is needed is the worth of every roll as it lies, by number; the rest is the mean of the six faces that a
die can show, and the best of all that can be done about it. Worths are whole numbers.
"""

from __future__ import annotations

from typing import Final

from engine.ploc.mind.columns import CASES, COLUMNS, NUMBER

SIX: Final = 6
WHOLE_COLUMN: Final = 3

PAIRS: Final[list[tuple[int, int]]] = [(one, two) for one in range(1, 7) for two in range(one, 7)]
"""Two dice, by their number."""

PAIR_NUMBER: Final[list[int]] = [
    PAIRS.index((min(one, two), max(one, two))) if one and two else 0 for one in range(7) for two in range(7)
]
"""The number of two dice, at seven times the one and the other."""

WITH: Final[list[int]] = [NUMBER[face, one, two] for one, two in PAIRS for face in range(1, 7)]
"""The roll that two dice and a third make, at six times the pair and the face less 1."""

WITHOUT: Final[list[int]] = [
    PAIR_NUMBER[7 * one + two]
    for first, second, third in COLUMNS
    for one, two in ((second, third), (first, third), (first, second))
]
"""The pairs that a roll leaves without one of its dice, three by three."""


def best_of_rerolls(worths: list[int], sixes: int) -> int:
    """What 216 rolls are worth together if some of the dice, as many as there are sixes, are rolled again."""
    means = pair_means(worths, sixes)
    total = 0
    for roll in range(len(CASES)):
        best = 6 * worths[roll]
        for at in range(3 * roll, 3 * roll + 3):
            best = max(best, means[WITHOUT[at]])
        total += CASES[roll] * best
    return total // 6


def pair_means(worths: list[int], sixes: int) -> list[int]:
    """Six times the worth of rolling the third die beside two that have not been rolled again, by pair."""
    means = [0] * len(PAIRS)
    for pair in range(len(PAIRS)):
        for face in range(SIX):
            means[pair] += (
                worths[WITH[6 * pair + face]] if sixes == 1 else fixed_one(worths, pair, face + 1, sixes)
            )
    return means


def fixed_one(worths: list[int], pair: int, fixed: int, sixes: int) -> int:
    """What three dice are worth of which one has been rolled again and the two of the pair can still be."""
    one, two = PAIRS[pair]
    return max(
        worths[WITH[6 * pair + fixed - 1]],
        fixed_two(worths, fixed, two, sixes),
        fixed_two(worths, fixed, one, sixes) if one != two else 0,
    )


def fixed_two(worths: list[int], fixed: int, kept: int, sixes: int) -> int:
    """What rolling one of two dice again is worth beside one that has been, the last one too if that pays."""
    beside = 6 * PAIR_NUMBER[7 * fixed + kept]
    total = 0
    for face in range(1, 7):
        worth = worths[WITH[beside + face - 1]]
        if sixes == WHOLE_COLUMN:
            worth = max(worth, mean_of(worths, fixed, face))
        total += worth
    return total // 6


def mean_of(worths: list[int], one: int, two: int) -> int:
    """What the third die is worth beside two that lie, on the average of its faces."""
    beside = 6 * PAIR_NUMBER[7 * one + two]
    total = 0
    for face in range(SIX):
        total += worths[WITH[beside + face]]
    return total // 6
