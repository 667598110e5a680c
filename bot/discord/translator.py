"""Translations of the commands, as Discord shows them while a user chooses one.

Their names and those of their options are the same everywhere: players tell each other what to type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import discord
from discord import app_commands

from bot.games.catalogue import words_in
from bot.words import ENGLISH, Words, language_of

LONGEST: Final = 100
"""The most characters of a command's, an option's or a choice's description."""

Value: TypeAlias = str | int | Callable[[Words], str]
"""A value in a sentence; values that depend on the language are rendered in it."""


def localized(key: str, /, **values: Value) -> app_commands.locale_str:
    """Return a text of a command in English, with what its translations need."""
    return app_commands.locale_str(_localize(words_in(ENGLISH), key, values), key=key, values=values)


def _localize(words: Words, key: str, values: Mapping[str, Value]) -> str:
    """Return the translated text, cut to what Discord accepts."""
    filled = {name: value(words) if callable(value) else value for name, value in values.items()}
    text = words(key, **filled)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}\u2026"


class Translator(app_commands.Translator):
    """Translates the texts made by `localized`; None where the English text holds."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002 - discord.py passes it
    ) -> str | None:
        """Return the text in a locale, None if the language is not supported."""
        language = language_of(str(locale))
        if language is None or "key" not in string.extras:
            return None
        text = _localize(words_in(language), string.extras["key"], string.extras["values"])
        return None if text == string.message else text
