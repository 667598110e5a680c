"""The table of chances: it is whole, and it agrees with what counting by the rules gives."""

from __future__ import annotations

from random import Random

import pytest

from data.ploc_table import chances
from engine.ploc.mind.columns import ALL_CASES, CASES, COLUMNS, DICE_NUMBER, SIXES
from engine.ploc.mind.judging import SURE
from engine.ploc.mind.positions import TurnStart, TurnState
from engine.ploc.mind.reading import TurnSearch
from engine.ploc.mind.table import BYTE_SURE, MAX_ATHLETES, lying_worth, table_chance
from engine.ploc.model import Dice

PATIENCE = 500  # one part in so many of an advantage goes with every turn (docs/minds/ploc.md)
FINE = SURE // BYTE_SURE
"""How far two neighbouring bytes are apart, in millionths."""


def rope(own: Dice, athletes: int, other: Dice, others: int, lying: int = 0, laid: int = 0) -> TurnStart:
    """A position by its dice; the village that will roll first."""
    return (DICE_NUMBER[own], athletes, lying, DICE_NUMBER[other], others, laid)


def upright(at: TurnStart) -> int:
    """The chance by the table with lying athletes counted as standing ones."""
    return table_chance(
        (at[0], min(at[1] + at[2], MAX_ATHLETES), 0, at[3], min(at[4] + at[5], MAX_ATHLETES), 0)
    )


def count_chance(at: TurnStart) -> float:
    """The chance by the rules, every roll, every die and every order; after the turn by the table.

    For columns without sixes, so that nothing can be rolled again.
    """
    column, standing, lying, facing, others, laid = at
    reading = TurnSearch(upright)
    total = 0
    for roll, cases in zip(COLUMNS, CASES, strict=True):
        pull = TurnState(
            COLUMNS[column], (standing, lying), (others, laid), facing, roll, (0, 1, 2), is_unused=True
        )
        total += cases * reading.chance(pull)
    chance = total / ALL_CASES
    return chance - (chance - SURE / 2) / PATIENCE


def test_the_table_has_a_byte_for_every_position() -> None:
    assert len(chances()) == len(COLUMNS) ** 2 * MAX_ATHLETES**2


def test_the_table_is_what_counting_by_the_rules_gives_from_it() -> None:
    """A chance is that of the best uses of all rolls, each judged by the table; two roundings are allowed."""
    chance = Random(7)
    plain = [number for number, sixes in enumerate(SIXES) if not sixes]
    for most in (2, 2, 5, 5, 9, MAX_ATHLETES):
        column, facing = chance.choice(plain), chance.randrange(len(COLUMNS))
        at = (column, chance.randint(1, most), 0, facing, chance.randint(1, most), 0)
        assert table_chance(at) == pytest.approx(count_chance(at), abs=2 * FINE), at


def test_three_ones_in_the_column_remove_three_for_sure() -> None:
    for others in (1, 2, 3):
        won = table_chance(rope((1, 1, 1), 1, (6, 6, 6), others))
        assert won == pytest.approx(SURE - SURE / 2 / PATIENCE, abs=FINE)


def test_more_athletes_are_better_and_more_against_one_are_worse() -> None:
    """But for the rounding of a byte."""
    chance = Random(3)
    for _ in range(2000):
        column, facing = chance.randrange(56), chance.randrange(56)
        own, others = chance.randint(1, MAX_ATHLETES - 1), chance.randint(1, MAX_ATHLETES - 1)
        here = table_chance((column, own, 0, facing, others, 0))
        assert table_chance((column, own + 1, 0, facing, others, 0)) >= here - FINE
        assert table_chance((column, own, 0, facing, others + 1, 0)) <= here + FINE


def test_a_lying_athlete_counts_less_than_a_standing_one_and_more_than_none() -> None:
    assert all(0 < lying_worth(column) < 8 for column in range(len(COLUMNS)))
    standing = table_chance(rope((4, 5, 5), 6, (2, 3, 4), 6))
    down = table_chance(rope((4, 5, 5), 6, (2, 3, 4), 4, laid=2))
    gone = table_chance(rope((4, 5, 5), 6, (2, 3, 4), 4))
    assert standing <= down <= gone
    assert standing < gone


def test_very_many_athletes_are_counted_in_proportion() -> None:
    few, many = rope((3, 3, 3), 17, (2, 4, 5), 8), rope((3, 3, 3), 34, (2, 4, 5), 16)
    assert table_chance(few) == table_chance(many)
    assert table_chance(rope((3, 3, 3), 400, (2, 4, 5), 1)) >= table_chance(few)
