"""What can be looked up while a game goes on, in every game that has such a thing."""

from __future__ import annotations

import pytest

from bot.games.catalogue import CATALOGUE, AnyEntry, words_in
from bot.words import LANGUAGES
from engine.core import read_settings
from engine.rng import SeededRng
from render.kit.sheet import Sheet

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Frida")
KNOWN = pytest.mark.parametrize(
    "entry",
    [entry for entry in CATALOGUE.values() if entry.drawing.glossary is not None],
    ids=lambda entry: entry.game.key,
)


@pytest.mark.sampled(3)
@KNOWN
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_drawn_as_wide_as_a_board_and_told_in_every_language(entry: AnyEntry, language: str) -> None:
    assert entry.drawing.glossary is not None
    game, words = entry.game, words_in(language)
    seats = game.seats[-1]
    view = game.view(game.start(read_settings(game, {}, seats), seats, SeededRng("glossary")), None)
    told = entry.drawing.glossary.tell(words, NAMES, view, None)
    assert len("\n".join(told)) <= 3900, "one message has room for it"
    sheet = Sheet("T7", "3f9a1c", game.title, "", names=NAMES, say=words)
    picture = entry.drawing.glossary.paint(words, view, sheet, None)
    assert picture.width == 900
    assert picture.height <= 1200
    assert picture.mode == "P"


@KNOWN
def test_its_button_is_short_and_each_line_names_its_thing(entry: AnyEntry) -> None:
    assert entry.drawing.glossary is not None
    game = entry.game
    seats = game.seats[0]
    view = game.view(game.start(read_settings(game, {}, seats), seats, SeededRng("glossary")), None)
    for language in LANGUAGES:
        words = words_in(language)
        assert 0 < len(words(f"{game.key}.glossary")) <= 40
        for line in entry.drawing.glossary.tell(words, NAMES, view, None):
            assert line.startswith("**"), line
