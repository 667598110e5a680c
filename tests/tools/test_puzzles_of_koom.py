"""Where puzzles of Koom Valley are looked for, and what counts as an answer that has to be found."""

from __future__ import annotations

from typing import Final

from engine.koom import GAME
from engine.koom.model import Move, State
from engine.octagon.model import Side
from tests.engine.koom.boards import state
from tools.puzzles.koom import is_hidden, is_promising

QUIET: Final = """
   A B C D E F G H J K L M N O P
 8 . . . . . . . R . . . . . . .  8
 9 . . . . . . . d . . . . . . .  9
10 . . . . . . . . . . . . . . T 10
"""
TWO_BESIDE: Final = """
   A B C D E F G H J K L M N O P
 6 . . . . . . T . . . . . . . .  6
 7 . . . . . . . T . . . . . . .  7
 8 . . . . . . . R T . . . . . .  8
 9 . . . . . . . d . . . . . . .  9
"""
"""A third troll can come to stand beside the Rock."""

SANDWICH: Final = """
   A B C D E F G H J K L M N O P
 7 . . . . . . . d . . . . d . .  7
 8 . . . . . . . T . . . . T . .  8
 9 d . . . . . . . . . . . . . .  9
"""
"""Two trolls hang, each by a dwarf who comes to stand on the other side of it."""

HOME: Final = """
   A B C D E F G H J K L M N O P
 1           . . . . .            1
 2         . . d R . . .          2
 4     . . . . . . . . . T .      4
"""
"""The dwarfs can bring the Rock home at once."""


def finds_promising(text: str, side: Side) -> bool:
    before = state(text, side)
    return is_promising(before, min(GAME.to_act(before)))


def moves(before: State) -> tuple[Move, ...]:
    (seat,) = GAME.to_act(before)
    return tuple(action for action in GAME.legal(before, seat) if isinstance(action, Move))


def test_it_is_looked_where_something_is_at_stake() -> None:
    assert not finds_promising(QUIET, Side.DWARFS)
    assert finds_promising(TWO_BESIDE, Side.DWARFS)
    assert finds_promising(SANDWICH, Side.DWARFS)
    assert finds_promising(SANDWICH, Side.TROLLS)


def test_whoever_wins_at_once_has_no_puzzle() -> None:
    assert not finds_promising(TWO_BESIDE, Side.TROLLS)
    assert not finds_promising(HOME, Side.DWARFS)
    assert finds_promising(HOME, Side.TROLLS)


def test_no_other_seat_has_one() -> None:
    before = state(SANDWICH, Side.DWARFS)
    assert not is_promising(before, 1)


def test_the_only_captures_are_no_answer_but_one_of_several_is_and_so_is_a_quiet_move() -> None:
    legal = moves(state(SANDWICH, Side.DWARFS))
    takes = [str(move) for move in legal if move.captured]
    quiet = next(str(move) for move in legal if not move.captured)
    assert {line[line.index("x") :] for line in takes} == {"xH8", "xN8"}
    assert not is_hidden(legal, takes)
    assert is_hidden(legal, takes[:1])
    assert is_hidden(legal, [quiet])
    assert is_hidden(legal, [takes[0], quiet])
