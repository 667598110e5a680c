"""Positions as text, for tests and for people who do not see the picture.

A diagram has one row a rank, from rank 1: `d` a dwarf, `T` a troll, `R` the Thudstone, `.` an empty square,
blanks outside the octagon. Files and ranks stand around it.
"""

from __future__ import annotations

from typing import Final

from engine.octagon.board import BOARD, FILES, SIZE, Bitboard, Square, bits, name, square, squares_of
from engine.octagon.model import Side
from engine.speech import English, Say
from engine.thud.model import STONE, Position, View
from engine.thud.moves import attackers
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
    """The text twin of the picture: sentences to be read aloud, then the diagram."""
    position = Position(bits(view.dwarfs), bits(view.trolls))
    parts = (
        f"{say('thud.text.battle', battle=view.battle)} {_last(view, say)} {_turn(view, say)}",
        _pieces(Side.DWARFS, view.dwarfs, say),
        _pieces(Side.TROLLS, view.trolls, say),
        "" if view.outcome is not None else _danger(position, say),
    )
    return "\n".join((*filter(None, parts), "", draw(position)))


def _pieces(side: Side, squares: tuple[Square, ...], say: Say) -> str:
    if not squares:
        return say(f"thud.text.{side}.none")
    return say(f"thud.text.{side}", count=len(squares), squares=_square_list(squares))


def _danger(position: Position, say: Say) -> str:
    """What could be taken next on either side, were that side's opponent to move."""
    found = {side: tuple(squares_of(bits(attackers(position, side)))) for side in Side}
    told = [
        say(f"thud.text.danger.{side}", squares=_square_list(hung)) for side, hung in found.items() if hung
    ]
    return " ".join(told) or say("thud.text.danger.none")


def _last(view: View, say: Say) -> str:
    move = view.last
    if move is None:
        return say("thud.text.last.none")
    ends = {"origin": name(move.origin), "target": name(move.target)}
    if not move.captured:
        return say(f"thud.text.last.{move.side}", **ends)
    return say(f"thud.text.last.{move.side}.took", **ends, squares=_square_list(move.captured))


def _turn(view: View, say: Say) -> str:
    return say(f"thud.text.turn.{view.to_move}") if view.outcome is None else say("thud.text.over")


def _square_list(squares: tuple[Square, ...]) -> str:
    return ", ".join(map(name, squares))
