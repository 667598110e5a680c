"""Positions as text, for tests and for people who do not see the picture.

A diagram has one row a rank, from rank 1: `d` a dwarf, `T` a troll, `R` the Thudstone, `.` an empty square,
blanks outside the octagon. Files and ranks stand around it.
"""

from __future__ import annotations

from typing import Final

from engine.thud.board import FILES, SIZE, SQUARES, STONE, Bitboard, Square, bits, square
from engine.thud.model import View
from engine.thud.moves import Position

_HEADER: Final = "   " + " ".join(FILES)


def draw(position: Position, marked: Bitboard = 0) -> str:
    """The diagram of a position; `marked` squares show a `*` where nothing stands on them."""
    rows = (f"{rank:>2} {_row(position, marked, rank)} {rank}" for rank in range(1, SIZE + 1))
    return "\n".join((_HEADER, *rows, _HEADER))


def _row(position: Position, marked: Bitboard, rank: int) -> str:
    return " ".join(_glyph(position, marked, square(file, rank)) for file in range(1, SIZE + 1))


def _glyph(position: Position, marked: Bitboard, sq: Square) -> str:
    if sq not in SQUARES:
        return " "
    boards = ((position.dwarfs, "d"), (position.trolls, "T"), (STONE, "R"), (marked, "*"))
    return next((glyph for board, glyph in boards if board >> sq & 1), ".")


def read_diagram(text: str) -> Position:
    """The position that a diagram shows, borders and marks ignored; raises `ValueError` naming the row."""
    found: dict[str, list[Square]] = {"d": [], "T": []}
    rows = [line for line in text.splitlines() if line.strip()[:1].isdigit()]
    for line in rows:
        rank = int(line.split()[0])
        cells = line[line.index(str(rank)) + len(str(rank)) + 1 :]
        for file in range(1, SIZE + 1):
            glyph = cells[2 * (file - 1) : 2 * file - 1]
            if glyph in found and square(file, rank) not in SQUARES:
                raise ValueError(f"rank {rank}: {glyph} stands outside the octagon")
            if glyph in found:
                found[glyph].append(square(file, rank))
    return Position(bits(found["d"]), bits(found["T"]))


def text(view: View) -> str:
    """The text twin of the picture: the diagram, then the score and the last move."""
    board = draw(Position(bits(view.dwarfs), bits(view.trolls)))
    dwarfs, trolls = len(view.dwarfs), len(view.trolls)
    last = "none" if view.last is None else str(view.last)
    state = f"Battle {view.battle}, ply {view.ply}. d dwarfs: {dwarfs}. T trolls: {trolls}. R Thudstone."
    return f"{board}\n\n{state}\nLast move: {last}. To move: {view.to_move}."
