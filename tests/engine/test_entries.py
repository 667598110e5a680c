"""The lines of a log that are the table's."""

from __future__ import annotations

import pytest

from engine.table_lines import (
    HINT,
    effective_plies,
    fork_source,
    forked_from_line,
    is_new_beginning,
    is_table_line,
    position_digest,
    rules_line,
    rules_version_of,
    transfer_line,
    transfer_source,
    undo_line,
    undo_target,
)

HEAD = "0123456789abcdef" * 4


def test_a_game_that_moved_tells_its_table_its_last_line_and_how_that_lines_hash_begins() -> None:
    line = "!moved T7 34 0123456789abcdef0123456789abcdef"
    assert transfer_line("T7", 34, HEAD) == line
    assert transfer_source(line) == ("T7", 34, "0123456789abcdef0123456789abcdef")


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
    assert transfer_source(line) is None


LINES = {
    "undo": undo_line(12),
    "from": forked_from_line("T7", 34, position_digest("seed", "state")),
    "moved": transfer_line("T7", 34, HEAD),
    "rules": rules_line(2),
    "hint": HINT,
}


def test_each_line_of_the_tables_is_of_one_kind() -> None:
    for kind, line in LINES.items():
        assert is_table_line(line)
        assert (undo_target(line) is not None) is (kind == "undo")
        assert (fork_source(line) is not None) is (kind == "from")
        assert (transfer_source(line) is not None) is (kind == "moved")
        assert (rules_version_of(line) is not None) is (kind == "rules")
        assert is_new_beginning(line) is (kind not in ("undo", "hint"))


def test_a_games_own_action_is_none_of_the_tables() -> None:
    for told in (
        is_table_line,
        is_new_beginning,
        rules_version_of,
        undo_target,
        fork_source,
        transfer_source,
    ):
        assert not told("dE2-E10")


def test_lines_of_the_tables_are_no_longer_than_those_of_games() -> None:
    assert len(transfer_line(f"T{10**14}", 999_999_999, HEAD)) <= 70


def test_a_game_stands_after_a_hint_where_it_stood() -> None:
    assert effective_plies(["e4", HINT, HINT, "e5"]) == (0, 1, 1, 1, 4)
    assert effective_plies([HINT]) == (0, 0)
    assert effective_plies([]) == (0,)


def test_what_was_gone_back_to_is_the_same_place_however_often() -> None:
    lines = ["e4", "e5", undo_line(1), HINT, "d5", undo_line(4)]
    assert effective_plies(lines) == (0, 1, 2, 1, 1, 5, 1)


def test_a_line_that_goes_back_to_no_line_stands_for_itself() -> None:
    assert effective_plies(["e4", undo_line(9)]) == (0, 1, 2)
