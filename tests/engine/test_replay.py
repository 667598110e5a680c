"""Replaying a log, and finding out what was done to an exported one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.core import Game, IllegalAction, read_options
from engine.entries import begun_from, origin
from engine.fairness import commitment, first_hash, next_hash
from engine.registry import GAMES
from engine.replay import (
    Problem,
    first_position,
    is_continued,
    moments,
    outcome_record,
    positions,
    replay,
    verify,
)
from engine.rng import SeededRng
from tests.engine.toy import TOY

ALL = {**GAMES, TOY.key: TOY}
Records = list[dict[str, Any]]
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


def chained(header: dict[str, Any], lines: list[tuple[int, str]]) -> Records:
    """A log as the bot writes it, every hash in order."""
    options = json.dumps(header["options"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    agreed = (header["game"], options, header["seats"], header["rules_version"])
    head = first_hash(*agreed, header["commitment"])
    records: Records = [header]
    for ply, (seat, action) in enumerate(lines, 1):
        head = next_hash(head, ply, seat, action)
        records.append({"ply": ply, "seat": seat, "action": action, "hash": head})
    return records


def exported(
    game: Game[Any, Any, Any, Any], lines: list[tuple[int, str]], seed: str, seats: int, **given: str
) -> Records:
    """An exported game; with its seed and outcome if it is over."""
    options = read_options(game.options, given)
    header = {"game": game.key, "options": options, "seats": seats, "rules_version": game.rules_version}
    outcome = game.outcome(replay(game, given, seats, seed, lines).state)
    if outcome is None:
        return chained(header | {"commitment": commitment(seed)}, lines)
    records = chained(header | {"commitment": commitment(seed), "seed": seed}, lines)
    return [*records, {"outcome": outcome_record(outcome)}]


def thud() -> Records:
    return exported(GAMES["thud"], THUD_LINES, "a secret", 2)


def toy(rolls: int, *, stopped: bool = True) -> Records:
    lines = [(ply % 2, "roll") for ply in range(rolls)]
    return exported(TOY, lines + [(rolls % 2, "stop")] * stopped, SEED, 2)


def checked(records: Records) -> tuple[Problem, ...]:
    return verify("".join(f"{json.dumps(record)}\n" for record in records), ALL)


def rechained(records: Records) -> Records:
    """The same lines with every hash made to fit: what a forger without the bot's log can do."""
    closing = [record for record in records if "outcome" in record]
    lines = [(record["seat"], record["action"]) for record in records if "seat" in record]
    return chained(records[0], lines) + closing


def test_a_replay_arrives_where_the_game_did() -> None:
    rng = SeededRng(SEED)
    state = TOY.start({}, 2, rng)
    for ply in range(3):
        state = TOY.apply(state, ply % 2, "roll", rng).state
    again = replay(TOY, {}, 2, SEED, [(0, "roll"), (1, "roll"), (0, "roll")])
    assert (again.state, again.counter) == (state, rng.counter)
    assert again.counter == 3


def test_moments_are_what_each_line_was_played_on() -> None:
    lines = [(0, "roll"), (1, "roll"), (0, "roll")]
    played = positions(TOY, first_position(TOY, {}, 2, SEED), SEED, lines)
    found = moments(played, SEED)
    assert [(moment.seat, moment.action) for moment in found] == lines
    for number, moment in enumerate(found):
        before = replay(TOY, {}, 2, SEED, lines[:number])
        assert (moment.state, moment.rng.counter) == (before.state, before.counter)
        after = TOY.apply(moment.state, moment.seat, moment.action, moment.rng).state
        assert after == replay(TOY, {}, 2, SEED, lines[: number + 1]).state
    with pytest.raises(IllegalAction):
        positions(TOY, first_position(TOY, {}, 2, SEED), SEED, [(1, "roll")])


def test_the_number_of_seats_is_part_of_what_was_agreed() -> None:
    records = toy(2)
    records[0]["seats"] = 3
    assert checked(records)[0] == Problem(
        2, "the hash does not follow from the line before: changed, dropped or added"
    )
    records[0]["seats"] = 99
    assert [problem.what for problem in checked(records)] == ["99 seats, Toy has 1 to 3"]


def test_a_replay_stops_at_a_line_that_is_not_legal() -> None:
    with pytest.raises(IllegalAction):
        replay(TOY, {}, 2, SEED, [(0, "roll"), (0, "roll")])


