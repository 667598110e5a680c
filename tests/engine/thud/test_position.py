"""The set-up, and what a move does to the pieces."""

from __future__ import annotations

import pytest

from engine.octagon.board import DIRECTIONS, in_order, name, squares_of
from engine.octagon.model import Side
from engine.thud.diagram import draw
from engine.thud.model import START, STONE, Move, Position
from engine.thud.moves import line_length, position_after
from tests.engine.thud import naive
from tests.engine.thud.boards import position, squares, whole


@pytest.mark.rule("thud:start-1")
def test_a_battle_starts_with_each_piece_in_its_place() -> None:
    listed = naive.mailbox(naive.FIRST_LINE)
    assert {name(sq) for sq in squares_of(START.dwarfs)} == {
        naive.word(at) for at in listed if listed[at] == "d"
    }
    assert {name(sq) for sq in squares_of(START.trolls)} == {
        naive.word(at) for at in listed if listed[at] == "T"
    }
    assert (START.dwarfs.bit_count(), START.trolls.bit_count()) == (32, 8)


@pytest.mark.rule("thud:start-1")
def test_the_rim_is_free_only_in_line_with_the_stone() -> None:
    assert draw(START).splitlines()[1] == " 1           d d . d d           1"
    assert draw(START).splitlines()[8] == " 8 . . . . . . T R T . . . . . . 8"


@pytest.mark.rule("thud:board-2")
def test_the_stone_is_in_everybodys_way() -> None:
    assert Position(0, 0).occupied_squares == STONE


@pytest.mark.rule("thud:hurl-3")
def test_a_hurled_dwarf_stands_where_the_troll_stood_and_its_line_stays() -> None:
    before = position("   10 . . d d . T . T . . . . . . . 10")
    origin, target = squares("D10", "F10")
    assert draw(position_after(before, Move(Side.DWARFS, origin, target, (target,)))) == whole(
        "   10 . . d . . d . T . . . . . . . 10"
    )


@pytest.mark.rule("thud:troll-3")
def test_a_troll_stays_where_it_landed_and_only_the_captured_dwarfs_are_gone() -> None:
    before = position("""
        9 . . . T . . d . . . . . . . . 9
       10 . . . . . d . . . . . . . . . 10
       11   . . . d d . . . . . . . .   11
    """)
    origin, target, *taken = squares("D9", "E10", "F10", "F11")
    assert draw(position_after(before, Move(Side.TROLLS, origin, target, tuple(taken)))) == whole("""
        9 . . . . . . d . . . . . . . . 9
       10 . . . . T . . . . . . . . . . 10
       11   . . . d . . . . . . . . .   11
    """)


@pytest.mark.rule("thud:hurl-1", "thud:shove-1")
def test_a_line_is_counted_backwards_from_its_front_and_ends_at_a_gap() -> None:
    row = position("   10 . d d . d d d . . . . . . . . 10").dwarfs
    front, gap, rear = squares("G10", "E10", "B10")
    assert line_length(row, front, DIRECTIONS["east"]) == 3
    assert line_length(row, gap, DIRECTIONS["east"]) == 1
    assert line_length(row, rear, DIRECTIONS["west"]) == 2
    assert line_length(row, front, DIRECTIONS["north"]) == 1


@pytest.mark.rule("thud:notation-2")
def test_captures_are_ordered_by_file_then_rank() -> None:
    assert [name(sq) for sq in in_order(squares("F12", "E10", "F3", "D11"))] == ["D11", "E10", "F3", "F12"]
