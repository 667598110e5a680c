"""What can be taken with one move: which pieces, by whom, and where the taker lands."""

from __future__ import annotations

from collections.abc import Mapping

from engine.thud.board import NEIGHBOURS, Square, bits, squares_of
from engine.thud.mind.field import FREE, reach, shoved, spread
from engine.thud.model import TROLL_POINTS, Move, Position, Side, View
from engine.thud.moves import moves_of


def position_of(view: View) -> Position:
    """Where the pieces of a view stand."""
    return Position(bits(view.dwarfs), bits(view.trolls))


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


def worth(move: Move) -> int:
    """The points of what a move takes (Rule thud:score-1)."""
    return len(move.captured) * (TROLL_POINTS if move.side is Side.DWARFS else 1)


def haul(position: Position, side: Side) -> int:
    """The most points that one move of `side` could take; for the whole board at once, by shifts.

    Rules thud:hurl-1, thud:hurl-2, thud:troll-2, thud:shove-1.
    """
    dwarfs, trolls = position.dwarfs, position.trolls
    empty = FREE & ~dwarfs & ~trolls
    if side is Side.DWARFS:
        return TROLL_POINTS if trolls & (reach(dwarfs, empty) | spread(dwarfs)) else 0
    landings = (spread(trolls) | shoved(trolls, empty)) & empty & spread(dwarfs)
    return max(((NEIGHBOURS[at] & dwarfs).bit_count() for at in squares_of(landings)), default=0)
