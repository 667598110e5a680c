"""Chances by the table, and what it leaves out: lying athletes, and more athletes than it has entries for."""

from __future__ import annotations

from functools import cache
from typing import Final

from data.ploc_table import chances
from engine.ploc.mind.columns import COLUMNS
from engine.ploc.mind.judging import SURE, clamp_undecided
from engine.ploc.mind.positions import TurnStart

MAX_ATHLETES: Final = 17
"""The most athletes of a village in the table; larger numbers are scaled down."""

BYTE_SURE: Final = 255
"""A sure victory in the table."""

EIGHTHS: Final = 8
"""Athletes are counted in eighths of a standing one here."""

LYING_EIGHTHS: Final = 6
"""The worth of a lying athlete. One exact turn gives 0.70 to 0.78 of a standing one (docs/minds/ploc.md)."""

LYING_EIGHTHS_LOW: Final = 7
"""The same against a low column. One exact turn gives 0.84 to 0.88 (docs/minds/ploc.md)."""

LOW_COLUMN_SUM: Final = 5
"""The largest sum of the dice of a low column, which hits nearly always; by those exact turns."""


@cache
def lying_worth(column: int) -> int:
    """The worth of a lying athlete against a village with that column, in eighths of a standing one."""
    return LYING_EIGHTHS if sum(COLUMNS[column]) > LOW_COLUMN_SUM else LYING_EIGHTHS_LOW


def table_chance(start: TurnStart) -> int:
    """The chance of the village that will roll, in millionths."""
    column, standing, lying, other_column, other_standing, other_lying = start
    own = EIGHTHS * standing + lying * lying_worth(other_column)
    other = EIGHTHS * other_standing + other_lying * lying_worth(column)
    most = max(own, other)
    if most > EIGHTHS * MAX_ATHLETES:
        own, other = own * EIGHTHS * MAX_ATHLETES // most, other * EIGHTHS * MAX_ATHLETES // most
    own = max(own, EIGHTHS)
    other = max(other, EIGHTHS)
    first_entry = (column * len(COLUMNS) + other_column) * MAX_ATHLETES * MAX_ATHLETES
    return clamp_undecided(_interpolate(first_entry, own, other) * SURE // (BYTE_SURE * EIGHTHS * EIGHTHS))


def _interpolate(first_entry: int, own: int, other: int) -> int:
    """The chance between the four nearest numbers of athletes, in 255ths of a 64th.

    The entries of two columns are rows by the own athletes, with one entry for each number of the others.
    """
    table = chances()
    row, own_part = own // EIGHTHS - 1, own % EIGHTHS
    place, other_part = other // EIGHTHS - 1, other % EIGHTHS
    entry = first_entry + row * MAX_ATHLETES + place
    if not own_part and not other_part:
        return table[entry] * EIGHTHS * EIGHTHS
    right = 1 if other_part else 0
    below = MAX_ATHLETES if own_part else 0
    fewer = table[entry] * (EIGHTHS - other_part) + table[entry + right] * other_part
    more = table[entry + below] * (EIGHTHS - other_part) + table[entry + below + right] * other_part
    return fewer * (EIGHTHS - own_part) + more * own_part
