"""Which moves there are, whichever side is to move, and what kind of move one is."""

from __future__ import annotations

from functools import lru_cache

from engine.thud.board import NEIGHBOURS, RAYS, Square
from engine.thud.dwarfs import dwarf_moves
from engine.thud.model import Manner, Move, Side
from engine.thud.position import Position
from engine.thud.trolls import troll_moves


def generate(position: Position, side: Side) -> list[Move]:
    """Every legal move of one side (Rule thud:turn-3: there is no pass among them)."""
    return dwarf_moves(position) if side is Side.DWARFS else troll_moves(position)


@lru_cache(maxsize=256)
def moves_of(position: Position, side: Side) -> tuple[Move, ...]:
    """The same moves, remembered: reading, checking and ending one ply ask for the same lists."""
    return tuple(generate(position, side))


def manner(move: Move) -> Manner:
    """How a legal move travels: only a hurl captures with a dwarf, only a shoved troll goes far."""
    if move.side is Side.DWARFS:
        return Manner.HURL if move.captured else Manner.MOVE
    return Manner.MOVE if NEIGHBOURS[move.origin] >> move.target & 1 else Manner.SHOVE


def step_towards(origin: Square, target: Square) -> int | None:
    """The direction in which `target` lies straight ahead of `origin`, none if it does not."""
    return next((step for step, line in RAYS[origin].items() if target in line), None)


def can_capture(position: Position, side: Side) -> bool:
    """Whether `side` could capture something, were it to move now."""
    return any(move.captured for move in moves_of(position, side))
