"""Tests of the board pictures that other tests use."""

from __future__ import annotations

import pytest

from engine.octagon.model import Side
from engine.thud.diagram import draw
from engine.thud.model import START
from tests.engine.thud.boards import assert_reach, position, squares

LONE_DWARF = """
    9 . . . . . . . . . . . . . . . 9
   10 . . d . . . . . . . . . . . T 10
"""


def test_a_picture_of_some_ranks_is_the_board_with_the_others_empty() -> None:
    seen = position(LONE_DWARF)
    assert seen.dwarfs == 1 << squares("C10")[0]
    assert seen.trolls == 1 << squares("P10")[0]


def test_a_picture_of_all_ranks_is_that_board() -> None:
    assert position(draw(START)) == START


def test_a_failing_picture_prints_what_is_reached_and_what_should_be() -> None:
    with pytest.raises(
        AssertionError, match=r"from C10 the dwarfs should reach(?s:.*)but reach(?s:.*)\* \* d \*"
    ):
        assert_reach(LONE_DWARF, Side.DWARFS, "C10")
