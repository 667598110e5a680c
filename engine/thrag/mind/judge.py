"""What the rest of a night is worth once the fighting of a turn is over: a small net of fitted numbers.

Each colour of beasts is read by itself and in the same way, so that the three colours may change places:
which tiles lie in its stack and among its discards, which coins its pool holds, and its pawn. The three
readings are added up together with one of the hit points, one of the black stack and one of the turn; two
layers more make a chance of it. docs/minds/thrag.md tells how the numbers were found.
"""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Final

from data.thrag_judge import numbers
from engine.thrag.model import TURNS

SCALE: Final = 500
"""How many of the whole numbers in `data` make a one."""

INPUTS: Final = 17
"""What is read of a colour: five tiles in the stack, five discards, six worths of coins, the pawn."""

READING: Final = 32
"""Numbers in the first layer of a colour's reading."""

SUM: Final = 32
"""Numbers in a reading, and in the sum of all readings."""

LAST: Final = 16
"""Numbers in the last layer."""

SETS: Final = 32
"""How many sets there are of five coins or tiles."""


SHAPES: Final = (
    (INPUTS, READING),
    (TURNS + 1, READING),
    (READING, SUM),
    (SETS, SUM),
    (SETS, SUM),
    (TURNS + 1, SUM),
    (LAST, SUM),
    (3, LAST),
)
"""Rows and columns of its matrices, in the order of the attributes of `Judge`."""


def rows(values: list[float], start: int, count: int, width: int) -> list[list[float]]:
    """A matrix of `count` rows out of a list."""
    return [values[start + row * width : start + (row + 1) * width] for row in range(count)]


class Judge:
    """The net, of all its numbers row by row, for coins that are tracked or only counted."""

    def __init__(self, values: list[float], tracked: bool) -> None:
        parts: list[list[list[float]]] = []
        start = 0
        for count, width in SHAPES:
            parts.append(rows(values, start, count, width))
            start += count * width
        self.tracked = tracked
        self.inputs = parts[0]
        self.first = parts[1]
        self.second = parts[2]
        self.hits = parts[3]
        self.black = parts[4]
        self.turns = parts[5]
        self.third = parts[6]
        self.ends = parts[7]

    def inputs_of(self, pile: int, discards: int, coins: int, pawn: int, null: int) -> list[float]:
        """What is read of a colour. Tiles are sets (ace: bit 0), `null` is the worth of a null.

        `coins` are a set of values, null to 5 from bit 0, or only their count where none are tracked; then
        each value is there by the share of coins left.
        """
        found = [0.0] * INPUTS
        for tile in range(5):
            found[tile] = float(pile >> tile & 1)
            found[5 + tile] = float(discards >> tile & 1)
        for value in range(6):
            share = float(coins >> value & 1) if self.tracked else coins / 6.0
            found[10 + (value or null)] += share
        found[16] = float(pawn)
        return found

    def layer(self, inputs: list[float], turn: int) -> list[float]:
        """The first layer of a colour's reading; what is below nought counts as nought in the next."""
        found = list(self.first[turn])
        for at in range(INPUTS):
            if inputs[at] > 0.0:
                add(found, self.inputs[at], inputs[at])
        return found

    def reading(self, pile: int, discards: int, coins: int, pawn: int, turn: int, null: int) -> list[float]:
        """What a colour adds to the sum."""
        layer = self.layer(self.inputs_of(pile, discards, coins, pawn, null), turn)
        found = [0.0] * SUM
        for row in range(READING):
            if layer[row] > 0.0:
                add(found, self.second[row], layer[row])
        return found

    def common(self, hits: int, black: int, turn: int) -> list[float]:
        """What hit points, the black tiles face down (sets from bit 0 for the ace) and the turn add."""
        found = list(self.turns[turn])
        add(found, self.hits[hits], 1.0)
        add(found, self.black[black], 1.0)
        return found

    def chance(self, common: list[float], red: list[float], green: list[float], blue: list[float]) -> float:
        """The chance to win, between 0 and 1, of what the readings add up to."""
        total = [0.0] * SUM
        for at in range(SUM):
            sign = common[at] + red[at] + green[at] + blue[at]
            if sign > 0.0:
                total[at] = sign
        found = self.ends[2][0]
        for last in range(LAST):
            row = self.third[last]
            part = self.ends[0][last]
            for at in range(SUM):
                part += total[at] * row[at]
            if part > 0.0:
                found += part * self.ends[1][last]
        return 1.0 / (1.0 + exp(-found))


def add(total: list[float], row: list[float], share: float) -> None:
    """Adds so much of a row to the total."""
    for at in range(len(total)):
        total[at] += share * row[at]


@cache
def judge(tracked: bool) -> Judge:
    """The net of that kind."""
    return Judge([number / SCALE for number in numbers(tracked=tracked)], tracked)
