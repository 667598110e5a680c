"""Export files with correct hashes of games that were never played: every impossible line is found."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.export_format import LONGEST, MOST_LINES, POSITION, WIDEST
from engine.registry import GAMES
from engine.verify import TOLD, check_export, verify
from tests.engine.exports import (
    ExportedTable,
    Records,
    file_records,
    fork_game,
    open_game,
    playthrough_game,
    sign_records,
    text_of,
)

SEATS = {"thud": 2, "thrag": 1, "ploc": 2, "trogdor": 3, "koom": 2}


def problem_keys(records: Records) -> list[tuple[int, str]]:
    """The faults of a file whose hashes are all correct."""
    problems = verify(text_of(records), GAMES)
    assert all(problem.message for problem in problems)
    return [(problem.line, problem.key) for problem in problems]


def with_header(table: ExportedTable, **changed: Any) -> Records:
    records = table.records()
    records[0] |= changed
    return sign_records(records)


# Rules, options, seats


@pytest.mark.sampled(3)
@pytest.mark.parametrize("key", GAMES)
def test_rules_that_were_never_in_force_are_refused(key: str) -> None:
    table = open_game(key, SEATS[key]).play_on(3)
    for version in (0, GAMES[key].rules_version + 1, 99):
        assert problem_keys(with_header(table, rules_version=version)) == [(1, "rules")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("line", ["!rules 1", "!rules 0", "!rules 2", "!rules 99"])
def test_a_change_to_rules_that_were_never_in_force_is_refused(line: str) -> None:
    table = open_game("ploc", 2).play_on(3)
    table.lines.append((0, line))
    assert problem_keys(table.records()) == [(5, "rules")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("key", GAMES)
def test_options_that_are_left_out_are_refused(key: str) -> None:
    table = open_game(key, SEATS[key]).play_on(3)
    options = table.records()[0]["options"]
    for option in options:
        rest = {name: value for name, value in options.items() if name != option}
        assert problem_keys(with_header(table, options=rest)) == [(1, "options")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("key", ["thud", "thrag", "ploc", "trogdor"])
def test_options_of_the_wrong_type_are_refused(key: str) -> None:
    table = open_game(key, SEATS[key]).play_on(3)
    options = table.records()[0]["options"]
    numbers = {name: str(value) for name, value in options.items() if isinstance(value, int)}
    assert numbers
    for name, value in numbers.items():
        assert problem_keys(with_header(table, options=options | {name: value})) == [(1, "options")]


def test_seats_that_do_not_exist_are_refused_even_where_no_move_can_be_played() -> None:
    table = open_game("ploc", 2).play_on(3)
    table.told = False
    table.lines[1] = (2, table.lines[1][1])
    assert problem_keys(table.records()) == [(3, "no-seat")]


def test_there_are_no_more_salts_than_seats() -> None:
    table = open_game("thrag", 1, salts=("one", "two")).play_on(2)
    assert problem_keys(table.records()) == [(1, "salts")]


# Endings


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "outcome",
    [
        {"ending": "checkmate", "winners": [], "points": [0]},
        {"ending": "win", "winners": [1], "points": [3]},
        {"ending": "win", "winners": [0, 0], "points": [3]},
        {"ending": "win", "winners": [0], "points": [3, 3]},
    ],
)
def test_an_end_that_does_not_exist_is_refused_without_the_seed_too(outcome: dict[str, Any]) -> None:
    """Of a game for one the seed may be a secret still at its end: it was the deal of the day."""
    table = open_game("thrag", 1).play_on(4)
    table.told = False
    records = table.records()
    records[-1]["outcome"] = outcome
    assert problem_keys(sign_records(records)) == [(len(records), "no-ending")]
    records[-1]["outcome"] = {"ending": "win", "winners": [0], "points": [3]}
    assert problem_keys(sign_records(records)) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("key", ["ploc", "trogdor"])
def test_the_seed_of_a_game_of_several_that_is_over_is_told(key: str) -> None:
    """But for one that is played together: it may be the deal of a week."""
    table = open_game(key, SEATS[key]).play_on(400)
    assert table.game.outcome(table.state) is not None
    assert problem_keys(table.records()) == []
    table.told = False
    assert problem_keys(table.records()) == ([] if table.game.cooperative else [(1, "untold-seed")])


@pytest.mark.sampled(3)
@pytest.mark.parametrize("key", ["thud", "ploc", "thrag"])
def test_the_seed_of_a_fork_that_is_over_is_told_however_many_play(key: str) -> None:
    """Though no line of it can be played without its position: whatever is claimed would hold."""
    table = fork_game(open_game(key, SEATS[key]).play_on(2), lambda _: "somewhere")
    table.told, table.lines[1:] = False, [(0, "resign")]
    records = table.records()
    records[-1]["outcome"] = {"ending": "resignation", "winners": [], "points": [0] * SEATS[key]}
    assert problem_keys(sign_records(records)) == [(1, "untold-seed")]


def test_nor_does_a_game_without_chance_keep_its_seed_to_itself() -> None:
    table = playthrough_game("thud_resignation")
    table.told = False
    assert problem_keys(table.records()) == [(1, "untold-seed")]


# Lines that were never played


@pytest.mark.sampled(3)
@pytest.mark.parametrize("key", ["ploc", "thrag", "trogdor"])
def test_nonsense_is_refused_though_the_seed_was_taken_out(key: str) -> None:
    table = open_game(key, SEATS[key]).play_on(4)
    table.told = False
    assert problem_keys(table.records()) == []
    table.lines[2] = (0, "castle")
    assert problem_keys(table.records()) == [(4, "illegal")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("with_seed", [True, False])
@pytest.mark.parametrize(
    ("key", "lines"),
    [
        ("thud", ["RESIGN", " resign", "resign ", "Resign"]),
        ("ploc", ["RESIGN", "give up", "leave", "resign  "]),
        ("thrag", ["RESIGN", "give up", "leave"]),
        ("trogdor", ["LEAVE", "resign", "leave "]),
    ],
)
def test_what_is_not_written_as_the_game_writes_it_is_refused(
    key: str, lines: list[str], with_seed: bool
) -> None:
    for line in lines:
        table = open_game(key, SEATS[key]).play_on(3)
        table.told = with_seed
        table.lines.append((0, line))
        keys = problem_keys(table.records())
        assert [(number, kind) for number, kind in keys if kind == "canonical"] == [(5, "canonical")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "line", ["!undo 007", "!undo", "!hint 2", "!castle", "!", "!from T7 1 00", "!undo -1"]
)
@pytest.mark.parametrize("key", ["thud", "ploc"])
def test_what_no_table_writes_is_refused(key: str, line: str) -> None:
    for with_seed in (True, False):
        table = open_game(key, 2).play_on(3)
        table.told = with_seed
        table.lines.append((0, line))
        assert problem_keys(table.records()) == [(5, "entry")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("line", ["!undo 1", "!hint"])
@pytest.mark.parametrize("name", ["thud_resignation", "ploc_agreement", "thrag_death", "trogdor_defeat"])
def test_nothing_happens_at_a_table_after_the_end(name: str, line: str) -> None:
    table = playthrough_game(name)
    table.lines.append((0, line))
    assert problem_keys(table.records()) == [(len(table.lines) + 1, "after-over")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("line", ["!undo 1", "!hint", "resign"])
@pytest.mark.parametrize("key", ["ploc", "thrag"])
def test_nor_after_a_resignation_in_a_game_without_its_seed(key: str, line: str) -> None:
    table = open_game(key, SEATS[key]).play_on(3)
    table.told = False
    table.lines += [(0, "resign")]
    assert problem_keys(table.records()) == []
    table.lines += [(0, line)]
    assert problem_keys(table.records()) == [(6, "after-over")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("with_seed", [True, False])
def test_nothing_goes_back_to_a_line_that_was_not_played_yet(with_seed: bool) -> None:
    table = open_game("ploc", 2).play_on(3)
    table.told = with_seed
    table.lines.append((0, "!undo 4"))
    assert problem_keys(table.records()) == [(5, "undo")]


# Files that are too much


def huge(lines: int, line: str = "1") -> str:
    return f"{line}\n" * lines


def header_with(**changed: Any) -> str:
    return text_of(with_header(open_game("thrag", 1).play_on(1), **changed))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (huge(MOST_LINES + 1), (MOST_LINES + 1, "too-many-lines")),
        (huge(LONGEST // 2), (MOST_LINES + 1, "too-many-lines")),
        ("1" * (LONGEST + 1), (1, "too-long")),
        ("1\n" + "9" * (WIDEST + 1), (2, "long-line")),
        (header_with(position="p" * (POSITION + 1)), (1, "long-position")),
    ],
    ids=["lines", "as many lines as fit", "characters", "a line", "a position"],
)
def test_what_is_larger_than_any_game_is_refused_by_its_size(text: str, expected: tuple[int, str]) -> None:
    first, *_ = verify(text, GAMES)
    assert (first.line, first.key) == expected


def test_what_is_larger_than_any_game_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_to_parse(_text: str) -> object:
        raise AssertionError("it was parsed")

    monkeypatch.setattr(json, "loads", fail_to_parse)
    for text in (huge(MOST_LINES + 1), "1" * (LONGEST + 1), "9" * (WIDEST + 1)):
        assert len(verify(text, GAMES)) == 1


def test_of_a_file_that_is_all_wrong_the_first_faults_are_told_and_the_others_counted() -> None:
    result = check_export(huge(1000), GAMES)
    assert len(result.problems) == TOLD
    assert len(result.problems) + result.more >= 1000
    assert [problem.line for problem in result.problems] == sorted(
        problem.line for problem in result.problems
    )


def test_a_file_of_many_parts_holds_still() -> None:
    tables = [open_game("thud", 2).play_on(2)]
    for number in range(8, 12):
        tables.append(tables[-1].move_to(f"T{number}", f"seed {number}").play_on(1))
    assert problem_keys(file_records(*tables)) == []
