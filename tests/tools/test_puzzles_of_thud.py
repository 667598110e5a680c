"""The search for puzzles of Thud: promising positions, and hidden answers."""

from __future__ import annotations

from typing import Final

import pytest

from engine.mind import ActionWorth
from engine.minds import MINDS
from engine.octagon.model import Side
from engine.registry import GAMES
from engine.thud import GAME
from engine.thud.model import Move, State
from tests.engine.thud.boards import state
from tools.puzzles.making import SEARCHES, PuzzleDecision, Solution, still_holds
from tools.puzzles.thud import is_hidden, is_promising

QUIET: Final = """
   A B C D E F G H J K L M N O P
 1           d d d d d           1
 2         d d d d . . .         2
10 . . . . . . . . . . . T . . . 10
"""
HANGS: Final = """
   A B C D E F G H J K L M N O P
 1           d d d d d           1
 2         d d d d . . T         2
10 . . . . . . . . . . . T . . . 10
"""
"""Another troll, at which two dwarfs can be hurled: from H2 and from K1."""


def finds_promising(text: str, side: Side = Side.DWARFS) -> bool:
    before = state(text, side)
    return is_promising(GAME.view(before, min(GAME.to_act(before))), min(GAME.to_act(before)))


def answers(before: State) -> tuple[Move, ...]:
    (seat,) = GAME.to_act(before)
    return tuple(action for action in GAME.legal(before, seat) if isinstance(action, Move))


def test_it_is_looked_where_something_can_be_taken_and_few_moves_do_so() -> None:
    assert finds_promising(HANGS)
    assert not finds_promising(QUIET)


def test_the_only_captures_are_no_answer_but_one_of_several_is_and_so_is_a_quiet_move() -> None:
    moves = answers(state(HANGS, Side.DWARFS))
    takes = sorted(str(move) for move in moves if move.captured)
    quiet = next(str(move) for move in moves if not move.captured)
    assert takes == ["dH2-L2xL2", "dK1-L2xL2"]
    assert not is_hidden(moves, takes)
    assert is_hidden(moves, takes[:1])
    assert is_hidden(moves, [quiet])
    assert is_hidden(moves, [takes[0], quiet])


@pytest.mark.slow
def test_what_the_other_side_sees_otherwise_a_step_later_is_no_puzzle() -> None:
    before = state(HANGS, Side.DWARFS)
    moves, search = answers(before), SEARCHES["thud"]
    position = PuzzleDecision(before, (), 0, moves, None, ("", 0))

    def solution_holds(best: str, other: str) -> bool:
        named = tuple(ActionWorth(GAME.parse(line, before), 0.5) for line in (best, other))
        return still_holds(
            GAMES["thud"], MINDS["thud"], search, position, Solution(frozenset({best}), named), other
        )

    quiet = next(str(move) for move in moves if not move.captured)
    assert solution_holds("dH2-L2xL2", quiet)
    assert not solution_holds(quiet, "dH2-L2xL2")
