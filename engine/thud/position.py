"""Where the pieces stand, at the start and after each move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from data.thud import SETUP
from engine.thud.board import BY_NAME, STONE, Bitboard, Square, bits, file_of, rank_of
from engine.thud.model import Move, Side


@dataclass(frozen=True, slots=True)
class Position:
    """The squares of both sides' pieces."""

    dwarfs: Bitboard
    trolls: Bitboard

    def pieces(self, side: Side) -> Bitboard:
        """The squares of one side's pieces."""
        return self.dwarfs if side is Side.DWARFS else self.trolls

    @property
    def occupied(self) -> Bitboard:
        """Every square that no piece can enter or pass, the Thudstone's among them (Rule thud:board-2)."""
        return self.dwarfs | self.trolls | STONE


START: Final = Position(
    dwarfs=bits(BY_NAME[name] for name in SETUP.dwarfs), trolls=bits(BY_NAME[name] for name in SETUP.trolls)
)
"""Trolls around the Thudstone, dwarfs on the rim without its four axis squares (Rule thud:start-1)."""


def after(position: Position, move: Move) -> Position:
    """The position that a legal move leads to (Rules thud:hurl-3, thud:troll-3)."""
    away = ~bits(move.captured)
    way = 1 << move.origin | 1 << move.target
    if move.side is Side.DWARFS:
        return Position(position.dwarfs ^ way, position.trolls & away)
    return Position(position.dwarfs & away, position.trolls ^ way)


def line_length(pieces: Bitboard, front: Square, step: int) -> int:
    """How many pieces stand in an unbroken line behind and including `front`, which faces along `step`.

    Rules thud:hurl-1, thud:shove-1: the front piece counts.
    """
    length = 1
    at = front - step
    while at >= 0 and pieces >> at & 1:
        length += 1
        at -= step
    return length


def in_order(squares: Iterable[Square]) -> list[Square]:
    """Squares by file, then by rank: the order of captures in notation (Rule thud:notation-2)."""
    return sorted(squares, key=lambda sq: (file_of(sq), rank_of(sq)))
