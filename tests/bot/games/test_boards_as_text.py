"""The boards as text in every language: nothing of them is left in English, and columns stay columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any, Final

import pytest

from bot.games.catalogue import IN_ENGLISH, words_in
from bot.words import ENGLISH, LANGUAGES
from bot.words.languages import catalog_of, files_of
from data.trogdor import FACTS
from engine.ploc.diagram import VILLAGES
from engine.registry import GAMES
from tests.bot.games.whole_games import whole
from tests.playthroughs.golden import FILES
from tools.gallery import ploc as ploc_gallery
from tools.gallery import thrag as thrag_gallery
from tools.gallery import thud as thud_gallery
from tools.gallery import trogdor as trogdor_gallery
from tools.translations import forms

IN_EACH = pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {ENGLISH}))
OF_EACH = pytest.mark.parametrize("game", GAMES)

GALLERIES: Final[dict[str, ModuleType]] = {
    "thud": thud_gallery,
    "ploc": ploc_gallery,
    "thrag": thrag_gallery,
    "trogdor": trogdor_gallery,
}
EVERY: Final = 3
"""One in this number of positions of a playthrough is checked, and the last."""

ROOM: Final = 1900
"""Characters that a message has for a board whose picture failed."""

WORD: Final = re.compile(r"[^\W\d_]{3,}")
DRAWN: Final = re.compile(r"i+|[CMTLFSRW]?[Dpfkha]+")
"""Letters that are no word: a rope, and the signs on a tile."""


@cache
def views(game: str) -> tuple[Any, ...]:
    """What there is to see of a game: in its playthroughs, and in its gallery."""
    gallery = GALLERIES.get(game)
    found = [] if gallery is None else [view for view, _ in gallery.PICTURES.values()]
    for file in FILES:
        if file.stem.split("_")[0] == game:
            positions = whole(file.stem)[2]
            shown = (*positions[::EVERY], positions[-1])
            found += [GAMES[game].view(position.state, None) for position in shown]
    return tuple(found)


@cache
def own_words(language: str, game: str) -> frozenset[str]:
    """The words of the phrases of a board, as the language has them, and the names that stand in it.

    Untranslated sentences are in English, and another test reports them.
    """
    phrases = [said for key, said in IN_ENGLISH.english.items() if key.startswith(f"{game}.text.")]
    for path in (path for path in files_of(language) if path.stem == game):
        phrases = [
            text
            for message in catalog_of(path, language)
            if str(message.context).startswith((f"{game}.text.", f"{game}.beast."))
            for text in forms(message.string if any(forms(message.string)) else message.id)
        ]
    titles = [fact.title for facts in (FACTS.cards, FACTS.keepers, FACTS.items) for fact in facts]
    names = (FACTS.troghammer.title, *titles, *VILLAGES)
    return frozenset(word for said in (*phrases, *names) for word in WORD.findall(said))


def strangers(language: str, game: str, text: str) -> Iterator[str]:
    """The words of a board that are neither the language's own, nor names, nor drawn."""
    known = own_words(language, game)
    notation = re.compile(r"\b[dTR]?[A-Pa-e]\d+\S*")
    for word in WORD.findall(notation.sub("", text)):
        if word not in known and not DRAWN.fullmatch(word):
            yield word


@OF_EACH
def test_in_english_a_board_reads_letter_for_letter_as_the_rules_write_it(game: str) -> None:
    for view in views(game):
        assert GAMES[game].text(view, IN_ENGLISH) == GAMES[game].text(view)


@IN_EACH
@OF_EACH
def test_no_english_word_is_left_on_a_board(language: str, game: str) -> None:
    words = words_in(language)
    boards = [GAMES[game].text(view, words) for view in views(game)]
    assert {word for text in boards for word in strangers(language, game, text)} == set()


@pytest.mark.parametrize("game", GALLERIES)
def test_an_english_word_would_be_found(game: str) -> None:
    for view in views(game)[:3]:
        assert [*strangers("de", game, GAMES[game].text(view))]


@IN_EACH
@OF_EACH
def test_a_board_has_the_same_lines_and_fits_where_its_picture_failed(language: str, game: str) -> None:
    for view in views(game):
        said, english = GAMES[game].text(view, words_in(language)), GAMES[game].text(view)
        assert said.count("\n") == english.count("\n")
        assert len(said) <= ROOM


@IN_EACH
@pytest.mark.parametrize(
    ("game", "rows"),
    [("thud", slice(-17, None)), ("trogdor", slice(-8, -2))],
    ids=["thud", "trogdor"],
)
def test_what_is_drawn_is_the_same_in_every_language(language: str, game: str, rows: slice) -> None:
    for view in views(game):
        said, english = GAMES[game].text(view, words_in(language)), GAMES[game].text(view)
        assert said.splitlines()[rows] == english.splitlines()[rows]


def starts(lines: list[str], of: str) -> set[int]:
    """Where a column begins, line by line; one place if it is a column."""
    return {line.index(of) for line in lines}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_night_of_thrags_can_be_read_aloud(language: str) -> None:
    """Sentences, each with its end, and nothing that is drawn with signs."""
    for view in views("thrag"):
        for line in filter(None, GAMES["thrag"].text(view, words_in(language)).splitlines()):
            assert line[0].isupper()
            assert line[-1] in ".!?"
            assert "  " not in line
            assert " - " not in line


@IN_EACH
def test_the_sides_of_a_rope_stand_in_columns(language: str) -> None:
    for view in views("ploc"):
        sides = GAMES["ploc"].text(view, words_in(language)).splitlines()[1:3]
        assert len(starts(sides, " a ")) == len(starts(sides, " b ")) == 1


def test_boards_are_said_as_people_say_them() -> None:
    beginning = GAMES["thud"].view(whole("thud_resignation")[2][0].state, None)
    german = GAMES["thud"].text(beginning, words_in("de")).splitlines()
    assert german[0] == "Schlacht 1 von 2. Noch kein Zug. Die Zwerge sind am Zug."
    assert german[2:4] == ["Trolle (8): G7, H7, J7, G8, J8, G9, H9, J9.", "Nichts ist bedroht."]
    french = GAMES["thud"].text(beginning, words_in("fr")).splitlines()
    assert french[0] == "Bataille 1 sur 2. Pas encore de coup. Aux nains de jouer."
    assert french[1].startswith("Nains (32)\N{NO-BREAK SPACE}: F1, G1, ")
