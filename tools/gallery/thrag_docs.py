"""The pictures of Thrag in the docs: `python -m tools.gallery.thrag_docs` paints them anew."""

from __future__ import annotations

from typing import Final

from bot.games.catalogue import CATALOGUE
from engine.core import Outcome
from engine.thrag.model import Fight, Foe, Stack, State, Suit
from tools.gallery.docs import board, write
from tools.gallery.thrag import state

RED, GREEN, BLUE, _ = Suit
NAMES: Final = ("Ann",)
GAME: Final = CATALOGUE["thrag"]

START: Final = state(
    stacks=(Stack((1, 5, 2, 4)), Stack((5, 3, 1, 4)), Stack((2, 4, 5, 3))),
    foes=(Foe(3, 4), Foe(2, 0), Foe(1, 3)),
    die=5,
)
"""The first turn: two of three beasts can be slain without a coin."""

TURN: Final = state(
    turn=7,
    stacks=(Stack((), (3,), (1, 2, 4)), Stack((), (), (1, 2, 3, 5)), Stack((4,), (), (1, 2, 3))),
    black=Stack((3, 1, 4, 2), (5,)),
    pools=((4, 1), (3, 0, 5, 1), (2, 5, 1)),
    flipped=((0, 3, 5, 2), (2, 4), (4, 3, 0)),
    hit_points=(0, 2, 3, 4, 5),
    spent=(RED, GREEN),
    foes=(Foe(5, 3), Foe(4, 3), Foe(5, 3)),
    die=4,
    fights=1,
    fight=Fight(BLUE, 5, 3, 4, BLUE, 0, 0),
    owed=4,
)
"""A coin brought nothing, and the difference has to be paid."""

WIN: Final = state(
    foes=(None, None, None),
    turn=12,
    stacks=(
        Stack((), (), (1, 2, 3, 4, 5)),
        Stack((), (), (1, 2, 3, 4, 5)),
        Stack((), (), (1, 2, 3, 4, 5)),
    ),
    black=Stack((3, 1, 4, 2), (5,)),
    pools=((), (3, 1), ()),
    flipped=((0, 3, 5, 2, 4, 1), (2, 4, 0, 5), (4, 3, 0, 2, 5, 1)),
    hit_points=(0, 5),
    spent=(RED, GREEN),
    die=5,
    fights=4,
    fight=Fight(BLUE, 5, 3, 5, GREEN, 5, 5),
    outcome=Outcome("win", (0,), (1,)),
)
"""The last beast has fallen in the last turn."""

STATES: Final[dict[str, tuple[State, str]]] = {
    "start": (START, "be8ceb"),
    "turn": (TURN, "c5c11c"),
    "win": (WIN, "5e7d53"),
}


def pictures() -> dict[str, bytes]:
    """The files by name."""
    return {f"thrag-{name}.png": board(GAME, NAMES, shown, stamp) for name, (shown, stamp) in STATES.items()}


if __name__ == "__main__":
    write(pictures())
