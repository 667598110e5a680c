"""Games that began at a position of another table."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.store.codec import Codec
from engine.referee import UncheckedReason
from engine.registry import GAMES
from engine.table_lines import forked_from_line, position_digest
from engine.thrag.model import State as Thrag
from engine.trogdor.model import State as Trogdor
from engine.verify import check_export, verify
from tests.engine.exports import (
    ExportedTable,
    Records,
    file_records,
    fork_game,
    open_game,
    sign_records,
    text_of,
)
from tests.exported import final_position

CODECS: dict[str, Codec[Any]] = {"thrag": Codec(Thrag), "trogdor": Codec(Trogdor)}
KINDS = [("thrag", 1), ("trogdor", 3)]


def fork(key: str = "thrag", seats: int = 1) -> ExportedTable:
    return fork_game(open_game(key, seats).play_on(4), CODECS[key].dump).play_on(5)


def problem_keys(records: Records) -> list[tuple[int, str]]:
    found = verify(text_of(records), GAMES)
    assert all(problem.message for problem in found)
    return [(problem.line, problem.key) for problem in found]


@pytest.mark.parametrize(("key", "seats"), KINDS)
def test_a_fork_is_checked_as_a_chain(key: str, seats: int) -> None:
    records = fork(key, seats).records()
    (part,) = check_export(text_of(records), GAMES).parts
    assert (part.unchecked, part.since, part.position) == (UncheckedReason.SAVED, 2, None)
    records[3]["action"] = "castle"
    assert problem_keys(records) == [(4, "hash")]
    assert problem_keys(sign_records(records)) == [(4, "illegal")], "that is no notation"


@pytest.mark.parametrize(("key", "seats"), KINDS)
def test_while_a_fork_is_played_its_position_is_a_secret(key: str, seats: int) -> None:
    house = fork(key, seats)
    house.told = False
    header, *_ = records = house.records()
    assert header.keys().isdisjoint({"seed", "position"})
    assert problem_keys(records) == []
    assert check_export(text_of(records), GAMES).parts[0].unchecked is UncheckedReason.SAVED


def test_a_fork_that_waits_for_its_players_has_no_line_yet() -> None:
    house = fork()
    house.told, house.lines, house.states = False, [], house.states[:1]
    assert problem_keys(house.records()) == []


def test_another_position_or_seed_than_a_fork_committed_to_is_found() -> None:
    house = fork()
    assert house.position is not None
    state = json.loads(house.position)
    state["stacks"][0]["pile"].reverse()
    other = CODECS["thrag"].dump(CODECS["thrag"].load(json.dumps(state, separators=(",", ":"))))
    assert other != house.position
    assert problem_keys(replace(house, position=other).records()) == [(1, "position")]
    assert problem_keys(replace(house, seed="another").records()) == [(1, "position")]


@pytest.mark.parametrize("place", [None, {"table": "T7", "ply": 5}, {"table": "T4", "ply": 4}])
def test_a_fork_says_twice_where_it_comes_from(place: object) -> None:
    records = fork().records()
    del records[0]["position"]
    records[0] = {key: value for key, value in records[0].items() if key != "from" or place is not None}
    records[0] |= {} if place is None else {"from": place}
    assert problem_keys(sign_records(records)) == [(1, "from-line")]


def test_a_game_that_is_no_fork_does_not_say_that_it_is_one() -> None:
    house = open_game("thrag", 1).play_on(3)
    house.origin = {"from": {"table": "T3", "ply": 12}}
    assert problem_keys(house.records()) == [(1, "from-line")]
    house.origin, house.position = {}, "a position"
    assert problem_keys(house.records()) == [(1, "position")]


def test_a_game_does_not_come_from_a_fork_and_from_another_house() -> None:
    house = fork()
    house.origin |= {"moved": {"table": "T3", "ply": 12, "head": "0" * 32}}
    assert problem_keys(house.records()) == [(1, "from-line")]
    house.lines, house.told = [], False
    assert problem_keys(house.records()) == [(1, "from-line")]


def test_a_position_is_told_with_its_seed() -> None:
    records = fork().records()
    del records[0]["seed"]
    assert problem_keys(sign_records(records)) == [(1, "position")]
    records = fork().records()
    del records[0]["position"]
    assert problem_keys(sign_records(records)) == [(1, "untold-position")], (
        "without it no line would be played"
    )


def test_after_new_rules_a_fork_goes_on_from_another_position() -> None:
    house = fork()
    records = replace(house, position=None, lines=[*house.lines[:3], (0, "!rules 2")]).records()
    newer = {key: replace(game, rules_version=2) for key, game in GAMES.items()}
    assert verify(text_of(records), newer) == ()


def test_a_fork_cannot_be_slipped_into_a_game() -> None:
    """From there on nothing would be checked against the rules."""
    house = fork()
    house.lines.append(house.lines[0])
    assert problem_keys(house.records()) == [(8, "late-origin")]
    house.lines = [house.lines[0]] * 2
    assert problem_keys(house.records()) == [(3, "late-origin")]


# Positions that nobody has reached


@pytest.mark.parametrize("position", ["", "{}", "null", "[" * 16_000, "\N{SNOWMAN}"], ids=range(5))
def test_a_position_that_is_told_is_never_gone_on_from(position: str) -> None:
    """Whoever writes a file can commit to anything; it is held against the first line, and not read."""
    house = fork()
    line = forked_from_line("T7", 4, position_digest(house.seed, position))
    text = text_of(replace(house, position=position, lines=[(0, line), *house.lines[1:]]).records())
    (part,) = check_export(text, GAMES).parts
    assert (part.unchecked, part.position) == (UncheckedReason.SAVED, None)
    assert final_position(text, GAMES) is None


# A fork that moves house


@pytest.mark.parametrize(("key", "seats"), KINDS)
def test_a_fork_that_moves_house_is_a_chain_of_parts(key: str, seats: int) -> None:
    first = fork(key, seats)
    second = first.move_to("T9", "two").play_on(3)
    text = text_of(file_records(first, second))
    parts = check_export(text, GAMES).parts
    since = len(first.records()) + 2
    assert [(part.unchecked, part.since) for part in parts] == [
        (UncheckedReason.SAVED, 2),
        (UncheckedReason.SAVED, since),
    ]
    assert final_position(text, GAMES) is None
