"""What a side could take next is what the list of its moves says, on boards that nobody thought of."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.octagon.board import BY_NAME, bits, name
from engine.octagon.model import Side
from engine.thud.mind.odds import odds
from engine.thud.model import START, Position, State
from engine.thud.moves import attackers, generate, position_after
from engine.thud.rules import view
from engine.thud.stand_in import can_hurl, most_taken
from tests.engine.thud.boards import position


def battle(seed: int) -> Iterator[Position]:
    """The positions of a battle at random, with more captures than chance would bring."""
    chance, board, side = Random(seed), START, Side.DWARFS
    for _ in range(120):
        moves = generate(board, side)
        if not moves:
            return
        captures = [move for move in moves if move.captured]
        board = position_after(
            board, chance.choice(captures if captures and chance.random() < 0.15 else moves)
        )
        side = side.other
        yield board


@pytest.mark.rule("thud:hurl-1", "thud:hurl-2", "thud:shove-1", "thud:shove-2")
def test_threats_are_the_captures_among_the_moves() -> None:
    hurls, most = set(), set()
    for seed in range(15):
        for board in battle(seed):
            assert can_hurl(board) is any(move.captured for move in generate(board, Side.DWARFS))
            taken = max((len(move.captured) for move in generate(board, Side.TROLLS)), default=0)
            assert most_taken(board) == taken
            hurls.add(can_hurl(board))
            most.add(taken)
    assert hurls == {False, True}
    assert most >= {0, 1, 2, 3}


@pytest.mark.rule("thud:shove-1")
def test_a_long_shove_is_a_threat() -> None:
    assert most_taken(position("   10 d d . . . T T T T . . . . . . 10")) == 1
    assert most_taken(position("   10 d d . . . . T T T . . . . . . 10")) == 0


def test_without_pieces_nothing_is_to_be_feared() -> None:
    assert not can_hurl(Position(START.dwarfs, 0))
    assert most_taken(Position(START.dwarfs, 0)) == most_taken(Position(0, START.trolls)) == 0


@pytest.mark.rule("thud:hurl-1", "thud:troll-2")
def test_attackers_are_counted_by_the_pieces_that_could_take() -> None:
    board = position(
        """
         9 . . . . . . T . . . . . . . . 9
        10 . . . . d . . . . . . . . . . 10
        11   . . . d . T . . . . . . .   11
        """
    )
    names = {name(square): count for square, count in attackers(board, Side.DWARFS).items()}
    assert names == {"E10": 2, "E11": 2}
    assert attackers(board, Side.TROLLS) == {}
    lined_up = position("    8 . . . d d d T R . . . . . . . 8")
    assert {name(square): count for square, count in attackers(lined_up, Side.TROLLS).items()} == {"G8": 1}


def test_who_has_attackers_is_who_hangs() -> None:
    """The minds find it out in another way, without lists of moves."""
    for board in battle(7):
        found = {
            entry.key: str(entry.values["squares"])
            for entry in odds(view(State(board.dwarfs, board.trolls), None), ())
        }
        for side in Side:
            hung = found.get(f"hang.{side}", "").split()
            assert bits(attackers(board, side)) == bits(BY_NAME[square] for square in hung)
