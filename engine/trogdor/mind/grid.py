"""The 25 squares as bits of a whole number, with tables of steps, neighbours and distances."""

from __future__ import annotations

from typing import Final

SIDE: Final = 5
"""Rows and columns of the map."""

LAST: Final = SIDE - 1

CELLS: Final = SIDE * SIDE
"""How many squares there are. Tables over squares and something else are indexed `other * CELLS + square`."""

WAY_BITS: Final = 3
"""A step is packed as `target << WAY_BITS | way`."""

WAY_MASK: Final = (1 << WAY_BITS) - 1
"""The bits of a packed step that hold its way."""

ORTHOGONAL_WAYS: Final = 4
ALL_WAYS: Final = 8
"""The first four ways are orthogonal, the others diagonal."""

DIAGONALLY: Final = 1
ROUND_EDGES: Final = 2
MODES: Final = 4
"""How Trogdor can step besides, by the bits of a mode."""

ALL: Final = (1 << CELLS) - 1
"""Every square."""

NOT_WEST: Final = sum(1 << square for square in range(CELLS) if square % SIDE != 0)
NOT_EAST: Final = sum(1 << square for square in range(CELLS) if square % SIDE != LAST)

OFFSETS: Final[list[tuple[int, int]]] = [(-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)]
"""By way: rows to the south and columns to the east, in the order of `engine.trogdor.board.Direction`."""


def _step_round_edge(square: int, way: int) -> int:
    """The square one step on, round the edge if need be."""
    down, right = OFFSETS[way]
    return (square // SIDE + down) % SIDE * SIDE + (square % SIDE + right) % SIDE


def _on_map(square: int, way: int, steps: int) -> bool:
    """Whether so many steps in one way stay on the map."""
    down, right = OFFSETS[way]
    return 0 <= square // SIDE + steps * down < SIDE and 0 <= square % SIDE + steps * right < SIDE


def _steps(square: int, mode: int) -> list[int]:
    """The packed steps from a square in a mode."""
    ways = range(ALL_WAYS if mode & DIAGONALLY else ORTHOGONAL_WAYS)
    return [
        _step_round_edge(square, way) << WAY_BITS | way
        for way in ways
        if mode & ROUND_EDGES or _on_map(square, way, 1)
    ]


def _neighbour_mask(square: int, first: int, last: int) -> int:
    """The neighbours of a square on the map, in the ways from `first` up to `last`."""
    near = {_step_round_edge(square, way) for way in range(first, last) if _on_map(square, way, 1)}
    return sum(1 << other for other in near)


def _shot_mask(square: int) -> int:
    """The square itself, and those one or two steps away in one way."""
    reached = {square}
    for way in range(ALL_WAYS):
        down, right = OFFSETS[way]
        reached |= {square + n * (SIDE * down + right) for n in (1, 2) if _on_map(square, way, n)}
    return sum(1 << other for other in reached)


NEXT_SQUARE: Final[list[int]] = [
    _step_round_edge(square, way) for way in range(ALL_WAYS) for square in range(CELLS)
]
"""At `way * CELLS + square`: the square one step on, round the edge if need be."""

STEPS_FROM: Final[list[list[int]]] = [
    _steps(square, mode) for mode in range(MODES) for square in range(CELLS)
]
"""At `mode * CELLS + square`: every packed step."""

BESIDE: Final[list[int]] = [_neighbour_mask(square, 0, ORTHOGONAL_WAYS) for square in range(CELLS)]
DIAGONAL: Final[list[int]] = [_neighbour_mask(square, ORTHOGONAL_WAYS, ALL_WAYS) for square in range(CELLS)]
AROUND: Final[list[int]] = [_neighbour_mask(square, 0, ALL_WAYS) | 1 << square for square in range(CELLS)]
"""The neighbours of a square that are on the map; `AROUND` has the square itself, too."""

SHOTS: Final[list[int]] = [_shot_mask(square) for square in range(CELLS)]
"""By square: the squares that Shot Put reaches."""

DISTANCE: Final[list[int]] = [
    abs(one // SIDE - other // SIDE) + abs(one % SIDE - other % SIDE)
    for one in range(CELLS)
    for other in range(CELLS)
]
"""At `one * CELLS + other`: the steps between two squares."""


def squares_of(mask: int) -> list[int]:
    """The squares of a mask, the lowest first."""
    squares: list[int] = []
    while mask:
        low = mask & -mask
        squares.append(low.bit_length() - 1)
        mask ^= low
    return squares


def count(mask: int) -> int:
    """How many squares a mask has: the bits are added up in pairs, fours and bytes."""
    mask = mask - (mask >> 1 & 0x55555555)
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333)
    return ((mask + (mask >> 4) & 0x0F0F0F0F) * 0x01010101 & 0xFFFFFFFF) >> 24
