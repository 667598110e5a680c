"""The pictures of Thud in the docs: `python -m tools.gallery.thud_docs` paints them anew."""

from __future__ import annotations

from typing import Final

from bot.games.catalogue import IN_ENGLISH
from bot.games.thud.narration import turn as caption
from engine.core import Outcome
from engine.octagon.model import Side
from engine.thud.model import BattleEnd, BattleResult, Manner, View
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.thud.paint import paint
from tools.gallery.docs import write
from tools.gallery.thud import move, view

NAMES: Final = ("Ann", "Ben")

HURL: Final = view(
    "F1 G1 J1 K1 G2 D3 N4 B5 P6 A7 B7 P7 A9 P9 A10 B11 O11 C12 H12 M12 N12 D13 M13 E14 F15 G15 J15",
    "D5 G7 J8 H9 J10",
    last=(move(Side.DWARFS, "L12", "H12", "H12"), Manner.HURL),
    to_move=Side.TROLLS,
)
"""A dwarf was hurled over three squares, by a line of three."""

SHOVE: Final = view(
    "F1 G1 J1 K1 G2 D3 N4 B5 P6 A7 B7 P7 A9 P9 A10 B11 O11 C12 H12 N12 D13 E14 F15 G15 J15",
    "D5 G7 J8 H9 L12",
    last=(move(Side.TROLLS, "J10", "L12", "M12 M13"), Manner.SHOVE),
)
"""What came next: a troll was shoved among the dwarfs."""

END: Final = view(
    "J1 K1 K2 N4 O5 P6 P7 A9 N9 A10 P10 C12 M12 N12 D13 K13 E14 L14 F15 G15 K15",
    "F2 L4 B7 H7 F9 J9 F10",
    last=(move(Side.TROLLS, "G2", "F2", "E2"), Manner.MOVE),
    battle=2,
    results=(BattleResult(BattleEnd.AGREED, 0, (18, 20)), BattleResult(BattleEnd.AGREED, 1, (28, 21))),
    outcome=Outcome("points", (0,), (7, 2)),
)
"""Both battles are noted, and Ann has won."""

VIEWS: Final[dict[str, tuple[View, str]]] = {
    "hurl": (HURL, "f7b9f0"),
    "shove": (SHOVE, "b87048"),
    "end": (END, "d040f0"),
}


def pictures() -> dict[str, bytes]:
    """The files by name."""
    found = {}
    for name, (of, stamp) in VIEWS.items():
        sheet = Sheet("T1", stamp, "Thud", caption(IN_ENGLISH, NAMES, of), names=NAMES, say=IN_ENGLISH)
        found[f"match-{name}.png"] = png(paint(of, sheet))
    return found


if __name__ == "__main__":
    write(pictures())
