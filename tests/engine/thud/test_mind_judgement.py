"""A position is worth the same however the board is turned, and what is good for a side counts for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.octagon.board import BY_NAME, Bitboard, bits, file_of, rank_of, square, squares_of
from engine.thud.mind.field import FREE, hurl_reach, shove_landings, widen
from engine.thud.mind.judgement import CAUGHT_DWARFS_MOVE, CAUGHT_TROLLS_MOVE, Judge, Weights, territory
from engine.thud.mind.weights import DWARF_WEIGHTS, TROLL_WEIGHTS, WEIGHTS
from engine.thud.model import START, Position
from tests.engine.thud.boards import position
from tests.engine.thud.plain_mind import value
from tests.engine.thud.test_mind_field import battle

TURNS: list[Callable[[int, int], tuple[int, int]]] = [
    lambda file, rank: (16 - file, rank),
    lambda file, rank: (file, 16 - rank),
    lambda file, rank: (rank, file),
    lambda file, rank: (16 - rank, file),
]
"""A mirror in each direction, one over the corner, and a quarter turn."""


def turn_board(board: Bitboard, turn: Callable[[int, int], tuple[int, int]]) -> Bitboard:
    return bits(square(*turn(file_of(at), rank_of(at))) for at in squares_of(board))


def worth(board: Position, dwarfs_move: bool) -> tuple[int, ...]:
    """The worth to the dwarfs by the weights of the dwarfs, and by those of the trolls."""
    seen = [Judge(each).evaluate(board.dwarfs, board.trolls) for each in (DWARF_WEIGHTS, TROLL_WEIGHTS)]
    return tuple(each.to_dwarfs if dwarfs_move else -each.to_trolls for each in seen)


@pytest.mark.parametrize("turn", TURNS)
def test_a_turned_board_is_worth_the_same(turn: Callable[[int, int], tuple[int, int]]) -> None:
    for seed in range(6):
        for board, side in battle(seed, 90):
            other = Position(turn_board(board.dwarfs, turn), turn_board(board.trolls, turn))
            for dwarfs_move in (True, False):
                assert worth(other, dwarfs_move) == worth(board, dwarfs_move), (seed, side)


@pytest.mark.parametrize("weights", [DWARF_WEIGHTS, TROLL_WEIGHTS])
def test_what_is_kept_of_each_side_comes_to_what_all_of_it_is_worth(weights: list[Weights]) -> None:
    judge = Judge(weights)
    for seed in range(8):
        for board, _ in battle(seed, 90):
            dwarfs, trolls = board.dwarfs, board.trolls
            empty = FREE & ~dwarfs & ~trolls
            got = judge.evaluate(dwarfs, trolls)
            for dwarfs_move, worth_to_dwarfs in ((True, got.to_dwarfs), (False, -got.to_trolls)):
                plain = value(dwarfs, trolls, empty, dwarfs_move, weights[trolls.bit_count()])
                assert (worth_to_dwarfs, trolls & got.threat, got.landing) == plain
            assert got.threat == hurl_reach(dwarfs, empty) | widen(dwarfs)
            assert got.shove_captures == shove_landings(trolls, empty) & widen(dwarfs)
            assert judge.evaluate(dwarfs, trolls) is got


def test_a_piece_more_is_better_for_its_side() -> None:
    for dwarfs_move in (True, False):
        fewer_dwarfs = Position(START.dwarfs & START.dwarfs - 1, START.trolls)
        fewer_trolls = Position(START.dwarfs, START.trolls & START.trolls - 1)
        worths = (worth(board, dwarfs_move) for board in (fewer_dwarfs, START, fewer_trolls))
        assert all(less < even < more for less, even, more in zip(*worths, strict=True))


def test_dwarfs_in_a_block_are_worth_more_than_scattered_ones() -> None:
    block = position("""
       A B C D E F G H J K L M N O P
     9 . . . . d d d . . . . . . . . 9
    10 . . . . d d d . . . . T . . . 10
    11   . . . d d d . . . . . . .   11
    """)
    scattered = position("""
       A B C D E F G H J K L M N O P
     3       d . . d . . d . .       3
     9 . . d . . . . . . . . . . . . 9
    10 d . . . d . d . . . . T . . . 10
    12     . d . . . d . . . . .     12
    """)
    assert block.dwarfs.bit_count() == scattered.dwarfs.bit_count()
    for dwarfs_move in (True, False):
        pairs = zip(worth(block, dwarfs_move), worth(scattered, dwarfs_move), strict=True)
        assert all(together > apart for together, apart in pairs)


def test_a_hunted_troll_is_followed_for_four_steps_over_open_squares() -> None:
    along = [BY_NAME[name] for name in ("A8", "B8", "C8", "D8", "E8", "F8", "G8")]
    assert territory(bits(along[:1]), bits(along[1:])) == bits(along[:5])
    assert territory(bits(along[:1]), bits(along[2:])) == bits(along[:1]), "none of them is beside it"


def test_a_hunted_troll_is_caught_when_lines_reach_all_squares_around_it() -> None:
    """Its four squares: the row on rank 1 reaches G1, that on rank 2 G2 and F2, E4 and E5 together E2."""
    caught = position("""
       A B C D E F G H J K L M N O P
     1           T . . d d           1
     2         . . . . d d d         2
     4     . . d . . . . . . . .     4
     5   . . . d . . . . . . . . .   5
    """)
    with_a_gap = Position(caught.dwarfs & ~bits([BY_NAME["E5"]]), caught.trolls)
    for dwarfs_move, what in ((True, CAUGHT_DWARFS_MOVE), (False, CAUGHT_TROLLS_MOVE)):
        weights = Weights([int(place == what) for place in range(len(WEIGHTS))])
        for board, count in ((caught, 1), (with_a_gap, 0)):
            seen = Judge([weights] * 2).evaluate(board.dwarfs, board.trolls)
            assert (seen.to_dwarfs if dwarfs_move else -seen.to_trolls) == count


def test_every_count_has_a_place_of_its_own() -> None:
    assert sorted(WEIGHTS) == list(range(33))