@pytest.mark.parametrize("records", [thud(), thud()[:1], toy(2), toy(0), toy(3, stopped=False)])
def test_a_whole_game_has_no_problems(records: Records) -> None:
    running = [record for record in records if "outcome" not in record]
    if len(running) == 1:
        running[0].pop("seed", None)
    assert checked(records) == ()
    assert verify("\n\n".join(json.dumps(record) for record in records), ALL) == ()


def test_a_changed_line_breaks_the_chain() -> None:
    records = thud()
    records[5]["action"] = "dE2-E9"
    assert checked(records)[0].line == 6
    assert "hash" in checked(records)[0].what


def test_a_changed_seat_breaks_the_chain() -> None:
    records = thud()
    records[7]["seat"] = 1
    assert checked(records)[0] == Problem(
        8, "the hash does not follow from the line before: changed, dropped or added"
    )


def test_a_dropped_line_breaks_the_chain() -> None:
    records = thud()
    del records[3]
    assert checked(records)[0] == Problem(4, "ply 4 stands where ply 3 belongs")
    for ply, record in enumerate(records[1:-1], 1):
        record["ply"] = ply
    assert (checked(records)[0].line, "hash" in checked(records)[0].what) == (4, True)


def test_an_added_line_breaks_the_chain() -> None:
    records = thud()
    records.insert(3, dict(records[3]))
    assert checked(records)[0].line == 5


def test_lines_in_another_order_break_the_chain() -> None:
    records = thud()
    records[5], records[6] = records[6], records[5]
    assert checked(records)[0].line == 6


def test_lost_last_lines_are_missed_once_the_seed_is_told() -> None:
    assert checked(thud()[:-1])[0].what.startswith("the outcome told is None")
    assert checked(thud()[:-2]) == (
        Problem(8, "the seed is told, so the game is over, but its last lines are missing"),
    )


@pytest.mark.parametrize("key", ["options", "rules_version", "commitment"])
def test_a_changed_head_breaks_the_chain(key: str) -> None:
    records = thud()
    changed = {"options": {"quiet_limit": 9}, "rules_version": 99, "commitment": commitment("other")}
    records[0][key] = changed[key]
    assert checked(records)


def test_a_wrong_seed_is_not_the_one_committed_to() -> None:
    records = toy(3)
    records[0]["seed"] = "another"
    assert checked(records)[0] == Problem(1, "the seed is not the one that was committed to")


def test_a_forged_commitment_and_seed_still_break_the_chain() -> None:
    records = toy(3)
    records[0] |= {"seed": "another", "commitment": commitment("another")}
    assert "hash" in checked(records)[0].what


def test_an_illegal_line_is_found_even_in_a_whole_chain() -> None:
    records = thud()
    records[5]["action"] = "dE2-F10"
    assert checked(rechained(records)) == (Problem(6, "not legal there: not-straight origin=E2 target=F10"),)


@pytest.mark.parametrize("seat", [2, -1, 99])
def test_a_seat_that_is_not_at_the_table_is_found(seat: int) -> None:
    records = thud()
    records[7]["seat"] = seat
    assert checked(rechained(records)) == (Problem(8, f"there is no seat {seat}"),)


def test_a_wrong_outcome_is_found() -> None:
    records = thud()
    records[-1]["outcome"]["winners"] = [0]
    (problem,) = checked(records)
    assert problem.line == len(records)
    assert "the outcome told is" in problem.what


def test_an_outcome_before_the_end_is_found() -> None:
    records = rechained(thud()[:-2] + thud()[-1:])
    assert "the moves lead to None" in checked(records)[0].what


def test_without_the_seed_chance_is_believed_and_the_chain_still_checked() -> None:
    """Whether the third roll was legal cannot be known; that it was changed can."""
    records = toy(3, stopped=False)
    assert "seed" not in records[0]
    assert checked(records) == ()
    records[3]["seat"] = 1
    assert checked(records)[0].line == 4
    unknowable = rechained([*records[:3], {"seat": 0, "action": "no such thing"}])
    assert checked(unknowable) == ()


