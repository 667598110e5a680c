"""The lines of a log that are the table's."""

from __future__ import annotations

import pytest

from engine.entries import (
    HINT,
    arrival,
    begun_from,
    is_entry,
    is_new_beginning,
    moved_from,
    new_rules,
    origin,
    parent,
    rules_from,
    stands_after,
    undo,
    undone_to,
)

HEAD = "0123456789abcdef" * 4


def test_a_game_that_moved_tells_its_table_its_last_line_and_how_that_lines_hash_begins() -> None:
    line = "!moved T7 34 0123456789abcdef0123456789abcdef"
    assert moved_from("T7", 34, HEAD) == line
    assert arrival(line) == ("T7", 34, "0123456789abcdef0123456789abcdef")


@pytest.mark.parametrize(
    "line",
    [
        "moved T7 34 0123456789abcdef0123456789abcdef",
        "!moved T7 34 0123456789abcdef",
        "!moved 7 34 0123456789abcdef0123456789abcdef",
        "!moved T7 0123456789abcdef0123456789abcdef",
        "!moved T7 34 0123456789ABCDEF0123456789ABCDEF",
        "!moved T7 34 0123456789abcdef0123456789abcdef ",
        "!moved T7 \N{ARABIC-INDIC DIGIT THREE} 0123456789abcdef0123456789abcdef",
        "!from T7 34 0123456789abcdef",
        "",
    ],
)
def test_no_other_line_says_that_a_game_moved(line: str) -> None:
    assert arrival(line) is None


LINES = {
    "undo": undo(12),
    "from": begun_from("T7", 34, origin("seed", "state")),
    "moved": moved_from("T7", 34, HEAD),
    "rules": new_rules(2),
    "hint": HINT,
}


def test_each_line_of_the_tables_is_of_one_kind() -> None:
    for kind, line in LINES.items():
        assert is_entry(line)
        assert (undone_to(line) is not None) is (kind == "undo")
        assert (parent(line) is not None) is (kind == "from")
        assert (arrival(line) is not None) is (kind == "moved")
        assert (rules_from(line) is not None) is (kind == "rules")
        assert is_new_beginning(line) is (kind not in ("undo", "hint"))


def test_a_games_own_action_is_none_of_the_tables() -> None:
    for told in (is_entry, is_new_beginning, rules_from, undone_to, parent, arrival):
        assert not told("dE2-E10")


def test_lines_of_the_tables_are_no_longer_than_those_of_games() -> None:
    assert len(moved_from(f"T{10**14}", 999_999_999, HEAD)) <= 70


def test_a_game_stands_after_a_hint_where_it_stood() -> None:
    assert stands_after(["e4", HINT, HINT, "e5"]) == (0, 1, 1, 1, 4)
    assert stands_after([HINT]) == (0, 0)
    assert stands_after([]) == (0,)


def test_what_was_gone_back_to_is_the_same_place_however_often() -> None:
    lines = ["e4", "e5", undo(1), HINT, "d5", undo(4)]
    assert stands_after(lines) == (0, 1, 2, 1, 1, 5, 1)


def test_a_line_that_goes_back_to_no_line_stands_for_itself() -> None:
    assert stands_after(["e4", undo(9)]) == (0, 1, 2)
