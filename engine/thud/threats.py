"""What a side could take with its next move, without the list of its moves."""

from __future__ import annotations

from collections.abc import Iterator

from engine.thud.board import BOARD, DIRECTIONS, NEIGHBOURS, RAYS, Bitboard, Square, spread, squares_of
from engine.thud.position import Position


def can_hurl(position: Position) -> bool:
    """Whether a troll stands where a line of dwarfs reaches it (Rules thud:hurl-1, thud:hurl-2)."""
    return any(_is_aimed_at(position, troll) for troll in squares_of(position.trolls))


def _is_aimed_at(position: Position, troll: Square) -> bool:
    """Seen from the troll: the first thing on a ray is a dwarf, with a line long enough behind it."""
    dwarfs, occupied = position.dwarfs, position.occupied
    for ray in RAYS[troll].values():
        for distance, first in enumerate(ray, 1):
            if occupied >> first & 1:
                line = ray[distance - 1 : 2 * distance - 1]
                if len(line) == distance and all(dwarfs >> square & 1 for square in line):
                    return True
                break
    return False


def most_taken(position: Position) -> int:
    """How many dwarfs a troll could take at most (Rules thud:troll-2, thud:shove-2)."""
    dwarfs = position.dwarfs
    return max(((NEIGHBOURS[landing] & dwarfs).bit_count() for landing in _landings(position)), default=0)


def _landings(position: Position) -> Iterator[Square]:
    """Where a troll can come next to a dwarf, by a step or by a shove (Rules thud:troll-1, thud:shove-1)."""
    empty = BOARD & ~position.occupied
    contact = spread(position.dwarfs) & empty
    reached = spread(position.trolls)
    for step in DIRECTIONS.values():
        reached |= _shoved(position.trolls, empty, step)
    return squares_of(reached & contact)


def _shoved(trolls: Bitboard, empty: Bitboard, step: int) -> Bitboard:
    """Where shoves by two squares or more end in one direction; all lines go ahead together."""
    behind = _ahead(trolls, step)
    ahead, landed = behind & empty, 0
    distance = 1
    while ahead:
        distance += 1
        behind = _ahead(behind, 2 * step)  # the last troll that the line needs, seen from the landing
        ahead = _ahead(ahead, step) & empty & behind
        landed |= ahead
    return landed


def _ahead(board: Bitboard, step: int) -> Bitboard:
    """`board` moved along `step`, not cut to the octagon: only for lines checked square by square."""
    return board << step if step > 0 else board >> -step
