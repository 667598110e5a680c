"""What is offered to somebody who types, from lines and what is told of them."""

from __future__ import annotations

import pytest

from bot.kernel.tables.lookup import Suggestion, matching_suggestions

EVERY = (
    Suggestion("TG9-F10xE10xE11", "G9 to F10, takes E10 and E11"),
    Suggestion("TG9-F10xE10", "G9 to F10, takes E10"),
    Suggestion("TE10-F10", "E10 to F10"),
    Suggestion("TE1-E10", "E1 to E10"),
    Suggestion("resign", "Resign the match"),
    Suggestion("burn", "Das Gehöft verbrennen"),
)


def lines(typed: str, *meant: str) -> tuple[str, ...]:
    return tuple(one.line for one in matching_suggestions(EVERY, typed, meant))


@pytest.mark.parametrize("typed", ["", "  ", " - ", ","])
def test_while_nothing_is_typed_everything_is_offered_as_it_comes(typed: str) -> None:
    assert matching_suggestions(EVERY, typed) == EVERY


def test_a_square_is_first_where_a_piece_leaves_from_then_where_it_goes() -> None:
    assert lines("e10") == ("TE10-F10", "TG9-F10xE10xE11", "TG9-F10xE10", "TE1-E10")


def test_a_whole_square_comes_before_one_that_only_begins_so() -> None:
    assert lines("e1")[:2] == ("TE1-E10", "TE10-F10")


@pytest.mark.parametrize("typed", ["g9 f10 e11 e10", "e11 E10 g9 f10", "f10 e11"])
def test_words_fit_in_any_order(typed: str) -> None:
    assert lines(typed) == ("TG9-F10xE10xE11",)


@pytest.mark.parametrize("typed", ["match", "the match", "RESIGN", "res", "resign the m"])
def test_what_is_told_counts_as_well_as_the_line(typed: str) -> None:
    assert lines(typed) == ("resign",)


@pytest.mark.parametrize("typed", ["gehöft", "gehoft", "Das GEHÖFT v"])
def test_accents_and_case_do_not_matter(typed: str) -> None:
    assert lines(typed) == ("burn",)


def test_what_the_rules_read_in_it_comes_first() -> None:
    assert lines("e10", "TE1-E10")[0] == "TE1-E10"
    assert lines("give up", "resign") == ("resign",)


def test_what_fits_nothing_is_offered_nothing() -> None:
    assert lines("h8") == ()
    assert lines("g9 h8") == ()
