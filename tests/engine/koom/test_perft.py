"""The engine and the naive implementation find the same moves: counted as trees, and compared one by one."""

from __future__ import annotations

from random import Random

import pytest

from engine.koom import GAME
from engine.koom.diagram import draw
from engine.koom.model import START, Move, Position
from engine.koom.moves import moves_of, position_after
from engine.koom.rules import decisive_end
from engine.octagon.board import name
from engine.octagon.model import Side
from tests.engine.koom import naive
from tests.engine.koom.boards import BEGIN, NO_CHANCE, mailbox, position

DWARFS, TROLLS = Side.DWARFS, Side.TROLLS
MELEE = """
    3       . . . . T . . . .       3
    5   . . . . . d . d . . . . .   5
    6 . . . . . T . . T . . . . . . 6
    7 . . . . d . d R . d . . . . . 7
    8 . . . . . . . T d . . . . . . 8
    9 . . . . . d . . . d . . . . . 9
   10 . . . . . . T . . . . . . . . 10
"""
ALMOST = """
    1           . T . . T           1
    2         . d R d . . .         2
    3       . T . . . T . . .       3
    4     . . . d . . . . . . .     4
"""
COUNTS = [  # of 1 ply, of 2 plies, ...; from the second Koom Valley
    (START, DWARFS, (388, 33_974)),
    (START, TROLLS, (88, 34_040)),
    (position(MELEE), DWARFS, (170, 15_381)),
    (position(MELEE), TROLLS, (92, 14_870)),
    (position(ALMOST), DWARFS, (70, 3_032)),
    (position(ALMOST), TROLLS, (44, 3_075)),
]


def perft(seen: Position, side: Side, depth: int) -> int:
    """The number of sequences of so many plies; a battle that is over goes no further."""
    if depth == 0:
        return 1
    if decisive_end(seen, side) is not None:
        return 0
    if depth == 1:
        return len(moves_of(seen, side))
    return sum(perft(position_after(seen, move), side.other, depth - 1) for move in moves_of(seen, side))


@pytest.mark.parametrize(("seen", "side", "counts"), COUNTS)
def test_the_leaves_are_as_many_as_in_the_second_koom_valley(
    seen: Position, side: Side, counts: tuple[int, ...]
) -> None:
    assert tuple(perft(seen, side, depth) for depth in (1, 2)) == counts, draw(seen)
    assert tuple(naive.perft(mailbox(seen), side.letter, depth) for depth in (1, 2)) == counts


@pytest.mark.slow
def test_three_plies_are_counted_alike_where_it_is_nearly_over() -> None:
    seen = position(ALMOST)
    assert perft(seen, DWARFS, 3) == naive.perft(mailbox(seen), "d", 3) == 254_343


@pytest.mark.slow
def test_three_plies_from_the_start_are_as_many_as_the_second_koom_valley_has_counted() -> None:
    """It took it four minutes."""
    assert perft(START, DWARFS, 3) == 12_973_988


def naive_move(move: Move) -> naive.Found:
    """The move in the form of the naive implementation."""
    cells = [naive.cell(name(square)) for square in (move.origin, move.target, *move.captured)]
    return cells[0], cells[1], frozenset(cells[2:])


@pytest.mark.parametrize("seed", range(4))
def test_in_random_games_both_find_the_same_moves_and_the_same_winner(seed: int) -> None:
    chance, now = Random(seed), BEGIN
    for _ in range(120):
        if now.outcome is not None:
            break
        board, legal = mailbox(now.position), moves_of(now.position, now.to_move)
        assert sorted(map(naive_move, legal)) == sorted(naive.moves(board, now.to_move.letter))
        captures = [move for move in legal if move.captured]
        move = chance.choice(captures if captures and chance.random() < 0.5 else legal)
        assert mailbox(position_after(now.position, move)) == naive.play(board, naive_move(move))
        winner = naive.over(mailbox(position_after(now.position, move)))
        over = decisive_end(position_after(now.position, move), now.to_move.other)
        assert not winner or (over is not None and over[1] is not None and over[1].letter == winner)
        now = GAME.apply(now, now.seat_of(now.to_move), move, NO_CHANCE).state
