"""The chance to win once the fights of a turn are over: a small network.

Each colour of beasts is read alone and in the same way, so that the colours may change places: the tiles in
its stack and among its discards, the coins of its pool, its pawn. The three readings are added to one of the
hit points, one of the black stack and one of the turn; two more layers make a chance of the sum. All weights
were fitted to played nights, docs/minds/thrag.md says how.
"""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Final

from data.thrag_judge import numbers
from engine.thrag.model import TURNS

SCALE: Final = 500
"""The whole number in `data` that stands for 1."""

TILES: Final = 5
"""How many tiles a colour has."""

COIN_VALUES: Final = 6
"""How many values a coin can have, the null included."""

# The inputs of a colour, by the index where each kind begins:

STACK_AT: Final = 0  # for each tile, whether it is in the stack
DISCARDS_AT: Final = STACK_AT + TILES  # for each tile, whether it is among the discards
COINS_AT: Final = DISCARDS_AT + TILES  # for each worth of a coin, how many there are
PAWN_AT: Final = COINS_AT + COIN_VALUES  # whether the pawn is there
COLOUR_INPUTS: Final = PAWN_AT + 1

FIRST_UNITS: Final = 32
"""Units in the first layer of a colour's reading."""

SUM_UNITS: Final = 32
"""Units in a reading, and in the sum of all readings."""

LAST_UNITS: Final = 16
"""Units in the last layer."""

SET_COUNT: Final = 1 << TILES
"""How many sets of tiles, or of numbered hit points, there are."""

BIAS_ROW: Final = 0  # the biases of the last layer
WEIGHT_ROW: Final = 1  # the weights of the last layer's units in the logit
CONSTANT_ROW: Final = 2  # the constant of the logit, its first number
END_ROWS: Final = 3
"""The rows of the last matrix."""

SHAPES: Final = (
    (COLOUR_INPUTS, FIRST_UNITS),
    (TURNS + 1, FIRST_UNITS),
    (FIRST_UNITS, SUM_UNITS),
    (SET_COUNT, SUM_UNITS),
    (SET_COUNT, SUM_UNITS),
    (TURNS + 1, SUM_UNITS),
    (LAST_UNITS, SUM_UNITS),
    (END_ROWS, LAST_UNITS),
)
"""Rows and columns of the matrices, in the order of the attributes of `Judge`."""


def matrix_rows(values: list[float], start: int, count: int, width: int) -> list[list[float]]:
    """A matrix of `count` rows from a list of all numbers."""
    return [values[start + row * width : start + (row + 1) * width] for row in range(count)]


class Judge:
    """The network, for coins that are tracked or only counted."""

    def __init__(self, values: list[float], tracked: bool) -> None:
        """`values` are the numbers of all matrices, row by row."""
        parts: list[list[list[float]]] = []
        start = 0
        for count, width in SHAPES:
            parts.append(matrix_rows(values, start, count, width))
            start += count * width
        self.tracked = tracked
        inputs, first, second, hits, black, turns, third, ends = parts
        self.inputs = inputs  # of the inputs of a colour in the first layer
        self.first = first  # of the turn in the first layer
        self.second = second  # of the first layer in a colour's reading
        self.hits = hits  # the reading of each set of hit points
        self.black = black  # the reading of each set of black tiles
        self.turns = turns  # the reading of each turn
        self.third = third  # of the sum in the last layer
        self.ends = ends  # of the last layer in the logit, see above

    def inputs_of(self, pile: int, discards: int, coins: int, pawn: int, null: int) -> list[float]:
        """The inputs of a colour. Tiles are sets (ace: bit 0), `null` is the worth of a null.

        `coins` are a set of values, null to 5 from bit 0, or only their number where they are not tracked;
        then each value counts by the share of coins left.
        """
        inputs = [0.0] * COLOUR_INPUTS
        for tile in range(TILES):
            inputs[STACK_AT + tile] = float(pile >> tile & 1)
            inputs[DISCARDS_AT + tile] = float(discards >> tile & 1)
        for value in range(COIN_VALUES):
            share = float(coins >> value & 1) if self.tracked else coins / COIN_VALUES
            inputs[COINS_AT + (value or null)] += share
        inputs[PAWN_AT] = float(pawn)
        return inputs

    def first_layer(self, inputs: list[float], turn: int) -> list[float]:
        """The first layer of a colour's reading, before negative units are set to 0."""
        layer = list(self.first[turn])
        for number in range(COLOUR_INPUTS):
            if inputs[number] > 0.0:
                add_scaled(layer, self.inputs[number], inputs[number])
        return layer

    def colour_reading(
        self, pile: int, discards: int, coins: int, pawn: int, turn: int, null: int
    ) -> list[float]:
        """The reading of a colour, its part of the sum."""
        layer = self.first_layer(self.inputs_of(pile, discards, coins, pawn, null), turn)
        reading = [0.0] * SUM_UNITS
        for unit in range(FIRST_UNITS):
            if layer[unit] > 0.0:
                add_scaled(reading, self.second[unit], layer[unit])
        return reading

    def common_reading(self, hits: int, black: int, turn: int) -> list[float]:
        """The reading of hit points, black tiles face down (sets from bit 0 for the ace) and turn."""
        reading = list(self.turns[turn])
        add_scaled(reading, self.hits[hits], 1.0)
        add_scaled(reading, self.black[black], 1.0)
        return reading

    def chance(self, common: list[float], red: list[float], green: list[float], blue: list[float]) -> float:
        """The chance to win, between 0 and 1, by the sum of all readings."""
        total = [0.0] * SUM_UNITS
        for unit in range(SUM_UNITS):
            value = common[unit] + red[unit] + green[unit] + blue[unit]
            if value > 0.0:
                total[unit] = value
        logit = self.ends[CONSTANT_ROW][0]
        for last in range(LAST_UNITS):
            row = self.third[last]
            part = self.ends[BIAS_ROW][last]
            for unit in range(SUM_UNITS):
                part += total[unit] * row[unit]
            if part > 0.0:
                logit += part * self.ends[WEIGHT_ROW][last]
        return 1.0 / (1.0 + exp(-logit))


def add_scaled(total: list[float], row: list[float], share: float) -> None:
    """Add a row times `share` to the total."""
    for number in range(len(total)):
        total[number] += share * row[number]


@cache
def judge_for(tracked: bool) -> Judge:
    """The network for coins that are tracked or only counted."""
    return Judge([number / SCALE for number in numbers(tracked=tracked)], tracked)
