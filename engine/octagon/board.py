"""The octagon as bitboards: squares, their names, and what lies in each direction.

A square is a bit index, 16 * (rank - 1) + (file - 1) with files and ranks 1..15; the sixteenth column
stays empty, so that a shift never wraps from one rank into the next. A bitboard is an `int` with one bit a
square. Rank 1 is at the top of the picture (Rule thud:board-1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, TypeAlias

Square: TypeAlias = int
Bitboard: TypeAlias = int

SIZE: Final = 15
FILES: Final = "ABCDEFGHJKLMNOP"
"""File letters from left to right; the letter I is skipped (Rule thud:board-3)."""

STRIDE: Final = 16
DIRECTIONS: Final = {
    "north": -STRIDE,
    "north-east": -STRIDE + 1,
    "east": 1,
    "south-east": STRIDE + 1,
    "south": STRIDE,
    "south-west": STRIDE - 1,
    "west": -1,
    "north-west": -STRIDE - 1,
}
"""The eight straight lines, clockwise from the top of the picture, as steps of the bit index."""


def square(file: int, rank: int) -> Square:
    """The square at `file` and `rank`, both 1..15."""
    return STRIDE * (rank - 1) + file - 1


def file_of(sq: Square) -> int:
    """The file of a square, 1..15 for A..P."""
    return sq % STRIDE + 1


def rank_of(sq: Square) -> int:
    """The rank of a square, 1..15 from the top."""
    return sq // STRIDE + 1


@cache
def name(sq: Square) -> str:
    """A square as people write it: `H8`."""
    return FILES[file_of(sq) - 1] + str(rank_of(sq))


def bits(squares: Iterable[Square]) -> Bitboard:
    """The bitboard with exactly these squares."""
    board = 0
    for sq in squares:
        board |= 1 << sq
    return board


def squares_of(board: Bitboard) -> Iterator[Square]:
    """The squares of a bitboard, rank by rank from the top."""
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low


def _on_octagon(file: int, rank: int) -> bool:
    return 1 <= file <= SIZE and 1 <= rank <= SIZE and abs(file - 8) + abs(rank - 8) <= 9  # noqa: PLR2004


SQUARES: Final = tuple(
    square(file, rank)
    for rank in range(1, SIZE + 1)
    for file in range(1, SIZE + 1)
    if _on_octagon(file, rank)
)
"""The 165 squares of the board, the Thudstone's among them (Rule thud:board-1)."""

BOARD: Final = bits(SQUARES)
BY_NAME: Final = {name(sq): sq for sq in SQUARES}


def ray(sq: Square, step: int) -> tuple[Square, ...]:
    """The squares from `sq` (left out) straight on to the edge of the octagon, pieces and stone ignored."""
    line = []
    at = sq + step
    while at >= 0 and BOARD >> at & 1:
        line.append(at)
        at += step
    return tuple(line)


RAYS: Final = {sq: {step: ray(sq, step) for step in DIRECTIONS.values()} for sq in SQUARES}
NEIGHBOURS: Final = {sq: bits(line[0] for line in RAYS[sq].values() if line) for sq in SQUARES}
"""Bitboard of the up to eight squares next to each square."""


def adjacent_squares(board: Bitboard) -> Bitboard:
    """Every square next to a square of `board`."""
    row = board | board << 1 | board >> 1
    return (row | row << STRIDE | row >> STRIDE) & BOARD


def in_order(squares: Iterable[Square]) -> list[Square]:
    """Squares by file, then by rank: the order of captures in notation (Rule thud:notation-2)."""
    return sorted(squares, key=lambda sq: (file_of(sq), rank_of(sq)))
