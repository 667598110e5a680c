"""Battles begin in many ways, and none of them gives dwarfs away."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engine.mind import LEVELS
from engine.octagon.board import BY_NAME
from engine.thud.mind import MIND
from engine.thud.mind.judgement import Judge
from engine.thud.mind.opening import FIRST, OPENINGS
from engine.thud.mind.pondering import ponder
from engine.thud.mind.root import all_ways
from engine.thud.mind.ways import after
from engine.thud.mind.weights import DWARFS
from engine.thud.model import START
from tests.engine.thud.boards import position
from tests.engine.thud.peril import Peril

ALL = 10**6
"""Positions enough for all that can happen."""


def first(key: str, seed: str) -> int:
    """How a level begins."""
    level = replace(MIND.level(key), budget=min(MIND.level(key).budget, 2))
    line = ponder(START.dwarfs, START.trolls, True, level, seed, 0, Judge(DWARFS))  # noqa: FBT003
    assert sorted(way for _, way in line) == sorted(all_ways(START.dwarfs, START.trolls, dwarfs_move=True))
    assert line[0][0] == max(got for got, _ in line)
    return line[0][1]


@pytest.mark.slow
@pytest.mark.parametrize("key", LEVELS[2:])
def test_battles_begin_in_many_ways_and_the_seed_says_which(key: str) -> None:
    found = Counter(first(key, str(seed)) for seed in range(40))
    assert set(found) <= set(OPENINGS)
    assert len(found) > 10
    assert max(found.values()) < 10
    assert first(key, "7") == first(key, "7")


def test_every_way_to_begin_is_there_in_all_turns_of_the_board() -> None:
    assert len(OPENINGS) == 8 * len(FIRST)
    assert set(OPENINGS) <= set(all_ways(START.dwarfs, START.trolls, dwarfs_move=True))


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
@pytest.mark.parametrize(("origin", "target"), FIRST)
def test_no_way_to_begin_loses_two_dwarfs_by_force(origin: str, target: str, plies: int) -> None:
    """Up to the trolls' third move, and who took may not be hurled at then: six plies with the first."""
    way = BY_NAME[origin] | BY_NAME[target] << 8
    dwarfs, trolls = after(START.dwarfs, START.trolls, way, dwarfs_move=True)
    peril = Peril(ALL)
    assert not peril.can_force(dwarfs, trolls, plies, 2)
    assert peril.left > 0, "all of it was looked at"
