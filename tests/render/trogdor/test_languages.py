"""The words in the pictures of Trogdor!!: every card and every power fits whole, in every language."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.games.catalogue import words_in
from bot.words import LANGUAGES, Words
from engine.core import Outcome
from engine.trogdor.cards import POINTS, Card, Keeper
from engine.trogdor.events import RageBegan
from engine.trogdor.model import Phase, Turn, View
from render.kit import lines as kit_lines
from render.kit.cache import PAINTED
from render.kit.canvas import Face, fit_text, png
from render.kit.lines import lines_of
from render.kit.sheet import PictureLanguage, Sheet
from render.trogdor import hand, keepers, panel
from render.trogdor.board import NOW, plaques
from render.trogdor.film import film
from render.trogdor.labels import LABELS, in_english
from render.trogdor.paint import paint
from tests.render.regenerate import changed_pixels
from tools.gallery.trogdor import PICTURES, board, players, view

SHEET = Sheet("T7", "3f9a1c", "Trogdor!!", "?", say=in_english)
CARDS = tuple(POINTS)


def choosing(keeper: Keeper, cards: tuple[Card, ...], number: int = 3, **fields: Any) -> View:
    first, *others = players(number)
    return view(board(**fields), number, players=(replace(first, keeper=keeper, hand=cards), *others))


VIEWS = (
    *(choosing(Keeper.YUBBITZ, pair) for pair in zip(CARDS[::2], CARDS[1::2], strict=True)),
    *(choosing(keeper, CARDS[:2], number) for keeper, number in product(Keeper, (1, 2, 3, 6))),
    choosing(Keeper.YUBBITZ, CARDS[:2], health=0),
)
"""Views with every text."""

FILMS = tuple(
    (
        (VIEWS[0], (RageBegan(0, ()),)),
        (replace(VIEWS[0], outcome=Outcome(ending, (), (0, 0, 0))), ()),
    )
    for ending in ("victory", "petite-victory", "defeat")
)
"""His Fiery Rage, and each ending."""


class RecordingLanguage:
    """A language that records the keys it is asked for."""

    def __init__(self) -> None:
        self.keys: set[str] = set()

    def __call__(self, key: str, /, **values: str | int) -> str:
        self.keys.add(key)
        return in_english(key, **values)

    def some(self, key: str, count: int, /, **values: str | int) -> str:
        return self(f"{key}.one" if count == 1 else f"{key}.many", count=count, **values)


def paint_views(say: PictureLanguage) -> list[bytes]:
    sheet = replace(SHEET, say=say)
    return [*(paint(shown, sheet).tobytes() for shown in VIEWS), *(film(shots, sheet) for shots in FILMS)]


def test_every_label_is_drawn_somewhere() -> None:
    heard = RecordingLanguage()
    PAINTED.clear()
    paint_views(heard)
    assert heard.keys == set(LABELS)


def test_what_a_card_does_stands_in_four_lines_and_what_does_not_fit_loses_its_middle() -> None:
    lines, size = lines_of("one two three four", Face.LABEL, range(22, 19, -1), 60, 4)
    assert " ".join(lines) == "one two three four"
    assert size in (20, 21, 22)
    lines, size = lines_of("one two three four five six seven", Face.LABEL, range(22, 19, -1), 60, 2)
    assert len(lines) == 2
    assert size == 20
    assert "\u2026" in lines[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_fits_its_place_whole(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What needs more room than there is would lose its middle."""
    cut = []

    def note_fit(text: str, *given: Any) -> tuple[str, int]:
        shown, size = fit_text(text, *given)
        if "\u2026" in shown:
            cut.append(text)
        return shown, size

    for module in (kit_lines, panel):
        monkeypatch.setattr(module, "fit_text", note_fit)
    PAINTED.clear()
    paint_views(words_in(language))
    assert cut == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_stay_small_in_every_language(language: str) -> None:
    words = words_in(language)
    for shown, sheet in PICTURES.values():
        assert len(png(paint(shown, replace(sheet, say=words)))) < 60_000


@pytest.mark.slow
def test_one_language_does_not_keep_the_pictures_of_another() -> None:
    before, other, after = (paint_views(say) for say in (in_english, words_in("de"), in_english))
    assert before == after
    assert not set(before) & set(other)


@pytest.mark.parametrize("number", range(1, 7))
def test_the_power_is_on_the_plaque_of_the_choosing_keeper(number: int) -> None:
    one, two = (choosing(keeper, CARDS[:2], number) for keeper in (Keeper.WORCHEX, Keeper.STONKLAR))
    said = Words({**LABELS, f"trogdor.picture.keeper.{Keeper.STONKLAR}": "X"})
    where = changed_pixels(paint(two, SHEET), paint(two, replace(SHEET, say=said))).getbbox()
    box = plaques(number, 0)[0]
    assert where is not None
    assert box.x < where[0] < where[2] < box.x + box.width
    assert box.y + keepers.TOP <= where[1] < where[3] <= box.y + box.height
    assert paint(one, SHEET).tobytes() != paint(two, SHEET).tobytes()


def test_the_cards_lie_in_the_panel_until_one_is_chosen() -> None:
    choice = choosing(Keeper.YUBBITZ, (Card.MAJESTY, Card.WINGALING))
    said = Words({**LABELS, f"trogdor.picture.card.{Card.WINGALING}": "X"})
    where = changed_pixels(paint(choice, SHEET), paint(choice, replace(SHEET, say=said))).getbbox()
    _, second = hand.places(choice)
    assert where is not None
    assert second.x <= where[0] < where[2] <= second.x + second.width
    assert second.y < where[1] < where[3] <= second.y + second.height <= NOW.y + NOW.height
    chosen = replace(choice, phase=Phase.ACT, turn=Turn(1, 0, Card.MAJESTY, points=5))
    assert paint(chosen, SHEET).tobytes() == paint(chosen, replace(SHEET, say=said)).tobytes()
