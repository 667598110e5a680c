"""The languages besides English: gettext files, read and counted by Babel."""

from __future__ import annotations

import gettext
import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.words import Words

_FOLDER: Final = Path(__file__).parent


def files_of(language: str, folder: Path = _FOLDER) -> tuple[Path, ...]:
    """The files of a language for the house, `house.po`, and for each game; none for English."""
    return tuple(sorted((folder / language).glob("*.po")))


def catalog_of(path: Path, language: str) -> Catalog:
    """A file of a language; raises `PoFileError` for one that is not well formed."""
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def load_words(
    english: Mapping[str, str],
    language: str,
    files: Iterable[Path],
    terms: Mapping[str, Mapping[str, str]] | None = None,
) -> Words:
    """The words of a language from its `files`; English where a translation is missing or marked as doubtful.

    Raises `PoFileError` for a file that is not well formed.
    """
    whole = Catalog(locale=language, fuzzy=False)
    for path in files:
        for message in catalog_of(path, language):
            if message.id and not message.fuzzy:
                whole[message.id] = message
    compiled = io.BytesIO()
    write_mo(compiled, whole)
    compiled.seek(0)
    return Words(english, language, gettext.GNUTranslations(compiled), terms)


def messages(english: Mapping[str, str]) -> Iterator[Message]:
    """What there is to translate, by key: what `Words.some` counts is one message with two forms."""
    for key, said in english.items():
        stem, _, form = key.rpartition(".")
        if form == "one" and f"{stem}.many" in english:
            yield Message((said, english[f"{stem}.many"]), context=stem)
        elif not (form == "many" and f"{stem}.one" in english):
            yield Message(said, context=key)
