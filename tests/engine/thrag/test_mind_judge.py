"""The judge of the rest of a night: its numbers, and what must hold whatever they are."""

from __future__ import annotations

from itertools import permutations

import pytest

from data.thrag_judge import numbers
from engine.thrag.mind.judge import Judge, judge_for
from engine.thrag.mind.reading import fight_search
from tests.engine.thrag.nights import night

BOTH = pytest.mark.parametrize("tracked", [True, False])

Colour = tuple[int, int, int, int]
"""Tiles in the stack, discards, coins, pawn."""

FRESH: Colour = (31, 0, 63, 1)
DONE: Colour = (0, 0, 0b100110, 0)
HARD: Colour = (0b10000, 0b01000, 0b000011, 0)


def chance(colours: tuple[Colour, ...], hits: int, turn: int, *, tracked: bool = True) -> float:
    found: Judge = judge_for(tracked)
    counted = [
        (pile, away, coins if tracked else coins.bit_count(), pawn) for pile, away, coins, pawn in colours
    ]
    red, green, blue = (found.colour_reading(*colour, turn, 0) for colour in counted)
    return found.chance(found.common_reading(hits, 31, turn), red, green, blue)


@BOTH
def test_every_number_has_its_place(tracked: bool) -> None:
    """17 inputs and 13 turns by 32, then 32, 32, 32 and 13 rows by 32, 16 by 32, and three times 16."""
    expected = (17 + 13) * 32 + (32 + 32 + 32 + 13) * 32 + 16 * 32 + 3 * 16
    assert len(numbers(tracked=tracked)) == expected


@BOTH
def test_colours_may_change_places(tracked: bool) -> None:
    found = [chance(order, 0b01010, 6, tracked=tracked) for order in permutations((FRESH, DONE, HARD))]
    assert found == pytest.approx([found[0]] * 6)


@BOTH
def test_a_better_night_is_worth_more(tracked: bool) -> None:
    """Fewer beasts, more hit points, more coins, a pawn more, and an earlier hour, each by itself."""
    middle = (0b10110, 0, 0b111110, 1)
    base = chance((middle,) * 3, 0b01010, 7, tracked=tracked)
    assert chance((DONE, middle, middle), 0b01010, 7, tracked=tracked) > base
    assert chance((middle,) * 3, 0b11010, 7, tracked=tracked) > base
    assert chance((middle,) * 3, 0b01010, 6, tracked=tracked) > base
    assert chance(((0b10110, 0, 0b100000, 1), middle, middle), 0b01010, 7, tracked=tracked) < base
    assert chance(((0b10110, 0, 0b111110, 0), middle, middle), 0b01010, 7, tracked=tracked) < base


def test_known_coins_matter_beyond_their_number() -> None:
    rich, poor = (0b10110, 0, 0b111000, 1), (0b10110, 0, 0b000111, 1)
    assert chance((rich,) * 3, 0b01010, 7) > chance((poor,) * 3, 0b01010, 7)


def test_a_fresh_night_is_neither_won_nor_lost() -> None:
    for tracks in (True, False):
        assert 0.3 < fight_search(night(tracks=tracks).view).chance(1) < 0.9


def test_what_lies_open_in_a_view_is_what_is_judged() -> None:
    """An easier null makes a better night."""
    for tracks in (True, False):
        easy, hard = (fight_search(night(tracks=tracks, null_coin=null).view).chance(1) for null in (5, 0))
        assert easy > hard
