"""Every text for people: one catalogue a language, used by all games.

English is written in Python, a key for each sentence: the common ones in `english/`, that of a game or a
feature in the `english.py` of its folder. The other languages are gettext files, with the key as context:
`de/*.po`, and a feature's `de.po`. See docs/languages.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from gettext import NullTranslations
from typing import Final, TypeAlias

from babel.dates import format_skeleton
from babel.numbers import format_decimal, format_percent

Names: TypeAlias = tuple[str, ...]
"""The players' names, by seat."""

ENGLISH = "en"

LANGUAGES: Final = {ENGLISH: "English", "de": "Deutsch", "fr": "Français"}
"""The supported languages by code, with their own names."""

_LOCALES: Final = {ENGLISH: "en_GB"}
"""Locales for dates and numbers where Babel's default for the language does not fit."""


def language_of(locale: str) -> str | None:
    """Return the supported language of a locale such as `de` or `en-US`; None if there is none."""
    code = locale.replace("_", "-").partition("-")[0].casefold()
    return code if code in LANGUAGES else None


class Words:
    """The texts of one language; English where a translation is missing.

    `language` is the code of ISO 639, and the name of the language's folder. `terms` are, by game, the values
    of its refusals that are words of its engine, and the keys of their names.
    """

    def __init__(
        self,
        english: Mapping[str, str],
        language: str = ENGLISH,
        translations: NullTranslations | None = None,
        terms: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self.english = english
        self.language = language
        self.terms = terms or {}
        self._translations = translations or NullTranslations()
        self._said: dict[str, str] = {}
        self._by_time = False

    def by_time(self) -> Words:
        """Return a variant for resignations by time: `key.time` for `key`, if there is one."""
        variant = Words(self.english, self.language, self._translations, self.terms)
        variant._by_time = True
        return variant

    def __call__(self, key: str, /, **values: str | int) -> str:
        """Return the sentence `key` with its values; raises `KeyError` for a missing key or value."""
        if self._by_time and f"{key}.time" in self.english:
            key = f"{key}.time"
        sentence = self._said.get(key)
        if sentence is None:
            sentence = self._said[key] = self._translations.pgettext(key, self.english[key])
        return _fill_in(sentence, values)

    def some(self, key: str, count: int, /, **values: str | int) -> str:
        """Return the sentence for `count` things, in the right plural: in English `key.one` or `key.many`."""
        one, many = self.english[f"{key}.one"], self.english[f"{key}.many"]
        return _fill_in(self._translations.npgettext(key, one, many, count), {"count": count, **values})

    @property
    def locale(self) -> str:
        """The Babel locale for dates and numbers."""
        return _LOCALES.get(self.language, self.language)

    def day(self, day: date) -> str:
        """Format a date without its year: `21 November`, `21. November`, `21 novembre`."""
        return format_skeleton("MMMMd", day, locale=self.locale)

    def month(self, day: date) -> str:
        """Format a month with its year: `November 2026`, `novembre 2026`."""
        return format_skeleton("yMMMM", day, locale=self.locale)

    def percent(self, share: float | Fraction) -> str:
        """Format a share of one in whole percent: `42%`, `42 %`."""
        return format_percent(float(share), locale=self.locale)

    def decimal(self, number: float | Fraction) -> str:
        """Format a number, rounded to one decimal: `1,234.5`, `1.234,5`."""
        return format_decimal(round(float(number), 1), locale=self.locale)

    def join_list(self, items: tuple[str, ...]) -> str:
        """Join a list: `a`, `a and b`, or `a, b and c`."""
        if len(items) < 2:  # noqa: PLR2004
            return "".join(items)
        return self("list.last", first=", ".join(items[:-1]), last=items[-1])


def _fill_in(sentence: str, values: Mapping[str, str | int]) -> str:
    """Insert values into a sentence; after a name that ends with punctuation the full stop is dropped."""
    if not values and "{" not in sentence:
        return sentence
    text = sentence.format(**values)
    for value in values.values():
        if isinstance(value, str) and value.endswith((".", "!", "?")) and not value.endswith(".."):
            text = text.replace(f"{value}.", value).replace(f"{value}**.", f"{value}**")
    return text
