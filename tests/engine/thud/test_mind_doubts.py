"""Dwarfs who have waited for long go to the trolls, and then doubt their weights."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.octagon.model import Side
from engine.thud import GAME
from engine.thud.mind import MIND
from engine.thud.mind import ranking as hunting
from engine.thud.mind.judgement import HUNT_MAX_TROLLS, MAX_DISTANCE, Judge, body_of
from engine.thud.mind.moves import after
from engine.thud.mind.ranking import (
    CHASE_MAX_TROLLS,
    DOUBT_AFTER,
    DOUBT_AFTER_IN_CHASE,
    DOUBT_PLIES,
    DRIVE_AFTER,
    DWARF_BUDGET_PERCENT,
    MIN_SHARE,
    doubted_weights,
    drive_per_step,
    rank_moves,
)
from engine.thud.mind.weights import DWARF_WEIGHTS
from engine.thud.model import BattleEnd, BattleResult, Move
from tests.engine.thud.boards import position, state

DANCE = """
   A B C D E F G H J K L M N O P
 3       . . . d . d . . .       3
 4     . . . . d d d . . . .     4
 5   . . . . d d d d . . . . .   5
 6 . . . . . d d . d . . . . . . 6
 7 . . . . . d d . d . . . . . . 7
 8 . . d . . . . R . . . . . . . 8
10 . . . . . . . T . . . . . . . 10
"""
"""Sixteen dwarfs, and a troll that steps aside before they come."""

IDLE = """
   A B C D E F G H J K L M N O P
 5   d d . . . . . . . . . . .   5
 6 d d d d . . . . . . . . . . . 6
 7 d d d d d . . . . . . . . . . 7
 8 d d d . . . . R . . . . . T . 8
13       . . . . . . . . T       13
14         . . . . T T .         14
"""
"""A block in the best of orders, and four trolls that wait far away."""


def steps_away_after(plies: int, quiet: int) -> int:
    """How far the trolls are from the block when the dwarfs alone have moved so often."""
    board = position(IDLE)
    dwarfs, trolls = board.dwarfs, board.trolls
    level = replace(MIND.level("grete"), budget=400)
    for ply in range(plies):
        judge = Judge(DWARF_WEIGHTS)
        _, move = rank_moves(dwarfs, trolls, True, level, str(ply), quiet, judge)[0]  # noqa: FBT003
        dwarfs, trolls = after(dwarfs, trolls, move, dwarfs_move=True)
    return Judge(DWARF_WEIGHTS, 1).steps_away(dwarfs, body_of(dwarfs), trolls)


def test_a_block_goes_where_the_trolls_are_once_it_has_waited() -> None:
    assert steps_away_after(8, quiet=DOUBT_AFTER_IN_CHASE - 1) < steps_away_after(8, quiet=0)


def test_a_step_counts_more_the_longer_nothing_happens_and_only_where_trolls_are_hunted() -> None:
    for trolls in (1, HUNT_MAX_TROLLS, HUNT_MAX_TROLLS + 1, CHASE_MAX_TROLLS):
        steps = [drive_per_step(trolls, quiet) for quiet in range(200)]
        assert not any(steps[: DRIVE_AFTER + 1])
        assert steps == sorted(steps)
        assert steps[-1] > 0
    assert drive_per_step(HUNT_MAX_TROLLS, 100) < drive_per_step(HUNT_MAX_TROLLS + 1, 100), (
        "the last ones are caught by rows, not by a crowd"
    )
    assert not any(drive_per_step(CHASE_MAX_TROLLS + 1, quiet) for quiet in range(300))


def test_a_step_away_costs_what_it_counts_and_nothing_beyond_the_farthest() -> None:
    near, far, farther = (
        position(f"""
           A B C D E F G H J K L M N O P
         6 d d . . . . . . . . . . . . . 6
         7 d d . {row} 7
        """)
        for row in (". T . . . . . . . . . .", ". . . T . . . . . . . .", ". . . . . . . . . . . T")
    )
    away = [
        Judge(DWARF_WEIGHTS).steps_away(board.dwarfs, board.dwarfs, board.trolls)
        for board in (near, far, farther)
    ]
    assert away == [1, 3, MAX_DISTANCE - 1], "what lies within two steps is near enough"
    for board, steps in zip((near, far, farther), away, strict=True):
        calm, driven = (Judge(DWARF_WEIGHTS, drive).evaluate(board.dwarfs, board.trolls) for drive in (0, 7))
        assert calm.to_dwarfs - driven.to_dwarfs == driven.to_trolls - calm.to_trolls == 7 * steps
        assert (calm.threat, calm.landing) == (driven.threat, driven.landing)
        assert calm.shove_captures == driven.shove_captures


def test_no_weight_is_doubted_while_captures_happen() -> None:
    for trolls, patience in (
        (8, DOUBT_AFTER),
        (CHASE_MAX_TROLLS + 1, DOUBT_AFTER),
        (CHASE_MAX_TROLLS, DOUBT_AFTER_IN_CHASE),
        (1, DOUBT_AFTER_IN_CHASE),
    ):
        assert all(
            doubted_weights(DWARF_WEIGHTS, trolls, quiet) is DWARF_WEIGHTS for quiet in range(patience)
        )
        assert doubted_weights(DWARF_WEIGHTS, trolls, patience) is not DWARF_WEIGHTS


def test_a_doubting_level_moves_as_it_would_not_have_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the same block would walk to and fro before the same troll for ever."""
    board = position(DANCE)
    level = replace(MIND.level("grete"), budget=400)
    quiets = range(DOUBT_AFTER_IN_CHASE, DOUBT_AFTER_IN_CHASE + 6 * DOUBT_PLIES, DOUBT_PLIES)

    def moves() -> set[int]:
        return {
            rank_moves(board.dwarfs, board.trolls, True, level, "a seed", quiet, Judge(DWARF_WEIGHTS))[0][1]  # noqa: FBT003
            for quiet in quiets
        }

    doubting = moves()
    monkeypatch.setattr(hunting, "DOUBT_AFTER_IN_CHASE", 1000)
    assert len(moves()) < len(doubting)


