"""What can be done with one move: which pieces can be taken, by whom, and whether it wins the battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.koom.model import Move, Position
from engine.koom.moves import after, moves_of
from engine.koom.rules import won_by
from engine.octagon.board import Square
from engine.octagon.model import Side


def takers(position: Position, side: Side) -> Mapping[Square, tuple[Move, ...]]:
    """What `side` could take, were it to move now: for each square that hangs the moves that take it."""
    found: dict[Square, list[Move]] = {}
    for move in moves_of(position, side):
        for victim in move.captured:
            found.setdefault(victim, []).append(move)
    return {victim: tuple(moves) for victim, moves in found.items()}


def hanging(position: Position, side: Side) -> frozenset[Square]:
    """The pieces of `side` that the other one could take, were it to move now."""
    return frozenset(takers(position, side.other))


def winning(position: Position, side: Side) -> tuple[Move, ...]:
    """The moves with which `side` would win the battle at once, were it to move now."""
    return tuple(move for move in moves_of(position, side) if _wins(after(position, move), side))


def _wins(position: Position, side: Side) -> bool:
    found = won_by(position, side.other)
    return found is not None and found[1] is side


POINTS: Final = {Side.DWARFS: 1, Side.TROLLS: 2}
"""What a piece of each side counts in a warning: there are half as many trolls."""


def worth(move: Move) -> int:
    """What a move takes, in dwarfs."""
    return len(move.captured) * POINTS[move.side.other]


def haul(position: Position, side: Side) -> int:
    """The most that one move of `side` could take, in dwarfs."""
    return max(map(worth, moves_of(position, side)), default=0)
