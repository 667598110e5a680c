"""Every word for people: one catalogue a language, and the games narrate through it.

English is written in Python, a key for each sentence: the house's in `english/`, that of a game or a feature
in the `english.py` of its folder. The other languages are gettext files, which name the key as their context:
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
"""What the players are called, by seat."""

ENGLISH = "en"

LANGUAGES: Final = {ENGLISH: "English", "de": "Deutsch", "fr": "Français"}
"""The languages that the house speaks, by their codes, with what they call themselves."""

_LOCALES: Final = {ENGLISH: "en_GB"}
"""Where dates and numbers are not written as Babel has them for the language alone."""


def language_of(locale: str) -> str | None:
    """The language of the house for a locale such as `de` or `en-US`; none if it does not speak it."""
    code = locale.replace("_", "-").partition("-")[0].casefold()
    return code if code in LANGUAGES else None


class Words:
    """A language to speak: what is said in English, and its translations; English where there is none.

    `language` is the code of ISO 639, and the name of the language's folder. `terms` are, by game, the values
    of its refusals that are words of its engine, and the keys of what they are called.
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
        """The same, where somebody gave up as their time was over: `key.time` for `key`, if there is one."""
        found = Words(self.english, self.language, self._translations, self.terms)
        found._by_time = True
        return found

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The sentence `key`, filled in; raises `KeyError` for a key or a value that is missing."""
        if self._by_time and f"{key}.time" in self.english:
            key = f"{key}.time"
        sentence = self._said.get(key)
        if sentence is None:
            sentence = self._said[key] = self._translations.pgettext(key, self.english[key])
        return _fill_in(sentence, values)

    def some(self, key: str, count: int, /, **values: str | int) -> str:
        """The sentence for `count` things, as the language counts: in English `key.one` or `key.many`."""
        one, many = self.english[f"{key}.one"], self.english[f"{key}.many"]
        return _fill_in(self._translations.npgettext(key, one, many, count), {"count": count, **values})

    @property
    def locale(self) -> str:
        """Where dates and numbers are written as here, as Babel names it."""
        return _LOCALES.get(self.language, self.language)

    def day(self, day: date) -> str:
        """A date as people say it, without its year: `21 November`, `21. November`, `21 novembre`."""
        return format_skeleton("MMMMd", day, locale=self.locale)

    def month(self, day: date) -> str:
        """A month with its year: `November 2026`, `novembre 2026`."""
        return format_skeleton("yMMMM", day, locale=self.locale)

    def percent(self, share: float | Fraction) -> str:
        """A share of one in whole percent: `42%`, `42 %`."""
        return format_percent(float(share), locale=self.locale)

    def decimal(self, number: float | Fraction) -> str:
        """A number, rounded to one decimal: `1,234.5`, `1.234,5`."""
        return format_decimal(round(float(number), 1), locale=self.locale)

    def join_list(self, items: tuple[str, ...]) -> str:
        """`a`, `a and b`, or `a, b and c`."""
        if len(items) < 2:  # noqa: PLR2004
            return "".join(items)
        return self("list.last", first=", ".join(items[:-1]), last=items[-1])


def _fill_in(sentence: str, values: Mapping[str, str | int]) -> str:
    """The sentence with its values; a name that ends with a stop of any kind needs none after it."""
    if not values and "{" not in sentence:
        return sentence
    told = sentence.format(**values)
    for value in values.values():
        if isinstance(value, str) and value.endswith((".", "!", "?")) and not value.endswith(".."):
            told = told.replace(f"{value}.", value).replace(f"{value}**.", f"{value}**")
    return told
