"""Generates the legal moves, and computes the position after a move."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engine.koom.model import Move, Piece, Position
from engine.octagon.board import (
    BOARD,
    NEIGHBOURS,
    RAYS,
    SQUARES,
    Bitboard,
    Square,
    bits,
    in_order,
    squares_of,
)
from engine.octagon.model import Side

STRIDES: Final = 3
"""How many squares a troll can walk (Rule koom:troll-1)."""

PAIRS: Final = {
    sq: tuple((line[0], line[1]) for line in RAYS[sq].values() if len(line) > 1) for sq in SQUARES
}
"""For each square, the one beside it and the one behind that, in every direction where both exist."""


@lru_cache(maxsize=256)
def moves_of(position: Position, side: Side) -> tuple[Move, ...]:
    """Every legal move of one side; there is no pass (Rule koom:turn-3).

    Cached, since parsing, checking and ending one ply need the same list.
    """
    return tuple(_moves(position, side))


def can_move(position: Position, side: Side) -> bool:
    """Whether one side has any legal move.

    Any piece may step to an empty square beside it, so the search for other moves is seldom needed.
    """
    free = BOARD & ~position.occupied_squares
    if any(NEIGHBOURS[sq] & free for sq in squares_of(position.pieces(side))):
        return True
    return next(_moves(position, side), None) is not None


def _moves(position: Position, side: Side) -> Iterator[Move]:
    return _dwarf_moves(position) if side is Side.DWARFS else _troll_moves(position)


def position_after(position: Position, move: Move) -> Position:
    """The position after a legal move (Rules koom:sandwich-1, koom:trample-1, koom:rock-1)."""
    if move.piece is Piece.ROCK:
        return Position(position.dwarfs, position.trolls, move.target)
    away = ~bits(move.captured)
    # Apart, since a troll that tramples in a ring ends where it began.
    left, reached = 1 << move.origin, 1 << move.target
    if move.piece is Piece.DWARF:
        return Position(position.dwarfs & ~left | reached, position.trolls & away, position.rock)
    return Position(position.dwarfs & away, position.trolls & ~left | reached, position.rock)


def pieces_beside_rock(position: Position, side: Side) -> Bitboard:
    """The pieces of `side` beside the Rock."""
    return NEIGHBOURS[position.rock] & position.pieces(side)


# How dwarfs move, take trolls between them, and move the Rock


def _dwarf_moves(position: Position) -> Iterator[Move]:
    """Every move of the dwarfs, the Rock's among them (Rules koom:dwarf-1, koom:dwarf-2, koom:rock-1)."""
    occupied = position.occupied_squares
    for origin in squares_of(position.dwarfs):
        for line in RAYS[origin].values():
            for target in line:
                if occupied >> target & 1:
                    break
                yield Move(Piece.DWARF, origin, (target,), sandwiched_trolls(position, origin, target))
    yield from (Move(Piece.ROCK, position.rock, (target,)) for target in rock_targets(position))


def sandwiched_trolls(position: Position, origin: Square, target: Square) -> tuple[Square, ...]:
    """The trolls between the dwarf that moves to `target` and another dwarf.

    Rules koom:sandwich-1, koom:sandwich-2, koom:sandwich-3.
    """
    if not NEIGHBOURS[target] & position.trolls:
        return ()
    others = position.dwarfs & ~(1 << origin)
    pairs = PAIRS[target]
    return tuple(
        in_order(troll for troll, far in pairs if position.trolls >> troll & 1 and others >> far & 1)
    )


def rock_targets(position: Position) -> Iterator[Square]:
    """Where the Rock can be moved: empty squares beside a dwarf, if a dwarf is beside the Rock now.

    Rules koom:rock-1, koom:rock-2, koom:rock-4.
    """
    if pieces_beside_rock(position, Side.DWARFS):
        for target in squares_of(NEIGHBOURS[position.rock] & BOARD & ~position.occupied_squares):
            if NEIGHBOURS[target] & position.dwarfs:
                yield target


# How trolls walk and trample


def _troll_moves(position: Position) -> Iterator[Move]:
    """Every move of the trolls (Rules koom:troll-1, koom:trample-1, koom:trample-2)."""
    occupied = position.occupied_squares
    for origin in squares_of(position.trolls):
        for line in RAYS[origin].values():
            for target in line[:STRIDES]:
                if occupied >> target & 1:
                    break
                yield Move(Piece.TROLL, origin, (target,))
        yield from _tramples(position, origin)


def _tramples(position: Position, origin: Square) -> Iterator[Move]:
    """Every sequence of jumps; of those with equal captures and target only the first one found.

    Its own start square counts as empty.

    Rules koom:trample-1, koom:trample-2, koom:trample-3, koom:notation-3.
    """
    free = BOARD & ~(position.occupied_squares & ~(1 << origin))
    seen: set[tuple[Square, Bitboard]] = set()
    ways: list[tuple[tuple[Square, ...], tuple[Square, ...], Bitboard]] = [((origin,), (), position.dwarfs)]
    while ways:
        way, taken, dwarfs = ways.pop()
        for dwarf, landing in PAIRS[way[-1]]:
            rest = dwarfs & ~(1 << dwarf)
            if rest == dwarfs or not free >> landing & 1 or (landing, rest) in seen:
                continue
            seen.add((landing, rest))
            ways.append(((*way, landing), (*taken, dwarf), rest))
            yield Move(Piece.TROLL, origin, (*way[1:], landing), (*taken, dwarf))
