"""The other languages: every sentence is there, and says what the English one says in its own typography."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import pytest
from babel.messages.catalog import Message

from bot.games.catalogue import CATALOGUE, IN_ENGLISH, files_in, words_in
from bot.words import ENGLISH, LANGUAGES
from bot.words.languages import catalog_of, messages
from bot.words.menu import Menu, buttons_of, leads_to
from tests.bot.games.whole_games import PEOPLE
from tests.playthroughs.golden import FILES, plies, seats_of
from tools.translations import forms, sentence_id

OTHERS = sorted(LANGUAGES.keys() - {ENGLISH})

IN_EACH = pytest.mark.parametrize("language", OTHERS)

BUTTON_LIMIT = 80
LINE_LIMIT = 100
MODAL_LIMIT = 45
ALT_LIMIT = 1024
"""What Discord takes: of a button, of a line to choose or a command, of a window's texts, of a picture."""


class Translation(NamedTuple):
    """A sentence in another language: one of its forms, and what is said in English in its place.

    Of what is counted, English has two forms, and either may be what a form says.
    """

    key: str
    text: str
    english: tuple[str, ...]


@cache
def stands(language: str) -> tuple[Message, ...]:
    """Everything that stands in the files of a language."""
    return tuple(
        message for path in files_in(language) for message in catalog_of(path, language) if message.id
    )


@cache
def translations_of(language: str) -> tuple[Translation, ...]:
    """Every sentence of a language that is translated, form by form."""
    found = []
    for message in stands(language):
        english = forms(message.id)
        *others, last = forms(message.string)
        found += [Translation(str(message.context), text, english) for text in others if text]
        found += [Translation(str(message.context), last, english[-1:])] if last else []
    return tuple(found)


def faulty(language: str, holds: Callable[[Translation], bool]) -> list[tuple[str, str]]:
    """The sentences for which something does not hold."""
    return [(said.key, said.text) for said in translations_of(language) if not holds(said)]


def alike(language: str, find: Callable[[str], object]) -> list[tuple[str, str]]:
    """The sentences in which something is not found as in English."""
    return faulty(language, lambda said: find(said.text) in [find(english) for english in said.english])


# What stands in the files


@IN_EACH
def test_every_sentence_is_translated(language: str) -> None:
    """A new game has no file until `make words` has made one; so long people read English there."""
    files = {path.stem for path in files_in(language)}
    done = {sentence_id(message) for message in stands(language) if all(forms(message.string))}
    wanted = [sentence_id(message) for message in messages(IN_ENGLISH.english)]
    games = CATALOGUE.keys() - files
    missing = [key for key, counts in wanted if (key, counts) not in done]
    assert [key for key in missing if str(key).partition(".")[0] not in games] == []


@IN_EACH
def test_no_translation_is_doubtful(language: str) -> None:
    assert [message.context for message in stands(language) if message.fuzzy] == []


@IN_EACH
def test_each_translation_is_one_of_what_is_said_in_english_today(language: str) -> None:
    today = {sentence_id(message): message.id for message in messages(IN_ENGLISH.english)}
    assert [sentence_id(message) for message in stands(language) if sentence_id(message) not in today] == []
    assert [
        sentence_id(message) for message in stands(language) if today.get(sentence_id(message)) != message.id
    ] == []


@IN_EACH
def test_no_sentence_stands_there_twice(language: str) -> None:
    assert [key for key, times in Counter(map(sentence_id, stands(language))).items() if times > 1] == []


@IN_EACH
def test_what_is_counted_has_a_form_for_each_way_in_which_the_language_counts(language: str) -> None:
    few = [
        sentence_id(message)
        for path in files_in(language)
        for catalog in [catalog_of(path, language)]
        for message in catalog
        if isinstance(message.id, tuple) and len(forms(message.string)) != catalog.num_plurals
    ]
    assert few == []


# What a sentence keeps in every language


def placeholders(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text)} - {None}


@IN_EACH
def test_what_is_filled_in_is_the_same(language: str) -> None:
    assert alike(language, placeholders) == []


@IN_EACH
def test_what_people_type_is_the_same(language: str) -> None:
    assert alike(language, lambda text: sorted(set(re.findall(r"`[^`]+`", text)))) == []
    assert faulty(language, lambda said: said.text.count("`") % 2 == 0) == []


@IN_EACH
def test_links_and_times_are_the_same(language: str) -> None:
    assert alike(language, lambda text: sorted(re.findall(r"\]\([^)]*\)|<[^>]+>", text))) == []


@IN_EACH
def test_markdown_has_an_end_and_small_print_stays_small(language: str) -> None:
    assert faulty(language, lambda said: said.text.count("**") % 2 == 0) == []
    assert alike(language, lambda text: len(re.findall(r"^-# ", text, re.MULTILINE))) == []
    assert alike(language, lambda text: len(re.findall(r"^- ", text, re.MULTILINE))) == []


@IN_EACH
def test_lines_are_broken_where_the_english_are(language: str) -> None:
    """In a picture, one line may do where English needs two."""
    broken = alike(language, lambda text: re.findall(r"\n+", text))
    assert [(key, text) for key, text in broken if "\n" in text or ".picture." not in key] == []


@IN_EACH
def test_blanks_are_single_and_at_the_ends_only_where_english_has_them(language: str) -> None:
    assert faulty(language, lambda said: not re.search(r"\s\s", said.text.replace("\n\n", "\n"))) == []
    assert alike(language, lambda text: (text[:1].isspace(), text[-1:].isspace())) == []


@IN_EACH
def test_no_sentence_is_left_in_english(language: str) -> None:
    """A name or a score may be the same; what ends like a sentence and has some words may not."""
    words = re.compile(r"[a-z]{2,}", re.IGNORECASE)
    bare = faulty(language, lambda said: not is_name(said) or said.text[-1:] not in "?.")
    assert [said for said in bare if len(words.findall(re.sub(r"\{\w+\}|`[^`]+`", "", said[1]))) > 2] == []


