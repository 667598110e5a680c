"""Columns and rolls by number: there are 56 kinds of three dice whose order does not matter."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Final

from engine.ploc.matches import SIX
from engine.ploc.model import Dice

FACES: Final = range(1, SIX + 1)
"""The faces of a die."""

COLUMNS: Final[tuple[Dice, ...]] = tuple(
    (first, second, third) for first, second, third in combinations_with_replacement(FACES, 3)
)
"""Three dice, the lowest first, by their number: a village's column, or a roll."""

DICE_NUMBER: Final[dict[Dice, int]] = {
    (first, second, third): COLUMNS.index((low, middle, high))
    for first, second, third in product(FACES, repeat=3)
    for low, middle, high in (sorted((first, second, third)),)
}
"""The number of three dice, in any order."""

CASES: Final[tuple[int, ...]] = tuple(
    sum(number == which for number in DICE_NUMBER.values()) for which in range(len(COLUMNS))
)
"""How many of the 216 throws give a roll, by its number."""

ALL_CASES: Final = sum(CASES)
"""All 216 throws of three dice."""

SIXES: Final[tuple[int, ...]] = tuple(column.count(SIX) for column in COLUMNS)
"""How many dice a column lets its village roll again, by number (Rule ploc:reroll-1)."""
