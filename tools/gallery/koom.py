"""The states of Koom Valley that are worth looking at, by name; the golden pictures show them too."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from engine.core import Outcome
from engine.koom.model import BattleEnd, BattleResult, Move, Piece, State
from engine.octagon.board import BY_NAME, bits
from engine.octagon.model import Side
from render.kit.sheet import Sheet
from render.koom.hint import hinted_places
from render.koom.labels import in_english
from render.koom.paint import paint
from tools.gallery.wall import GameWall

DWARFS: Final = "H9 A10 P10 B11 O11 C12 N12 D13 M13 E14 L14 F15 G15 H15 J15 K15"
TROLLS: Final = "F2 H2 K2 E3 F3 H3 K3 L3"


def view(dwarfs: str = DWARFS, trolls: str = TROLLS, rock: str = "H8", **changes: Any) -> State:  # noqa: ANN401
    """A state of a board with pieces on the squares that are named, blanks between them."""
    small, large = (bits(BY_NAME[square] for square in names.split()) for names in (dwarfs, trolls))
    return replace(State(small, large, BY_NAME[rock]), **changes)


def move(piece: Piece, way: str, captured: str = "") -> Move:
    """A move over squares with dashes between them, and whom it takes, with blanks between them."""
    origin, *rest = (BY_NAME[square] for square in way.split("-"))
    return Move(piece, origin, tuple(rest), tuple(BY_NAME[square] for square in captured.split()))


def _sheet(turn: str, *, turned: bool = False, chosen: str = "", targets: str = "") -> Sheet:
    marks = tuple(chosen.split()), tuple(targets.split())
    return Sheet("T7", "3f9a1c", "Koom Valley", turn, turned, *marks, ("Rowan", "Magda"), in_english)


_TRAMPLE: Final = view(
    "G6 H8 B11 C12 D13 N12 M13 E14 G15 K15 J15",
    "L9 J5 K6 F4 M5 F8",
    "G7",
    last=move(Piece.TROLL, "E5-G5-J7-J9-L9", "F5 H6 J8 K9"),
)
_SANDWICH: Final = view(
    "F6 H6 H8 B11 O11 C12 N12 D13 M13 E14 L14 F15 G15 K15",
    "K2 E3 F3 H4 K6",
    "G7",
    last=move(Piece.DWARF, "L9-H6", "G6 H7"),
    to_move=Side.TROLLS,
)
_PUSHED: Final = view(
    "G7 J8 A10 P10 B11 O11 C12 N12 D13 E14 L14 F15 J15 K15",
    "F2 H2 K2 E3 F5 H3 L6 K4",
    "H6",
    last=move(Piece.ROCK, "H7-H6"),
    to_move=Side.TROLLS,
)
_SIEGE: Final = view(
    "G8 H9 J9 C12 N12 E14 L14 G15 K15",
    "G6 J6 K4 E3 L2",
    "H7",
    last=move(Piece.TROLL, "J3-J6"),
)
_FIRST: Final = BattleResult(BattleEnd.HOME, 0, 0)
_DRAWN: Final = BattleResult(BattleEnd.AGREED, 0, None)
_SECOND: Final = BattleResult(BattleEnd.HELD, 1, 0)

PICTURES: Final[dict[str, tuple[State, Sheet]]] = {
    "start": (view(), _sheet("Rowan: dwarfs to move")),
    "trample": (_TRAMPLE, _sheet("Rowan: dwarfs to move")),
    "sandwich": (_SANDWICH, _sheet("Magda: trolls to move")),
    "turned": (_PUSHED, _sheet("Magda: trolls to move", turned=True)),
    "rock": (_SIEGE, _sheet("Rowan: dwarfs to move", chosen="H7", targets="G7 J7 H8 J8")),
    "jump": (
        view(
            "F5 G7 J9 J6 C12 N12 E14 L14 G15",
            "F4 H2 K3 L8",
            "D9",
            last=move(Piece.DWARF, "J13-J9"),
            to_move=Side.TROLLS,
            battle=2,
            results=(_FIRST,),
        ),
        _sheet("Rowan: trolls to move", turned=True, chosen="F4 F6", targets="H8"),
    ),
    "pick": (
        replace(_TRAMPLE, trolls=bits(BY_NAME[square] for square in ["L9", "J5", "K6", "F4", "M5", "F7"])),
        _sheet(
            "Rowan: dwarfs to move",
            chosen="H8",
            targets="H7 H6 H9 H10 H11 H12 H13 H14 H15 G8 J8 K8 L8 M8 N8 O8 P8 J7 G9 F10 E11 D12 J9 K10 L11",
        ),
    ),
    "offer": (
        view("C12 M13 H8", "G6 J9", "H7", battle=2, offer=0, results=(_DRAWN,)),
        _sheet("Magda: call it a draw?"),
    ),
    "single": (view("H2 G3 J4 C12 N12", "F3 K4 M6", "G2", battles=1), _sheet("Rowan: dwarfs to move")),
    "over": (
        view(
            "C12 N12 E14 G15",
            "G6 H6 J6 E3",
            "H7",
            last=move(Piece.TROLL, "K4-H6"),
            battle=2,
            results=(_FIRST, _SECOND),
            outcome=Outcome("battles", (0,), (2, 0)),
        ),
        _sheet("Rowan wins"),
    ),
    "long": (_TRAMPLE, _sheet("Bartholomew the Extraordinarily Verbose: dwarfs to move")),
}

HINTS: Final[tuple[tuple[str, Move], ...]] = (
    ("start", move(Piece.DWARF, "G15-G7")),
    ("rock", move(Piece.ROCK, "H7-H8")),
    ("jump", move(Piece.TROLL, "F4-F6-H8", "F5 G7")),
)
"""Moves that are advised, on pictures by name."""

WALL: Final = GameWall(PICTURES, paint, hinted_places, HINTS)
