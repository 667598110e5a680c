"""The games as the bot plays them, and every sentence that the bot can say."""

from __future__ import annotations

from functools import cache
from typing import Final

from bot.games import koom, ploc, thrag, thud, trogdor
from bot.games.entry import AnyEntry, Entry
from bot.words import ENGLISH, LANGUAGES, Words
from bot.words.english import HOUSE
from bot.words.languages import spoken

__all__ = ["CATALOGUE", "IN_ENGLISH", "AnyEntry", "Entry", "words_in"]

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


IN_ENGLISH: Final = Words(_sentences(), terms={key: entry.terms for key, entry in CATALOGUE.items()})
"""Every sentence of the house and its games."""


@cache
def words_in(language: str) -> Words:
    """The words of a language; English ones for a language that the house does not speak."""
    if language not in LANGUAGES.keys() - {ENGLISH}:
        return IN_ENGLISH
    return spoken(IN_ENGLISH.english, language, terms=IN_ENGLISH.terms)
