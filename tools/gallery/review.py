"""The reviews that are worth looking at, by name; the golden pictures show them too."""

from __future__ import annotations

from collections.abc import Callable
from math import sin
from typing import Final

from render.kit.sheet import Sheet
from render.review.graph import ReviewCurve
from render.review.paint import ReviewPicture, TurningPoint, review
from tools.gallery.card import LONG
from tools.gallery.games import GAMES
from tools.gallery.wall import Wall


def _sheet(title: str) -> Sheet:
    return Sheet("T7", "3f9a1c", title, "The review")


def _wave(count: int, depth: float, drift: float) -> tuple[float, ...]:
    """A game that goes to and fro, and drifts to one side."""
    found = (0.5 + drift * at / count + depth * sin(at / 7) * sin(at / 31) for at in range(count))
    return tuple(min(max(value, 0.0), 1.0) for value in found)


def _duel() -> ReviewPicture:
    return ReviewPicture(
        _sheet("Thud"),
        ReviewCurve(
            (*_wave(118, 0.3, 0.3), 1.0), "Rowan", "Magda", ((0, "battle 1"), (61, "battle 2")), (19, 74, 76)
        ),
        (
            TurningPoint(
                GAMES["thud"].paint_with("start", hinted=("E2>E4",), played=("E2>E10",)),
                "Battle 1, move 20",
                "Rowan: cost 29%",
            ),
            TurningPoint(
                GAMES["thud"].paint_with("capture", hinted=("G9>G10",), played=("J8>K7",)),
                "Battle 2, move 15",
                "Magda: cost 27%",
            ),
            TurningPoint(
                GAMES["thud"].paint_with("shove", hinted=("J7>K6",), played=("J9>K10",)),
                "Battle 2, move 17",
                "Magda: cost 18%",
            ),
        ),
    )


def _together() -> ReviewPicture:
    return ReviewPicture(
        _sheet("Trogdor!!"),
        ReviewCurve(
            (*_wave(106, 0.35, -0.2), 0.0),
            "Rowan, Magda and Cleo",
            parts=tuple((at, f"turn {at // 8 + 1}") for at in range(0, 104, 8)),
            marked=(33, 90),
        ),
        (
            TurningPoint(
                GAMES["trogdor"].paint_with("start", hinted=("c3>d2",), played=("c3>c2",)),
                "Turn 5",
                "Cleo: cost 13%",
            ),
            TurningPoint(
                GAMES["trogdor"].paint_with("crowd"),
                "Turn 12",
                f"{LONG}: cost 14%",
            ),
        ),
    )


def _solo() -> ReviewPicture:
    return ReviewPicture(
        _sheet("One Man, Thrag!"),
        ReviewCurve(
            (0.4, 0.42, 0.5, 0.38, 0.41, 0.3, 0.33, 0.1, 0.12, 0.0),
            "Rowan",
            parts=((0, "turn 1"), (3, "turn 2"), (5, "turn 3"), (8, "turn 4")),
            marked=(7,),
        ),
        (
            TurningPoint(
                GAMES["thrag"].paint_with("turn", hinted=("coins red>red",), played=("blue",)),
                "Turn 3",
                "Rowan: cost 13%",
            ),
        ),
    )


def _long() -> ReviewPicture:
    return ReviewPicture(
        _sheet("Ploc"),
        ReviewCurve(
            (*_wave(299, 0.45, -0.3), 0.0), LONG, LONG, ((0, "match 1"), (160, "match 2")), (296, 297, 298)
        ),
        tuple(
            TurningPoint(
                GAMES["ploc"].paint_with(name),
                f"Match 2, turn {61 + at}",
                f"{LONG}: cost 11%",
            )
            for at, name in enumerate(("crowds", "start", "hit"))
        ),
    )


def _short() -> ReviewPicture:
    return ReviewPicture(
        _sheet("Ploc"),
        ReviewCurve((0.5, 0.55, 0.0), "Rowan", "Magda", ((0, "match 1"),)),
        none="Grete finds no move that gave much away.",
    )


REVIEWS: Final[dict[str, Callable[[], ReviewPicture]]] = {
    "duel": _duel,
    "together": _together,
    "solo": _solo,
    "long": _long,
    "short": _short,
}
"""By name: a duel, a game together and one alone, too much of everything, and too little.

They are made when they are asked for: their boards are painted.
"""

WALL: Final = Wall(
    {name: (made, _sheet("")) for name, made in REVIEWS.items()}, lambda made, _: review(made())
)
"""The reviews as pictures; each holds the sheet of its caption itself."""
