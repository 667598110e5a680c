"""Bring the files of the other languages in step with the English sentences: `make words`.

New sentences come without a translation, those that changed keep theirs marked as doubtful (`fuzzy`) until
somebody has looked at them, and those that nobody says any more go. What is translated stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

import bot.words
from bot.catalogue import CATALOGUE, IN_ENGLISH
from bot.words import ENGLISH
from bot.words.languages import LANGUAGES, catalog_of, messages

HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""
"""What editors of such files want to know; nothing in it changes with the day."""

FOLDER = Path(bot.words.__file__).parent


def file_of(message: Message) -> str:
    """Where a sentence belongs: in the file of its game, or in the house's."""
    game = str(message.context).partition(".")[0]
    return f"{game if game in CATALOGUE else 'house'}.po"


def kept(message: Message, old: Mapping[str | None, Message]) -> Message:
    """A sentence with the translation that it had."""
    before = old.get(message.context)
    if before is None or isinstance(before.id, str) != isinstance(message.id, str):
        return message
    doubtful = before.fuzzy or before.id != message.id
    translated = any(before.string if isinstance(before.string, tuple) else (before.string,))
    flags = {"fuzzy"} if doubtful and translated else set()
    return Message(
        message.id, before.string, flags=flags, context=message.context, user_comments=before.user_comments
    )


def renewed(path: Path, language: str, wanted: Iterable[Message]) -> Catalog:
    """A file as it should be: with every sentence that belongs there, in the order of the English ones."""
    old = {message.context: message for message in catalog_of(path, language)} if path.exists() else {}
    new = Catalog(locale=language, fuzzy=False, header_comment="")
    for message in wanted:
        new[message.id] = kept(message, old)
    return new


def main() -> None:
    """Write every file of every language."""
    by_file: dict[str, list[Message]] = {}
    for message in messages(IN_ENGLISH.english):
        by_file.setdefault(file_of(message), []).append(message)
    for language in LANGUAGES:
        if language == ENGLISH:
            continue
        for name, wanted in by_file.items():
            path = FOLDER / language / name
            path.parent.mkdir(exist_ok=True)
            catalog = renewed(path, language, wanted)
            with path.open("wb") as file:
                file.write(HEADER.format(language=language, plurals=catalog.plural_forms).encode())
                write_po(file, catalog, width=0, no_location=True, omit_header=True)


if __name__ == "__main__":
    main()
