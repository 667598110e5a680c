"""What either side can do with one move: which pieces it can take, and whether it wins the battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.koom.model import FAR_EDGE, Move, Piece, Position
from engine.koom.moves import moves_of, position_after
from engine.koom.rules import decisive_end
from engine.octagon.board import BOARD, NEIGHBOURS, Square, adjacent_squares
from engine.octagon.model import Side


def capturing_moves(position: Position, side: Side) -> Mapping[Square, tuple[Move, ...]]:
    """The moves of `side` that take a piece, by the square of that piece."""
    by_victim: dict[Square, list[Move]] = {}
    for move in moves_of(position, side):
        for victim in move.captured:
            by_victim.setdefault(victim, []).append(move)
    return {victim: tuple(moves) for victim, moves in by_victim.items()}


def hanging_squares(position: Position, side: Side) -> frozenset[Square]:
    """The pieces of `side` that the other side could take if it were to move."""
    return frozenset(capturing_moves(position, side.other))


BLOCKED: Final = 1
"""The most squares that a move which takes nothing can close to the other side."""


def winning_moves(position: Position, side: Side) -> tuple[Move, ...]:
    """The moves with which `side` would win the battle at once if it were to move."""
    steps = adjacent_squares(position.pieces(side.other)) & BOARD & ~position.occupied_squares
    any_may_win = steps.bit_count() <= BLOCKED or decisive_end(position, side) is not None
    return tuple(
        move
        for move in moves_of(position, side)
        if (any_may_win or _may_win(position, move)) and _wins(position_after(position, move), side)
    )


def _may_win(position: Position, move: Move) -> bool:
    """Whether a move may win where the other side has two squares to step to: a move blocks one at most."""
    if move.piece is Piece.ROCK:
        return bool(FAR_EDGE >> move.target & 1)
    holds = move.piece is Piece.TROLL and NEIGHBOURS[position.rock] >> move.target & 1
    return bool(move.captured or holds)


def _wins(position: Position, side: Side) -> bool:
    ending = decisive_end(position, side.other)
    return ending is not None and ending[1] is side


POINTS: Final = {Side.DWARFS: 1, Side.TROLLS: 2}
"""The value of a piece of each side in a warning: there are half as many trolls."""


def capture_worth(move: Move) -> int:
    """The value of what a move takes, in dwarfs."""
    return len(move.captured) * POINTS[move.side.other]


def largest_capture(position: Position, side: Side) -> int:
    """The most that one move of `side` could take, in dwarfs."""
    return max(map(capture_worth, moves_of(position, side)), default=0)
