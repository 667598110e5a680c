"""Formats of each language: dates, numbers, plurals and lists."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from bot.games.catalogue import words_in
from bot.words import LANGUAGES

NO_BREAK = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("language", "said"), [("en", "21 November"), ("de", "21. November"), ("fr", "21 novembre")]
)
def test_a_date_is_said_without_its_year(language: str, said: str) -> None:
    assert words_in(language).day(date(2026, 11, 21)) == said


@pytest.mark.parametrize(("language", "said"), [("en", "1 March"), ("de", "1. März"), ("fr", "1 mars")])
def test_a_day_of_one_digit_has_no_zero_before_it(language: str, said: str) -> None:
    assert words_in(language).day(date(2026, 3, 1)) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_months_are_called_the_same(language: str) -> None:
    words = words_in(language)
    assert len({words.day(date(2026, month, 2)) for month in range(1, 13)}) == 12


@pytest.mark.parametrize(
    ("language", "said"), [("en", "42%"), ("de", f"42{NO_BREAK}%"), ("fr", f"42{NO_BREAK}%")]
)
def test_percent_are_whole_and_written_as_in_the_language(language: str, said: str) -> None:
    assert words_in(language).percent(0.4151) == said


@pytest.mark.parametrize("share", [Fraction(1, 4), 0.25, 0.2549])
def test_a_share_may_be_a_fraction(share: Fraction | float) -> None:
    assert words_in("en").percent(share) == "25%"


@pytest.mark.parametrize(("language", "said"), [("en", "1.5"), ("de", "1,5"), ("fr", "1,5")])
def test_a_number_has_the_mark_of_the_language(language: str, said: str) -> None:
    assert words_in(language).decimal(1.5) == said


@pytest.mark.parametrize(
    ("number", "said"),
    [(3, "3"), (3.0, "3"), (2.04, "2"), (2.06, "2,1"), (Fraction(7, 2), "3,5"), (-0.5, "-0,5")],
)
def test_a_number_has_one_decimal_at_most_and_none_it_does_not_need(
    number: Fraction | float, said: str
) -> None:
    assert words_in("de").decimal(number) == said


def test_large_numbers_are_in_groups() -> None:
    assert words_in("en").decimal(1234567) == "1,234,567"
    assert words_in("de").decimal(1234567) == "1.234.567"
