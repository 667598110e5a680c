"""Counts the leaves of the tree of legal moves, to test and time a move generator."""

from __future__ import annotations

from engine.octagon.model import Side
from engine.thud.model import Position
from engine.thud.moves import generate, position_after


def perft(position: Position, side: Side, depth: int) -> int:
    """Count the sequences of `depth` plies; every subset of captures is a move of its own."""
    if depth == 0:
        return 1
    moves = generate(position, side)
    if depth == 1:
        return len(moves)
    return sum(perft(position_after(position, move), side.other, depth - 1) for move in moves)


def divide(position: Position, side: Side, depth: int) -> dict[str, int]:
    """Count the sequences behind each first move, to find where two generators differ."""
    return {
        str(move): perft(position_after(position, move), side.other, depth - 1)
        for move in generate(position, side)
    }
