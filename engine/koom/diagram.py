"""Positions as text, for tests and for people who do not see the picture.

A diagram has one row a rank, from rank 1: `d` a dwarf, `T` a troll, `R` the Rock, `.` an empty square, blanks
outside the octagon. Files and ranks stand around it.
"""

from __future__ import annotations

from typing import Final

from engine.koom.danger import hanging_squares
from engine.koom.model import Piece, Position, State
from engine.koom.moves import pieces_beside_rock
from engine.koom.phrases import PHRASES
from engine.octagon.board import BOARD, FILES, SIZE, Bitboard, Square, name, rank_of, square, squares_of
from engine.octagon.model import Side
from engine.speech import English, Say

ENGLISH: Final = English(PHRASES)


def draw(position: Position, marked: Bitboard = 0) -> str:
    """The diagram of a position; `marked` squares show a `*` where nothing stands on them."""
    glyphs = ((position.dwarfs, "d"), (position.trolls, "T"), (1 << position.rock, "R"), (marked, "*"))

    def glyph(at: Square) -> str:
        return next((sign for board, sign in (*glyphs, (BOARD, ".")) if board >> at & 1), " ")

    files = range(1, SIZE + 1)
    rows = [f"{rank:>2} {' '.join(glyph(square(file, rank)) for file in files)} {rank}" for rank in files]
    header = "   " + " ".join(FILES)
    return "\n".join((header, *rows, header))


def text(state: State, say: Say = ENGLISH, /) -> str:
    """The text twin of the picture: sentences to be read aloud, then the diagram."""
    position = state.position
    battle = say("koom.text.battle", battle=state.battle, battles=state.battles)
    dwarfs = state.to_move is Side.DWARFS
    key = "koom.text.turn.dwarfs" if dwarfs else "koom.text.turn.trolls"
    turn = say(key if state.outcome is None else "koom.text.over")
    parts = (
        f"{battle} {_last(state, say)} {turn}",
        *(_pieces(side, position, say) for side in Side),
        _rock(position, say),
        "" if state.outcome is not None else _danger(position, say),
    )
    return "\n".join((*filter(None, parts), "", draw(position)))


def _pieces(side: Side, position: Position, say: Say) -> str:
    pieces = tuple(squares_of(position.pieces(side)))
    dwarfs = side is Side.DWARFS
    if not pieces:
        return say("koom.text.dwarfs.none" if dwarfs else "koom.text.trolls.none")
    key = "koom.text.dwarfs" if dwarfs else "koom.text.trolls"
    return say(key, count=len(pieces), squares=square_list(pieces))


def _rock(position: Position, say: Say) -> str:
    trolls = pieces_beside_rock(position, Side.TROLLS).bit_count()
    far = rank_of(position.rock) - 1
    return say("koom.text.rock", square=name(position.rock), count=far, trolls=trolls)


def _danger(position: Position, say: Say) -> str:
    """What could be taken next on either side, were that side's opponent to move."""
    found = {side: tuple(sorted(hanging_squares(position, side))) for side in Side}
    keys = {Side.DWARFS: "koom.text.danger.dwarfs", Side.TROLLS: "koom.text.danger.trolls"}
    told = [say(keys[side], squares=square_list(hung)) for side, hung in found.items() if hung]
    return " ".join(told) or say("koom.text.danger.none")


def _last(state: State, say: Say) -> str:
    move = state.last
    if move is None:
        return say("koom.text.last.none")
    ends = {"origin": name(move.origin), "target": name(move.target)}
    if move.piece is Piece.ROCK:
        return say("koom.text.last.rock", **ends)
    dwarf = move.piece is Piece.DWARF
    if not move.captured:
        return say("koom.text.last.dwarfs" if dwarf else "koom.text.last.trolls", **ends)
    key = "koom.text.last.dwarfs.took" if dwarf else "koom.text.last.trolls.took"
    return say(key, **ends, squares=square_list(move.captured))


def square_list(squares: tuple[Square, ...]) -> str:
    """Squares in a sentence."""
    return ", ".join(map(name, squares))
