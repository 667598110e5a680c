"""While they stand scattered, the dwarfs look further only at what is best at a glance."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.mind import Level
from engine.rng import SeededRng
from engine.thud.mind import MIND
from engine.thud.mind.field import PackedMove, RankedMoves
from engine.thud.mind.judgement import Judge
from engine.thud.mind.moves import after
from engine.thud.mind.opening import OPENINGS
from engine.thud.mind.ranking import (
    CHASE_MAX_TROLLS,
    DOUBT_AFTER_IN_CHASE,
    GATHERING_MOVES,
    MAX_ERROR,
    is_gathering,
    rank_moves,
)
from engine.thud.mind.root import all_moves, rank_by_captures
from engine.thud.mind.search import Search
from engine.thud.mind.weights import DWARF_WEIGHTS, TROLL_WEIGHTS
from engine.thud.model import START

GRETE = replace(MIND.level("grete"), budget=15_000)


def test_dwarfs_gather_until_the_first_is_taken_if_the_trolls_come() -> None:
    assert is_gathering(32, 8, 0)
    assert is_gathering(32, CHASE_MAX_TROLLS + 1, DOUBT_AFTER_IN_CHASE - 1)
    assert not is_gathering(31, 8, 0), "now they fight"
    assert not is_gathering(32, CHASE_MAX_TROLLS, 0), "now they hunt"
    assert not is_gathering(32, 8, DOUBT_AFTER_IN_CHASE), "no troll comes"


def scattered_board(opening: int) -> tuple[int, int]:
    """The board after a first move and one move of the trolls."""
    dwarfs, trolls = after(START.dwarfs, START.trolls, opening, dwarfs_move=True)
    _, answer = rank_moves(dwarfs, trolls, False, GRETE, "an answer", 0, Judge(TROLL_WEIGHTS))[0]  # noqa: FBT003
    return after(dwarfs, trolls, answer, dwarfs_move=False)


def ranked_by_grete(dwarfs: int, trolls: int, level: Level = GRETE, quiet: int = 0) -> RankedMoves:
    """The moves of the dwarfs, `quiet` plies after the last capture."""
    return rank_moves(dwarfs, trolls, True, level, "a seed", quiet, Judge(DWARF_WEIGHTS))  # noqa: FBT003


def moves_of(ranked: RankedMoves) -> list[PackedMove]:
    return [move for _, move in ranked]


@pytest.mark.slow
def test_gathering_dwarfs_search_deeper_only_what_is_best_by_captures() -> None:
    dwarfs, trolls = scattered_board(OPENINGS[0])
    chance = SeededRng("a seed")
    moves = all_moves(dwarfs, trolls, dwarfs_move=True)
    errors = {move: chance.below(MAX_ERROR["grete"]) for move in moves}
    search = Search(1, Judge(DWARF_WEIGHTS))
    glanced = moves_of(rank_by_captures(search, dwarfs, trolls, True, errors))  # noqa: FBT003
    gathering = moves_of(ranked_by_grete(dwarfs, trolls))
    assert gathering[GATHERING_MOVES:] == glanced[GATHERING_MOVES:]
    assert set(gathering[:GATHERING_MOVES]) == set(glanced[:GATHERING_MOVES])
    impatient = moves_of(ranked_by_grete(dwarfs, trolls, quiet=DOUBT_AFTER_IN_CHASE))
    assert impatient[GATHERING_MOVES:] != glanced[GATHERING_MOVES:], "later they search all moves deeper"


@pytest.mark.slow
def test_gathering_dwarfs_spend_no_more_of_a_larger_budget() -> None:
    dwarfs, trolls = scattered_board(OPENINGS[0])
    rich = replace(GRETE, budget=3 * GRETE.budget)
    assert ranked_by_grete(dwarfs, trolls) == ranked_by_grete(dwarfs, trolls, rich)
