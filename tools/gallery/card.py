"""Sample cards by name; the golden pictures use them too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from render.card.graph import Curve
from render.card.paint import SummaryCard, card
from render.card.text import Pin
from render.kit.sheet import Sheet
from render.ploc import ending as ploc
from render.thrag import ending as thrag
from render.thud import ending as thud
from render.trogdor import ending as trogdor
from tools.gallery.games import GAMES
from tools.gallery.wall import Wall

LONG: Final = "Bartholomew the Verbose of Upper"
"""A name of the greatest length."""


def _sheet(title: str) -> Sheet:
    return Sheet("T7", "", title, "The end")


def _view(game: str, name: str) -> Any:  # noqa: ANN401 - of any game
    """Return a sample view of a game."""
    return GAMES[game].pictures[name][0]


def _lasting(moves: int, took: str) -> tuple[tuple[str, str], ...]:
    return ("moves", str(moves)), ("played in", took)


def _duel() -> SummaryCard:
    return SummaryCard(
        _sheet("Thud"),
        "Rowan wins the match by 8, having noted 25 to 17.",
        (
            *_lasting(58, "3 days and 4 hours"),
            ("undone", "2 times"),
            ("battle 1", "Rowan 17 : 12 Magda"),
            ("battle 2", "Rowan 8 : 5 Magda"),
            ("longest hurl", "a line of 5 (Rowan, battle 1, ply 19)"),
        ),
        (
            Curve("Rowan: points", (32, 32, 31, 30, 30, 28, 25, 22, 19, 17, 32, 32, 28, 24, 16, 12, 8, 8)),
            Curve("Magda: points", (32, 28, 28, 28, 24, 24, 20, 16, 12, 12, 32, 30, 27, 21, 14, 9, 7, 5)),
        ),
        (
            Pin(1, "Battle 1, ply 9: Rowan takes 1 troll, now 32 : 28"),
            Pin(13, "Battle 2, ply 12: Magda takes 6 dwarfs, now 24 : 21"),
            Pin(14, "Battle 2, ply 13: Rowan takes 2 trolls, now 16 : 14"),
        ),
        emblem=thud.emblem(_view("thud", "over")),
    )


def _together() -> SummaryCard:
    return SummaryCard(
        _sheet("Trogdor!!"),
        "Victory for Rowan, Magda and Cleo in turn 13, with 0 on the Trog-Meter.",
        (
            *_lasting(106, "5 hours and 12 minutes"),
            ("turns", "13"),
            ("tiles burned", "27, 2 repaired"),
            ("cottages burned", "7, 4 put out"),
            ("peasants chomped", "7"),
            ("damage taken", "6"),
        ),
        (
            Curve("tiles left", (25, 21, 18, 14, 13, 11, 8, 6, 6, 3, 2, 1, 0, 0)),
            Curve("cottages left", (3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 0)),
            Curve("Trog-Meter", (4, 4, 3, 3, 3, 5, 2, 2, 3, 2, 1, 1, 0, 0)),
        ),
        (
            Pin(1, "Cleo burned 4 tiles in turn 1"),
            Pin(5, "Rowan burned 3 tiles in turn 5"),
            Pin(13, "Magda burned 1 tile and 2 cottages in turn 13"),
        ),
        emblem=trogdor.emblem(_view("trogdor", "victory")),
    )


def _solo() -> SummaryCard:
    return SummaryCard(
        _sheet("One Man, Thrag!"),
        "Rowan loses: Thrag falls in turn 7, with 9 beasts left.",
        (
            *_lasting(21, "9 minutes"),
            ("turns", "7 of 12"),
            ("beasts slain", "6 of 15"),
            ("damage taken", "22"),
        ),
        (
            Curve("beasts left", (15, 13, 12, 11, 10, 10, 9, 9)),
            Curve("hit points", (6, 6, 11, 11, 6, 4, 9, 0)),
        ),
        (Pin(7, "Turn 7: no beast slain, hit points 9 to 0"),),
        emblem=thrag.emblem(_view("thrag", "death")),
    )


def _wordy() -> SummaryCard:
    return SummaryCard(
        _sheet("Ploc"),
        f"{LONG} wins for Plockton by going berserk in turn 18 of match 2, against {LONG}, 3 : 0.",
        (
            *_lasting(1443, "365 days and 23 hours"),
            ("match 1", f"{LONG}, by a swap of {LONG}, 16 turns"),
            *((f"times {number}", f"{LONG} {number}, {LONG} {number}") for number in range(20)),
        ),
        tuple(Curve(f"{LONG}: athletes", tuple(range(seat, 300 + seat))) for seat in (0, 3)),
        tuple(Pin(at, f"Match 2, turn 150, {LONG}: 148 : 151 becomes 149 : 152") for at in (297, 298, 299)),
        emblem=ploc.emblem(_view("ploc", "hit")),
    )


def _card_of_draw() -> SummaryCard:
    return SummaryCard(
        _sheet("Thud"),
        "The match is a draw: nobody noted a point.",
        (*_lasting(2, "less than a minute"), ("battle 1", "Rowan 32 : 32 Magda")),
        (Curve("Rowan: points", (32, 32, 32)), Curve("Magda: points", (32, 32, 32))),
    )


def _short() -> SummaryCard:
    return SummaryCard(
        _sheet("Ploc"),
        "Magda wins for Broadford: Rowan gave up in turn 1.",
        _lasting(1, "less than a minute"),
        (Curve("Rowan: athletes", (9,)), Curve("Magda: athletes", (11,))),
        (Pin(0, "Match 1, turn 1: Rowan gives up"),),
    )


def _bare() -> SummaryCard:
    return SummaryCard(_sheet("Thud"), "Rowan wins by 8", _lasting(58, "3 days and 4 hours"))


CARDS: Final[dict[str, Callable[[], SummaryCard]]] = {
    "duel": _duel,
    "together": _together,
    "solo": _solo,
    "wordy": _wordy,
    "drawn": _card_of_draw,
    "short": _short,
    "bare": _bare,
}
"""By name: a duel, a cooperative and a solo game, an overfull card, and a bare one; made on demand."""

WALL: Final = Wall({name: (made, _sheet("")) for name, made in CARDS.items()}, lambda made, _: card(made()))
"""The cards as pictures; each has its own sheet."""
