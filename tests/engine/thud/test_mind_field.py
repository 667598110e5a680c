"""The tables of the search agree with the rules, on random boards."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.octagon.board import bits, squares_of
from engine.octagon.model import Side
from engine.thud.mind.field import FREE, hurl_reach, pack, shove_landings, widen
from engine.thud.mind.moves import after
from engine.thud.mind.root import all_moves
from engine.thud.model import START, Move, Position
from engine.thud.moves import generate
from engine.thud.moves import position_after as after_move
from engine.thud.stand_in import can_hurl
from tests.engine.thud.boards import position


def battle(seed: int, plies: int = 120) -> Iterator[tuple[Position, Side]]:
    """The positions of a battle at random, with more captures than chance would bring."""
    chance, board, side = Random(seed), START, Side.DWARFS
    for _ in range(plies):
        yield board, side
        moves = generate(board, side)
        if not moves:
            return
        captures = [move for move in moves if move.captured]
        board = after_move(board, chance.choice(captures if captures and chance.random() < 0.15 else moves))
        side = side.other


def widest(board: Position, side: Side) -> dict[int, Move]:
    """Of the legal moves from one square to another the one that captures most."""
    moves = sorted(generate(board, side), key=lambda move: len(move.captured))
    return {pack(move.origin, move.target): move for move in moves}


def test_the_ways_are_the_legal_moves_and_lead_where_the_fullest_of_them_leads() -> None:
    hurled = shoves = 0
    for seed in range(12):
        for board, side in battle(seed):
            moves = widest(board, side)
            dwarfs_move = side is Side.DWARFS
            ways = all_moves(board.dwarfs, board.trolls, dwarfs_move)
            assert sorted(ways) == sorted(moves)
            for packed, move in moves.items():
                then = after_move(board, move)
                assert after(board.dwarfs, board.trolls, packed, dwarfs_move) == (then.dwarfs, then.trolls)
                hurled += dwarfs_move and bool(move.captured)
                shoves += not dwarfs_move and move.target not in set(squares_of(widen(1 << move.origin)))
    assert hurled > 100
    assert shoves > 10


def test_who_can_be_hurled_at_is_who_is_aimed_at_or_stands_beside_a_dwarf() -> None:
    seen = set()
    for seed in range(20, 32):
        for board, _ in battle(seed):
            empty = FREE & ~board.dwarfs & ~board.trolls
            hung = board.trolls & (hurl_reach(board.dwarfs, empty) | widen(board.dwarfs))
            targets = bits(move.target for move in generate(board, Side.DWARFS) if move.captured)
            assert hung == targets
            assert bool(hung) is can_hurl(board)
            seen.add(hung.bit_count())
    assert seen >= {0, 1, 2}


@pytest.mark.rule("thud:hurl-1")
def test_a_long_row_aims_as_far_as_it_is_long() -> None:
    board = position("   10 . . d d d . . T . . . . . . . 10")
    aimed = hurl_reach(board.dwarfs, FREE & ~board.dwarfs & ~board.trolls)
    assert aimed & board.trolls
    nearer = position("   10 . . d d d . . . T . . . . . . 10")
    assert not hurl_reach(nearer.dwarfs, FREE & ~nearer.dwarfs & ~nearer.trolls) & nearer.trolls


@pytest.mark.rule("thud:shove-1")
def test_a_long_shove_lands_as_far_as_its_line_is_long() -> None:
    board = position("   10 . . . . . T T T T . . . . . . 10")
    landed = shove_landings(board.trolls, FREE & ~board.trolls)
    rank_ten = {square - 144 for square in squares_of(landed) if square // 16 == 9}
    assert rank_ten == {1, 2, 3, 10, 11, 12}, "B10, C10, D10 to the left; L10, M10, N10 to the right"
