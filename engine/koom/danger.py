"""What can be done with one move: which pieces can be taken, by whom, and whether it wins the battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.koom.model import Move, Position
from engine.koom.moves import moves_of, position_after
from engine.koom.rules import decisive_end
from engine.octagon.board import Square
from engine.octagon.model import Side


def capturing_moves(position: Position, side: Side) -> Mapping[Square, tuple[Move, ...]]:
    """What `side` could take, were it to move now: for each square that hangs the moves that take it."""
    found: dict[Square, list[Move]] = {}
    for move in moves_of(position, side):
        for victim in move.captured:
            found.setdefault(victim, []).append(move)
    return {victim: tuple(moves) for victim, moves in found.items()}


def hanging_squares(position: Position, side: Side) -> frozenset[Square]:
    """The pieces of `side` that the other one could take, were it to move now."""
    return frozenset(capturing_moves(position, side.other))


def winning_moves(position: Position, side: Side) -> tuple[Move, ...]:
    """The moves with which `side` would win the battle at once, were it to move now."""
    return tuple(move for move in moves_of(position, side) if _wins(position_after(position, move), side))


def _wins(position: Position, side: Side) -> bool:
    found = decisive_end(position, side.other)
    return found is not None and found[1] is side


POINTS: Final = {Side.DWARFS: 1, Side.TROLLS: 2}
"""What a piece of each side counts in a warning: there are half as many trolls."""


def capture_worth(move: Move) -> int:
    """What a move takes, in dwarfs."""
    return len(move.captured) * POINTS[move.side.other]


def largest_capture(position: Position, side: Side) -> int:
    """The most that one move of `side` could take, in dwarfs."""
    return max(map(capture_worth, moves_of(position, side)), default=0)
