"""All games as the bot plays them, and all its sentences; features add theirs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from bot.games import koom, ploc, thrag, thud, trogdor
from bot.games.entry import AnyEntry, Entry
from bot.words import ENGLISH, LANGUAGES, Words
from bot.words.english import HOUSE
from bot.words.languages import files_of, load_words

__all__ = ["CATALOGUE", "IN_ENGLISH", "AnyEntry", "Entry", "add_sentences", "files_in", "words_in"]

CATALOGUE: Final[dict[str, AnyEntry]] = {
    entry.game.key: entry
    for entry in (
        thud.ENTRY,
        trogdor.ENTRY,
        thrag.ENTRY,
        ploc.ENTRY,
        koom.ENTRY,
    )
}
"""By key; a test compares it with the engine's registry."""


def _sentences() -> dict[str, str]:
    sentences = dict(HOUSE)
    for entry in CATALOGUE.values():
        sentences |= entry.english
        sentences |= entry.labels
    return sentences


_SAID: Final = _sentences()
_FOLDERS: Final = list[Path]()
"""The features' folders with translations."""

IN_ENGLISH: Final = Words(_SAID, terms={key: entry.terms for key, entry in CATALOGUE.items()})
"""All sentences of the bot, its games and its features."""


def add_sentences(english: Mapping[str, str], folder: Path) -> None:
    """Add a feature's sentences; its translations are files of its `folder`, such as `de.po`.

    Raises `ValueError` for a key that exists already.
    """
    if twice := sorted(english.keys() & _SAID.keys()):
        raise ValueError(f"said twice: {', '.join(twice)}")
    _SAID.update(english)
    _FOLDERS.append(folder)
    words_in.cache_clear()


def files_in(language: str) -> tuple[Path, ...]:
    """Return the translation files of a language: of the bot, its games, and the features that have one."""
    feature_files = (folder / f"{language}.po" for folder in _FOLDERS)
    return (*files_of(language), *(path for path in feature_files if path.exists()))


@cache
def words_in(language: str) -> Words:
    """Return the words of a language; English ones for a language that is not available."""
    if language not in LANGUAGES.keys() - {ENGLISH}:
        return IN_ENGLISH
    return load_words(_SAID, language, files_in(language), IN_ENGLISH.terms)
