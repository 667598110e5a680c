"""Where puzzles of Thud are looked for: something can be taken, and what is best is not merely to take it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core import Seat
from engine.thud.danger import haul, position_of
from engine.thud.model import Action, Move, Side, View

MUCH: Final = {Side.DWARFS: 4, Side.TROLLS: 2}
"""The points that a side must be able to take with one move: a troll, or two dwarfs."""


def promising(view: View, seat: Seat) -> bool:
    """Whether whoever is to move could take much, or would lose much if the other side were to move."""
    if view.offer is not None or view.to_act != {seat}:
        return False
    position = position_of(view)
    return any(haul(position, side) >= MUCH[side] for side in Side)


def hidden(actions: Sequence[Action], solution: str) -> bool:
    """Whether an answer is no capture, or one of several: another takes as much, or but one piece less."""
    taking = [move for move in actions if isinstance(move, Move) and move.captured]
    best = next((move for move in taking if str(move) == solution), None)
    if best is None:
        return True
    way = best.origin, best.target
    others = [len(move.captured) for move in taking if (move.origin, move.target) != way]
    return max(others, default=-1) >= len(best.captured) - 1
