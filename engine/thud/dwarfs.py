"""How dwarfs move and capture.

The lists are built from tables of ready-made `Move` values: an open line of squares costs one look at
the occupied squares on it and one list extension, however long it is.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.thud.board import DIRECTIONS, RAYS, SQUARES, Bitboard, Square, bits, squares_of
from engine.thud.model import Move, Side
from engine.thud.position import Position, line_length


class _Line(NamedTuple):
    """A dwarf's way out of a square in one direction."""

    mask: Bitboard  # the squares of the line
    moves: tuple[Move, ...]  # to each of them, nearest first
    before: dict[Bitboard, tuple[Move, ...]]  # the moves that stop short of the piece on square `key`
    step: int


def _line(origin: Square, step: int) -> _Line:
    targets = RAYS[origin][step]
    moves = tuple(Move(Side.DWARFS, origin, target) for target in targets)
    before = {1 << target: moves[:distance] for distance, target in enumerate(targets)}
    return _Line(bits(targets), moves, before, step)


def _lines(*, upward: bool) -> dict[Square, tuple[_Line, ...]]:
    steps = [step for step in DIRECTIONS.values() if (step > 0) is upward]
    return {sq: tuple(_line(sq, step) for step in steps if RAYS[sq][step]) for sq in SQUARES}


# The first piece on a line is the lowest bit in half of the directions, the highest in the others.
_LINES_UP: Final = _lines(upward=True)
_LINES_DOWN: Final = _lines(upward=False)


def dwarf_moves(position: Position) -> list[Move]:
    """Every move of the dwarfs: any distance over empty squares, and hurls.

    Rules thud:dwarf-1, thud:dwarf-2, thud:hurl-1, thud:hurl-2.
    """
    trolls, occupied = position.trolls, position.occupied
    moves: list[Move] = []
    for origin in squares_of(position.dwarfs):
        for mask, all_moves, before, step in _LINES_UP[origin]:
            if blockers := occupied & mask:
                first = blockers & -blockers
                moves += before[first]
                if first & trolls:
                    moves += _hurl(position, origin, first, step)
            else:
                moves += all_moves
        for mask, all_moves, before, step in _LINES_DOWN[origin]:
            if blockers := occupied & mask:
                first = 1 << blockers.bit_length() - 1
                moves += before[first]
                if first & trolls:
                    moves += _hurl(position, origin, first, step)
            else:
                moves += all_moves
    return moves


def _hurl(position: Position, origin: Square, troll: Bitboard, step: int) -> tuple[Move, ...]:
    """The hurl at the first troll ahead, none if the line is too short (Rules thud:hurl-1, thud:hurl-2)."""
    target = troll.bit_length() - 1
    if (target - origin) // step > line_length(position.dwarfs, origin, step):
        return ()
    return (Move(Side.DWARFS, origin, target, (target,)),)
