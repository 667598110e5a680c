"""The search for puzzles of Thud: something can be taken, but the best move is not merely to take it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from engine.core import Seat
from engine.octagon.model import Side
from engine.thud.danger import largest_capture, position_of
from engine.thud.mind.field import points_at_risk
from engine.thud.mind.moves import after
from engine.thud.mind.root import all_moves
from engine.thud.model import TROLL_POINTS, Action, Move, Position, View

MUCH: Final = {Side.DWARFS: 4, Side.TROLLS: 2}
"""The points that a side must be able to take with one move: a troll, or two dwarfs."""

FEW: Final = 3
"""At most so many moves may gain as much in an exchange as the best, or a point less."""


def is_promising(view: View, seat: Seat) -> bool:
    """Return whether the side to move could take or lose much, and few moves do well in an exchange."""
    if view.offer is not None or view.to_act != {seat}:
        return False
    position = position_of(view)
    if not any(largest_capture(position, side) >= MUCH[side] for side in Side):
        return False
    gains = sorted(_gains(position, view.to_move), reverse=True)
    return len(gains) > FEW and gains[FEW] < gains[0] - 1


def _gains(position: Position, side: Side) -> Iterator[int]:
    """Yield the points that each move takes, less those that the other side can take next."""
    dwarfs, trolls, dwarfs_move = position.dwarfs, position.trolls, side is Side.DWARFS
    for way in all_moves(dwarfs, trolls, dwarfs_move):
        left, others = after(dwarfs, trolls, way, dwarfs_move)
        lost = points_at_risk(left, others, dwarfs_move=not dwarfs_move)
        taken = (
            dwarfs.bit_count() - left.bit_count() + TROLL_POINTS * (trolls.bit_count() - others.bit_count())
        )
        yield taken - lost


def is_hidden(actions: Sequence[Action], solutions: Collection[str]) -> bool:
    """Return whether the best takes nothing, or another move takes as much, or one piece less."""
    taking = [move for move in actions if isinstance(move, Move) and move.captured]
    best = [move for move in taking if str(move) in solutions]
    ways = {(move.origin, move.target) for move in best}
    others = [len(move.captured) for move in taking if (move.origin, move.target) not in ways]
    return len(best) < len(solutions) or max(others, default=-1) >= len(best[0].captured) - 1
