"""The valley as bitboards for looking ahead: who reaches what, who takes whom, and who wins at once.

A move is `(origin, target, taken)`: two squares, and the bitboard of what it takes. A move of the dwarfs from
the Rock's square is one of the Rock.
"""

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

Way: TypeAlias = tuple[Square, Square, Bitboard]
Line: TypeAlias = tuple[Bitboard, dict[int, Bitboard], int]
"""The squares of a line; those short of what is found first, by its square and 1 (0: nothing); its length."""

CELLS: Final = 256
BESIDE: Final = [NEIGHBOURS.get(square, 0) for square in range(CELLS)]


def _lines(sign: int, longest: int) -> list[tuple[Line, ...]]:
    """The lines out of each square whose steps have this sign."""
    found: list[tuple[Line, ...]] = [()] * CELLS
    for square in SQUARES:
        lines = list[Line]()
        for step in DIRECTIONS.values():
            ray = RAYS[square][step][:longest]
            if ray and step * sign > 0:
                short = {at + 1: bits(ray[:number]) for number, at in enumerate(ray)}
                lines.append((bits(ray), short | {0: bits(ray)}, len(ray)))
        found[square] = tuple(lines)
    return found


# The first piece on a line is the lowest bit in half of the directions, the highest in the others.
_RUN_UP: Final = _lines(1, len(DIRECTIONS) * 2)
_RUN_DOWN: Final = _lines(-1, len(DIRECTIONS) * 2)
_WALK_UP: Final = _lines(1, STRIDES)
_WALK_DOWN: Final = _lines(-1, STRIDES)

_BY_PAIRS: Final = [
    tuple((near, far, 1 << near, 1 << far) for near, far in PAIRS.get(square, ())) for square in range(CELLS)
]
"""What `PAIRS` has, with the bits of both squares."""

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
"""All squares at most so many steps from each square."""
for _square in SQUARES:
    RINGS[0][_square] = 1 << _square
    for _steps in range(1, len(RINGS)):
        RINGS[_steps][_square] = adjacent_squares(RINGS[_steps - 1][_square])


def runs(square: Square, occupied: Bitboard) -> Bitboard:
    """Where a dwarf can run to (Rules koom:dwarf-1, koom:dwarf-2)."""
    found = 0
    for mask, short, _ in _RUN_UP[square]:
        stop = occupied & mask
        found |= short[(stop & -stop).bit_length()]
    for mask, short, _ in _RUN_DOWN[square]:
        found |= short[(occupied & mask).bit_length()]
    return found


def walks(square: Square, occupied: Bitboard) -> Bitboard:
    """Where a troll can walk to (Rule koom:troll-1)."""
    found = 0
    for mask, short, _ in _WALK_UP[square]:
        stop = occupied & mask
        found |= short[(stop & -stop).bit_length()]
    for mask, short, _ in _WALK_DOWN[square]:
        found |= short[(occupied & mask).bit_length()]
    return found


def seen_from(square: Square, occupied: Bitboard) -> Bitboard:
    """What stands first on each line out of a square."""
    found = 0
    for mask, _, _ in _RUN_UP[square]:
        stop = occupied & mask
        found |= stop & -stop
    for mask, _, _ in _RUN_DOWN[square]:
        if stop := occupied & mask:
            found |= 1 << stop.bit_length() - 1
    return found


def taken_at(dwarfs: Bitboard, trolls: Bitboard, target: Square) -> Bitboard:
    """The trolls between a dwarf that comes to `target` and another one (Rules koom:sandwich-1 to -3)."""
    found = 0
    if BESIDE[target] & trolls:
        for _, _, near, far in _BY_PAIRS[target]:
            if near & trolls and far & dwarfs:
                found |= near
    return found


def sandwiches(dwarfs: Bitboard, trolls: Bitboard, rock: Square) -> list[Way]:
    """Every move of the dwarfs that takes somebody."""
    occupied = dwarfs | trolls | 1 << rock
    places, rest = 0, trolls
    while rest:
        low = rest & -rest
        rest ^= low
        for one, other in _ACROSS[low.bit_length() - 1]:
            if one & dwarfs:
                places |= other & ~occupied
            elif other & dwarfs:
                places |= one & ~occupied
    found: list[Way] = []
    while places:
        low = places & -places
        places ^= low
        target = low.bit_length() - 1
        comers = seen_from(target, occupied) & dwarfs
        while comers:
            comer = comers & -comers
            comers ^= comer
            if taken := taken_at(dwarfs ^ comer, trolls, target):
                found.append((comer.bit_length() - 1, target, taken))
    return found


def bare(dwarfs: Bitboard, trolls: Bitboard, rock: Square) -> Bitboard:
    """The dwarfs that a troll beside them can trample (Rule koom:trample-1)."""
    free = BOARD & ~(dwarfs | trolls | 1 << rock)
    found, rest = 0, trolls & adjacent_squares(dwarfs)
    while rest:
        low = rest & -rest
        rest ^= low
        for _, _, near, far in _BY_PAIRS[low.bit_length() - 1]:
            if near & dwarfs and far & free:
                found |= near
    return found


def tramples(dwarfs: Bitboard, trolls: Bitboard, rock: Square) -> list[Way]:
    """Every move of the trolls that takes somebody (Rules koom:trample-1 to -3)."""
    found: list[Way] = []
    occupied, rest = dwarfs | trolls | 1 << rock, trolls & adjacent_squares(dwarfs)
    while rest:
        low = rest & -rest
        rest ^= low
        origin = low.bit_length() - 1
        free = BOARD & ~occupied | low
        ways = [(origin, 0)]
        known = set(ways)
        while ways:
            at, taken = ways.pop()
            for _, landing, near, far in _BY_PAIRS[at]:
                if near & dwarfs and far & free and not near & taken:
                    onward = (landing, taken | near)
                    if onward not in known:
                        known.add(onward)
                        ways.append(onward)
                        found.append((origin, *onward))
    return found


def carries(dwarfs: Bitboard, trolls: Bitboard, rock: Square) -> list[Way]:
    """Every move of the Rock (Rules koom:rock-1, koom:rock-2)."""
    if not BESIDE[rock] & dwarfs:
        return []
    found: list[Way] = []
    rest = BESIDE[rock] & ~(dwarfs | trolls) & adjacent_squares(dwarfs)
    while rest:
        low = rest & -rest
        rest ^= low
        found.append((rock, low.bit_length() - 1, 0))
    return found


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
        at = low.bit_length() - 1
        if walks(at, occupied) & spots:
            return True
        for _, _, over, landing in _BY_PAIRS[at]:
            if over & dwarfs and landing & spots:
                return True
    return False


def after(
    dwarfs: Bitboard, trolls: Bitboard, rock: Square, dwarfs_move: bool, way: Way
) -> tuple[Bitboard, Bitboard, Square]:
    """Where everything stands after a move."""
    origin, target, taken = way
    if not dwarfs_move:
        return dwarfs & ~taken, trolls & ~(1 << origin) | 1 << target, rock
    if origin == rock:
        return dwarfs, trolls, target
    return dwarfs ^ (1 << origin | 1 << target), trolls & ~taken, rock
