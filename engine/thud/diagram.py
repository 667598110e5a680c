"""Positions as text, for tests and for people who do not see the picture.

A diagram has one row a rank, from rank 1: `d` a dwarf, `T` a troll, `R` the Thudstone, `.` an empty square,
blanks outside the octagon. Files and ranks stand around it.
"""

from __future__ import annotations

from typing import Final

from engine.speech import English, Say
from engine.thud.board import BOARD, FILES, SIZE, STONE, Bitboard, Square, bits, square
from engine.thud.model import Position, View
from engine.thud.phrases import PHRASES

ENGLISH: Final = English(PHRASES)

_HEADER: Final = "   " + " ".join(FILES)


def draw(position: Position, marked: Bitboard = 0) -> str:
    """The diagram of a position; `marked` squares show a `*` where nothing stands on them."""
    rows = (f"{rank:>2} {_row(position, marked, rank)} {rank}" for rank in range(1, SIZE + 1))
    return "\n".join((_HEADER, *rows, _HEADER))


def _row(position: Position, marked: Bitboard, rank: int) -> str:
    return " ".join(_glyph(position, marked, square(file, rank)) for file in range(1, SIZE + 1))


def _glyph(position: Position, marked: Bitboard, sq: Square) -> str:
    boards = ((position.dwarfs, "d"), (position.trolls, "T"), (STONE, "R"), (marked, "*"), (BOARD, "."))
    return next((glyph for board, glyph in boards if board >> sq & 1), " ")


def text(view: View, say: Say = ENGLISH, /) -> str:
    """The text twin of the picture: the diagram, then the score and the last move."""
    board = draw(Position(bits(view.dwarfs), bits(view.trolls)))
    dwarfs, trolls = len(view.dwarfs), len(view.trolls)
    state = say("thud.text.state", battle=view.battle, ply=view.ply, dwarfs=dwarfs, trolls=trolls)
    last = say("thud.text.last.none") if view.last is None else say("thud.text.last", move=str(view.last))
    turn = say(f"thud.text.turn.{view.to_move}") if view.outcome is None else say("thud.text.over")
    return f"{board}\n\n{state}\n{last} {turn}"
