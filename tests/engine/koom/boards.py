"""Boards as pictures. Rows that a picture leaves out are empty, so that it shows only what matters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.core import IllegalAction, Step, read_settings
from engine.koom import GAME
from engine.koom.diagram import draw
from engine.koom.model import Event, Position, State
from engine.koom.moves import moves_of
from engine.octagon.board import BOARD, BY_NAME, Bitboard, bits, square
from engine.octagon.model import Side
from engine.rng import ScriptedRng
from tests.engine.koom import naive
from tests.engine.thud.boards import ROW

NO_CHANCE = ScriptedRng([])
BEGIN: State = GAME.start(read_settings(GAME, {}, 2), 2, NO_CHANCE)


def _read_picture(picture: str) -> dict[str, list[int]]:
    """What stands on which squares; a picture's header is there to be read."""
    found: dict[str, list[int]] = {"d": [], "T": [], "R": [], "*": []}
    rows = [match for line in picture.splitlines() if (match := ROW.fullmatch(line)) and "." in line]
    assert rows, f"no rank in {picture!r}"
    margin = min(len(row[0]) - len(row[0].lstrip()) - (int(row["rank"]) < 10) for row in rows)
    for row in rows:
        cells = row[0][margin + 3 :][: 2 * 15 - 1]
        for file, glyph in enumerate(cells[::2], 1):
            at = square(file, int(row["rank"]))
            assert glyph in (".dTR*" if BOARD >> at & 1 else " "), f"rank {row['rank']}: {glyph!r}"
            if glyph in found:
                found[glyph].append(at)
    return found


def position(picture: str) -> Position:
    """The position of a picture; a Rock that is not in it lies out of the way, on H15."""
    found = _read_picture(picture)
    (rock,) = found["R"] or [BY_NAME["H15"]]
    return Position(bits(found["d"]), bits(found["T"]), rock)


def state(picture: str, to_move: Side, **changes: Any) -> State:
    """A state of the first battle with this position."""
    seen = position(picture)
    options: dict[str, Any] = {"quiet_limit": 100, **changes}
    return replace(State(seen.dwarfs, seen.trolls, seen.rock, to_move), **options)


def reach(seen: Position, side: Side, origin: str) -> Bitboard:
    moves = (move for move in moves_of(seen, side) if move.origin == BY_NAME[origin])
    return bits(move.target for move in moves)


def assert_reach(picture: str, side: Side, origin: str) -> None:
    """What stands on `origin` reaches the squares marked `*` and no others."""
    seen, marked = position(picture), bits(_read_picture(picture)["*"])
    drawn, due = draw(seen, reach(seen, side, origin)), draw(seen, marked)
    assert drawn == due, f"from {origin} the {side} should reach\n{due}\nbut reach\n{drawn}"


def lines(picture: str, side: Side, origin: str) -> list[str]:
    """The capturing moves from `origin`, in order of their notation."""
    moves = moves_of(position(picture), side)
    return sorted(str(move) for move in moves if move.origin == BY_NAME[origin] and move.captured)


def play(before: State, line: str, seat: int | None = None) -> Step[State, Event]:
    """What a line does, by `seat` or whoever is to move."""
    actor = before.seat_of(before.to_move) if seat is None else seat
    return GAME.apply(before, actor, GAME.parse(line, before), NO_CHANCE)


def play_lines(before: State, *given: str) -> State:
    for line in given:
        before = play(before, line).state
    return before


def expect_refusal(before: State, line: str, seat: int | None = None) -> IllegalAction:
    """The refusal of a line; fails if it is played."""
    try:
        after = play(before, line, seat).state
    except IllegalAction as error:
        return error
    raise AssertionError(f"{line} should have been refused, but led to\n{draw(after.position)}")


def mailbox(seen: Position) -> naive.Mailbox:
    """The same position for the second Koom Valley."""
    kinds = ((seen.dwarfs, "d"), (seen.trolls, "T"), (1 << seen.rock, "R"))
    return {
        naive.cell(word): kind for word, at in BY_NAME.items() for board, kind in kinds if board >> at & 1
    }
