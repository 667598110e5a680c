"""The pictures of Ploc in the docs: `python -m tools.gallery.ploc_docs` paints them anew."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.games.catalogue import CATALOGUE
from engine.core import Outcome
from engine.ploc.model import MatchResult, State
from tools.gallery.docs import board, write
from tools.gallery.ploc import did, raged, side, turn

NAMES: Final = ("Ann", "Ben")
GAME: Final = CATALOGUE["ploc"]

_BEFORE: Final = did(
    turn(0, "321", number=7), (side("355", 13, 1), side("655", 16, 1)), "0a hit, 1b weaken, 2c weaken"
)
_HITS: Final = did(turn(1, "654", number=8, rerolls=1), _BEFORE[1], "0a hit, 1b hit, 2c fell")
_RAGE: Final = raged(turn(0, "555", number=10), (side("112", 2, 1), side("655", 18)), 0)
_LAST: Final = did(turn(1, "653", number=11, rerolls=1), _RAGE[1], "0a hit, 1b hit, 2c fell")
_WON: Final = MatchResult(1, "berserk", 9)

STATES: Final[dict[str, tuple[State, str, str]]] = {
    "turn": (State(1, _HITS[1], _HITS[0], replace(_BEFORE[0], before=_BEFORE[0].before[:1])), "", "6d12b2"),
    "second": (
        State(2, (side("245", 11), side("224", 9)), turn(1, "645", number=1), results=(_WON,)),
        "6",
        "41985c",
    ),
    "end": (
        State(
            2,
            _LAST[1],
            _LAST[0],
            _RAGE[0],
            results=(_WON, MatchResult(1, "hit", 11)),
            outcome=Outcome("hit", (1,), (0, 1)),
        ),
        "",
        "f7c751",
    ),
}
"""Each with the step of its menu that is shown, and a stamp."""


def pictures() -> dict[str, bytes]:
    """The files by name."""
    return {
        f"ploc-{name}.png": board(GAME, NAMES, shown, stamp, path)
        for name, (shown, path, stamp) in STATES.items()
    }


if __name__ == "__main__":
    write(pictures())
