"""Which dice are worth rolling again, counted to the end.

What is needed is the worth of every roll as it lies, by number; the rest is the sum over the six faces that a
die can show, and the best of all that can be done about it. Nothing is divided: every die that can be rolled
again makes a worth six times as large, so that whole numbers stay exact.
"""

from __future__ import annotations

from typing import Final

from engine.ploc.mind.columns import COLUMNS, NUMBER

SIX: Final = 6
TWICE: Final = 2

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


def best_rolls(worths: list[int], sixes: int) -> list[int]:
    """What each roll is worth if as many of its dice can be rolled again as there are sixes (1 to 3).

    The worths of the rolls as they lie become larger by a factor of six for each six.
    """
    scale = SIX**sixes
    means = [once_more(worths, pair, sixes) for pair in range(len(PAIRS))]
    best = []
    for roll in range(len(worths)):
        at = 3 * roll
        again = max(means[WITHOUT[at]], means[WITHOUT[at + 1]], means[WITHOUT[at + 2]])
        best.append(max(scale * worths[roll], again))
    return best


def once_more(worths: list[int], pair: int, sixes: int) -> int:
    """What rolling the third die again is worth beside two that have not been, all its faces together."""
    total = 0
    for face in range(1, 7):
        total += worths[WITH[6 * pair + face - 1]] if sixes == 1 else one_fixed(worths, pair, face, sixes)
    return total


def one_fixed(worths: list[int], pair: int, fixed: int, sixes: int) -> int:
    """What three dice are worth of which one has been rolled again, and the two of the pair can still be."""
    one, two = PAIRS[pair]
    lies = worths[WITH[6 * pair + fixed - 1]] * (SIX if sixes == TWICE else SIX * SIX)
    again = max(two_fixed(worths, fixed, one, sixes), two_fixed(worths, fixed, two, sixes))
    return max(lies, again)


def two_fixed(worths: list[int], fixed: int, kept: int, sixes: int) -> int:
    """What a second die rolled again is worth beside one that has been and one that can still be."""
    beside = 6 * PAIR_NUMBER[7 * fixed + kept]
    total = 0
    for face in range(1, 7):
        worth = worths[WITH[beside + face - 1]]
        total += worth if sixes == TWICE else max(SIX * worth, three_fixed(worths, fixed, face))
    return total


def three_fixed(worths: list[int], one: int, two: int) -> int:
    """What the last die is worth if it is rolled again as well."""
    beside = 6 * PAIR_NUMBER[7 * one + two]
    total = 0
    for face in range(1, 7):
        total += worths[WITH[beside + face - 1]]
    return total
