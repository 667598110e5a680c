"""The worth of rolls when dice can be rolled again.

Given is the worth of every roll without rerolls, by its number; what follows is the sum over the six faces of
a die, and the best of all choices. Nothing is divided: every die that can be rolled again makes a worth six
times as large, so that whole numbers stay exact.
"""

from __future__ import annotations

from typing import Final

from engine.ploc.mind.columns import COLUMNS, DICE_NUMBER

SIX: Final = 6
"""The faces of a die."""

ONE_SIX: Final = 1
TWO_SIXES: Final = 2
"""How many sixes are in the column, and so how many dice can be rolled again (Rule ploc:reroll-1)."""

DICE_PAIRS: Final[list[tuple[int, int]]] = [(one, two) for one in range(1, 7) for two in range(one, 7)]
"""Two dice, the lower first, by the number of the pair."""

PAIR_NUMBER: Final[list[list[int]]] = [
    [DICE_PAIRS.index((min(one, two), max(one, two))) if one and two else 0 for two in range(7)]
    for one in range(7)
]
"""By the faces of two dice: the number of their pair."""

ROLLS_WITH: Final[list[list[int]]] = [
    [DICE_NUMBER[face, one, two] for face in range(1, 7)] for one, two in DICE_PAIRS
]
"""By the number of a pair: the numbers of the rolls that it makes with each face of a third die."""

PAIRS_WITHOUT: Final[list[tuple[int, int, int]]] = [
    (PAIR_NUMBER[second][third], PAIR_NUMBER[first][third], PAIR_NUMBER[first][second])
    for first, second, third in COLUMNS
]
"""By the number of a roll: the numbers of the pairs that are left without one of its dice."""


def best_rolls(worths: list[int], sixes: int) -> list[int]:
    """The worth of each roll if as many of its dice can be rolled again as there are sixes (1 to 3).

    By the worths without rerolls; they become larger by a factor of six for each six.
    """
    scale = SIX**sixes
    reroll_sums = [sum_of_reroll(worths, pair, sixes) for pair in range(len(DICE_PAIRS))]
    best = []
    for roll in range(len(worths)):
        first, second, third = PAIRS_WITHOUT[roll]
        rerolled = max(reroll_sums[first], reroll_sums[second], reroll_sums[third])
        best.append(max(scale * worths[roll], rerolled))
    return best


def sum_of_reroll(worths: list[int], pair: int, sixes: int) -> int:
    """The worth of rolling the third die again beside a pair that was not, summed over its faces."""
    total = 0
    if sixes == ONE_SIX:
        for roll in ROLLS_WITH[pair]:
            total += worths[roll]
        return total
    for face in range(1, 7):
        total += worth_one_rerolled(worths, pair, face, sixes)
    return total


def worth_one_rerolled(worths: list[int], pair: int, fixed: int, sixes: int) -> int:
    """The worth of three dice of which one was rolled again; those of the pair can still be."""
    one, two = DICE_PAIRS[pair]
    kept = worths[ROLLS_WITH[pair][fixed - 1]] * (SIX if sixes == TWO_SIXES else SIX * SIX)
    rerolled = max(sum_two_rerolled(worths, fixed, one, sixes), sum_two_rerolled(worths, fixed, two, sixes))
    return max(kept, rerolled)


def sum_two_rerolled(worths: list[int], fixed: int, kept: int, sixes: int) -> int:
    """The worth of rolling a second die again beside one that was and one that can be, over its faces."""
    rolls = ROLLS_WITH[PAIR_NUMBER[fixed][kept]]
    total = 0
    for face in range(1, 7):
        worth = worths[rolls[face - 1]]
        total += worth if sixes == TWO_SIXES else max(SIX * worth, sum_three_rerolled(worths, fixed, face))
    return total


def sum_three_rerolled(worths: list[int], one: int, two: int) -> int:
    """The worth of rolling the last die again as well, summed over its faces."""
    total = 0
    for roll in ROLLS_WITH[PAIR_NUMBER[one][two]]:
        total += worths[roll]
    return total
