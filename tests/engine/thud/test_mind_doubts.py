"""Who has waited for long goes where the trolls are, and then begins to doubt what counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.octagon.model import Side
from engine.thud import GAME
from engine.thud.mind import MIND
from engine.thud.mind import pondering as hunting
from engine.thud.mind.judgement import FAR_OFF, FEW, Judge, body_of
from engine.thud.mind.pondering import (
    DWARFS_SPEND,
    EAGER,
    HUNTED,
    LASTS,
    LEAST,
    PATIENT,
    WAITS,
    doubted,
    driven,
    ponder,
)
from engine.thud.mind.ways import after
from engine.thud.mind.weights import DWARFS
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
        judge = Judge(DWARFS)
        _, way = ponder(dwarfs, trolls, True, level, str(ply), quiet, judge)[0]  # noqa: FBT003
        dwarfs, trolls = after(dwarfs, trolls, way, dwarfs_move=True)
    return Judge(DWARFS, 1).steps_away(dwarfs, body_of(dwarfs), trolls)


def test_a_block_goes_where_the_trolls_are_once_it_has_waited() -> None:
    assert steps_away_after(8, quiet=EAGER - 1) < steps_away_after(8, quiet=0)


def test_a_step_counts_more_the_longer_nothing_happens_and_only_where_trolls_are_hunted() -> None:
    for trolls in (1, FEW, FEW + 1, HUNTED):
        steps = [driven(trolls, quiet) for quiet in range(200)]
        assert not any(steps[: WAITS + 1])
        assert steps == sorted(steps)
        assert steps[-1] > 0
    assert driven(FEW, 100) < driven(FEW + 1, 100), "the last ones are caught by rows, not by a crowd"
    assert not any(driven(HUNTED + 1, quiet) for quiet in range(300))


def test_a_step_away_costs_what_it_counts_and_nothing_beyond_the_farthest() -> None:
    near, far, farther = (
        position(f"""
           A B C D E F G H J K L M N O P
         6 d d . . . . . . . . . . . . . 6
         7 d d . {row} 7
        """)
        for row in (". T . . . . . . . . . .", ". . . T . . . . . . . .", ". . . . . . . . . . . T")
    )
    away = [Judge(DWARFS).steps_away(one.dwarfs, one.dwarfs, one.trolls) for one in (near, far, farther)]
    assert away == [1, 3, FAR_OFF - 1], "what lies within two steps is near enough"
    for one, steps in zip((near, far, farther), away, strict=True):
        calm, eager = (Judge(DWARFS, drive).look(one.dwarfs, one.trolls) for drive in (0, 7))
        assert (calm[0] - eager[0], eager[1] - calm[1]) == (7 * steps, 7 * steps)
        assert calm[2:] == eager[2:]


def test_nobody_doubts_while_something_happens() -> None:
    for trolls, patience in ((8, PATIENT), (HUNTED + 1, PATIENT), (HUNTED, EAGER), (1, EAGER)):
        assert all(doubted(DWARFS, trolls, quiet) is DWARFS for quiet in range(patience))
        assert doubted(DWARFS, trolls, patience) is not DWARFS


def test_who_doubts_moves_as_it_would_not_have_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the same block would walk to and fro before the same troll for ever."""
    board = position(DANCE)
    level = replace(MIND.level("grete"), budget=400)
    quiets = range(EAGER, EAGER + 6 * LASTS, LASTS)

    def moves() -> set[int]:
        return {
            ponder(board.dwarfs, board.trolls, True, level, "a seed", quiet, Judge(DWARFS))[0][1]  # noqa: FBT003
            for quiet in quiets
        }

    doubting = moves()
    monkeypatch.setattr(hunting, "EAGER", 1000)
    assert len(moves()) < len(doubting)


def test_a_doubt_lasts_and_then_another_one_comes() -> None:
    eyes = [tuple(doubted(DWARFS, 8, PATIENT + ply)[8].counts) for ply in range(4 * LASTS)]
    changes = [ply for ply in range(1, 4 * LASTS) if eyes[ply] != eyes[ply - 1]]
    assert changes == [LASTS, 2 * LASTS, 3 * LASTS]
    assert len(set(eyes)) == 4


@pytest.mark.parametrize("trolls", [1, 3, 8, 12])
def test_a_doubt_neither_forgets_a_count_nor_turns_it_round(trolls: int) -> None:
    for quiet in range(max(PATIENT, EAGER), 400, LASTS):
        found = doubted(DWARFS, trolls, quiet)
        assert len(found) == trolls + 1
        for sure, unsure in zip(DWARFS, found, strict=False):
            assert (unsure.outputs, unsure.base) == (sure.outputs, sure.base)
            for count, other in zip(sure.counts, unsure.counts, strict=True):
                low, high = sorted((LEAST * count, (200 - LEAST) * count))
                assert low - 99 <= 100 * other <= high


def test_the_same_is_doubted_against_any_number_of_trolls() -> None:
    """Else a capture would change what the others are worth."""
    sure, unsure = DWARFS[8].counts, doubted(DWARFS, 8, PATIENT)
    assert unsure[4].counts == unsure[8].counts
    shares = [other / count for count, other in zip(sure, unsure[8].counts, strict=True) if abs(count) > 80]
    hunting = [
        other / DWARFS[2].counts[at]
        for at, other in enumerate(unsure[2].counts)
        if abs(sure[at]) > 80 and abs(DWARFS[2].counts[at]) > 80
    ]
    assert shares[:2] == pytest.approx(hunting[:2], abs=0.02)


def test_doubts_do_not_say_how_the_battle_stands() -> None:
    """A hint after a long dance gives the chance that it gave before, here to make up for 15 points."""
    behind = (BattleResult(BattleEnd.WIPED_OUT, 0, (15, 0)),)
    level = replace(MIND.level("wenna"), budget=1000)
    chances = []
    for quiet in (WAITS, EAGER - 1, *range(EAGER, EAGER + 10 * LASTS, LASTS)):
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
            ponder(board.dwarfs, board.trolls, dwarfs_move, level, "a seed", 0, Judge(DWARFS))
    assert limits == [1, 300 * DWARFS_SPEND // 100, 1, 300]
