"""The languages besides English: gettext files, read by Babel."""

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
    """Return a language's files: `house.po`, and one for each game; none for English."""
    return tuple(sorted((folder / language).glob("*.po")))


def catalog_of(path: Path, language: str) -> Catalog:
    """Return the catalogue in a file; raises `PoFileError` for a malformed one."""
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def load_words(
    english: Mapping[str, str],
    language: str,
    files: Iterable[Path],
    terms: Mapping[str, Mapping[str, str]] | None = None,
) -> Words:
    """Return the texts of a language from its `files`; English where a translation is missing or fuzzy.

    Raises `PoFileError` for a malformed file.
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
    """Yield the messages to translate, by key: a key of `Words.some` is one message with two forms."""
    for key, sentence in english.items():
        stem, _, form = key.rpartition(".")
        if form == "one" and f"{stem}.many" in english:
            yield Message((sentence, english[f"{stem}.many"]), context=stem)
        elif not (form == "many" and f"{stem}.one" in english):
            yield Message(sentence, context=key)
