"""The valley as bitboards for the search: moves and captures of each side, and moves that win at once."""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.koom.model import FAR_EDGE, HOLDERS
from engine.koom.moves import PAIRS, STRIDES
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
)

SearchMove: TypeAlias = tuple[Square, Square, Bitboard]
"""Origin, target, and the pieces that are taken; from the Rock's square it is a move of the Rock."""

Position: TypeAlias = tuple[Bitboard, Bitboard, Square]
"""The dwarfs, the trolls and the Rock's square."""

LineTable: TypeAlias = tuple[Bitboard, dict[int, Bitboard]]
"""The squares of a line; those that can be reached, by the key of the first piece on it.

The key is the piece's square plus 1, which is the length of its bit; 0 where the line is empty.
"""

CELLS: Final = 256
"""More than the largest square number."""

BESIDE: Final = [NEIGHBOURS.get(square, 0) for square in range(CELLS)]
"""The bitboard of the squares next to each square."""


def _line_tables(sign: int, longest: int) -> list[tuple[LineTable, ...]]:
    """The lines out of each square, up to `longest` squares, in directions whose steps have this sign."""
    tables: list[tuple[LineTable, ...]] = [()] * CELLS
    for square in SQUARES:
        lines = list[LineTable]()
        for step in DIRECTIONS.values():
            ray = RAYS[square][step][:longest]
            if ray and step * sign > 0:
                reached = {blocker + 1: bits(ray[:number]) for number, blocker in enumerate(ray)}
                lines.append((bits(ray), reached | {0: bits(ray)}))
        tables[square] = tuple(lines)
    return tables


# The first piece on a line is the lowest bit in half of the directions, the highest in the others.
_RUN_UP: Final = _line_tables(1, len(DIRECTIONS) * 2)
_RUN_DOWN: Final = _line_tables(-1, len(DIRECTIONS) * 2)
_WALK_UP: Final = _line_tables(1, STRIDES)
_WALK_DOWN: Final = _line_tables(-1, STRIDES)

_PAIR_BITS: Final = [
    tuple((1 << near, 1 << far) for near, far in PAIRS.get(square, ())) for square in range(CELLS)
]
"""The bits of the squares in `PAIRS`: of the one beside each square, and of the one behind that."""

_JUMPS: Final = [
    tuple((far, 1 << near, 1 << far) for near, far in PAIRS.get(square, ())) for square in range(CELLS)
]
"""The jumps out of each square: the landing, the bit of the square that is jumped over, the landing's bit."""

_ACROSS: Final = [
    tuple(
        (1 << square - step, 1 << square + step)
        for step in DIRECTIONS.values()
        if step > 0 and square - step >= 0 and BOARD >> square - step & BOARD >> square + step & 1
    )
    for square in range(CELLS)
]
"""The bits of the two squares on both sides of each square, for each of the four lines through it."""

RINGS: Final = [[0] * CELLS for _ in range(9)]
"""By steps and square: the bitboard of all squares at most so many steps away."""
for _square in SQUARES:
    RINGS[0][_square] = 1 << _square
    for _steps in range(1, len(RINGS)):
        RINGS[_steps][_square] = adjacent_squares(RINGS[_steps - 1][_square])


def run_targets(square: Square, occupied: Bitboard) -> Bitboard:
    """Where a dwarf can run to (Rules koom:dwarf-1, koom:dwarf-2)."""
    targets = 0
    for mask, reached in _RUN_UP[square]:
        blockers = occupied & mask
        targets |= reached[(blockers & -blockers).bit_length()]
    for mask, reached in _RUN_DOWN[square]:
        targets |= reached[(occupied & mask).bit_length()]
    return targets


def walk_targets(square: Square, occupied: Bitboard) -> Bitboard:
    """Where a troll can walk to (Rule koom:troll-1)."""
    targets = 0
    for mask, reached in _WALK_UP[square]:
        blockers = occupied & mask
        targets |= reached[(blockers & -blockers).bit_length()]
    for mask, reached in _WALK_DOWN[square]:
        targets |= reached[(occupied & mask).bit_length()]
    return targets


def first_pieces_from(square: Square, occupied: Bitboard) -> Bitboard:
    """The first piece on each line out of a square."""
    pieces = 0
    for mask, _ in _RUN_UP[square]:
        blockers = occupied & mask
        pieces |= blockers & -blockers
    for mask, _ in _RUN_DOWN[square]:
        if blockers := occupied & mask:
            pieces |= 1 << blockers.bit_length() - 1
    return pieces


def sandwiched_at(dwarfs: Bitboard, trolls: Bitboard, target: Square) -> Bitboard:
    """The trolls between a dwarf that comes to `target` and another one (Rules koom:sandwich-1 to -3)."""
    taken = 0
    if BESIDE[target] & trolls:
        for near, far in _PAIR_BITS[target]:
            if near & trolls and far & dwarfs:
                taken |= near
    return taken


