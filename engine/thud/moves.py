"""Which moves the pieces can make, and the position after one.

The lists are built from tables of ready-made `Move` values: an open line of squares costs one look at
the occupied squares on it and one list extension, however long it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from engine.thud.board import (
    BOARD,
    DIRECTIONS,
    NEIGHBOURS,
    RAYS,
    SQUARES,
    STONE,
    STONE_SQUARE,
    Bitboard,
    Square,
    bits,
    file_of,
    rank_of,
    spread,
    squares_of,
)
from engine.thud.model import Manner, Move, Side


@dataclass(frozen=True, slots=True)
class Position:
    """Where the pieces stand."""

    dwarfs: Bitboard
    trolls: Bitboard

    def pieces(self, side: Side) -> Bitboard:
        """The squares of one side's pieces."""
        return self.dwarfs if side is Side.DWARFS else self.trolls


_TROLLS_AT_START: Final = NEIGHBOURS[STONE_SQUARE]
_STRAIGHT: Final = (DIRECTIONS["north"], DIRECTIONS["east"], DIRECTIONS["south"], DIRECTIONS["west"])
_RIM: Final = bits(sq for sq in SQUARES if not all(RAYS[sq][step] for step in _STRAIGHT))
_AXES: Final = bits(sq for sq in SQUARES if file_of(sq) == 8 or rank_of(sq) == 8)  # noqa: PLR2004
START: Final = Position(dwarfs=_RIM & ~_AXES, trolls=_TROLLS_AT_START)
"""Trolls around the Thudstone, dwarfs on the rim without its four axis squares (Rule thud:start-1)."""


class _Line(NamedTuple):
    """A dwarf's way out of a square in one direction."""

    mask: Bitboard  # the squares of the line
    moves: tuple[Move, ...]  # to each of them, nearest first
    before: dict[int, tuple[Move, ...]]  # the moves that stop short of the piece on bit `key`
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
_STEPS: Final = {
    sq: tuple((1 << target, Move(Side.TROLLS, sq, target)) for target in squares_of(NEIGHBOURS[sq]))
    for sq in SQUARES
}


def dwarf_moves(position: Position) -> list[Move]:
    """Every move of the dwarfs: any distance over empty squares, and hurls.

    Rules thud:dwarf-1, thud:dwarf-2, thud:hurl-1, thud:hurl-2.
    """
    trolls = position.trolls
    occupied = position.dwarfs | trolls | STONE
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
    target = troll.bit_length() - 1
    if (target - origin) // step > line_length(position.dwarfs, origin, step):
        return ()
    return (Move(Side.DWARFS, origin, target, (target,)),)


def line_length(pieces: Bitboard, front: Square, step: int) -> int:
    """How many pieces stand in an unbroken line behind and including `front`, which faces along `step`.

    Rules thud:hurl-1 and thud:shove-1 count the front piece.
    """
    length = 1
    at = front - step
    while at >= 0 and pieces >> at & 1:
        length += 1
        at -= step
    return length


def troll_moves(position: Position) -> list[Move]:
    """Every move of the trolls: one step with any subset of captures, and shoves that capture.

    Rules thud:troll-1, thud:troll-2, thud:shove-1, thud:shove-2.
    """
    dwarfs, trolls = position.dwarfs, position.trolls
    empty = BOARD & ~(dwarfs | trolls | STONE)
    contact = spread(dwarfs) & empty  # the only squares where a landing troll can capture
    moves: list[Move] = []
    for origin in squares_of(trolls):
        for target, move in _STEPS[origin]:
            if empty & target:
                moves.append(move)
                if contact & target:
                    moves += _captures(dwarfs, origin, move.target)
    if contact:
        moves += _shoves(trolls, dwarfs, empty, contact)
    return moves


def _captures(dwarfs: Bitboard, origin: Square, target: Square) -> Iterator[Move]:
    """One move for each non-empty subset of the dwarfs beside `target` (Rule thud:troll-2)."""
    victims = victims_at(dwarfs, target)
    for count in range(1, len(victims) + 1):
        for taken in combinations(victims, count):
            yield Move(Side.TROLLS, origin, target, taken)


def victims_at(dwarfs: Bitboard, target: Square) -> list[Square]:
    """The dwarfs beside a troll's landing square, in the order notation lists them: by file, then rank."""
    return in_order(squares_of(NEIGHBOURS[target] & dwarfs))


def in_order(squares: Iterable[Square]) -> list[Square]:
    """Squares by file, then by rank: the order of captures in notation."""
    return sorted(squares, key=lambda sq: (file_of(sq), rank_of(sq)))


def _shoves(trolls: Bitboard, dwarfs: Bitboard, empty: Bitboard, contact: Bitboard) -> Iterator[Move]:
    """Every capturing shove by two squares or more; by one square it is the ordinary step.

    Rules thud:shove-1, thud:shove-2, thud:shove-3. For each direction, all trolls go ahead together:
    after `distance` squares those are left that have a line of that length and only empty squares ahead.
    """
    for step in DIRECTIONS.values():
        shoved = trolls & _back(empty, step)
        behind = trolls
        distance = 1
        while shoved:
            distance += 1
            behind = _back(behind, -step)
            shoved &= behind & _back(empty, step * distance)
            for target in squares_of(_back(shoved, -step * distance) & contact):
                yield from _captures(dwarfs, target - step * distance, target)


def _back(board: Bitboard, step: int) -> Bitboard:
    """`board` moved against `step`, not cut to the octagon: only for lines checked square by square."""
    return board >> step if step > 0 else board << -step


def moves_of(position: Position, side: Side) -> list[Move]:
    """Every legal move of one side."""
    return dwarf_moves(position) if side is Side.DWARFS else troll_moves(position)


def after(position: Position, move: Move) -> Position:
    """The position that a legal move leads to (Rules thud:hurl-3, thud:troll-2)."""
    away = ~bits(move.captured)
    step = 1 << move.origin | 1 << move.target
    if move.side is Side.DWARFS:
        return Position(position.dwarfs ^ step, position.trolls & away)
    return Position(position.dwarfs & away, position.trolls ^ step)


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
