"""Positions as text, for tests and for people who do not see the picture.

A diagram has one row a rank, from rank 1: `d` a dwarf, `T` a troll, `R` the Thudstone, `.` an empty square,
blanks outside the octagon. Files and ranks stand around it.
"""

from __future__ import annotations

import re
from typing import Final

from engine.speech import English, Say
from engine.thud.board import BOARD, FILES, SIZE, STONE, STONE_SQUARE, Bitboard, Square, bits, file_of, square
from engine.thud.model import View
from engine.thud.phrases import PHRASES
from engine.thud.position import Position

ENGLISH: Final = English(PHRASES)

_HEADER: Final = "   " + " ".join(FILES)
_ROW: Final = re.compile(r" *(?P<rank>\d+) (?P<cells>.*?)(?: +\d+)? *", re.ASCII)


def draw(position: Position, marked: Bitboard = 0) -> str:
    """The diagram of a position; `marked` squares show a `*` where nothing stands on them."""
    rows = (f"{rank:>2} {_row(position, marked, rank)} {rank}" for rank in range(1, SIZE + 1))
    return "\n".join((_HEADER, *rows, _HEADER))


def _row(position: Position, marked: Bitboard, rank: int) -> str:
    return " ".join(_glyph(position, marked, square(file, rank)) for file in range(1, SIZE + 1))


def _glyph(position: Position, marked: Bitboard, sq: Square) -> str:
    boards = ((position.dwarfs, "d"), (position.trolls, "T"), (STONE, "R"), (marked, "*"), (BOARD, "."))
    return next((glyph for board, glyph in boards if board >> sq & 1), " ")


def read_diagram(text: str) -> Position:
    """The position that a diagram shows, its borders and marks ignored.

    Raises `ValueError` naming the row that is not as `draw` writes it, or the rows that are missing.
    """
    rows = [match for line in text.splitlines() if (match := _ROW.fullmatch(line))]
    if [int(row["rank"]) for row in rows] != list(range(1, SIZE + 1)):
        raise ValueError("a diagram has a row for each rank, 1 to 15 in order")
    found: dict[str, list[Square]] = {"d": [], "T": []}
    for rank, row in enumerate(rows, 1):
        cells = row["cells"].ljust(2 * SIZE - 1)
        if len(cells) > 2 * SIZE - 1 or cells[1::2].strip():
            raise ValueError(f"rank {rank} is not 15 squares with a blank between them")
        for sq, glyph in zip(range(square(1, rank), square(1, rank) + SIZE), cells[::2], strict=True):
            if glyph not in _allowed(sq):
                raise ValueError(f"rank {rank}: {glyph!r} stands on file {file_of(sq)}")
            found.get(glyph, []).append(sq)
    return Position(bits(found["d"]), bits(found["T"]))


def _allowed(sq: Square) -> str:
    """The glyphs that may stand on a square of a diagram."""
    if sq == STONE_SQUARE:
        return "R"
    return "dT.*" if BOARD >> sq & 1 else " "


def text(view: View, say: Say = ENGLISH, /) -> str:
    """The text twin of the picture: the diagram, then the score and the last move."""
    board = draw(Position(bits(view.dwarfs), bits(view.trolls)))
    dwarfs, trolls = len(view.dwarfs), len(view.trolls)
    state = say("thud.text.state", battle=view.battle, ply=view.ply, dwarfs=dwarfs, trolls=trolls)
    last = say("thud.text.last.none") if view.last is None else say("thud.text.last", move=str(view.last))
    turn = say(f"thud.text.turn.{view.to_move}") if view.outcome is None else say("thud.text.over")
    return f"{board}\n\n{state}\n{last} {turn}"
