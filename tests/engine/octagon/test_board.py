"""The octagon: which squares there are, what they are called, what lies next to them."""

from __future__ import annotations

import pytest

from engine.octagon.board import (
    BOARD,
    BY_NAME,
    FILES,
    NEIGHBOURS,
    RAYS,
    SQUARES,
    adjacent_squares,
    bits,
    file_of,
    name,
    rank_of,
    square,
    squares_of,
)
from engine.thud.model import STONE, STONE_SQUARE
from tests.engine.thud import naive
from tests.engine.thud.boards import squares

CELLS = [(file, rank) for rank in range(1, 16) for file in range(1, 16)]


@pytest.mark.rule("thud:board-1")
def test_the_board_has_165_squares_in_an_octagon() -> None:
    assert len(SQUARES) == 165
    assert [(file_of(sq), rank_of(sq)) for sq in SQUARES] == [at for at in CELLS if naive.on_board(at)]
    rows = [sum(rank_of(sq) == rank for sq in SQUARES) for rank in range(1, 16)]
    assert rows == [5, 7, 9, 11, 13, 15, 15, 15, 15, 15, 13, 11, 9, 7, 5]


@pytest.mark.rule("thud:board-2")
def test_the_stone_stands_in_the_middle() -> None:
    assert name(STONE_SQUARE) == "H8"
    assert list(squares_of(STONE)) == [square(8, 8)]


@pytest.mark.rule("thud:board-3")
def test_squares_are_named_by_a_letter_without_i_and_a_rank_from_the_top() -> None:
    assert FILES == "ABCDEFGHJKLMNOP"
    assert {name(square(*at)): square(*at) for at in CELLS if naive.on_board(at)} == BY_NAME
    assert [name(sq) for sq in SQUARES[:5]] == ["F1", "G1", "H1", "J1", "K1"]
    assert name(SQUARES[-1]) == "K15"


def test_neighbours_are_the_squares_one_step_away() -> None:
    for sq in SQUARES:
        at = (file_of(sq), rank_of(sq))
        around = [naive.ahead(at, way, 1) for way in naive.WAYS]
        assert NEIGHBOURS[sq] == bits(square(*cell) for cell in around if naive.on_board(cell)), name(sq)


def test_rays_run_to_the_edge_and_never_wrap() -> None:
    for sq in SQUARES:
        at = (file_of(sq), rank_of(sq))
        lines = set()
        for way in naive.WAYS:
            line: list[int] = []
            while naive.on_board(naive.ahead(at, way, len(line) + 1)):
                line.append(square(*naive.ahead(at, way, len(line) + 1)))
            lines.add(tuple(line))
        assert set(RAYS[sq].values()) == lines, name(sq)


def test_spreading_reaches_each_neighbour_and_stays_on_the_board() -> None:
    for sq in SQUARES:
        assert adjacent_squares(1 << sq) == NEIGHBOURS[sq] | 1 << sq, name(sq)
    assert adjacent_squares(BOARD) == BOARD


def test_a_bitboard_gives_its_squares_back_from_the_top() -> None:
    some = squares("K15", "F1", "P10", "A6")
    assert [name(sq) for sq in squares_of(bits(some))] == ["F1", "A6", "P10", "K15"]
    assert list(squares_of(0)) == []


@pytest.mark.rule("thud:end-5")
def test_dwarfs_always_have_a_move() -> None:
    """Who cannot move stands among dwarfs and the stone alone, and so do they: that takes 164 dwarfs."""
    reached, grown = 0, 1 << BY_NAME["A6"]
    while grown != reached:
        reached, grown = grown, adjacent_squares(grown) & ~STONE
    assert reached == BOARD & ~STONE
