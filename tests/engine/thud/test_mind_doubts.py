"""A block that only walks to and fro begins to doubt what counts, and catches who dodged it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.rng import SeededRng
from engine.thud import GAME
from engine.thud.mind import MIND
from engine.thud.mind import pondering as doubts
from engine.thud.mind.pondering import LASTS, LEAST, PATIENT, doubted
from engine.thud.mind.weights import DWARFS
from engine.thud.model import Action, BattleEnd, BattleResult, Move, Side, State
from engine.thud.standing_in import stands_in
from tests.engine.thud.boards import state

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

LONG = 200


def move(before: State, number: int, seed: str) -> Action:
    """The dwarfs as the best level would lead them in a hurry, the trolls as the house does."""
    (seat,) = GAME.to_act(before)
    view, actions = GAME.view(before, seat), GAME.legal(before, seat)
    moves = tuple(action for action in actions if isinstance(action, Move))
    if before.to_move is Side.TROLLS:
        return stands_in(view, moves, SeededRng(f"{seed} {number}"))
    level = replace(MIND.level("grete"), budget=1000)
    return MIND.plan(view, moves, level, f"{seed} {number}")[0]


def plies_to_the_end(seed: str) -> int:
    """How long the battle takes from there, `LONG` if it does not end sooner."""
    now = state(DANCE, Side.DWARFS, quiet=PATIENT)
    for number in range(LONG):
        if now.results:
            return number
        (seat,) = GAME.to_act(now)
        now = GAME.apply(now, seat, move(now, number, seed), SeededRng(seed)).state
    return LONG


@pytest.mark.parametrize("seed", ["breakfast", pytest.param("noon", marks=pytest.mark.slow)])
def test_who_doubts_catches_the_troll_that_others_only_follow(
    seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert plies_to_the_end(seed) < LONG
    monkeypatch.setattr(doubts, "PATIENT", 10 * LONG)
    assert plies_to_the_end(seed) == LONG


def test_nobody_doubts_while_something_happens() -> None:
    assert all(doubted(DWARFS, 8, quiet) is DWARFS for quiet in range(PATIENT))
    assert doubted(DWARFS, 8, PATIENT) is not DWARFS


def test_a_doubt_lasts_and_then_another_one_comes() -> None:
    eyes = [tuple(doubted(DWARFS, 8, PATIENT + ply)[8].counts) for ply in range(4 * LASTS)]
    changes = [ply for ply in range(1, 4 * LASTS) if eyes[ply] != eyes[ply - 1]]
    assert changes == [LASTS, 2 * LASTS, 3 * LASTS]
    assert len(set(eyes)) == 4


@pytest.mark.parametrize("trolls", [1, 3, 8, 12])
def test_a_doubt_neither_forgets_a_count_nor_turns_it_round(trolls: int) -> None:
    for quiet in range(PATIENT, PATIENT + 300, LASTS):
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
    for quiet in (PATIENT - 1, *range(PATIENT, PATIENT + 10 * LASTS, LASTS)):
        now = replace(state(DANCE, Side.DWARFS, quiet=quiet), battle=2, results=behind)
        (seat,) = GAME.to_act(now)
        moves = tuple(action for action in GAME.legal(now, seat) if isinstance(action, Move))
        chances.append(MIND.weigh(GAME.view(now, seat), moves, level, "a seed")[0].worth)
    assert min(chances) > 0.5
    assert max(chances) < 0.99
    assert max(chances) - min(chances) < 0.05
