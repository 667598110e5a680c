"""The states of Thud that are worth looking at, by name; the golden pictures show them too."""

from __future__ import annotations

from typing import Final

from engine.core import Outcome, Seat
from engine.octagon.board import BY_NAME
from engine.octagon.model import Side
from engine.thud.model import TROLL_POINTS, BattleEnd, BattleResult, Manner, Move, View
from render.kit.sheet import Sheet
from render.thud.hint import hinted_places
from render.thud.labels import in_english
from render.thud.paint import paint
from tools.gallery.wall import GameWall

DWARFS: Final = (
    "F1 G1 J1 K1 E2 L2 D3 M3 C4 N4 B5 O5 A6 P6 A7 P7 "
    "A9 P9 A10 P10 B11 O11 C12 N12 D13 M13 E14 L14 F15 G15 J15 K15"
)
TROLLS: Final = "G7 H7 J7 G8 J8 G9 H9 J9"


def view(
    dwarfs: str = DWARFS,
    trolls: str = TROLLS,
    *,
    last: tuple[Move, Manner] | None = None,
    battle: int = 1,
    to_move: Side = Side.DWARFS,
    offer: Seat | None = None,
    results: tuple[BattleResult, ...] = (),
    outcome: Outcome | None = None,
) -> View:
    """A view of a board with pieces on the squares named in `dwarfs` and `trolls`, blanks between them."""
    dwarf_seat = battle - 1
    small, large = (tuple(BY_NAME[square] for square in names.split()) for names in (dwarfs, trolls))
    points = (len(small), len(large) * TROLL_POINTS)
    mover = dwarf_seat if to_move is Side.DWARFS else 1 - dwarf_seat
    actor = mover if offer is None else 1 - offer
    return View(
        battle=battle,
        dwarfs=small,
        trolls=large,
        dwarf_seat=dwarf_seat,
        to_move=to_move,
        to_act=frozenset() if outcome else frozenset({actor}),
        points=points if dwarf_seat == 0 else (points[1], points[0]),
        ply=0,
        quiet=0,
        quiet_limit=0,
        offer=offer,
        last=last[0] if last else None,
        last_manner=last[1] if last else None,
        results=results,
        outcome=outcome,
    )


def move(side: Side, origin: str, target: str, captured: str = "") -> Move:
    """A move from square to square, the captured squares with blanks between them."""
    return Move(side, BY_NAME[origin], BY_NAME[target], tuple(BY_NAME[square] for square in captured.split()))


def _sheet(turn: str, *, turned: bool = False, chosen: str = "", targets: str = "") -> Sheet:
    marks = tuple(chosen.split()), tuple(targets.split())
    return Sheet("T7", "3f9a1c", "Thud", turn, turned, *marks, ("Rowan", "Magda"), in_english)


_HURL: Final = view(
    "F1 G1 J1 K1 L2 D3 M3 N4 B5 F5 O5 A6 E6 F6 P6 E7 E8 P9 "
    "A10 P10 B11 O11 C12 E12 N12 D13 M13 F15 G15 J15 K15",
    "G7 H7 J7 G8 J8 G9 H9",
    last=(move(Side.DWARFS, "E9", "E12", "E12"), Manner.HURL),
    to_move=Side.TROLLS,
)
_SHOVE: Final = view(
    "F1 G1 J1 K1 E2 D3 M3 C4 N4 B5 O5 A6 P6 A7 P7 A9 P9 A10 P10 B11 O11 C12 D13 E14 F15 G15 J15 K15",
    "G7 H7 J7 G8 J8 G9 J9 K11",
    last=(move(Side.TROLLS, "H9", "K11", "J12 L10 L11 L12"), Manner.SHOVE),
)
_CROWD: Final = view(
    "E5 F5 G5 E6 F6 G6 E7 F7 G7 F4 G4 H5 H6 D5 D6 N9 O10 C12 D13 E14",
    "J8 K7 G9 H10 L9 M10",
    last=(move(Side.DWARFS, "F8", "F7"), Manner.MOVE),
    battle=2,
    to_move=Side.TROLLS,
    results=(BattleResult(BattleEnd.AGREED, 0, (17, 12)),),
)
_FIRST: Final = BattleResult(BattleEnd.AGREED, 0, (17, 12))
_REACH: Final = "F2 G2 H2 J2 K2 E3 E4 E5 E6 E7 E8 E9 E10 E11 E12 E13 F3 G4 H5 J6 F7"

PICTURES: Final[dict[str, tuple[View, Sheet]]] = {
    "start": (view(), _sheet("Rowan: dwarfs to move")),
    "hurl": (_HURL, _sheet("Magda: trolls to move")),
    "shove": (_SHOVE, _sheet("Rowan: dwarfs to move")),
    "guided": (
        view(trolls="F7 H7 J7 G8 J8 G9 H9 J9", last=(move(Side.TROLLS, "G7", "F7"), Manner.MOVE)),
        _sheet("Rowan: dwarfs to move", chosen="E2", targets=_REACH),
    ),
    "capture": (
        view(
            "F5 G5 G6 F7 H6 N9 O10 C12 D13 E14",
            "G8 J8 G9 H10 L9 M10",
            last=(move(Side.DWARFS, "G2", "G5"), Manner.MOVE),
            to_move=Side.TROLLS,
        ),
        _sheet("Magda: who is taken?", chosen="G8 G7", targets="G6 F7 H6"),
    ),
    "turned": (_HURL, _sheet("Magda: trolls to move", turned=True)),
    "second": (_CROWD, _sheet("Rowan: trolls to move")),
    "offer": (
        view("F1 G1 J1 A6 P6", "G7 J8", battle=2, offer=0, results=(_FIRST,)),
        _sheet("Magda: end the battle?"),
    ),
    "over": (
        view(
            "F1 G1 J1 A6 P6",
            "G7 J8",
            battle=2,
            results=(_FIRST, BattleResult(BattleEnd.AGREED, 1, (8, 5))),
            outcome=Outcome("points", (0,), (8, 0)),
        ),
        _sheet("Rowan wins"),
    ),
    "long": (
        _SHOVE,
        _sheet("Bartholomew the Extraordinarily Verbose: dwarfs to move"),
    ),
}

HINTS: Final[tuple[tuple[str, Move], ...]] = (
    ("start", move(Side.DWARFS, "E2", "E10")),
    ("shove", move(Side.DWARFS, "E2", "E3")),
    ("capture", move(Side.TROLLS, "G8", "G7", "G6 F7 H6")),
    ("turned", move(Side.TROLLS, "G9", "F10", "E10")),
)
"""Moves that are advised, on pictures by name."""

WALL: Final = GameWall(PICTURES, paint, hinted_places, HINTS)
