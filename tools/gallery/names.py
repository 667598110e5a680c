"""Names in ten scripts and more, wherever pictures write names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from typing import Final

from PIL import Image

from render.card.graph import Curve
from render.card.paint import card
from render.kit.sheet import Sheet
from render.review.paint import review
from render.tournament import Bracket, Crosstable, Match, Row, Side, bracket, crosstable
from tools.gallery.card import CARDS
from tools.gallery.games import GAMES
from tools.gallery.review import REVIEWS

PEOPLE: Final = (
    *("山田 太郎", "さくら🌸", "김민준", "محمد علي", "דוד כהן", "สมชาย ใจดี", "अमित शर्मा"),
    *("Дмитрий Щукин", "Ελένη Παπαδοπούλου", "🐉🔥", "Nguyễn Thị Hòa", "欧阳 Ann (she/her)"),
    *("สวัสดี_99", "👩\u200d👩\u200d👧", "ナオミ ♛", "עדי & Zoë"),
)
"""As many as a bracket holds: of each script, and mixed as people mix them."""

_HALF: Final = "\N{VULGAR FRACTION ONE HALF}"
_ROUNDS: Final = ("Round of 16", "Quarter-finals", "Semi-finals", "Final")


def pictures() -> list[Image.Image]:
    """Captions and plaques of boards, a bracket, a cross table, a card and a review."""
    return [*_boards(), _bracket(), _crosstable(), _card(), _review()]


def _boards() -> Iterator[Image.Image]:
    """Two by two, one of them in the caption; and six at one board."""
    boards = cycle((("thud", "second"), ("ploc", "start"), ("koom", "over"), ("thud", "start")))
    for one, other, (game, board) in zip(PEOPLE[::2], PEOPLE[1::2], boards, strict=False):
        yield GAMES[game].marked(board, names=(one, other), turn=f"{other}: your move")
    yield GAMES["trogdor"].marked("six", names=PEOPLE[:6], turn=f"{PEOPLE[6]}: choose a card")


def _sheet(turn: str) -> Sheet:
    return Sheet("T7", "3f9a1c", "Thud", turn)


def _bracket() -> Image.Image:
    sides, rounds = [Side(name, seed) for seed, name in enumerate(PEOPLE, 1)], list[tuple[Match, ...]]()
    for _ in _ROUNDS:
        rounds.append(tuple(Match(*pair) for pair in zip(sides[::2], sides[1::2], strict=True)))
        sides = sides[::2]
    return bracket(Bracket(_sheet(f"{PEOPLE[0]} leads"), tuple(rounds), _ROUNDS))


def _crosstable() -> Image.Image:
    rows = (Row(at, name, (_HALF,) * len(PEOPLE), ("7", "40")) for at, name in enumerate(PEOPLE, 1))
    return crosstable(Crosstable(_sheet(f"{PEOPLE[3]} leads"), tuple(rows), ("Points", "SB")))


def _card() -> Image.Image:
    found, (one, other) = CARDS["duel"](), PEOPLE[3:5]
    curves = (
        Curve(f"{name}: points", curve.values) for name, curve in zip((one, other), found.curves, strict=True)
    )
    return card(
        replace(
            found,
            result=f"{one} wins the match by 8, having noted 25 to 17.",
            facts=(
                ("battle 1", f"{one} 17 : 12 {other}"),
                ("longest hurl", f"a line of 5 ({other}, battle 1)"),
            ),
            curves=tuple(curves),
        )
    )


def _review() -> Image.Image:
    found, (one, other) = REVIEWS["duel"](), PEOPLE[5:7]
    return review(replace(found, course=replace(found.course, upper=one, lower=other)))
