"""Loading a language from its files, with English for what is missing."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from babel.messages.pofile import PoFileError

import bot
from bot.features import FEATURES, folder_of
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, add_sentences, files_in, words_in
from bot.words import ENGLISH, LANGUAGES, Words, language_of
from bot.words.languages import files_of, load_words, messages

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'

NIM = {
    "nim.took": "{name} took {count}.",
    "nim.over": "The game is over.",
    "nim.left.one": "{count} match left",
    "nim.left.many": "{count} matches left",
}

TOOK = 'msgctxt "nim.took"\nmsgid "{name} took {count}."\nmsgstr "{name} en prend {count}."\n'
LEFT = """\
msgctxt "nim.left"
msgid "{count} match left"
msgid_plural "{count} matches left"
msgstr[0] "encore {count} allumette"
msgstr[1] "encore {count} allumettes"
"""


def french(folder: Path, text: str) -> Words:
    """Return French with only this translation."""
    (folder / "fr").mkdir()
    (folder / "fr" / "nim.po").write_text(HEAD + text, encoding="utf-8")
    return load_words(NIM, "fr", files_of("fr", folder))


def test_a_translation_is_said_and_filled_in(tmp_path: Path) -> None:
    assert french(tmp_path, TOOK)("nim.took", name="Ann", count=2) == "Ann en prend 2."


def test_words_know_their_language(tmp_path: Path) -> None:
    assert french(tmp_path, TOOK).language == "fr"


@pytest.mark.parametrize(
    "text",
    [
        TOOK,
        f'{TOOK}\nmsgctxt "nim.over"\nmsgid "The game is over."\nmsgstr ""\n',
        f'{TOOK}\n#, fuzzy\nmsgctxt "nim.over"\nmsgid "The game is over."\nmsgstr "Fini."\n',
        f'{TOOK}\nmsgctxt "nim.over"\nmsgid "It is over."\nmsgstr "Fini."\n',
        f'{TOOK}\nmsgctxt "thud.over"\nmsgid "The game is over."\nmsgstr "Fini."\n',
    ],
    ids=["missing", "empty", "doubtful", "of another English", "of another key"],
)
def test_what_is_not_surely_translated_is_said_in_english(tmp_path: Path, text: str) -> None:
    assert french(tmp_path, text)("nim.over") == "The game is over."


def test_what_is_counted_and_not_translated_counts_in_english(tmp_path: Path) -> None:
    words = french(tmp_path, re.sub(r'(msgstr\[.\]) ".*"', r'\1 ""', LEFT))
    assert [words.some("nim.left", count) for count in (1, 2)] == ["1 match left", "2 matches left"]


def test_nothing_is_one_in_french_and_many_in_english(tmp_path: Path) -> None:
    words = french(tmp_path, LEFT)
    assert [words.some("nim.left", count) for count in (0, 1, 2)] == [
        "encore 0 allumette",
        "encore 1 allumette",
        "encore 2 allumettes",
    ]
    assert Words(NIM).some("nim.left", 0) == "0 matches left"


@pytest.mark.parametrize(
    "text",
    [
        f'{TOOK}\nmsgctxt "nim.over"\nmsgid "The game is over."\n',
        f'{TOOK}\nmsgstring "Fini."\n',
        f'{LEFT}msgstr[2] "encore plus"\n',
    ],
    ids=["no translation at all", "no such word", "a form too many"],
)
def test_a_file_that_is_not_well_formed_is_a_fault(tmp_path: Path, text: str) -> None:
    with pytest.raises(PoFileError):
        french(tmp_path, text)


def test_an_unknown_key_is_a_fault_in_every_language(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        french(tmp_path, TOOK)("nim.unknown")


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("de", "de"),
        ("fr", "fr"),
        ("en-US", "en"),
        ("en-GB", "en"),
        ("de_AT", "de"),
        ("FR", "fr"),
        ("pt-BR", None),
        ("", None),
    ],
)
def test_a_locale_is_spoken_in_its_language_if_at_all(locale: str, language: str | None) -> None:
    assert language_of(locale) == language


@pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {ENGLISH}))
def test_the_files_of_a_language_are_for_the_house_and_for_games_that_are_there(language: str) -> None:
    stems = {path.stem for path in files_of(language)}
    assert {"house"} <= stems <= {"house", *CATALOGUE}


def test_english_has_no_files() -> None:
    assert files_in(ENGLISH) == ()


def test_a_feature_has_a_file_of_each_language_in_its_folder() -> None:
    for language in LANGUAGES.keys() - {ENGLISH}:
        assert {folder_of(one) / f"{language}.po" for one in FEATURES if one.english} <= {*files_in(language)}


@pytest.mark.slow
def test_features_sentences_reach_words_made_before_them() -> None:
    script = """
from bot.games.catalogue import words_in
words_in("de")
import bot.features
print(words_in("de")("button.ask"), words_in("en")("button.ask"))
"""
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    assert told.stdout == "Was meint ihr? What do you think?\n"


def test_no_feature_says_what_another_says_already(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"said twice: list\.last"):
        add_sentences({"list.last": "{first}, {last}", "nim.over": "The game is over."}, tmp_path)
    assert "nim.over" not in IN_ENGLISH.english


def test_all_files_are_installed_with_the_bot() -> None:
    root = Path(bot.__file__).parents[1]
    packed = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    installed = {
        path
        for package, patterns in packed.items()
        for pattern in patterns
        for path in (root / package.replace(".", "/")).glob(pattern)
    }
    assert {*(root / "bot").rglob("*.po")} <= installed


def test_a_language_that_is_not_spoken_is_english() -> None:
    assert words_in("pt") is words_in(ENGLISH) is IN_ENGLISH


def test_each_kind_of_sentence_is_one_message() -> None:
    both = NIM | {"nim.left": "matches left"}
    assert [(message.context, message.id) for message in messages(both)] == [
        ("nim.took", "{name} took {count}."),
        ("nim.over", "The game is over."),
        ("nim.left", ("{count} match left", "{count} matches left")),
        ("nim.left", "matches left"),
    ]
