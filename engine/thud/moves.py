"""Which moves there are, what kind of move one is, and where the pieces stand after it.

The lists of the dwarfs are built from tables of ready-made `Move` values: an open line of squares costs one
look at the occupied squares on it and one list extension, however long it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from engine.octagon.board import (
    BOARD,
    DIRECTIONS,
    NEIGHBOURS,
    RAYS,
    SQUARES,
    Bitboard,
    Square,
    adjacent_squares,
    bits,
    in_order,
    squares_of,
)
from engine.octagon.model import Side
from engine.thud.model import Manner, Move, Position


@lru_cache(maxsize=256)
def moves_of(position: Position, side: Side) -> tuple[Move, ...]:
    """Every legal move of one side (Rule thud:turn-3: there is no pass among them).

    Remembered, since reading, checking and ending one ply ask for the same lists.
    """
    return tuple(_dwarf_moves(position) if side is Side.DWARFS else _troll_moves(position))


@lru_cache(maxsize=256)
def moves_from(position: Position, side: Side) -> Mapping[Square, tuple[Move, ...]]:
    """The same moves by the squares that they lead from, in the order of their list."""
    found: dict[Square, list[Move]] = {}
    for move in moves_of(position, side):
        found.setdefault(move.origin, []).append(move)
    return {origin: tuple(moves) for origin, moves in found.items()}


def generate(position: Position, side: Side) -> list[Move]:
    """The same moves, made anew: for counting whole trees of them, where remembering does not pay."""
    return _dwarf_moves(position) if side is Side.DWARFS else _troll_moves(position)


def position_after(position: Position, move: Move) -> Position:
    """The position that a legal move leads to (Rules thud:hurl-3, thud:troll-3)."""
    away = ~bits(move.captured)
    way = 1 << move.origin | 1 << move.target
    if move.side is Side.DWARFS:
        return Position(position.dwarfs ^ way, position.trolls & away)
    return Position(position.dwarfs & away, position.trolls ^ way)


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


def line_length(pieces: Bitboard, front: Square, step: int) -> int:
    """How many pieces stand in an unbroken line behind and including `front`, which faces along `step`.

    Rules thud:hurl-1, thud:shove-1: the front piece counts.
    """
    length = 1
    at = front - step
    while at >= 0 and pieces >> at & 1:
        length += 1
        at -= step
    return length


@lru_cache(maxsize=64)
def attackers(position: Position, side: Side) -> dict[Square, int]:
    """The pieces of `side` that could be taken, were the other side to move now: by how many pieces each."""
    found: dict[Square, set[Square]] = {}
    for move in moves_of(position, side.other):
        for victim in move.captured:
            found.setdefault(victim, set()).add(move.origin)
    return {victim: len(origins) for victim, origins in found.items()}


# How dwarfs move and capture


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


def _dwarf_moves(position: Position) -> list[Move]:
    """Every move of the dwarfs: any distance over empty squares, and hurls.

    Rules thud:dwarf-1, thud:dwarf-2, thud:hurl-1, thud:hurl-2.
    """
    trolls, occupied = position.trolls, position.occupied_squares
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


# How trolls step, capture and are shoved


def _troll_moves(position: Position) -> list[Move]:
    """Every move of the trolls: one step with any subset of captures, and shoves that capture.

    Rules thud:troll-1, thud:troll-2, thud:shove-1, thud:shove-2.
    """
    dwarfs, trolls = position.dwarfs, position.trolls
    empty = BOARD & ~position.occupied_squares
    contact = adjacent_squares(dwarfs) & empty  # the only squares where a landing troll can capture
    moves: list[Move] = []
    for origin in squares_of(trolls):
        reach = NEIGHBOURS[origin] & empty
        moves += _steps(origin, reach)
        if near := reach & contact:
            for target in squares_of(near):
                moves += _captures(dwarfs, origin, target)
    for origin, target in _shoves(trolls, empty, contact):
        moves += _captures(dwarfs, origin, target)
    return moves


@cache
def _steps(origin: Square, reach: Bitboard) -> tuple[Move, ...]:
    """The steps to the squares of `reach` that capture nothing; at most 2**8 lists a square are kept."""
    return tuple(_step(origin, target) for target in squares_of(reach))


@cache
def _step(origin: Square, target: Square) -> Move:
    """One of at most 1,200 steps, which all those lists share."""
    return Move(Side.TROLLS, origin, target)


_BESIDE: Final = {sq: tuple(in_order(squares_of(NEIGHBOURS[sq]))) for sq in SQUARES}
"""The squares next to each square, in the order of captures in notation (Rule thud:notation-2)."""


def _captures(dwarfs: Bitboard, origin: Square, target: Square) -> list[Move]:
    """One move for each non-empty subset of the dwarfs beside `target` (Rule thud:troll-2)."""
    victims = [sq for sq in _BESIDE[target] if dwarfs >> sq & 1]
    return [
        Move(Side.TROLLS, origin, target, taken)
        for count in range(1, len(victims) + 1)
        for taken in combinations(victims, count)
    ]


def _shoves(trolls: Bitboard, empty: Bitboard, contact: Bitboard) -> Iterator[tuple[Square, Square]]:
    """The way of every shove by two squares or more that captures; by one square it is the ordinary step.

    Rules thud:shove-1, thud:shove-2, thud:shove-3. For each direction, all trolls go ahead together, a
    square at a time: `landed` keeps those that met only empty squares and have a line of `distance`.
    """
    for step in DIRECTIONS.values():
        behind = _shift(trolls, step)
        landed = behind & empty
        distance = 1
        while landed:
            distance += 1
            behind = _shift(behind, 2 * step)  # the last troll that the line needs, seen from the landing
            landed = _shift(landed, step) & empty & behind
            for target in squares_of(landed & contact):
                yield target - step * distance, target


def _shift(board: Bitboard, step: int) -> Bitboard:
    """`board` moved along `step`, not cut to the octagon: only for lines checked square by square."""
    return board << step if step > 0 else board >> -step
