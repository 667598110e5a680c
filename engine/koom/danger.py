"""What either side can do with one move: which pieces it can take, and whether it wins the battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.koom.model import Move, Position
from engine.koom.moves import moves_of, position_after
from engine.koom.rules import decisive_end
from engine.octagon.board import Square
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


def winning_moves(position: Position, side: Side) -> tuple[Move, ...]:
    """The moves with which `side` would win the battle at once if it were to move."""
    return tuple(move for move in moves_of(position, side) if _wins(position_after(position, move), side))


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
