"""Updating the translation files after changes of the English sentences."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

import bot
from bot.words.languages import catalog_of, messages
from tools.translations import catalog_bytes, file_of, files, forms, updated_catalog

BOT = Path(str(bot.__file__)).parent
LANGUAGE = "fr"

ENGLISH = {
    "nim.took": "{name} took {count}.",
    "nim.left.one": "{count} match left",
    "nim.left.many": "{count} matches left",
    "nim.over": "The game is over.",
}

FRENCH = """\
# Said when a player takes matches.
msgctxt "nim.took"
msgid "{name} took {count}."
msgstr "{name} en prend {count}."

msgctxt "nim.left"
msgid "{count} match left"
msgid_plural "{count} matches left"
msgstr[0] "encore {count} allumette"
msgstr[1] "encore {count} allumettes"

msgctxt "nim.over"
msgid "The game is over."
msgstr "La partie est finie."
"""

Strings = str | tuple[str, ...]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file in which every sentence is translated."""
    file = tmp_path / "nim.po"
    file.write_text(FRENCH, encoding="utf-8")
    return file


def renew(path: Path, english: dict[str, str]) -> Catalog:
    """Update the file for these English sentences, and return its content."""
    path.write_bytes(catalog_bytes(updated_catalog(path, LANGUAGE, messages(english)), LANGUAGE))
    return catalog_of(path, LANGUAGE)


def sentences_by_key(catalog: Catalog) -> dict[str, Message]:
    """Return the sentences of a file by their keys, in order."""
    return {str(message.context): message for message in catalog if message.id}


def test_what_is_translated_stays_as_it_is(path: Path) -> None:
    after = sentences_by_key(renew(path, ENGLISH))
    assert [(key, message.string, message.fuzzy) for key, message in after.items()] == [
        ("nim.took", "{name} en prend {count}.", False),
        ("nim.left", ("encore {count} allumette", "encore {count} allumettes"), False),
        ("nim.over", "La partie est finie.", False),
    ]


def test_what_a_translator_noted_stays_beside_its_sentence(path: Path) -> None:
    assert sentences_by_key(renew(path, ENGLISH))["nim.took"].user_comments == [
        "Said when a player takes matches."
    ]


def test_a_new_sentence_comes_without_a_translation(path: Path) -> None:
    new = sentences_by_key(renew(path, ENGLISH | {"nim.began": "The game begins."}))["nim.began"]
    assert (new.id, new.string, new.fuzzy) == ("The game begins.", "", False)


def test_a_new_sentence_that_counts_comes_with_its_two_forms(path: Path) -> None:
    new = sentences_by_key(renew(path, ENGLISH | {"nim.heaps.one": "a heap", "nim.heaps.many": "heaps"}))[
        "nim.heaps"
    ]
    assert new.id == ("a heap", "heaps")
    assert not any(forms(new.string))


@pytest.mark.parametrize(
    ("english", "key", "string"),
    [
        ({"nim.over": "It is over."}, "nim.over", "La partie est finie."),
        (
            {"nim.left.many": "{count} matches are left"},
            "nim.left",
            ("encore {count} allumette", "encore {count} allumettes"),
        ),
    ],
)
def test_a_changed_sentence_marks_its_translation_as_doubtful(
    path: Path, english: dict[str, str], key: str, string: Strings
) -> None:
    after = sentences_by_key(renew(path, ENGLISH | english))
    assert (after[key].string, after[key].fuzzy) == (string, True)
    assert [other for other, message in after.items() if message.fuzzy] == [key]


def test_a_fuzzy_translation_stays_fuzzy_until_it_is_checked(path: Path) -> None:
    changed = ENGLISH | {"nim.over": "It is over."}
    renew(path, changed)
    assert sentences_by_key(renew(path, changed))["nim.over"].fuzzy


def test_a_changed_sentence_that_was_never_translated_is_not_doubtful_but_missing(path: Path) -> None:
    path.write_text(FRENCH.replace("La partie est finie.", ""), encoding="utf-8")
    after = sentences_by_key(renew(path, ENGLISH | {"nim.over": "It is over."}))["nim.over"]
    assert (after.string, after.fuzzy) == ("", False)


def test_unused_sentences_are_removed(path: Path) -> None:
    fewer = {key: said for key, said in ENGLISH.items() if key != "nim.over"}
    assert list(sentences_by_key(renew(path, fewer))) == ["nim.took", "nim.left"]
    assert "partie" not in path.read_text(encoding="utf-8")


def test_a_sentence_that_begins_to_count_needs_a_new_translation(path: Path) -> None:
    english = {"nim.over.one": "The game is over.", "nim.over.many": "The games are over."}
    assert not any(forms(sentences_by_key(renew(path, english))["nim.over"].string))


def test_a_key_can_stand_for_a_sentence_and_for_one_that_counts(path: Path) -> None:
    both = ENGLISH | {"nim.left": "matches left"}
    path.write_text(
        f'{FRENCH}\nmsgctxt "nim.left"\nmsgid "matches left"\nmsgstr "allumettes restantes"\n',
        encoding="utf-8",
    )
    strings = [message.string for message in renew(path, both) if message.context == "nim.left"]
    assert strings == [("encore {count} allumette", "encore {count} allumettes"), "allumettes restantes"]


def test_the_file_follows_the_order_of_the_english(path: Path) -> None:
    assert list(sentences_by_key(renew(path, dict(reversed(ENGLISH.items()))))) == [
        "nim.over",
        "nim.left",
        "nim.took",
    ]


def test_running_it_twice_changes_nothing(path: Path) -> None:
    changed = ENGLISH | {"nim.over": "It is over.", "nim.began": "The game begins."}
    renew(path, changed)
    once = path.read_bytes()
    renew(path, changed)
    assert path.read_bytes() == once


def test_a_file_that_is_not_there_yet_begins_empty(tmp_path: Path) -> None:
    after = sentences_by_key(renew(tmp_path / "new.po", ENGLISH))
    assert list(after) == ["nim.took", "nim.left", "nim.over"]
    assert not any(part for message in after.values() for part in forms(message.string))


def test_a_file_says_how_its_language_counts() -> None:
    german, french = (catalog_bytes(Catalog(locale=language), language).decode() for language in ("de", "fr"))
    assert "plural=(n != 1)" in german
    assert "plural=(n > 1)" in french


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("thud.moved.dwarfs", "words/de/thud.po"),
        ("button.back", "words/de/house.po"),
        ("list.last", "words/de/house.po"),
        ("button.ask", "features/votes/de.po"),
        ("plan.lost", "features/plans/de.po"),
    ],
)
def test_games_and_features_have_files_of_their_own_and_all_else_is_the_houses(key: str, name: str) -> None:
    assert file_of(Message("", context=key), "de") == BOT / name


@pytest.mark.slow
def test_the_files_are_up_to_date_with_the_english_sentences() -> None:
    """If this fails, `make words` updates them; empty or fuzzy sentences need a translator."""
    wanted = dict(files())
    there = set(BOT.rglob("*.po"))
    assert sorted(there - wanted.keys()) == [], "files of no language, no game and no feature"
    behind = [path for path, content in wanted.items() if path not in there or path.read_bytes() != content]
    assert sorted(str(path.relative_to(BOT)) for path in behind) == []
