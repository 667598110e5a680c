"""The states of Koom Valley that are worth looking at, by name; the golden pictures show them too."""

from __future__ import annotations

from typing import Final

from engine.core import Outcome, Seat
from engine.koom.model import BattleEnd, BattleResult, Move, Piece, State
from engine.thud.board import BY_NAME, bits
from engine.thud.model import Side
from render.kit.sheet import Sheet
from render.koom.hint import hinted
from render.koom.labels import in_english
from render.koom.paint import paint
from tools.gallery.wall import GameWall

DWARFS: Final = "H9 A10 P10 B11 O11 C12 N12 D13 M13 E14 L14 F15 G15 H15 J15 K15"
TROLLS: Final = "F2 H2 K2 E3 F3 H3 K3 L3"


def view(
    dwarfs: str = DWARFS,
    trolls: str = TROLLS,
    rock: str = "H8",
    *,
    last: Move | None = None,
    battle: int = 1,
    battles: int = 2,
    to_move: Side = Side.DWARFS,
    offer: Seat | None = None,
    results: tuple[BattleResult, ...] = (),
    outcome: Outcome | None = None,
) -> State:
    """A state of a board with pieces on the squares that are named, blanks between them."""
    small, large = (bits(BY_NAME[square] for square in names.split()) for names in (dwarfs, trolls))
    return State(
        small,
        large,
        BY_NAME[rock],
        to_move=to_move,
        battle=battle,
        battles=battles,
        offer=offer,
        last=last,
        results=results,
        outcome=outcome,
    )


def move(piece: Piece, way: str, captured: str = "") -> Move:
    """A move over squares with dashes between them, and whom it takes, with blanks between them."""
    origin, *rest = (BY_NAME[square] for square in way.split("-"))
    return Move(piece, origin, tuple(rest), tuple(BY_NAME[square] for square in captured.split()))


def _sheet(turn: str, *, turned: bool = False, chosen: str = "", targets: str = "") -> Sheet:
    marks = tuple(chosen.split()), tuple(targets.split())
    return Sheet("T7", "3f9a1c", "Koom Valley", turn, turned, *marks, ("Rowan", "Magda"), in_english)


_TRAMPLE: Final = view(
    "G6 H8 B11 C12 D13 N12 M13 E14 G15 K15 J15",
    "E5 J5 K6 F4 M5 J9 F8",
    "G7",
    last=move(Piece.TROLL, "E5-G5-J7-J9-L9", "F5 H6 J8 K9"),
)
_TRAMPLE = view(
    "G6 H8 B11 C12 D13 N12 M13 E14 G15 K15 J15",
    "L9 J5 K6 F4 M5 F8",
    "G7",
    last=_TRAMPLE.last,
)
_SANDWICH: Final = view(
    "F6 H8 F8 B11 O11 C12 N12 D13 M13 E14 L14 F15 H15 K15",
    "K2 E3 F3 H4 K6",
    "G7",
    last=move(Piece.DWARF, "H15-H8-H6"[0:3] + "-H6", "G6 H7"),
    to_move=Side.TROLLS,
)
_FIRST: Final = BattleResult(BattleEnd.HOME, 0, 0)

PICTURES: Final[dict[str, tuple[State, Sheet]]] = {
    "start": (view(), _sheet("Rowan: dwarfs to move")),
    "trample": (_TRAMPLE, _sheet("Rowan: dwarfs to move")),
    "sandwich": (
        view(
            "F6 H6 H8 B11 O11 C12 N12 D13 M13 E14 L14 F15 G15 K15",
            "K2 E3 F3 H4 K6",
            "G7",
            last=move(Piece.DWARF, "H15-H6", "G6 H7"),
            to_move=Side.TROLLS,
        ),
        _sheet("Magda: trolls to move"),
    ),
    "rock": (
        view(
            "G7 J8 A10 P10 B11 O11 C12 N12 D13 E14 L14 F15 J15 K15",
            "F2 H2 K2 E3 F5 H3 L6 K4",
            "H6",
            last=move(Piece.ROCK, "H7-H6"),
            to_move=Side.TROLLS,
        ),
        _sheet("Magda: trolls to move", turned=True),
    ),
}

WALL: Final = GameWall(PICTURES, paint, hinted, ())