def sandwiches(dwarfs: Bitboard, trolls: Bitboard, rock: Square) -> list[SearchMove]:
    """Every move of the dwarfs that takes a troll."""
    occupied = dwarfs | trolls | 1 << rock
    targets, rest = 0, trolls
    while rest:
        low = rest & -rest
        rest ^= low
        for before, behind in _ACROSS[low.bit_length() - 1]:
            if before & dwarfs:
                targets |= behind & ~occupied
            elif behind & dwarfs:
                targets |= before & ~occupied
    moves: list[SearchMove] = []
    while targets:
        low = targets & -targets
        targets ^= low
        target = low.bit_length() - 1
        comers = first_pieces_from(target, occupied) & dwarfs
        while comers:
            comer = comers & -comers
            comers ^= comer
            if taken := sandwiched_at(dwarfs ^ comer, trolls, target):
                moves.append((comer.bit_length() - 1, target, taken))
    return moves


def exposed_dwarfs(dwarfs: Bitboard, trolls: Bitboard, rock: Square) -> Bitboard:
    """The dwarfs that a troll beside them can trample (Rule koom:trample-1)."""
    free = BOARD & ~(dwarfs | trolls | 1 << rock)
    exposed, rest = 0, trolls & adjacent_squares(dwarfs)
    while rest:
        low = rest & -rest
        rest ^= low
        for near, far in _PAIR_BITS[low.bit_length() - 1]:
            if near & dwarfs and far & free:
                exposed |= near
    return exposed


def tramples(dwarfs: Bitboard, trolls: Bitboard, rock: Square) -> list[SearchMove]:
    """Every move of the trolls that takes a dwarf (Rules koom:trample-1 to -3)."""
    moves: list[SearchMove] = []
    occupied, rest = dwarfs | trolls | 1 << rock, trolls & adjacent_squares(dwarfs)
    while rest:
        low = rest & -rest
        rest ^= low
        origin = low.bit_length() - 1
        free = BOARD & ~occupied | low
        pending = [(origin, 0)]
        known = set(pending)
        while pending:
            square, taken = pending.pop()
            for landing, over, landing_bit in _JUMPS[square]:
                if over & dwarfs and landing_bit & free and not over & taken:
                    jumped = (landing, taken | over)
                    if jumped not in known:
                        known.add(jumped)
                        pending.append(jumped)
                        moves.append((origin, *jumped))
    return moves


def rock_moves(dwarfs: Bitboard, trolls: Bitboard, rock: Square) -> list[SearchMove]:
    """Every move of the Rock (Rules koom:rock-1, koom:rock-2)."""
    if not BESIDE[rock] & dwarfs:
        return []
    moves: list[SearchMove] = []
    rest = BESIDE[rock] & ~(dwarfs | trolls) & adjacent_squares(dwarfs)
    while rest:
        low = rest & -rest
        rest ^= low
        moves.append((rock, low.bit_length() - 1, 0))
    return moves


def can_bring_home(dwarfs: Bitboard, trolls: Bitboard, rock: Square) -> bool:
    """Whether one move of the Rock wins (Rule koom:win-1)."""
    return bool(
        BESIDE[rock] & FAR_EDGE & ~(dwarfs | trolls) & adjacent_squares(dwarfs) and BESIDE[rock] & dwarfs
    )


def can_hold(dwarfs: Bitboard, trolls: Bitboard, rock: Square) -> bool:
    """Whether a troll can come to be the third beside the Rock, by a walk or one jump (Rule koom:win-2)."""
    near = BESIDE[rock] & trolls
    if near.bit_count() < HOLDERS - 1:
        return False
    occupied, comers = dwarfs | trolls | 1 << rock, trolls & ~near & RINGS[STRIDES + 1][rock]
    spots = BESIDE[rock] & ~occupied
    while comers:
        low = comers & -comers
        comers ^= low
        origin = low.bit_length() - 1
        if walk_targets(origin, occupied) & spots:
            return True
        for over, landing in _PAIR_BITS[origin]:
            if over & dwarfs and landing & spots:
                return True
    return False


def after(dwarfs: Bitboard, trolls: Bitboard, rock: Square, dwarfs_move: bool, move: SearchMove) -> Position:
    """The position after a move."""
    origin, target, taken = move
    if not dwarfs_move:
        return dwarfs & ~taken, trolls & ~(1 << origin) | 1 << target, rock
    if origin == rock:
        return dwarfs, trolls, target
    return dwarfs ^ (1 << origin | 1 << target), trolls & ~taken, rock
