"""Reasons for and against a move that Thud and Koom Valley share.

All of them compare which pieces can be taken with one move before and after it: by square, the moves that
take the piece there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from engine.octagon.board import Square


@dataclass(frozen=True, slots=True)
class Takes:
    """The move takes the pieces on `squares`."""

    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Saves:
    """Own pieces, now on `squares`, could have been taken with the next move and cannot be any more."""

    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Threatens:
    """Pieces of the other side that could be taken with the next move, and could not with this one.

    `origins` are who would take them, in the same order.
    """

    squares: tuple[Square, ...]
    origins: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class OutOfReach:
    """The piece on `square` cannot be taken with the next move."""

    square: Square


@dataclass(frozen=True, slots=True)
class Roams:
    """The piece on `square` could move to so many squares next."""

    square: Square
    squares: int


@dataclass(frozen=True, slots=True)
class Takeable:
    """Against it: the piece on `square` could be taken with the next move, by those on `origins`."""

    square: Square
    origins: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Exposes:
    """Against it: own pieces on `squares` can be taken with the next move, and could not before."""

    squares: tuple[Square, ...]
    origins: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class StillHangs:
    """Against it: own pieces on `squares` could be taken before, and still can."""

    squares: tuple[Square, ...]
    origins: tuple[Square, ...]


Hanging: TypeAlias = Takeable | Exposes | StillHangs

HANGING: Final = (Takeable, Exposes, StillHangs)
"""The reasons against a move because a piece can be taken after it."""


class CapturingMove(Protocol):
    """A move, reduced to where it begins."""

    @property
    def origin(self) -> Square:
        """The square where it begins."""


Takers: TypeAlias = Mapping[Square, Sequence[CapturingMove]]
"""The moves that take a piece, by the square of that piece."""


def find_saved(before: Takers, now: Takers, moved: Mapping[Square, Square]) -> Iterator[Saves]:
    """The own pieces that could be taken before and cannot now; `moved` maps old squares to new ones."""
    where = (moved.get(square, square) for square in before)
    if squares := tuple(sorted(square for square in where if square not in now)):
        yield Saves(squares)


def find_threatened(before: Takers, now: Takers) -> Iterator[Threatens]:
    """The other side's pieces that can be taken now and could not before."""
    if squares := tuple(sorted(square for square in now if square not in before)):
        yield Threatens(squares, tuple(now[square][0].origin for square in squares))


def find_hanging(before: Takers, now: Takers, target: Square) -> Iterator[Hanging]:
    """The own pieces that can be taken after a move to `target`: the mover, new ones, old ones."""

    def origins(squares: tuple[Square, ...]) -> tuple[Square, ...]:
        return tuple(sorted({taking.origin for square in squares for taking in now[square]}))

    if target in now:
        yield Takeable(target, origins((target,)))
    others = sorted(square for square in now if square != target)
    if fresh := tuple(square for square in others if square not in before):
        yield Exposes(fresh, origins(fresh))
    if old := tuple(square for square in others if square in before):
        yield StillHangs(old, origins(old))
