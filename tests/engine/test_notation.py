"""What somebody may have meant who mistyped."""

from __future__ import annotations

import pytest

from engine.notation import LONGEST, normalize_line, normalize_text, similar_lines

LINES = ("fight red", "fight green", "fight green with red", "reroll green", "stop")


def test_the_likest_line_comes_first() -> None:
    assert similar_lines("fight gren", LINES)[0] == "fight green"
    assert similar_lines("STOPP", LINES) == ("stop",)


def test_what_is_like_nothing_gets_the_first_lines() -> None:
    assert similar_lines("xyzzy", LINES) == LINES
    assert similar_lines("xyzzy", [str(number) for number in range(9)]) == ("0", "1", "2", "3", "4")


def test_no_legal_line_no_hint() -> None:
    assert similar_lines("stop", ()) == ()


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
    assert normalize_text(typed) == plain


def test_lines_with_the_same_squares_come_before_those_that_only_look_alike() -> None:
    lines = ("dL2-L10", "dE2-E11", "dE2-E10", "TE10-E2")
    assert similar_lines("e2:e10", lines, 2) == ("dE2-E10", "TE10-E2")


@pytest.mark.parametrize(
    "typed", ["`e2 e10`", "e2 e10.", "**e2 e10**", '\N{LEFT DOUBLE QUOTATION MARK}e2 e10."', "e2 e10!"]
)
def test_marks_around_a_line_and_its_full_stop_say_nothing(typed: str) -> None:
    assert normalize_line(typed) == "e2 e10"


@pytest.mark.parametrize("typed", ["e2 e10?", "e2 `e10", "-e2 e10"])
def test_marks_that_may_say_something_stay(typed: str) -> None:
    assert normalize_line(typed) == typed


def test_of_a_line_that_is_too_long_nothing_is_read() -> None:
    """Its end could be what matters: it is not cut off."""
    assert normalize_line("stop" + " " * (LONGEST - 4)) == "stop"
    assert normalize_line("stop" + " " * LONGEST + "not") == ""