def test_a_doubt_lasts_and_then_another_one_comes() -> None:
    doubted = [
        tuple(doubted_weights(DWARF_WEIGHTS, 8, DOUBT_AFTER + ply)[8].counts)
        for ply in range(4 * DOUBT_PLIES)
    ]
    changes = [ply for ply in range(1, 4 * DOUBT_PLIES) if doubted[ply] != doubted[ply - 1]]
    assert changes == [DOUBT_PLIES, 2 * DOUBT_PLIES, 3 * DOUBT_PLIES]
    assert len(set(doubted)) == 4


@pytest.mark.parametrize("trolls", [1, 3, 8, 12])
def test_a_doubt_neither_drops_a_weight_nor_changes_its_sign(trolls: int) -> None:
    for quiet in range(max(DOUBT_AFTER, DOUBT_AFTER_IN_CHASE), 400, DOUBT_PLIES):
        found = doubted_weights(DWARF_WEIGHTS, trolls, quiet)
        assert len(found) == trolls + 1
        for sure, unsure in zip(DWARF_WEIGHTS, found, strict=False):
            assert (unsure.outputs, unsure.base) == (sure.outputs, sure.base)
            for count, other in zip(sure.counts, unsure.counts, strict=True):
                low, high = sorted((MIN_SHARE * count, (200 - MIN_SHARE) * count))
                assert low - 99 <= 100 * other <= high


def test_the_same_weights_are_doubted_against_any_number_of_trolls() -> None:
    """Else a capture would change what the others are worth."""
    sure, unsure = DWARF_WEIGHTS[8].counts, doubted_weights(DWARF_WEIGHTS, 8, DOUBT_AFTER)
    assert unsure[4].counts == unsure[8].counts
    shares = [other / count for count, other in zip(sure, unsure[8].counts, strict=True) if abs(count) > 80]
    hunting = [
        other / DWARF_WEIGHTS[2].counts[at]
        for at, other in enumerate(unsure[2].counts)
        if abs(sure[at]) > 80 and abs(DWARF_WEIGHTS[2].counts[at]) > 80
    ]
    assert shares[:2] == pytest.approx(hunting[:2], abs=0.02)


def test_doubts_do_not_say_how_the_battle_stands() -> None:
    """A hint after a long dance gives the chance that it gave before, here to make up for 15 points."""
    behind = (BattleResult(BattleEnd.WIPED_OUT, 0, (15, 0)),)
    level = replace(MIND.level("wenna"), budget=1000)
    chances = []
    for quiet in (
        DRIVE_AFTER,
        DOUBT_AFTER_IN_CHASE - 1,
        *range(DOUBT_AFTER_IN_CHASE, DOUBT_AFTER_IN_CHASE + 10 * DOUBT_PLIES, DOUBT_PLIES),
    ):
        now = replace(state(DANCE, Side.DWARFS, quiet=quiet), battle=2, results=behind)
        (seat,) = GAME.to_act(now)
        moves = tuple(action for action in GAME.legal(now, seat) if isinstance(action, Move))
        chances.append(MIND.weigh(GAME.view(now, seat), moves, level, "a seed")[0].worth)
    assert min(chances) > 0.5
    assert max(chances) < 0.99
    assert max(chances) - min(chances) < 0.05


def test_the_dwarfs_spend_less_of_a_budget_as_each_of_their_positions_takes_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board, limits = position(IDLE), list[int]()

    class Spent(hunting.Search):  # type: ignore[misc, name-defined]
        def __init__(self, limit: int, judge: Judge) -> None:
            super().__init__(limit, judge)
            limits.append(limit)

    monkeypatch.setattr(hunting, "Search", Spent)
    for dwarfs_move in (True, False):
        for budget in (1, 300):
            level = replace(MIND.level("grete"), budget=budget)
            rank_moves(board.dwarfs, board.trolls, dwarfs_move, level, "a seed", 0, Judge(DWARF_WEIGHTS))
    assert limits == [1, 300 * DWARF_BUDGET_PERCENT // 100, 1, 300]
