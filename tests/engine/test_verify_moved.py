"""Exports of transferred games: each section under its own seed, and none missing."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, permutations
from typing import Any

import pytest

from engine.export_format import join_parts
from engine.referee import UncheckedReason
from engine.registry import GAMES
from engine.replay import outcome_record
from engine.verify import check_export, verify
from tests.engine.exports import (
    ExportedTable,
    Records,
    digest,
    file_records,
    open_game,
    sign_records,
    text_of,
)
from tests.exported import final_position, is_sealed

KINDS = [("thud", 2), ("ploc", 2), ("thrag", 1), ("trogdor", 3)]
LONG = 400  # lines; no game of stand-in players is longer


def tables(key: str, seats: int) -> tuple[ExportedTable, ExportedTable, ExportedTable]:
    """A game played at three tables, with an undo at each."""
    first = open_game(key, seats, "one", ("salt", "pepper")[:seats]).play_on(5)
    second = first.undo(2).play_on(2).move_to("T12", "two").play_on(3)
    third = second.undo(1).play_on(2).move_to("T3", "three", ("sugar",)).play_on(3)
    return first, second, third


def split_parts(records: Records) -> list[Records]:
    """The sections of a file."""
    parts: list[Records] = []
    for record in records:
        if "format" in record:
            parts.append([])
        parts[-1].append(record)
    return parts


def problem_keys(*parts: Records) -> list[tuple[int, str]]:
    text = "".join(text_of(part) for part in parts)
    problems = verify(text, GAMES)
    assert all(problem.message for problem in problems)
    return [(problem.line, problem.key) for problem in problems]


# What holds


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("key", "seats"), KINDS)
def test_hints_move_with_their_game(key: str, seats: int) -> None:
    first = open_game(key, seats, "one").play_on(3).hint(0).play_on(2).undo(3).hint(0)
    second = first.move_to("T12", "two").hint(0).play_on(3)
    assert problem_keys(file_records(first, second)) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("key", "seats"), KINDS)
def test_a_game_of_each_kind_is_replayed_through_all_its_houses(key: str, seats: int) -> None:
    tables_of_game = tables(key, seats)
    checking = check_export(text_of(file_records(*tables_of_game)), GAMES)
    assert checking.problems == ()
    assert [part.unchecked for part in checking.parts] == [None] * 3
    assert [part.section.table for part in checking.parts] == ["T7", "T12", "T3"]
    for part, table in zip(checking.parts, tables_of_game, strict=True):
        assert part.position is not None
        assert part.position.state == table.state


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("key", "seats"), [kind for kind in KINDS if kind[0] != "thud"])
def test_a_game_of_each_kind_is_played_to_its_end_elsewhere_and_holds(key: str, seats: int) -> None:
    tables_of_game = (*tables(key, seats)[:2], tables(key, seats)[2].play_on(LONG))
    outcome = GAMES[key].outcome(tables_of_game[-1].state)
    assert outcome is not None
    records = file_records(*tables_of_game)
    assert records[-1]["outcome"] == outcome_record(outcome)
    assert problem_keys(records) == []
    records[-1]["outcome"] |= {"points": [99] * seats}
    last = split_parts(records)[-1]
    assert problem_keys(*split_parts(records)[:-1], sign_records(last)) == [(len(records), "outcome")]


def test_a_duel_is_given_up_elsewhere_and_holds() -> None:
    tables_of_game = tables("thud", 2)
    tables_of_game[-1].play(1, "resign")
    assert problem_keys(file_records(*tables_of_game)) == []


def test_a_game_may_move_before_its_first_line() -> None:
    first = open_game("thrag", 1)
    assert problem_keys(file_records(first, first.move_to("T8", "two").play_on(2))) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("key", "seats"), KINDS)
def test_while_the_last_house_is_played_in_its_seed_is_a_secret(key: str, seats: int) -> None:
    tables_of_game = tables(key, seats)
    tables_of_game[-1].told = False
    text = text_of(file_records(*tables_of_game))
    checking = check_export(text, GAMES)
    assert checking.problems == ()
    assert [part.unchecked for part in checking.parts[:2]] == [None, None]
    assert checking.parts[2].unchecked is (None if key == "thud" else UncheckedReason.SEALED)
    assert is_sealed(text)
    assert final_position(text, GAMES) is None


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("key", "seats"), KINDS)
def test_from_its_last_house_a_game_can_move_on(key: str, seats: int) -> None:
    tables_of_game = tables(key, seats)
    standing = final_position(text_of(file_records(*tables_of_game)), GAMES)
    assert standing is not None
    assert standing.position.state == tables_of_game[-1].state
    assert standing.moved == (
        "T3",
        len(tables_of_game[-1].lines),
        tables_of_game[-1].records()[-2]["hash"][:32],
    )
    assert (standing.header["salts"], standing.header["seed"]) == (["sugar"], "three")


def test_a_file_is_joined_from_what_was_exported_and_the_last_part() -> None:
    tables_of_game = tables("ploc", 2)
    text = ""
    for table in tables_of_game:
        text = join_parts(text, text_of(table.records()))
    assert text == text_of(file_records(*tables_of_game))
    text = join_parts(text_of(tables_of_game[0].records()).rstrip("\n"), text_of(tables_of_game[1].records()))
    assert text == text_of(file_records(*tables_of_game[:2]))


def test_what_is_not_whole_is_not_joined() -> None:
    first, second, _ = (text_of(table.records()) for table in tables("ploc", 2))
    with pytest.raises(ValueError, match="not whole"):
        join_parts("".join(first.splitlines(keepends=True)[:-1]), second)
    with pytest.raises(ValueError, match="not whole"):
        join_parts("not a game", second)


def test_parts_that_were_put_one_after_another_by_hand_hold_too() -> None:
    assert problem_keys(*(table.records() for table in tables("trogdor", 3))) == []


# Parts that are missing, doubled, or elsewhere


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("key", "seats"), KINDS)
def test_a_part_that_is_missing_is_named_where_it_stood(key: str, seats: int) -> None:
    first, second, third = split_parts(file_records(*tables(key, seats)))
    end = len(first) + len(second)
    assert problem_keys(second, third) == [(1, "first-part")]
    assert problem_keys(first, third) == [(len(first) + 1, "wrong-part")]
    assert problem_keys(first, second) == [(end + 1, "next-part")]
    assert problem_keys(third) == [(1, "first-part")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("key", "seats"), KINDS)
def test_parts_in_any_other_order_are_found_at_the_first_that_is_wrong(key: str, seats: int) -> None:
    parts = split_parts(file_records(*tables(key, seats)))
    for order in permutations(range(3)):
        index = next((index for index, number in enumerate(order) if index != number), None)
        keys = problem_keys(*(parts[number] for number in order))
        if index is None:
            assert keys == []
        else:
            assert keys[0][0] == 1 + sum(len(parts[number]) for number in order[:index])


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("key", "seats"), KINDS)
def test_a_part_that_stands_twice_is_found(key: str, seats: int) -> None:
    parts = split_parts(file_records(*tables(key, seats)))
    for index, part in enumerate(parts):
        lines = sum(map(len, parts[: index + 1]))
        assert problem_keys(*parts[: index + 1], part, *parts[index + 1 :])[0][0] == lines + 1


def test_the_part_of_another_game_is_found() -> None:
    """Played from the same position at a table of the same name, but not at the table where this one was."""
    first, _, third = tables("ploc", 2)
    other = first.move_to("T12", "somewhere else").play_on(4)
    parts = split_parts(file_records(first, other, third))
    assert problem_keys(*parts) == [(len(parts[0]) + len(parts[1]) + 1, "wrong-part")]


# Forged, and written anew with hashes that fit


def forge_part(index: int, line: int, **change: Any) -> list[tuple[int, str]]:
    """The faults after changing a record of a section and recomputing its hashes."""
    parts = split_parts(file_records(*tables("ploc", 2)))
    parts[index][line] |= change
    parts[index] = sign_records(parts[index])
    return problem_keys(*parts)


def test_a_changed_past_does_not_lead_to_the_next_part() -> None:
    first = len(tables("ploc", 2)[0].records())
    assert forge_part(0, 1, seat=1) == [(first + 1, "wrong-part")]
    assert forge_part(0, 0, table="T8") == [(first + 1, "wrong-part")]


def test_where_a_game_comes_from_is_told_by_header_and_first_line_alike() -> None:
    first = len(tables("ploc", 2)[0].records())
    came = tables("ploc", 2)[1].header()["moved"]
    for change in ({"table": "T8"}, {"ply": 1}, {"head": digest("another")[:32]}):
        assert forge_part(1, 0, moved=came | change) == [(first + 1, "from-line")]
    line = f"!moved T7 {came['ply']} {digest('another')[:32]}"
    assert forge_part(1, 1, action=line) == [(first + 1, "from-line")]
    assert forge_part(1, 1, action="pass") == [(first + 1, "from-line")]


def test_the_number_of_its_last_line_there_is_compared_as_well() -> None:
    first, second, _ = tables("ploc", 2)
    came = {**second.origin["moved"], "ply": 1}
    second.origin = {"moved": came}
    second.lines[0] = (0, f"!moved {came['table']} 1 {came['head']}")
    assert problem_keys(file_records(first, second)) == [(len(first.records()) + 1, "wrong-part")]


def test_where_a_part_itself_is_changed_its_neighbours_are_not_blamed() -> None:
    first, second, third = split_parts(file_records(*tables("ploc", 2)))
    other = {**second[0], "moved": {**second[0]["moved"], "table": "T8"}}
    assert problem_keys(first, [other, *second[1:]]) == [(len(first) + 1, "header")]
    assert problem_keys([other, *second[1:-1], third[-1]])[0] == (1, "header")
    assert "first-part" not in {key for _, key in problem_keys([other, *second[1:]], third)}
    other = {**second[2], "seat": 1 - second[2]["seat"]}
    assert problem_keys(first, [*second[:2], other, *second[3:]]) == [(len(first) + 3, "hash")]


def test_a_table_that_waits_for_its_people_has_a_part_without_lines() -> None:
    first, second, _ = tables("ploc", 2)
    second.lines, second.states, second.told = [], second.states[:1], False
    checking = check_export(text_of(file_records(first, second)), GAMES)
    assert checking.problems == ()
    assert [part.unchecked for part in checking.parts] == [None, UncheckedReason.SAVED]


def test_only_the_first_line_says_where_a_game_comes_from() -> None:
    line = tables("ploc", 2)[1].lines[0][1]
    first = len(tables("ploc", 2)[0].records())
    assert (first + 4, "late-origin") in forge_part(1, 3, action=line)


def test_a_house_that_was_left_tells_its_seed_and_has_no_outcome() -> None:
    first, second, _ = tables("ploc", 2)
    lines = len(first.records())
    parts = split_parts(file_records(first, second))
    del parts[0][0]["seed"]
    assert problem_keys(sign_records(parts[0]), parts[1]) == [(1, "secret-part")]
    outcome = {"ending": "resignation", "winners": [0], "points": [0, 0]}
    assert forge_part(0, -1, outcome=outcome)[0] == (lines, "ended-part")


def test_what_was_agreed_moves_with_the_game() -> None:
    first, second, _ = tables("ploc", 2)
    lines = len(first.records())
    for change in ({"options": {"turn_limit": "40"}}, {"game": GAMES["thud"], "options": {}}):
        other = replace(second, **change)
        assert (lines + 1, "agreed") in problem_keys(file_records(first, other))
    first, second, _ = tables("trogdor", 3)
    lines = len(first.records())
    assert (lines + 1, "agreed") in problem_keys(file_records(first, replace(second, seats=4)))


def test_what_the_closing_line_says_of_the_next_table_is_compared() -> None:
    parts = split_parts(file_records(*tables("ploc", 2)))
    parts[0][-1] = {**parts[0][-1], "next": "T99"}
    assert problem_keys(sign_records(parts[0]), *parts[1:]) == [(len(parts[0]) + 1, "wrong-next")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("key", "seats"), [("thrag", 1), ("trogdor", 3)])
def test_who_moves_in_without_shuffling_is_found(key: str, seats: int) -> None:
    """They would know what lies face down: the seed of the table before is public."""
    first = open_game(key, seats, "one").play_on(5)
    second = first.move_to("T8", "two")
    second.states = [(first.state, 0)]
    lines = len(first.records())
    keys = problem_keys(file_records(first, second.play_on(LONG)))
    assert [line > lines for line, _ in keys] == [True]
    assert keys[0][1] in {"illegal", "outcome", "outcome-early"}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("line", [0, 99])
def test_nothing_goes_back_into_the_house_before(line: int) -> None:
    first, second, _ = tables("thud", 2)
    second.lines.append((0, f"!undo {line}"))
    end = len(first.records()) + len(second.lines) + 1
    assert problem_keys(file_records(first, second)) == [(end, "undo")]


# What cannot be followed

NEWER = {key: replace(game, rules_version=3) for key, game in GAMES.items()}
"""The games as if their rules had changed twice since."""


def older_of(table: ExportedTable, version: int) -> ExportedTable:
    """A table where the game was played by the rules of a version."""
    return replace(table, game=replace(table.game, rules_version=version))


def unchecked_parts(*tables_of_game: ExportedTable) -> list[tuple[UncheckedReason | None, int]]:
    """Which sections of a valid file could not be replayed."""
    text = text_of(file_records(*tables_of_game))
    checking = check_export(text, NEWER)
    assert checking.problems == ()
    assert final_position(text, NEWER) is None
    return [(part.unchecked, part.since) for part in checking.parts]


def test_after_a_change_of_rules_only_the_chain_is_checked_to_the_end() -> None:
    first = older_of(tables("ploc", 2)[0], 2)
    first.lines.append((0, "!rules 3"))
    index = 2
    second = first.move_to("T8", "two").play_on(3)
    begins = len(first.records()) + 1
    assert unchecked_parts(first, second) == [
        (UncheckedReason.RULES, index),
        (UncheckedReason.RULES, begins + 1),
    ]


def test_a_house_of_other_rules_leaves_nothing_to_go_on_from() -> None:
    first, *_ = tables("ploc", 2)
    older = older_of(first, 1)
    moved = older_of(older.move_to("T12", "two").play_on(3), 3)
    begins = len(older.records()) + 1
    assert unchecked_parts(older, moved) == [(UncheckedReason.RULES, 2), (UncheckedReason.RULES, begins + 1)]


def test_what_cannot_be_followed_is_chained_nevertheless() -> None:
    first, *_ = tables("ploc", 2)
    parts = split_parts(file_records(first, first.move_to("T8", "two").play_on(3)))
    parts[1][3]["seat"] = 1 - parts[1][3]["seat"]
    changed = text_of([record for part in parts for record in part])
    assert [(problem.line, problem.key) for problem in verify(changed, NEWER)] == [
        (len(parts[0]) + 4, "hash")
    ]


def test_each_house_has_chance_of_its_own() -> None:
    tables_of_game = tables("ploc", 2)
    assert len({table.chance for table in tables_of_game}) == 3
    assert all(before.chance != table.seed for before, table in pairwise(tables_of_game))
