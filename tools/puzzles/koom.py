"""Where puzzles of Koom Valley are looked for: something is at stake, and nobody wins with the very move."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from engine.core import Seat
from engine.koom.danger import capture_worth, largest_capture, winning_moves
from engine.koom.model import Action, Move, State
from engine.octagon.model import Side

MUCH: Final = 2
"""What a side must be able to take with one move, in dwarfs: two of them, or a troll."""


def is_promising(view: State, seat: Seat) -> bool:
    """Whether much is at stake, or the battle itself with the next move, and nobody wins it at once."""
    if view.offer is not None or view.seat_of(view.to_move) != seat:
        return False
    position, side = view.position, view.to_move
    if winning_moves(position, side):
        return False
    at_stake = any(largest_capture(position, one) >= MUCH for one in Side)
    return at_stake or bool(winning_moves(position, side.other))


def is_hidden(actions: Sequence[Action], solutions: Collection[str]) -> bool:
    """Whether what is best takes nothing, or something else takes as much."""
    taking = [move for move in actions if isinstance(move, Move) and move.captured]
    best = [move for move in taking if str(move) in solutions]
    others = [capture_worth(move) for move in taking if move not in best]
    return len(best) < len(solutions) or max(others, default=0) >= max(map(capture_worth, best))
