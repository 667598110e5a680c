"""How trolls step, capture and are shoved."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from engine.thud.board import BOARD, DIRECTIONS, NEIGHBOURS, Bitboard, Square, spread, squares_of
from engine.thud.model import Move, Side
from engine.thud.position import Position, in_order


def troll_moves(position: Position) -> list[Move]:
    """Every move of the trolls: one step with any subset of captures, and shoves that capture.

    Rules thud:troll-1, thud:troll-2, thud:shove-1, thud:shove-2.
    """
    dwarfs, trolls = position.dwarfs, position.trolls
    empty = BOARD & ~position.occupied
    contact = spread(dwarfs) & empty  # the only squares where a landing troll can capture
    moves: list[Move] = []
    for origin in squares_of(trolls):
        reach = NEIGHBOURS[origin] & empty
        moves += _steps(origin, reach)
        if near := reach & contact:
            for target in squares_of(near):
                moves += _captures(dwarfs, origin, target)
    moves += _shoves(trolls, dwarfs, empty, contact)
    return moves


@cache
def _steps(origin: Square, reach: Bitboard) -> tuple[Move, ...]:
    """The steps to the squares of `reach` that capture nothing; at most 2**8 lists a square are kept."""
    return tuple(Move(Side.TROLLS, origin, target) for target in squares_of(reach))


def _captures(dwarfs: Bitboard, origin: Square, target: Square) -> Iterator[Move]:
    """One move for each non-empty subset of the dwarfs beside `target` (Rule thud:troll-2)."""
    victims = in_order(squares_of(NEIGHBOURS[target] & dwarfs))
    for count in range(1, len(victims) + 1):
        for taken in combinations(victims, count):
            yield Move(Side.TROLLS, origin, target, taken)


def _shoves(trolls: Bitboard, dwarfs: Bitboard, empty: Bitboard, contact: Bitboard) -> Iterator[Move]:
    """Every capturing shove by two squares or more; by one square it is the ordinary step.

    Rules thud:shove-1, thud:shove-2, thud:shove-3. For each direction, all trolls go ahead together, a
    square at a time: `landed` keeps those that met only empty squares and have a line of `distance`.
    """
    for step in DIRECTIONS.values():
        behind = _ahead(trolls, step)
        landed = behind & empty
        distance = 1
        while landed:
            distance += 1
            behind = _ahead(behind, 2 * step)  # the last troll that the line needs, seen from the landing
            landed = _ahead(landed, step) & empty & behind
            for target in squares_of(landed & contact):
                yield from _captures(dwarfs, target - step * distance, target)


def _ahead(board: Bitboard, step: int) -> Bitboard:
    """`board` moved along `step`, not cut to the octagon: only for lines checked square by square."""
    return board << step if step > 0 else board >> -step
