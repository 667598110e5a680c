"""What can be taken with one move: which pieces, by whom, and where the taker lands."""

from __future__ import annotations

from collections.abc import Mapping

from engine.octagon.board import Square, bits
from engine.octagon.model import Side
from engine.thud.mind.field import points_at_risk
from engine.thud.model import TROLL_POINTS, Move, Position, View
from engine.thud.moves import moves_of


def position_of(view: View) -> Position:
    """Where the pieces of a view stand."""
    return Position(bits(view.dwarfs), bits(view.trolls))


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


def capture_worth(move: Move) -> int:
    """The points of what a move takes (Rule thud:score-1)."""
    return len(move.captured) * (TROLL_POINTS if move.side is Side.DWARFS else 1)


def largest_capture(position: Position, side: Side) -> int:
    """The most points that one move of `side` could take."""
    return points_at_risk(position.dwarfs, position.trolls, dwarfs_move=side is Side.DWARFS)
