"""Bring the files of the other languages in step with the English sentences: `make words`.

New sentences come without a translation, those that changed keep theirs marked as doubtful (`fuzzy`) until
somebody has looked at them, and those that nobody says any more go. What is translated stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import SEEK_END, BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

import bot.words
from bot.features import FEATURES, folder_of
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.words import ENGLISH, LANGUAGES
from bot.words.languages import catalog_of, messages

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


FOLDERS = {
    message.context: folder_of(feature) for feature in FEATURES for message in messages(feature.english)
}
"""The folder of the feature that says something, by key."""


def file_of(message: Message, language: str) -> Path:
    """Where a sentence belongs: in the file of its feature, in that of its game, or in the house's."""
    if message.context in FOLDERS:
        return FOLDERS[message.context] / f"{language}.po"
    game = str(message.context).partition(".")[0]
    return FOLDER / language / f"{game if game in CATALOGUE else 'house'}.po"


def sentence_id(message: Message) -> tuple[str | None, bool]:
    """What a sentence is found by: its key and whether it counts, since a key can stand for one of each."""
    return message.context, isinstance(message.id, tuple)


def forms(said: str | Sequence[str] | None) -> tuple[str, ...]:
    """What a sentence is said like: in one form, or in one for each way of counting."""
    return (said or "",) if said is None or isinstance(said, str) else tuple(said)


def keep_translation(message: Message, old: Mapping[tuple[str | None, bool], Message]) -> Message:
    """A sentence with the translation that it had."""
    before = old.get(sentence_id(message))
    if before is None:
        return message
    doubtful = before.fuzzy or before.id != message.id
    flags = {"fuzzy"} if doubtful and any(forms(before.string)) else set()
    return Message(
        message.id, before.string, flags=flags, context=message.context, user_comments=before.user_comments
    )


def updated_catalog(path: Path, language: str, wanted: Iterable[Message]) -> Catalog:
    """A file as it should be: with every sentence that belongs there, in the order of the English ones."""
    old = {sentence_id(message): message for message in catalog_of(path, language)} if path.exists() else {}
    new = Catalog(locale=language, fuzzy=False, header_comment="")
    for message in wanted:
        new[message.id] = keep_translation(message, old)
    return new


def files() -> Iterator[tuple[Path, bytes]]:
    """Every file of every language as it should be, with what is translated by now."""
    for language in LANGUAGES.keys() - {ENGLISH}:
        by_file: dict[Path, list[Message]] = {}
        for message in messages(IN_ENGLISH.english):
            by_file.setdefault(file_of(message, language), []).append(message)
        for path, wanted in by_file.items():
            yield path, catalog_bytes(updated_catalog(path, language, wanted), language)


def catalog_bytes(catalog: Catalog, language: str) -> bytes:
    """A file as it stands on disk."""
    file = BytesIO(HEADER.format(language=language, plurals=catalog.plural_forms).encode())
    file.seek(0, SEEK_END)
    write_po(file, catalog, width=0, no_location=True, omit_header=True)
    return file.getvalue()


def main() -> None:
    """Write every file of every language."""
    for path, content in files():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)


if __name__ == "__main__":
    main()
