"""Finding out what was done to an exported game of one table."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.faults import FAULTS, Problem
from engine.referee import UncheckedReason
from engine.registry import GAMES
from engine.verify import check_export, verify
from tests.engine.exports import (
    ExportedTable,
    Records,
    digest,
    open_game,
    playthrough_game,
    sign_records,
    start_of,
    text_of,
)
from tests.engine.toy import TOY
from tests.exported import final_position, is_sealed

ALL = {**GAMES, TOY.key: TOY}
NEWER = {key: replace(game, rules_version=game.rules_version + 1) for key, game in ALL.items()}
"""The games as if their rules had changed since."""
SEED = "seed 1"  # the toy rolls 3, 2, 4, 1, 3
THUD_LINES = [
    (0, "dB11-H11"),
    (1, "TJ9-J12xH11"),
    (1, "offer"),
    (0, "accept"),
    (1, "dE2-E10"),
    (0, "TG9-G10"),
    (0, "resign"),
]


def thud(lines: int | None = None, *, told: bool = True) -> Records:
    house = ExportedTable(GAMES["thud"], {}, 2, "a secret", told=told)
    for seat, text in THUD_LINES[:lines]:
        house.play(seat, text)
    return house.records()


def toy(rolls: int, *, stopped: bool = True, told: bool = True, salts: tuple[str, ...] = ()) -> Records:
    house = ExportedTable(TOY, {}, 2, SEED, salts, told=told)
    for ply in range(rolls):
        house.play(ply % 2, "roll")
    if stopped:
        house.play(rolls % 2, "stop")
    return house.records()


def find_problems(records: Records) -> tuple[Problem, ...]:
    return verify(text_of(records), ALL)


def problem_keys(records: Records) -> list[tuple[int, str]]:
    """The lines that are named, with the kinds of their faults."""
    problems = find_problems(records)
    assert all(problem.message for problem in problems), "each sentence has what it needs"
    return [(problem.line, problem.key) for problem in problems]


# What holds


@pytest.mark.parametrize(
    "records",
    [
        thud(),
        thud(6, told=False),
        thud(0, told=False),
        thud(4),
        toy(3),
        toy(0),
        toy(3, stopped=False, told=False),
        toy(3, stopped=False),
        toy(2, salts=("ann", "b\N{SNOWMAN}n")),
    ],
)
def test_a_whole_game_has_no_problems(records: Records) -> None:
    assert find_problems(records) == ()


@pytest.mark.parametrize(
    "name",
    ["thud_points_agreed", "ploc_agreement", "thrag_breakfast", "thrag_win_options", "trogdor_table"],
)
def test_a_game_of_each_kind_is_played_by_the_rules_from_its_first_line_to_its_outcome(name: str) -> None:
    records = playthrough_game(name).records()
    checking = check_export(text_of(records), GAMES)
    assert checking.problems == ()
    (part,) = checking.parts
    assert (part.unchecked, len(part.section.lines)) == (None, len(records) - 2)
    assert records[-1]["outcome"] is not None


@pytest.mark.parametrize("told", [True, False])
def test_hints_are_lines_that_change_nothing(told: bool) -> None:
    house = ExportedTable(TOY, {}, 2, SEED, told=told)
    house.hint(0).play(0, "roll")
    house.hint(1).hint(1).undo(2).play(1, "roll")
    if told:  # the seed of a game that is over is told
        house.play(0, "stop")
    records = house.records()
    assert find_problems(records) == ()
    without = [record for record in records if record.get("action") != "!hint"]
    assert problem_keys(without)[0][1] == "ply"


def test_blanks_at_the_end_of_lines_and_an_empty_last_line_change_nothing() -> None:
    text = text_of(thud())
    for same in (
        text.removesuffix("\n"),
        text.replace("\n", "\r\n"),
        text.replace("\n", " \t\n"),
        f"{text} ",
    ):
        assert verify(same, ALL) == ()


def test_a_line_separator_within_a_text_ends_no_line() -> None:
    assert verify(text_of(toy(1, salts=("a\N{LINE SEPARATOR}b",))), ALL) == ()


def test_options_are_hashed_letter_by_letter_in_any_script() -> None:
    house = ExportedTable(TOY, {"mood": "f\N{LATIN SMALL LETTER E WITH CIRCUMFLEX}te"}, 1, SEED)
    house.play(0, "stop")
    records = house.records()
    assert find_problems(records) == ()
    records[0]["options"]["mood"] = "calm"
    assert problem_keys(records) == [(1, "header")]
    records[0]["hash"] = sign_records(records)[0]["hash"]
    assert problem_keys(records) == [(2, "first-hash")]


# Each line by its number


def test_a_changed_line_is_named_and_not_the_next() -> None:
    records = thud()
    records[5]["action"] = "dE2-E9"
    assert problem_keys(records) == [(6, "hash")]
    records[2]["seat"] = 0
    assert problem_keys(records) == [(3, "hash"), (6, "hash")], "two are found as well"


def test_a_changed_hash_is_named_and_not_the_line_that_follows_from_the_right_one() -> None:
    for at in range(1, 8):
        records = thud()
        records[at]["hash"] = digest("another")
        assert [line for line, _ in problem_keys(records)] == [at + 1]


def test_a_changed_hash_hides_no_later_change() -> None:
    records = thud()
    records[2]["hash"] = digest("another")
    records[5]["action"] = "dE2-E9"
    assert problem_keys(records) == [(3, "hash"), (6, "hash")]
    records[-1]["end"] = 8
    assert problem_keys(records) == [(3, "hash"), (6, "hash"), (9, "end")]


def test_the_closing_line_is_not_blamed_for_the_last_line() -> None:
    records = thud()
    records[7] |= {"action": "offer", "hash": digest("another")}
    assert problem_keys(records) == [(8, "hash")]
    records = thud()
    records.insert(8, {"ply": 8, "seat": 0, "action": "offer", "hash": digest("another")})
    assert problem_keys(records) == [(9, "hash")]


def test_after_two_changed_lines_in_a_row_nobody_can_judge() -> None:
    records = thud()
    for at in (3, 4):
        records[at] |= {"action": "resign", "hash": digest(f"{at}")}
    assert problem_keys(records) == [(4, "hash")]


def test_a_dropped_line_is_missed_where_it_stood() -> None:
    records = thud()
    del records[3]
    assert find_problems(records) == (Problem(4, "ply", {"found": 4, "due": 3}),)
    assert find_problems(records)[0].message == (
        "line 4 of the game stands where line 3 belongs: one was taken out, put in or moved"
    )
    for ply, record in enumerate(records[1:-1], 1):
        record["ply"] = ply
    assert problem_keys(records)[0] == (4, "hash")


def test_an_added_line_is_found() -> None:
    records = thud()
    records.insert(3, dict(records[3]))
    assert [line for line, _ in problem_keys(records)] == [5]


def test_lines_in_another_order_are_found() -> None:
    records = thud()
    records[5], records[6] = records[6], records[5]
    assert problem_keys(records)[0] == (6, "ply")


def test_lost_last_lines_are_missed_by_the_closing_line() -> None:
    assert problem_keys(thud()[:-1]) == [(9, "no-closing")]
    assert find_problems([*thud()[:-2], thud()[-1]]) == (Problem(8, "end", {"told": 7, "found": 6}),)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("options", {"quiet_limit": 9}),
        ("rules_version", 99),
        ("seats", 3),
        ("commitment", digest("other")),
        ("table", "T8"),
        ("seed", "other"),
        ("terms", {"patience": 1, "clock": 0, "bank": 0, "forfeit": True}),
        ("hash", digest("other")[:32]),
    ],
)
def test_whatever_is_changed_in_the_header_the_header_is_named(key: str, value: object) -> None:
    records = thud()
    records[0][key] = value
    assert problem_keys(records) == [(1, "header")]


def test_a_changed_header_hides_no_other_change() -> None:
    records = thud()
    records[0]["seed"] = "other"
    records[2]["action"] = "TJ9-J11xH11"
    assert problem_keys(records) == [(1, "header"), (3, "hash")]


def test_a_seed_that_was_taken_out_is_missed() -> None:
    records = toy(3)
    del records[0]["seed"]
    assert problem_keys(records) == [(1, "header")]


def test_an_outcome_that_was_changed_is_named() -> None:
    for outcome in (None, thud()[-1]["outcome"] | {"winners": [0, 1]}):
        records = thud()
        records[-1]["outcome"] = outcome
        assert problem_keys(records) == [(9, "closing")]


def test_nothing_after_the_outcome_goes_unseen() -> None:
    records = thud()
    assert problem_keys([*records, records[1]]) == [(10, "after-end")]
    assert problem_keys([*records, records[-1]]) == [(10, "after-end")]
    assert problem_keys([*records, *records]) == [(10, "other-game")]


def test_of_two_headers_the_one_is_named_that_the_lines_do_not_follow_from() -> None:
    records, other = thud(), toy(1)
    assert problem_keys([other[0], *records])[0] == (1, "two-headers")
    assert problem_keys([records[0], other[0], *records[1:]])[0] == (2, "no-closing")
    assert problem_keys([records[0], *records]) == [(2, "no-closing")]
    assert problem_keys([records[0], thud(0)[0], thud(0)[1]])[0] == (2, "no-closing"), "nobody can tell"


# Written anew by somebody who can hash


def test_a_wrong_seed_is_not_the_one_committed_to() -> None:
    records = toy(3)
    records[0]["seed"] = "another"
    assert problem_keys(sign_records(records)) == [(1, "seed")]


def test_a_commitment_to_another_seed_does_not_lead_to_the_log() -> None:
    """The commitment was public before the first move, and every hash holds it."""
    records = toy(3)
    records[0] |= {"seed": "another", "commitment": digest("another")}
    records[0]["hash"] = sign_records(records)[0]["hash"]
    assert problem_keys(records) == [(2, "first-hash")]


@pytest.mark.parametrize("salts", [["ann"], ["ann", "cleo"], ["ben", "ann"], ["ann", "ben", ""]])
def test_another_salt_does_not_lead_to_the_log_nor_to_the_dice(salts: list[str]) -> None:
    house = ExportedTable(TOY, {}, 3, SEED, ("ann", "ben"))
    while TOY.outcome(house.state) is None:
        house.play(house.state.turn, "roll")
    records = house.records()
    assert find_problems(records) == ()
    records[0]["salts"] = salts
    assert problem_keys(records) == [(1, "header")]
    records[0]["hash"] = sign_records(records)[0]["hash"]
    assert problem_keys(records) == [(2, "first-hash")]
    assert {key for _, key in problem_keys(sign_records(records))} <= {"illegal", "outcome-early"}
    assert problem_keys(sign_records(records)), "other salts are other dice"


def test_an_illegal_line_is_found_even_in_a_whole_chain() -> None:
    records = thud()
    records[5]["action"] = "dE2-F10"
    (problem,) = find_problems(sign_records(records))
    assert (problem.line, problem.values["rule"]) == (6, "thud:dwarf-1")
    assert problem.message.startswith("the rules do not allow dE2-F10 there (thud:dwarf-1): not-straight")


@pytest.mark.parametrize("line", [99, 3])
def test_nothing_goes_back_to_where_the_game_has_not_been(line: int) -> None:
    records = thud()
    records[3]["action"] = f"!undo {line}"
    assert problem_keys(sign_records(records)) == [(4, "undo")]


@pytest.mark.parametrize("seat", [2, 99])
def test_a_seat_that_is_not_at_the_table_is_found(seat: int) -> None:
    records = thud()
    records[7]["seat"] = seat
    assert find_problems(sign_records(records)) == (Problem(8, "no-seat", {"seat": seat}),)


def test_a_wrong_outcome_is_found() -> None:
    records = thud()
    records[-1]["outcome"]["winners"] = [0]
    (problem,) = find_problems(sign_records(records))
    assert (problem.line, problem.key) == (9, "outcome")
    assert problem.message.startswith('the result told is {"ending": "resignation", "winners": [0]')


def test_an_outcome_before_the_end_and_an_end_without_one_are_found() -> None:
    early = sign_records([*thud()[:-2], thud()[-1]])
    assert problem_keys(early) == [(8, "outcome-early")]
    late = thud()
    late[-1]["outcome"] = None
    assert problem_keys(sign_records(late)) == [(9, "outcome-missing")]


# Without the seed


def test_without_the_seed_chance_is_believed_and_the_chain_still_checked() -> None:
    """Whether the third roll was legal cannot be known; that it was changed can."""
    records = toy(3, stopped=False, told=False)
    assert find_problems(records) == ()
    records[3]["seat"] = 1
    assert problem_keys(records) == [(4, "hash")]
    assert find_problems(sign_records(records)) == ()
    (part,) = check_export(text_of(sign_records(records)), ALL).parts
    assert (part.unchecked, part.since, part.position) == (UncheckedReason.SEALED, 2, None)


def test_without_the_seed_what_needs_no_chance_is_played_by_the_rules() -> None:
    records = thud(4, told=False)
    records[2]["action"] = "dE2-E10"
    assert problem_keys(sign_records(records)) == [(3, "illegal")]
    stopped = toy(0, told=False)
    stopped[1]["seat"], stopped[-1]["outcome"] = 1, None
    assert problem_keys(sign_records(stopped)) == [(2, "illegal")]


def test_a_file_tells_whether_its_seed_is_out() -> None:
    assert not is_sealed(text_of(toy(3)))
    assert is_sealed(text_of(toy(3, told=False)))


# Other rules


def test_what_was_played_by_other_rules_is_a_chain() -> None:
    """An old game is not at fault because the rules have changed since; nor can it be checked by them."""
    records = thud()
    records[0] |= {"options": {"speed": 3}}
    records[3]["action"] = "castle"
    records = sign_records(records)
    checking = check_export(text_of(records), NEWER)
    assert checking.problems == ()
    assert [(part.unchecked, part.since) for part in checking.parts] == [(UncheckedReason.RULES, 2)]
    records[3]["action"] = "castles"
    assert [(problem.line, problem.key) for problem in verify(text_of(records), NEWER)] == [(4, "hash")]


def test_from_a_change_of_rules_on_a_game_is_a_chain() -> None:
    records = thud()
    records.insert(4, {"ply": 4, "seat": 0, "action": "!rules 2"})
    records[5]["action"] = "castle"
    records = sign_records(records)
    assert problem_keys(records) == [(5, "rules")], "no such rules were ever in force"
    checking = check_export(text_of(records), NEWER)
    assert checking.problems == ()
    assert [(part.unchecked, part.since) for part in checking.parts] == [(UncheckedReason.RULES, 2)]


# What is no exported game


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        " \n \n",
        "no JSON",
        "[1]\n",
        "7",
        "null",
        '{"game": "thud"}',
        "[" * 100_000,
        '{"a":' * 100_000,
        "9" * 100_000,
        "\0\x01\x02",
        "\N{SNOWMAN}" * 500,
        "\ud800",
        "NaN",
        '{"format": 2}',
    ],
    ids=range(16),
)
def test_what_is_no_exported_game_is_said_to_be_none(text: str) -> None:
    assert verify(text, ALL)[0].line == 1
    assert (is_sealed(text), final_position(text, ALL)) == (False, None)


def test_an_empty_file_is_said_to_be_empty() -> None:
    for text in ("", "\n", "  \n \n"):
        assert verify(text, ALL) == (Problem(1, "empty"),)


def test_a_file_that_no_game_fills_is_not_read_at_all() -> None:
    (problem,) = verify(text_of(thud()) + " " * 4_000_000, ALL)
    assert (problem.line, problem.key) == (1, "too-long")


def test_an_export_of_an_older_kind_is_to_be_made_again() -> None:
    header = thud()[0]
    older = {key: header[key] for key in ("game", "options", "seats", "rules_version", "commitment", "seed")}
    (problem,) = find_problems([older, *thud()[1:-1], {"outcome": None}])
    assert (problem.line, problem.key) == (1, "older")
    assert problem.message == "it is of an older kind; export the game again"


def test_an_export_of_a_newer_kind_needs_a_newer_program() -> None:
    records = thud()
    records[0]["format"] = 4
    assert find_problems(records) == (Problem(1, "newer", {"format": 4}),)


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"game": "chess"}, "game"),
        ({"seats": 3}, "seats"),
        ({"options": {"speed": 1}}, "option"),
        ({"options": {"quiet_limit": 501}}, "option"),
    ],
)
def test_a_head_that_no_game_has_is_named(change: dict[str, Any], key: str) -> None:
    records = thud()
    records[0] |= change
    (problem,) = find_problems(sign_records(records))
    assert (problem.line, problem.key) == (1, key)
    assert problem.message


@pytest.mark.parametrize(
    "line",
    [
        3,
        [],
        {},
        {"ply": "1", "seat": 0, "action": "resign", "hash": "0" * 64},
        {"ply": 1, "seat": True, "action": "resign", "hash": "0" * 64},
        {"ply": 1, "seat": 0, "action": 7, "hash": "0" * 64},
        {"ply": 1, "seat": 0, "action": "resign", "hash": "0" * 63},
        {"ply": 1, "seat": 0, "action": "resign", "hash": "A" * 64},
        {"ply": -1, "seat": 0, "action": "resign", "hash": "0" * 64},
        {"ply": 1, "seat": 0, "action": "resign"},
        {"ply": 1, "seat": 0, "action": "resign", "hash": "0" * 64, "note": ""},
        {"seat": 0, "ply": 1, "action": "resign", "hash": "0" * 64},
    ],
    ids=range(12),
)
def test_a_line_of_another_form_is_named(line: Any) -> None:
    records: list[Any] = [*thud(0), *thud(0)]
    assert problem_keys([records[0], line, records[1]]) == [(2, "form")]


@pytest.mark.parametrize(
    "change",
    [
        {"salts": []},
        {"salts": [1]},
        {"salts": "ann"},
        {"table": "7"},
        {"table": "T\N{ARABIC-INDIC DIGIT SEVEN}"},
        {"seed": 7},
        {"seats": True},
        {"format": 2.0},
        {"options": {"mood": 0.0}},
        {"options": {"mood": None}},
        {"options": {"z": "", "a": ""}},
        {"terms": {"patience": 0, "clock": 0, "bank": 0}},
        {"terms": {"clock": 0, "patience": 0, "bank": 0, "forfeit": False}},
        {"hash": None},
        {"name": "Ann"},
    ],
    ids=str,
)
def test_a_header_of_another_form_is_named(change: dict[str, Any]) -> None:
    records = toy(1, salts=("ann",))
    records[0] |= change
    assert problem_keys(records) == [(1, "form")]


def test_half_a_character_is_no_text() -> None:
    for key in ("seed", "commitment", "game"):
        text = text_of([{**thud()[0], key: "\ud800"}, *thud()[1:]])
        assert [(problem.line, problem.key) for problem in verify(text, ALL)] == [(1, "form")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"ply": 2', '"ply":2'),
        ('"ply": 2', '"ply": 2.0'),
        ('"ply": 2', '"ply": 1, "ply": 2'),
        ('{"ply": 2, "seat": 1', '{"seat": 1, "ply": 2'),
        ('"offer"', '"\\u006fffer"'),
        ('{"ply": 3', ' {"ply": 3'),
        ('{"end"', '\n{"end"'),
        ('\n{"end"', '\N{LINE SEPARATOR}\n{"end"'),
        ('\n{"end"', '\f\n{"end"'),
    ],
)
def test_no_letter_can_be_another_one(old: str, new: str) -> None:
    text = text_of(thud()).replace(old, new, 1)
    assert text != text_of(thud())
    assert [problem.key for problem in verify(text, ALL)] == ["form"]


def test_more_than_one_empty_last_line_is_a_line_too_many() -> None:
    assert verify(f"{text_of(thud())}\n", ALL) == (Problem(10, "form"),)


def test_every_sentence_can_be_filled_in_and_names_no_part_of_the_program() -> None:
    for key, sentence in FAULTS.items():
        assert sentence[0].islower(), key
        assert not sentence.endswith("."), key


# Where a game stands


def test_a_game_that_was_put_away_tells_where_it_stands() -> None:
    records = thud(4)
    standing = final_position(text_of(records), ALL)
    assert standing is not None
    assert standing.header["table"] == "T7"
    assert standing.moved == ("T7", 4, records[4]["hash"][:32])
    house = ExportedTable(GAMES["thud"], {}, 2, "a secret")
    for seat, text in THUD_LINES[:4]:
        house.play(seat, text)
    assert standing.position.state == house.state


def test_a_game_without_a_line_goes_on_from_what_was_agreed() -> None:
    records = toy(0, stopped=False)
    standing = final_position(text_of(records), ALL)
    assert standing is not None
    assert standing.moved == ("T7", 0, start_of(records[0])[:32])


def test_nothing_goes_on_from_an_end_a_secret_or_a_fault() -> None:
    assert final_position(text_of(thud()), ALL) is None
    assert final_position(text_of(thud(4, told=False)), ALL) is None
    assert final_position(text_of(open_game("thrag", 1).play_on(3).records())[:-9], ALL) is None
    other = thud(4)
    other[0]["rules_version"] = 2
    assert final_position(text_of(sign_records(other)), ALL) is None


def test_the_header_says_how_the_table_was_timed_and_names_nobody() -> None:
    told = json.loads(text_of(thud()).splitlines()[0])
    assert told["terms"] == {"patience": 0, "clock": 86400, "bank": 3600, "forfeit": False}
