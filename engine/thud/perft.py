"""Counting the leaves of the tree of legal moves: the bench and the test of a move generator."""

from __future__ import annotations

from engine.octagon.model import Side
from engine.thud.model import Position
from engine.thud.moves import generate, position_after


def perft(position: Position, side: Side, depth: int) -> int:
    """How many sequences of `depth` plies there are; every subset of captures is a move of its own."""
    if depth == 0:
        return 1
    moves = generate(position, side)
    if depth == 1:
        return len(moves)
    return sum(perft(position_after(position, move), side.other, depth - 1) for move in moves)


def divide(position: Position, side: Side, depth: int) -> dict[str, int]:
    """The count behind each first move: where two generators differ, the odd one out names itself."""
    return {
        str(move): perft(position_after(position, move), side.other, depth - 1)
        for move in generate(position, side)
    }
