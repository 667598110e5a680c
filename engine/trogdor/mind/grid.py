"""The 25 squares as bits of a whole number: neighbours, ways and paths, all worked out beforehand."""

from __future__ import annotations

from typing import Final

SIDE: Final = 5
LAST: Final = SIDE - 1

ALL: Final = (1 << 25) - 1
"""Every square."""

NOT_WEST: Final = sum(1 << square for square in range(25) if square % SIDE != 0)
NOT_EAST: Final = sum(1 << square for square in range(25) if square % SIDE != LAST)

STEPS: Final[list[tuple[int, int]]] = [(-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)]
"""Rows to the south and columns to the east, in the order of `engine.trogdor.board.Direction`."""


def _wrapped(square: int, way: int) -> int:
    down, right = STEPS[way]
    return (square // 5 + down) % 5 * 5 + (square % 5 + right) % 5


def _on_map(square: int, way: int, steps: int) -> bool:
    down, right = STEPS[way]
    return 0 <= square // SIDE + steps * down < SIDE and 0 <= square % SIDE + steps * right < SIDE


def _moves(square: int, mode: int) -> list[int]:
    ways = range(8 if mode & 1 else 4)
    return [_wrapped(square, way) * 8 + way for way in ways if mode & 2 or _on_map(square, way, 1)]


def _mask(square: int, first: int, last: int) -> int:
    near = {_wrapped(square, way) for way in range(first, last) if _on_map(square, way, 1)}
    return sum(1 << other for other in near)


def _shots(square: int) -> int:
    found = {square}
    for way in range(8):
        down, right = STEPS[way]
        found |= {square + n * (5 * down + right) for n in (1, 2) if _on_map(square, way, n)}
    return sum(1 << other for other in found)


WRAPPED: Final[list[int]] = [_wrapped(square, way) for way in range(8) for square in range(25)]
"""At `way * 25 + square`: the square one step on, round the edge if need be."""

MOVES: Final[list[list[int]]] = [_moves(square, mode) for mode in range(4) for square in range(25)]
"""At `mode * 25 + square` (mode: 1 diagonal, 2 round the edges): target * 8 + way of every step."""

BESIDE: Final[list[int]] = [_mask(square, 0, 4) for square in range(25)]
DIAGONAL: Final[list[int]] = [_mask(square, 4, 8) for square in range(25)]
AROUND: Final[list[int]] = [_mask(square, 0, 8) | 1 << square for square in range(25)]
"""The neighbours of a square that are on the map; `AROUND` has the square itself, too."""

SHOTS: Final[list[int]] = [_shots(square) for square in range(25)]
"""What Shot Put reaches from a square."""

DISTANCE: Final[list[int]] = [
    abs(one // 5 - other // 5) + abs(one % 5 - other % 5) for one in range(25) for other in range(25)
]
"""At `one * 25 + other`: the steps between two squares."""


def squares_of(mask: int) -> list[int]:
    """The squares of a mask, the lowest first."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def count(mask: int) -> int:
    """How many squares a mask has."""
    mask = mask - (mask >> 1 & 0x55555555)
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333)
    return ((mask + (mask >> 4) & 0x0F0F0F0F) * 0x01010101 & 0xFFFFFFFF) >> 24
