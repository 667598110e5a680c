"""Positions that were given and not played: what a match gets into passes, what it cannot is named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from engine.core import Outcome
from engine.koom import GAME
from engine.koom.model import START, BattleEnd, BattleResult, Move, Piece, State
from engine.octagon.board import BOARD, BY_NAME
from engine.octagon.model import Call, Side
from tests.engine.koom.boards import BEGIN, NO_CHANCE, play, played, state


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 6))]
)
def test_nothing_is_wrong_with_what_random_matches_get_into(seed: int) -> None:
    chance, now = Random(seed), replace(BEGIN, quiet_limit=20)
    ended = 0
    for _ in range(500):
        assert GAME.check(now) == ()
        if now.outcome is not None:
            break
        (seat,) = GAME.to_act(now)
        legal = [action for action in GAME.legal(now, seat) if action is not Call.RESIGN]
        captures = [action for action in legal if isinstance(action, Move) and action.captured]
        action = chance.choice(captures if captures and chance.random() < 0.6 else legal)
        now = GAME.apply(now, seat, action, NO_CHANCE).state
        ended = max(ended, len(now.results))
    assert ended, "no battle came to an end"


MOVED = played(BEGIN, "dC12-G8", "TH3-H6", "RH8-H7", "TK3-K6")
TAKEN = played(MOVED, "dF15-F9", "TH6-F6", "dG8-F7", "TF6-F8-F10")
"""A troll has trampled two dwarfs."""
DRAWN = BattleResult(BattleEnd.AGREED, 0, None)
PLANTED: list[tuple[State, str, Callable[[State], State]]] = [
    (MOVED, "battle", lambda now: replace(now, battle=3)),
    (MOVED, "battle", lambda now: replace(now, battles=0)),
    (MOVED, "board", lambda now: replace(now, dwarfs=now.dwarfs | now.trolls)),
    (MOVED, "board", lambda now: replace(now, dwarfs=-1)),
    (MOVED, "board", lambda now: replace(now, trolls=1 << 3000)),
    (MOVED, "board", lambda now: replace(now, dwarfs=START.dwarfs >> 1 & BOARD & ~(1 << START.rock))),
    (MOVED, "rock", lambda now: replace(now, rock=5)),
    (MOVED, "rock", lambda now: replace(now, rock=BY_NAME["G8"])),
    (MOVED, "rock", lambda now: replace(now, rock=BY_NAME["H12"])),
    (MOVED, "dwarfs", lambda now: replace(now, dwarfs=BOARD & ~now.trolls & ~(1 << now.rock))),
    (MOVED, "trolls", lambda now: replace(now, trolls=BOARD & ~now.dwarfs & ~(1 << now.rock))),
    (MOVED, "ply", lambda now: replace(now, ply=10**9)),
    (MOVED, "side", lambda now: replace(now, to_move=Side.TROLLS)),
    (MOVED, "quiet-limit", lambda now: replace(now, quiet_limit=501)),
    (MOVED, "offer", lambda now: replace(now, offer=4)),
    (MOVED, "offer-wait", lambda now: replace(now, offer_wait=(3, 0))),
    (MOVED, "offer-wait", lambda now: replace(now, offer=1, offer_wait=(0, 1))),
    (MOVED, "captures", lambda now: replace(now, dwarfs=now.dwarfs ^ 1 << BY_NAME["F15"])),
    (MOVED, "captures", lambda now: replace(now, trail=())),
    (MOVED, "trail", lambda now: replace(now, trail=((-1, 4), *now.trail[1:]))),
    (MOVED, "trail", lambda now: replace(now, trail=now.trail[1:] + now.trail[:1])),
    (MOVED, "trail", lambda now: replace(now, trail=(now.trail[0],) * 4)),
    (MOVED, "nearest", lambda now: replace(now, nearest=0)),
    (MOVED, "nearest", lambda now: replace(now, nearest=6)),
    (MOVED, "nearest", lambda now: replace(now, nearest_at=1)),
    (MOVED, "nearest", lambda now: replace(now, nearest_at=5)),
    (TAKEN, "nearest", lambda now: replace(now, nearest=2)),
    (MOVED, "last", lambda now: replace(now, last=None)),
    (MOVED, "last", lambda now: replace(now, last=replace(now.last, piece=Piece.DWARF))),  # type: ignore[type-var]
    (MOVED, "last", lambda now: replace(now, last=replace(now.last, way=()))),  # type: ignore[type-var]
    (TAKEN, "last", lambda now: replace(now, last=replace(now.last, way=now.last.way[1:]))),  # type: ignore[type-var,union-attr]
    (TAKEN, "captures", lambda now: replace(now, dwarfs=START.dwarfs, trolls=now.trolls)),
    (MOVED, "results", lambda now: replace(now, results=(DRAWN,) * 3)),
    (MOVED, "results", lambda now: replace(now, results=(BattleResult(BattleEnd.HOME, 0, 1),))),
    (MOVED, "results", lambda now: replace(now, battle=2, results=(BattleResult(BattleEnd.QUIET, 0, 1),))),
    (MOVED, "outcome", lambda now: replace(now, results=(DRAWN,))),
    (MOVED, "outcome", lambda now: replace(now, outcome=Outcome("resignation", (0, 1), (0, 0)))),
    (MOVED, "outcome", lambda now: replace(now, outcome=Outcome("battles", (0,), (1, 0)))),
]


@pytest.mark.parametrize(("now", "name", "change"), PLANTED)
def test_what_no_match_gets_into_is_named(now: State, name: str, change: Callable[[State], State]) -> None:
    assert GAME.check(now) == ()
    assert name in GAME.check(change(now))


def test_a_battle_that_should_be_over_is_not_one_that_goes_on() -> None:
    there = ("dH9-G9", "TF2-F1", "dG9-H9", "TF1-F2")
    again = played(replace(BEGIN, repetition=False), *there, *there)
    assert GAME.check(again) == ()
    assert "end" in GAME.check(replace(again, repetition=True))
    later = played(again, "dA10-A9")
    assert "end" in GAME.check(replace(later, repetition=True)), "nor one that went on after it"


def test_a_match_that_is_over_ended_as_it_says() -> None:
    resigned = play(MOVED, "resign", 1).state
    assert GAME.check(resigned) == ()
    assert GAME.check(replace(resigned, outcome=Outcome("resignation", (0,), (1, 0)))) == ("outcome",)
    single = replace(MOVED, battles=1)
    agreed = play(play(single, "offer", 0).state, "accept", 1).state
    assert GAME.check(agreed) == ()
    home = (BattleResult(BattleEnd.HOME, 0, 0),)
    claimed = replace(agreed, results=home, outcome=Outcome("battles", (0,), (1, 0)))
    assert GAME.check(claimed) == ("end",), "the Rock is not home"


def test_what_was_agreed_are_the_options() -> None:
    assert GAME.agreed(BEGIN) == GAME.agreed(TAKEN) == (2, 100, True)
    assert GAME.agreed(state(" 8 d . T . . . . . . . . . . . . 8", Side.DWARFS, battles=1)) == (1, 100, True)