# Typography

STRAIGHT = re.compile(r"[\"']|\.\.\.")


def is_name(said: Translation) -> bool:
    """Whether it is the same in English: the name of a card, say, or a score."""
    return said.text in said.english


@cache
def names(language: str) -> re.Pattern[str]:
    """The titles of the games, and all else that is called as in English: cards, above all."""
    found = {entry.game.title for entry in CATALOGUE.values()}
    found |= {
        said.text for said in translations_of(language) if is_name(said) and not placeholders(said.text)
    }
    return re.compile("|".join(map(re.escape, sorted(found, key=len, reverse=True))))


def bare(language: str, text: str) -> str:
    """A sentence without what keeps its own signs: notation, links, times and names."""
    return names(language).sub("name", re.sub(r"`[^`]+`|\]\([^)]*\)|<[^>]+>|\d:\d", "code", text))


@IN_EACH
def test_quotes_apostrophes_and_dots_are_those_of_print(language: str) -> None:
    assert (
        faulty(language, lambda said: is_name(said) or not STRAIGHT.search(bare(language, said.text))) == []
    )


def test_german_quotes_stand_low_and_then_high() -> None:
    quotes = re.compile("[„“”«»]")
    assert faulty("de", lambda said: not re.sub("„“", "", "".join(quotes.findall(said.text)))) == []


FRENCH_FAULTS = re.compile(
    "(?<![\u202f;!?])[;!?]"  # a narrow blank before these
    "|(?<!\u00a0)[:%]"  # a full one that does not break, as Babel sets it before a percent sign
    "|(?<!\u202f)»|«(?!\u202f)"
    "|[“”„]"
)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("Au combat\u202f!", True),
        ("Au combat !", False),
        ("Quoi\u202f?!", True),
        ("Nains\u00a0: à vous", True),
        ("Nains: à vous", False),
        ("Sûr à 42\u00a0%", True),
        ("Sûr à 42%", False),
        ("Nains\u202f: à vous", False),
        ("À 12:30, avec `clock:2h`", True),
        ("«\u202fDix\u202f»", True),
        ("« Dix »", False),
        ("“Dix”", False),
        ("One Man, Thrag! et Trogdor!!", True),
        ("Voici <t:1700000000:R>", True),
    ],
)
def test_what_is_a_fault_in_french(text: str, holds: bool) -> None:
    assert (FRENCH_FAULTS.search(bare("fr", text)) is None) is holds


def test_french_signs_have_their_blanks() -> None:
    assert faulty("fr", lambda said: is_name(said) or not FRENCH_FAULTS.search(bare("fr", said.text))) == []


def test_french_has_no_word_before_a_name_that_some_names_would_shorten() -> None:
    """Not all are called Ben; before Ann *de* and *que* lose their vowel."""
    shortened = re.compile(r"\b(?:de|que|d.|qu.)\s?\**\{(?:name|names|who|host|guest|loser|winner)\}")
    found = faulty("fr", lambda said: not shortened.search(said.text))
    assert [said for said in found if said[0] != "fork.goes-on"] == [], "that name is the code of a table"


# What Discord takes

BUTTONS = re.compile(r"(\w+\.)?(button|menu)\..+")
LINES = re.compile(r"command\..+|\w+\.(option|pick|seat)\..+")
WINDOWS = re.compile(r"modal\..+")


def length(text: str) -> int:
    """About how long a sentence is once it is filled in."""
    return len(re.sub(r"\{\w+\}", "T1234567", text))


@IN_EACH
@pytest.mark.parametrize(
    ("keys", "limit"), [(BUTTONS, BUTTON_LIMIT), (LINES, LINE_LIMIT), (WINDOWS, MODAL_LIMIT)]
)
def test_labels_commands_and_windows_stay_short(language: str, keys: re.Pattern[str], limit: int) -> None:
    asked = re.compile(r".+\.question(\..+)?")
    long = faulty(language, lambda said: length(said.text) <= limit or not keys.fullmatch(said.key))
    assert [(key, text) for key, text in long if not asked.fullmatch(key)] == []


def menus(menu_at: Callable[[str], Menu]) -> Iterator[Menu]:
    """Every menu that can be reached."""
    waiting, seen = [""], set[str]()
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            menu = menu_at(path)
            yield menu
            waiting += leads_to(menu)


def too_long(menu: Menu) -> Iterator[str]:
    yield from (button.label for button in buttons_of(menu) if len(button.label) > BUTTON_LIMIT)
    for part in menu.lists:
        lines = (
            part.title,
            *(text for option in part.options for text in (option.label, option.description)),
        )
        yield from (line for line in lines if len(line) > LINE_LIMIT)


@IN_EACH
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_whole_game_is_told_and_its_menus_fit(language: str, file: Path) -> None:
    text = file.read_text()
    game, every = plies(text)
    entry, words = CATALOGUE[game.key], words_in(language)
    names = PEOPLE[: seats_of(text)]
    for number, ply in enumerate(every):
        said = [*entry.speech.narrate(words, names, ply.events)]
        view = game.view(ply.state, None)
        said += [*entry.speech.header(words, names, view), entry.speech.turn(words, names, view)]
        assert all(line and "{" not in line for line in said)
        assert len(entry.speech.alt(words, names, view)) <= ALT_LIMIT
        if number % 7 == 0 and game.outcome(ply.state) is None:
            assert entry.speech.call(words, names, view, "@Ann")
            for menu in menus(partial(entry.rules.menu, words, names, ply.state)):
                assert [*too_long(menu)] == []
