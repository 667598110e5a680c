"""The words on the pictures of One Man, Thrag!: every language fits, and is kept apart from others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from bot.games.catalogue import IN_ENGLISH, words_in
from bot.words import LANGUAGES, Words
from engine.core import Outcome
from engine.thrag.model import BEASTS, TILES, Fight, Foe, Suit, TurnedTile, View
from engine.thrag.phrases import BEAST_NAMES
from render.kit.cache import PAINTED
from render.kit.canvas import fit_text
from render.kit.sheet import PictureLanguage, Sheet
from render.thrag import table
from render.thrag.labels import LABELS, in_english
from render.thrag.paint import paint
from render.thrag.table import draw_centred
from tests.render.regenerate import changed_pixels, count_pixels
from tools.gallery.thrag import PICTURES, view

SHEET = Sheet("T7", "3f9a1c", "One Man, Thrag!", "?", say=in_english)
RED, GREEN, BLUE = BEASTS
START = view()
FOUGHT = Fight(GREEN, 2, 5, 2, RED, 0, 4)
OWN = set(LABELS)


def over(ending: str, score: int = 0, **fields: Any) -> View:
    return replace(START, outcome=Outcome(ending, (), (score,)), **fields)


BARE = replace(FOUGHT, pool=None, coin=None, worth=0)
VIEWS = (
    *(PICTURES[name][0] for name in ("turn", "tracked", "late", "exhaustion")),
    *(replace(START, rerolled=suit, fights=fights) for suit, fights in zip(Suit, (0, 1, 12, 3), strict=True)),
    replace(START, turn=12, left=1, fight=FOUGHT, fights=12, turned=TurnedTile(2, healed=True)),
    replace(START, turn=12, left=15, lost=True, fight=BARE, fights=0, turned=TurnedTile(2, healed=False)),
    replace(START, turn=11, left=1, lost=True, fight=replace(FOUGHT, own=3), fights=1, owed=12),
    replace(START, foes=(Foe(1, 1), Foe(5, 5), None), die=3, fight=replace(BARE, own=9), fights=2),
    replace(
        START, fight=replace(FOUGHT, coin=0, worth=3), fights=0, hit_points=(0,), black_pawns=(RED, GREEN)
    ),
    *(over("win", score=score, black_pawns=(RED, GREEN, BLUE), left=0) for score in (1, 12)),
    over("breakfast", left=3),
    replace(START, foes=(None, None, None)),
    *(replace(START, foes=(Foe(tile, 5),) * 3) for tile in TILES),
    *(
        replace(START, fights=1, fight=replace(FOUGHT, suit=suit, tile=tile))
        for suit in BEASTS
        for tile in TILES
    ),
)
"""Whatever there is to say."""


class RecordingTranslator:
    """A language that notes what it is asked for."""

    def __init__(self) -> None:
        self.keys: set[str] = set()

    def __call__(self, key: str, /, **values: str | int) -> str:
        self.keys.add(key)
        return in_english(key, **values)

    def some(self, key: str, count: int, /, **values: str | int) -> str:
        return self(f"{key}.one" if count == 1 else f"{key}.many", count=count, **values)


def paint_views(say: PictureLanguage, views: Iterable[View] = VIEWS) -> list[Image.Image]:
    return [paint(shown, replace(SHEET, say=say)) for shown in views]


def test_every_label_is_drawn_somewhere() -> None:
    heard = RecordingTranslator()
    paint_views(heard)
    assert heard.keys - set(BEAST_NAMES) == OWN


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_fits_its_place_whole(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Labels that need more room than there is would lose their middle."""
    drawn: list[str] = []

    def note_fit(*given: Any) -> tuple[str, int]:
        text, size = fit_text(*given)
        drawn.append(text)
        return text, size

    monkeypatch.setattr(table, "fit_text", note_fit)
    PAINTED.clear()
    paint_views(words_in(language))
    assert len(drawn) > len(VIEWS)
    assert [text for text in drawn if "…" in text] == []


def test_a_label_that_is_too_long_stays_in_its_place() -> None:
    long = Words({**IN_ENGLISH.english, "thrag.picture.stack": "THE STACK OF BEASTS THAT WAIT FACE DOWN"})
    (plain,), (worse,) = paint_views(in_english, [START]), paint_views(long, [START])
    places = [(box.x, box.y, box.x + box.width, box.y + box.height) for box in table.SUPPLIES]
    assert set(count_pixels(changed_pixels(plain, worse), {str(place): place for place in places})) == set(
        map(str, places)
    )


def test_one_language_does_not_keep_the_pictures_of_another() -> None:
    before, other, after = (
        [shown.tobytes() for shown in paint_views(say, VIEWS[:3])]
        for say in (in_english, words_in("de"), in_english)
    )
    assert before == after
    assert not set(before) & set(other)


def test_an_accent_on_a_capital_is_not_cut_off() -> None:
    def inked_rows(text: str) -> tuple[int, int]:
        tile = table.plaque(table.FIGHT, "night", "brass-deep")
        bare = tile.copy()
        draw_centred(tile, text, (400, 56), 30, ("night", "cream"))
        _, top, _, bottom = changed_pixels(bare, tile).getbbox() or (0, 0, 0, 0)
        return top, bottom

    (plain_top, plain_bottom), (top, bottom) = inked_rows("ETE"), inked_rows("ÉTÉ")
    assert 0 < top < plain_top - 3
    assert bottom == plain_bottom
