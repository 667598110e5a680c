"""What cards and items have in common: places they can be aimed at, and what they do there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from engine.trogdor.board import Square
from engine.trogdor.course import Course
from engine.trogdor.model import Action, State, What

Targets: TypeAlias = tuple[tuple[tuple[Square, ...], What | None], ...]
"""The squares that something can be aimed at, and what there, if it is not the tile."""


@dataclass(frozen=True, slots=True)
class Aimed:
    """Where a card's effect or an item can go in a state, and what it does there."""

    targets: Callable[[State], Targets]
    use: Callable[[Course, Action], None]


def each(squares: Iterable[Square], what: What | None = None) -> Targets:
    """Every one of the squares as a target of its own."""
    return tuple(((square,), what) for square in squares)
