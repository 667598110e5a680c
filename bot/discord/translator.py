"""Commands in the languages of the house: what Discord shows while somebody chooses one.

Their names and those of their options are the same everywhere: people tell each other what to type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import discord
from discord import app_commands

from bot.games.catalogue import words_in
from bot.words import ENGLISH, Words, language_of

LONGEST: Final = 100
"""The most characters of what a command, an option or a choice says of itself."""

Value: TypeAlias = str | int | Callable[[Words], str]
"""What fills a sentence; what depends on the language is said in it."""


def localized(key: str, /, **values: Value) -> app_commands.locale_str:
    """A text of a command: in English, with all that its translations need."""
    return app_commands.locale_str(_localize(words_in(ENGLISH), key, values), key=key, values=values)


def _localize(words: Words, key: str, values: Mapping[str, Value]) -> str:
    """The text, as much of it as Discord takes."""
    filled = {name: value(words) if callable(value) else value for name, value in values.items()}
    text = words(key, **filled)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}\u2026"


class Translator(app_commands.Translator):
    """Says what `named` was given in a person's language; nothing where the English text holds."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002 - discord.py gives it
    ) -> str | None:
        """The text in a locale, none if the house does not speak it."""
        language = language_of(str(locale))
        if language is None or "key" not in string.extras:
            return None
        text = _localize(words_in(language), string.extras["key"], string.extras["values"])
        return None if text == string.message else text
