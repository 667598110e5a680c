"""How often dice can do something, counted over all rolls and over whatever is worth rolling again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from engine.ploc.mind.columns import ALL_CASES, CASES, COLUMNS, FACES, NUMBER, SIXES
from engine.ploc.mind.rerolling import SIX, best_rolls
from engine.ploc.mind.rope import Rope, rope_after
from engine.ploc.mind.ways import ways
from engine.ploc.model import BERSERK, Dice

Worth: TypeAlias = Callable[[int], int]
"""What a roll is worth, by its number."""


def expected(column: int, worth: Worth) -> Fraction:
    """What a roll beside a column is worth on the average; dice are rolled again wherever that is better."""
    worths, sixes = [worth(roll) for roll in range(len(COLUMNS))], SIXES[column]
    best = best_rolls(worths, sixes) if sixes else worths
    total = sum(value * cases for value, cases in zip(best, CASES, strict=True))
    return Fraction(total, ALL_CASES * SIX**sixes)


def removed(rope: Rope, roll: int) -> int:
    """How many athletes of the other village a roll can remove at most."""
    others = rope[4] + rope[5]
    found = 0
    for way in ways(rope[0], roll):
        after = rope_after(rope, way)
        if after is not None:
            found = max(found, others - after[1] - after[2])
    return found


def berserk(column: int, roll: int) -> bool:
    """Whether three equal dice reach the lowest of the column."""
    dice = COLUMNS[roll]
    return dice[0] == dice[2] >= COLUMNS[column][0]


def hitting(column: int, roll: int) -> int:
    """How many of three dice can hit somebody standing at once, each at its own place."""
    return max(high for _, _, _, high, _, _ in ways(column, roll) if high != BERSERK)


def after_rerolling(dice: Sequence[int], at: int) -> tuple[int, ...]:
    """The numbers of the six rolls that come of rolling one of three dice again."""
    kept = [die for place, die in enumerate(dice) if place != at]
    return tuple(NUMBER[three(face, *kept)] for face in FACES)


def three(first: int, second: int, third: int) -> Dice:
    """Three dice in the order given."""
    return first, second, third
