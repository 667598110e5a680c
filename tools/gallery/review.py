"""The reviews that are worth looking at, by name; the golden pictures show them too."""

from __future__ import annotations

from math import sin
from typing import Final

from render.kit.sheet import Sheet
from render.review.graph import Course
from render.review.paint import Moment, Portrait, review
from tools.gallery.card import LONG
from tools.gallery.games import GAMES
from tools.gallery.wall import Wall


def _sheet(title: str) -> Sheet:
    return Sheet("T7", "3f9a1c", title, "The review")


def _wave(count: int, depth: float, drift: float) -> tuple[float, ...]:
    """A game that goes to and fro, and drifts to one side."""
    found = (0.5 + drift * at / count + depth * sin(at / 7) * sin(at / 31) for at in range(count))
    return tuple(min(max(value, 0.0), 1.0) for value in found)


_DUEL: Final = Portrait(
    _sheet("Thud"),
    Course((*_wave(118, 0.3, 0.3), 1.0), "Rowan", "Magda", ((0, "battle 1"), (61, "battle 2")), (19, 74, 76)),
    (
        Moment(
            GAMES["thud"].marked("start", hinted=("E2>E4",), played=("E2>E10",)),
            ("Move 20, Rowan", "from 64% to 31%", "played: dE2-E10", "better: dE2-E4, 62% instead of 33%"),
        ),
        Moment(
            GAMES["thud"].marked("capture", hinted=("G9>G10",), played=("J8>K7",)),
            ("Move 75, Magda", "from 48% to 22%", "played: TJ8-K7", "better: TG9-G10, 51% instead of 24%"),
        ),
        Moment(
            GAMES["thud"].marked("shove", hinted=("J7>K6",), played=("J9>K10",)),
            ("Move 77, Magda", "from 30% to 12%", "played: TJ9-K10", "better: TJ7-K6xL5, 31% instead of 13%"),
        ),
    ),
)
_TOGETHER: Final = Portrait(
    _sheet("Trogdor!!"),
    Course(
        (*_wave(106, 0.35, -0.2), 0.0),
        "Rowan, Magda and Cleo",
        parts=tuple((at, f"turn {at // 8 + 1}") for at in range(0, 104, 8)),
        marked=(33, 90),
    ),
    (
        Moment(
            GAMES["trogdor"].marked("start", hinted=("c3>d2",), played=("c3>c2",)),
            (
                "Move 34, Cleo",
                "from 55% to 40%",
                "played: step n",
                "better: step ne, 57% instead of 44%",
            ),
        ),
        Moment(
            GAMES["trogdor"].marked("crowd"),
            (
                f"Move 91, {LONG}",
                "from 20% to 4%",
                "played: card b2 d4",
                "better: trade path-o-burnination for majesty with 2, 22% instead of 8%",
            ),
        ),
    ),
)
_SOLO: Final = Portrait(
    _sheet("One Man, Thrag!"),
    Course(
        (0.4, 0.42, 0.5, 0.38, 0.41, 0.3, 0.33, 0.1, 0.12, 0.0),
        "Rowan",
        parts=((0, "turn 1"), (3, "turn 2"), (5, "turn 3"), (8, "turn 4")),
        marked=(7,),
    ),
    (
        Moment(
            GAMES["thrag"].marked("turn", hinted=("coins red>red",), played=("blue",)),
            (
                "Move 7, Rowan",
                "from 33% to 10%",
                "played: fight blue",
                "better: fight red with red, 34% instead of 21%",
            ),
        ),
    ),
)
_LONG: Final = Portrait(
    _sheet("Ploc"),
    Course((*_wave(299, 0.45, -0.3), 0.0), LONG, LONG, ((0, "match 1"), (160, "match 2")), (296, 297, 298)),
    tuple(
        Moment(
            GAMES["ploc"].marked(name),
            (
                f"Move {1296 + at}, {LONG}",
                "from 100% to 99%",
                "played: 4a hit standing",
                "better: 6c swap, 99% instead of 88%",
            ),
        )
        for at, name in enumerate(("crowds", "start", "hit"))
    ),
)

REVIEWS: Final[dict[str, Portrait]] = {
    "duel": _DUEL,
    "together": _TOGETHER,
    "solo": _SOLO,
    "long": _LONG,
    "short": Portrait(
        _sheet("Ploc"),
        Course((0.5, 0.55, 0.0), "Rowan", "Magda", ((0, "match 1"),)),
        none="Grete finds no move that gave much away.",
    ),
}
"""By name: a duel, a game together and one alone, too much of everything, and too little."""

WALL: Final = Wall(
    {name: (shown, shown.sheet) for name, shown in REVIEWS.items()}, lambda shown, _: review(shown)
)
"""The reviews as pictures; each holds the sheet of its caption itself."""
