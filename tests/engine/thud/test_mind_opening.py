"""Battles begin in many ways, and none of them gives dwarfs away."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engine.mind import LEVELS
from engine.octagon.board import BY_NAME
from engine.thud.mind import MIND
from engine.thud.mind.field import PackedMove, pack
from engine.thud.mind.judgement import Judge
from engine.thud.mind.moves import after
from engine.thud.mind.opening import FIRST_MOVES, OPENINGS
from engine.thud.mind.ranking import rank_moves
from engine.thud.mind.root import all_moves
from engine.thud.mind.weights import DWARF_WEIGHTS
from engine.thud.model import START
from tests.engine.thud.boards import position
from tests.engine.thud.peril import Peril

ALL = 10**6
"""Positions enough for all that can happen."""


def first_move(key: str, seed: str) -> PackedMove:
    """The first move of a level."""
    level = replace(MIND.level(key), budget=min(MIND.level(key).budget, 2))
    ranked = rank_moves(START.dwarfs, START.trolls, True, level, seed, 0, Judge(DWARF_WEIGHTS))  # noqa: FBT003
    assert sorted(move for _, move in ranked) == sorted(
        all_moves(START.dwarfs, START.trolls, dwarfs_move=True)
    )
    best_value, best_move = ranked[0]
    assert best_value == max(value for value, _ in ranked)
    return best_move


@pytest.mark.slow
@pytest.mark.parametrize("key", LEVELS[2:])
def test_battles_begin_in_many_ways_and_the_seed_says_which(key: str) -> None:
    moves = Counter(first_move(key, str(seed)) for seed in range(40))
    assert set(moves) <= set(OPENINGS)
    assert len(moves) > 10
    assert max(moves.values()) < 10
    assert first_move(key, "7") == first_move(key, "7")


def test_every_first_move_is_there_in_all_symmetries_of_the_board() -> None:
    assert len(OPENINGS) == 8 * len(FIRST_MOVES)
    assert set(OPENINGS) <= set(all_moves(START.dwarfs, START.trolls, dwarfs_move=True))


def test_what_can_be_forced_is_found() -> None:
    """The troll takes one of the two, whichever goes; both stand where it is not aimed at."""
    board = position("""
       A B C D E F G H J K L M N O P
     6 . . . . . . d . . . . . . . . 6
     7 . . . . . . . . . . . . . . . 7
     8 . . . . T . . R . . . . . . . 8
    """)
    assert Peril(ALL).can_force(board.dwarfs, board.trolls, 1, 1)
    assert not Peril(ALL).can_force(board.dwarfs, board.trolls, 1, 2)
    assert not Peril(0).can_force(board.dwarfs, board.trolls, 1, 1), "nothing was looked at"


def test_who_can_be_helped_is_not_lost() -> None:
    board = position("""
       A B C D E F G H J K L M N O P
     6 . . . . . . . d . . . . . . . 6
     8 . . . . T . . R . . . . . . . 8
    """)
    assert not Peril(ALL).can_force(board.dwarfs, board.trolls, 3, 1), "it goes away"


@pytest.mark.parametrize("plies", [3, pytest.param(5, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("origin", "target"), FIRST_MOVES)
def test_no_first_move_loses_two_dwarfs_by_force(origin: str, target: str, plies: int) -> None:
    """Up to the trolls' third move, and who took may not be hurled at then: six plies with the first."""
    move = pack(BY_NAME[origin], BY_NAME[target])
    dwarfs, trolls = after(START.dwarfs, START.trolls, move, dwarfs_move=True)
    peril = Peril(ALL)
    assert not peril.can_force(dwarfs, trolls, plies, 2)
    assert peril.left > 0, "all of it was looked at"
