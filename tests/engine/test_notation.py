"""What somebody may have meant who mistyped."""

from __future__ import annotations

import pytest

from engine.notation import alike, tidied

LINES = ("fight red", "fight green", "fight green with red", "reroll green", "stop")


def test_the_likest_line_comes_first() -> None:
    assert alike("fight gren", LINES)[0] == "fight green"
    assert alike("STOPP", LINES) == ("stop",)


def test_what_is_like_nothing_gets_the_first_lines() -> None:
    assert alike("xyzzy", LINES) == LINES
    assert alike("xyzzy", [str(number) for number in range(9)]) == ("0", "1", "2", "3", "4")


def test_no_legal_line_no_hint() -> None:
    assert alike("stop", ()) == ()


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("  E2   E10 ", "E2 E10"),
        ("Schlägt", "Schlagt"),
        ("stoße", "stosse"),
        ("échanger", "echanger"),
        ("E2\N{EN DASH}E10", "E2-E10"),
        ("E2 \N{RIGHTWARDS ARROW} E10", "E2 - E10"),
        ("E2->E10", "E2-E10"),
        ("E2\N{HYPHEN}E10", "E2-E10"),
        ("E2\N{NON-BREAKING HYPHEN}E10", "E2-E10"),
        ("E2\N{FIGURE DASH}E10", "E2-E10"),
        ("E2\N{EM DASH}E10", "E2-E10"),
        ("E2\N{HORIZONTAL BAR}E10", "E2-E10"),
        ("E2 \N{MINUS SIGN} E10", "E2 - E10"),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER E}2", "E2"),
    ],
)
def test_accents_blanks_and_kinds_of_dashes_do_not_matter(typed: str, plain: str) -> None:
    assert tidied(typed) == plain
