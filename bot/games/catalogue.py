"""The games as the bot plays them, and every sentence that the bot can say: features add theirs."""

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
    said = dict(HOUSE)
    for entry in CATALOGUE.values():
        said |= entry.english
        said |= entry.labels
    return said


_SAID: Final = _sentences()
_FOLDERS: Final = list[Path]()
"""Where features have their translations."""

IN_ENGLISH: Final = Words(_SAID, terms={key: entry.terms for key, entry in CATALOGUE.items()})
"""Every sentence of the house, its games and its features."""


def add_sentences(english: Mapping[str, str], folder: Path) -> None:
    """Add what a feature says; its other languages are files of its `folder`, such as `de.po`.

    Raises `ValueError` for a key that is there already.
    """
    if twice := sorted(english.keys() & _SAID.keys()):
        raise ValueError(f"said twice: {', '.join(twice)}")
    _SAID.update(english)
    _FOLDERS.append(folder)
    words_in.cache_clear()


def files_in(language: str) -> tuple[Path, ...]:
    """The files of a language: those of the house and its games, and of the features that have one."""
    own = (folder / f"{language}.po" for folder in _FOLDERS)
    return (*files_of(language), *(path for path in own if path.exists()))


@cache
def words_in(language: str) -> Words:
    """The words of a language; English ones for a language that the house does not speak."""
    if language not in LANGUAGES.keys() - {ENGLISH}:
        return IN_ENGLISH
    return load_words(_SAID, language, files_in(language), IN_ENGLISH.terms)
