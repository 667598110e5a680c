"""Boards as pictures. Rows that a picture leaves out are empty, so that it shows only what matters."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.core import IllegalAction, Step
from engine.octagon.board import BOARD, BY_NAME, SIZE, Square, bits, file_of, name, square
from engine.octagon.model import Side
from engine.rng import ScriptedRng
from engine.thud import GAME
from engine.thud.diagram import draw
from engine.thud.model import STONE_SQUARE, Event, Move, Position, State
from engine.thud.moves import moves_of

ROW = re.compile(r" *(?P<rank>\d+) (?P<cells>.*?)(?: +\d+)? *", re.ASCII)
NO_CHANCE = ScriptedRng([])
EMPTY = draw(Position(0, 0))

TWO_AND_A_HURL = """
   A B C D E F G H J K L M N O P
 9 . . . . . d d . . . . . . . . 9
10 . . . d d . . . . . . . . . . 10
11   . . . . . . T . . . . . .   11
"""
"""On G10 the troll would take two, and a hurl would answer; on H10 it takes one and is safe."""


def read_diagram(text: str) -> Position:
    """The position that a diagram shows, its borders and marks ignored.

    Raises `ValueError` naming the row that is not as `draw` writes it, or the rows that are missing.
    """
    rows = [match for line in text.splitlines() if (match := ROW.fullmatch(line))]
    if [int(row["rank"]) for row in rows] != list(range(1, SIZE + 1)):
        raise ValueError("a diagram has a row for each rank, 1 to 15 in order")
    found: dict[str, list[Square]] = {"d": [], "T": []}
    for rank, row in enumerate(rows, 1):
        cells = row["cells"].ljust(2 * SIZE - 1)
        if len(cells) > 2 * SIZE - 1 or cells[1::2].strip():
            raise ValueError(f"rank {rank} is not 15 squares with a blank between them")
        for sq, glyph in zip(range(square(1, rank), square(1, rank) + SIZE), cells[::2], strict=True):
            if glyph not in allowed_glyphs(sq):
                raise ValueError(f"rank {rank}: {glyph!r} stands on file {file_of(sq)}")
            found.get(glyph, []).append(sq)
    return Position(bits(found["d"]), bits(found["T"]))


def allowed_glyphs(sq: Square) -> str:
    """The glyphs that may stand on a square of a diagram."""
    if sq == STONE_SQUARE:
        return "R"
    return "dT.*" if BOARD >> sq & 1 else " "


def whole(picture: str) -> str:
    """The diagram of all 15 ranks that a picture of some of them means; the header is there to be read."""
    rows = {int(row[1]): row[0] for row in re.finditer(r"^ *(\d+) .*\d$", picture, re.MULTILINE)}
    assert rows, f"no rank in {picture!r}"
    by_rank = {int(line.split()[0]): line for line in EMPTY.splitlines()[1:-1]}
    margin = min(len(row) - len(row.lstrip()) - (rank < 10) for rank, row in rows.items())
    drawn = [rows[rank][margin:] if rank in rows else line for rank, line in by_rank.items()]
    header = EMPTY.splitlines()[0]
    return "\n".join((header, *drawn, header))


def position(picture: str) -> Position:
    return read_diagram(whole(picture))


def state(picture: str, to_move: Side, **changes: object) -> State:
    """A state of the first battle with this position."""
    seen = position(picture)
    return replace(State(seen.dwarfs, seen.trolls, to_move), **changes)  # type: ignore[arg-type]


def moves_from(seen: Position, side: Side, origin: str) -> list[Move]:
    return [move for move in moves_of(seen, side) if name(move.origin) == origin]


def assert_reach(picture: str, side: Side, origin: str) -> None:
    """The piece on `origin` reaches the squares marked `*` and no others; captured trolls aside."""
    expected = whole(picture)
    seen = read_diagram(expected)
    targets = bits(move.target for move in moves_from(seen, side, origin))
    drawn = draw(seen, targets)
    assert drawn == expected, f"from {origin} the {side} should reach\n{expected}\nbut reach\n{drawn}"


def captures(picture: str, side: Side, origin: str) -> list[str]:
    """The capturing moves from `origin`, in order of their notation."""
    return sorted(str(move) for move in moves_from(position(picture), side, origin) if move.captured)


def seat_to_move(before: State) -> int:
    return before.seat_of(before.to_move)


def play(before: State, line: str, seat: int | None = None) -> Step[State, Event]:
    """What a line does, by `seat` or whoever is to move."""
    actor = seat_to_move(before) if seat is None else seat
    return GAME.apply(before, actor, GAME.parse(line, before), NO_CHANCE)


def expect_refusal(before: State, line: str, seat: int | None = None) -> IllegalAction:
    """The refusal of a line; fails if it is played."""
    try:
        after = play(before, line, seat).state
    except IllegalAction as error:
        return error
    shown = draw(Position(after.dwarfs, after.trolls))
    raise AssertionError(f"{line} should have been refused, but led to\n{shown}")


def squares(*names: str) -> tuple[int, ...]:
    return tuple(BY_NAME[word] for word in names)
