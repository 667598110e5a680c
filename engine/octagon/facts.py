"""What can be said of a move in every game on the octagon.

All of it is told by who can take whom with one move, before and after: by square, the moves that take what
stands there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from engine.octagon.board import Square


@dataclass(frozen=True, slots=True)
class Takes:
    """The pieces on `squares` leave the board."""

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
    """Nobody can take the piece on `square` with the next move."""

    square: Square


@dataclass(frozen=True, slots=True)
class Roams:
    """What stands on `square` could go on to so many squares, were it to move again."""

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
"""What speaks against a move because somebody can be taken after it."""


class CapturingMove(Protocol):
    """A move, as far as it matters who makes it."""

    @property
    def origin(self) -> Square:
        """Where it begins."""


Takers: TypeAlias = Mapping[Square, Sequence[CapturingMove]]
"""By the square of each piece that can be taken the moves that take it."""


def find_saved(before: Takers, now: Takers, moved: Mapping[Square, Square]) -> Iterator[Saves]:
    """Own pieces that hung and do not any more; `moved` tells where those are that have gone elsewhere."""
    where = (moved.get(square, square) for square in before)
    if squares := tuple(sorted(square for square in where if square not in now)):
        yield Saves(squares)


def find_threatened(before: Takers, now: Takers) -> Iterator[Threatens]:
    """Pieces of the other side that hang and did not."""
    if squares := tuple(sorted(square for square in now if square not in before)):
        yield Threatens(squares, tuple(now[square][0].origin for square in squares))


def find_hanging(before: Takers, now: Takers, target: Square) -> Iterator[Hanging]:
    """Own pieces that hang after a move to `target`: what moved, those that did not before, others."""

    def origins(squares: tuple[Square, ...]) -> tuple[Square, ...]:
        return tuple(sorted({taking.origin for square in squares for taking in now[square]}))

    if target in now:
        yield Takeable(target, origins((target,)))
    others = sorted(square for square in now if square != target)
    if fresh := tuple(square for square in others if square not in before):
        yield Exposes(fresh, origins(fresh))
    if old := tuple(square for square in others if square in before):
        yield StillHangs(old, origins(old))
