"""The kingdom of Peasantry: 25 squares, their neighbours, and the lines and paths over them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import Final, TypeAlias

Square: TypeAlias = int
"""0 to 24, row by row from the north-west corner (Rule trogdor:board-1)."""

SIZE: Final = 5
SQUARES: Final = range(SIZE * SIZE)
FILES: Final = "abcde"


class TileKind(StrEnum):
    """What a tile shows; the value is its letter in map files (Rule trogdor:board-2)."""

    PLAIN = "."
    COTTAGE = "C"
    MOUNTAIN = "M"
    TUNNEL = "T"
    LAKE = "L"
    FOREST = "F"
    STUMP = "S"
    ROCK = "R"
    FLOWER = "W"


class Direction(StrEnum):
    """The eight directions; `n` is up in the picture."""

    NORTH = "n"
    EAST = "e"
    SOUTH = "s"
    WEST = "w"
    NORTHEAST = "ne"
    SOUTHEAST = "se"
    SOUTHWEST = "sw"
    NORTHWEST = "nw"


class Walker(StrEnum):
    """Who walks a path."""

    FIRST_KNIGHT = "knight-1"
    SECOND_KNIGHT = "knight-2"
    TROGHAMMER = "troghammer"
    ARCHER = "archer"
    PEASANT = "peasant"
    TROGDOR = "trogdor"


ORTHOGONAL: Final = (Direction.NORTH, Direction.EAST, Direction.SOUTH, Direction.WEST)
DIAGONAL: Final = (Direction.NORTHEAST, Direction.SOUTHEAST, Direction.SOUTHWEST, Direction.NORTHWEST)

STEPS: Final[dict[Direction, tuple[int, int]]] = {
    Direction.NORTH: (-1, 0),
    Direction.EAST: (0, 1),
    Direction.SOUTH: (1, 0),
    Direction.WEST: (0, -1),
    Direction.NORTHEAST: (-1, 1),
    Direction.SOUTHEAST: (1, 1),
    Direction.SOUTHWEST: (1, -1),
    Direction.NORTHWEST: (-1, -1),
}
"""Rows to the south and columns to the east."""


def square_at(row: int, column: int) -> Square:
    """The square in a row (0: north) and a column (0: west)."""
    return row * SIZE + column


def name(square: Square) -> str:
    """A square's name: its column `a` to `e` from the west, its row 1 to 5 from the north."""
    row, column = divmod(square, SIZE)
    return f"{FILES[column]}{row + 1}"


BY_NAME: Final = {name(square): square for square in SQUARES}


@cache
def next_square_wrapped(square: Square, direction: Direction) -> Square:
    """The square one step on, round the edge if need be (Rule trogdor:board-3)."""
    (row, column), (down, right) = divmod(square, SIZE), STEPS[direction]
    return square_at((row + down) % SIZE, (column + right) % SIZE)


@cache
def next_square(square: Square, direction: Direction) -> Square | None:
    """The square one step on, none over the edge of the map."""
    return next(iter(line_from(square, direction, 1)), None)


@cache
def line_from(square: Square, direction: Direction, most: int) -> tuple[Square, ...]:
    """The squares in a direction, nearest first, up to the edge of the map and at most `most`."""
    (row, column), (down, right) = divmod(square, SIZE), STEPS[direction]
    places = ((row + down * step, column + right * step) for step in range(1, most + 1))
    return tuple(square_at(y, x) for y, x in places if 0 <= y < SIZE and 0 <= x < SIZE)


@cache
def neighbours(square: Square, directions: tuple[Direction, ...]) -> tuple[Square, ...]:
    """The squares one step away that are on the map, in the order of `directions`."""
    return tuple(near for direction in directions if (near := next_square(square, direction)) is not None)


def path(start: Square, steps: Iterable[Direction]) -> tuple[Square, ...]:
    """The squares of a path, its start among them; it wraps round the edges."""
    squares = [start]
    for step in steps:
        squares.append(next_square_wrapped(squares[-1], step))
    return tuple(squares)


def shot_line(square: Square, *, vertical: bool) -> tuple[Square, ...]:
    """The other squares of a column or of a row (Rules trogdor:archer-2, trogdor:ruling-45)."""
    row, column = divmod(square, SIZE)
    every = (square_at(step, column) if vertical else square_at(row, step) for step in range(SIZE))
    return tuple(other for other in every if other != square)