@pytest.mark.parametrize(
    "text",
    ["", "\n", "no JSON", "[1]\n", "7", "null", '{"game": "thud"}', "[" * 100_000],
)
def test_what_is_no_exported_game_is_said_to_be_none(text: str) -> None:
    (problem,) = verify(text, ALL)
    assert problem.line == 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"game": "chess"}, "no header"),
        ({"game": ["thud"]}, "no header"),
        ({"seats": True}, "no header"),
        ({"seats": 3}, "3 seats, Thud has 2 to 2"),
        ({"rules_version": 2}, "rules version 2"),
        ({"options": {"speed": 1}}, "an option that the game does not have"),
        ({"options": {"quiet_limit": 501}}, "an option that the game does not have"),
    ],
)
def test_a_head_that_no_game_has_is_named(change: dict[str, Any], told: str) -> None:
    records = thud()
    records[0] |= change
    assert checked(records)[0].line == 1
    assert told in checked(records)[0].what


@pytest.mark.parametrize(
    "line",
    [
        3,
        [],
        {},
        {"ply": "1", "seat": 0, "action": "resign", "hash": ""},
        {"ply": 1, "seat": True, "action": "resign", "hash": ""},
        {"ply": 1, "seat": 0, "action": 7, "hash": ""},
        {"ply": 1, "seat": 0, "action": "resign"},
    ],
)
def test_a_line_of_another_form_is_named(line: Any) -> None:
    assert checked([*thud()[:1], line]) == (Problem(2, "not a line of a log"),)


def test_a_line_separator_within_a_text_ends_no_line() -> None:
    seed = "a\N{LINE SEPARATOR}b"
    records = exported(TOY, [(0, "stop")], seed, 1)
    assert verify("\n".join(json.dumps(record, ensure_ascii=False) for record in records), ALL) == ()


def test_options_are_hashed_letter_by_letter_in_any_script() -> None:
    records = exported(TOY, [(0, "stop")], SEED, 1, mood="f\N{LATIN SMALL LETTER E WITH CIRCUMFLEX}te")
    assert checked(records) == ()
    records[0]["options"]["mood"] = "calm"
    assert "hash" in checked(records)[0].what


def test_nothing_after_the_outcome_goes_unseen() -> None:
    records = thud()
    assert checked([*records, records[1]])[0].line == len(records)


# A game that began at a position of another table

POSITION = "as it stood at T3"


def forked(rolls: int, **told: Any) -> Records:
    """The toy gone on with from T3, line 12. Its position is told with the seed; `told` is in the header."""
    header = {"game": "toy", "options": read_options(TOY.options, {}), "seats": 2}
    header |= {"rules_version": TOY.rules_version, "commitment": commitment(SEED)}
    header |= {"from": {"table": "T3", "ply": 12}} | told
    first = begun_from("T3", 12, origin(SEED, POSITION))
    return chained(header, [(0, first), *((ply % 2, "roll") for ply in range(rolls))])


@pytest.mark.parametrize("told", [{}, {"seed": SEED}, {"seed": SEED, "position": POSITION}])
def test_a_fork_holds_as_far_as_its_chain_and_what_it_committed_to(told: dict[str, str]) -> None:
    records = forked(3, **told)
    assert checked(records) == ()
    assert is_continued("\n".join(map(json.dumps, records)))
    assert not is_continued("\n".join(map(json.dumps, thud())))
    records[2]["action"] = "stop"
    assert checked(records)[0].line == 3


def test_another_position_or_seed_than_a_fork_committed_to_is_found() -> None:
    what = "the position is not the one that the first line commits to"
    assert checked(forked(1, seed=SEED, position=f"{POSITION}, but better")) == (Problem(1, what),)
    assert Problem(1, what) in checked(forked(1, seed="another", position=POSITION))


@pytest.mark.parametrize("place", [None, {"table": "T3", "ply": 11}, {"table": "T4", "ply": 12}, "T3"])
def test_a_fork_says_twice_where_it_comes_from(place: object) -> None:
    (problem,) = checked(forked(1, **{"from": place}))
    assert problem.line == 1
    assert problem.what.endswith("its first line says {'table': 'T3', 'ply': 12}")


def test_a_game_that_is_no_fork_does_not_say_that_it_is_one() -> None:
    records = thud()
    records[0]["from"] = {"table": "T3", "ply": 12}
    assert checked(records)[0].what.endswith("its first line says None")


def test_a_fork_cannot_be_slipped_into_a_game() -> None:
    """From there on nothing would be checked against the rules."""
    records = forked(1)
    lines = [(record["seat"], record["action"]) for record in records[1:]]
    told = (Problem(4, "a game comes from another table in its first line only"),)
    assert checked(chained(records[0], [*lines, lines[0]])) == told
