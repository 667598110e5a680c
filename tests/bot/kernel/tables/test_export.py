"""A table's files: whole, checkable offline, and readable by other programs."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.features.forks.service import Forks
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Opening
from bot.kernel.session import Session
from bot.kernel.tables.export import export_files, positions_of
from bot.store import Base, Journey, Line, Status, Table, Terms
from engine.fairness import commitment
from engine.referee import UncheckedReason
from engine.registry import GAMES
from engine.table_lines import forked_from_line, position_digest, transfer_line
from engine.thud.model import START
from engine.thud.thud_file import read_thud
from engine.verify import check_export, verify
from tests.bot.samples import ANN, BEN, QUIET, act, click, game, stored_table, table_of, trace
from tests.engine.exports import ExportedTable, file_records, fork_game, open_game, text_of
from tests.exported import final_position


async def exported_files(session: Session, table: Table) -> dict[str, str]:
    return export_files(CATALOGUE[table.game], table, await session.tables.log(table))


def header_of(text: str) -> dict[str, Any]:
    header: dict[str, Any] = json.loads(text.splitlines()[0])
    return header


async def test_a_running_game_keeps_its_seed(session: Session) -> None:
    table = await game(session, *QUIET, "offer")
    told = (await exported_files(session, table))["T1.jsonl"]
    assert verify(told, GAMES) == ()
    assert "secret" not in told
    assert json.loads(told.splitlines()[-1])["outcome"] is None


@pytest.mark.parametrize("limit", ["0", "4"])
async def test_a_whole_match_is_told_with_its_seed_and_outcome(session: Session, limit: str) -> None:
    ending = ("offer", "accept") if limit == "0" else ("claim",)
    table = await game(session, *QUIET, *ending, *QUIET, *ending, quiet_limit=limit)
    told = (await exported_files(session, table))["T1.jsonl"]
    assert verify(told, GAMES) == ()
    assert header_of(told)["seed"] == "secret"
    assert json.loads(told.splitlines()[-1])["outcome"]["ending"] == "draw"


async def test_each_battle_is_a_thud_file(session: Session) -> None:
    table = await game(session, *QUIET, "offer", "accept", *QUIET[:2])
    found = await exported_files(session, table)
    assert list(found) == ["T1.jsonl", "T1-battle-1.thud", "T1-battle-2.thud"]
    for name, plies in (("T1-battle-1.thud", QUIET), ("T1-battle-2.thud", QUIET[:2])):
        start, moves = read_thud(found[name])
        assert start == START
        assert tuple(map(str, moves)) == plies


async def test_a_changed_line_is_found(session: Session) -> None:
    table = await game(session, *QUIET)
    told = (await exported_files(session, table))["T1.jsonl"]
    assert [problem.line for problem in verify(told.replace("dG1-G2", "dG1-G3"), GAMES)] == [2]


async def test_a_game_without_moves_has_its_header(session: Session) -> None:
    table = await game(session, "resign")
    found = await exported_files(session, table)
    assert list(found) == ["T1.jsonl"]
    assert verify(found["T1.jsonl"], GAMES) == ()


async def test_the_header_tells_what_was_agreed_and_how_the_table_is_timed(session: Session) -> None:
    timed = Opening("thud", {"quiet_limit": "4"}, 0, BEN, terms=Terms(clock=7200, bank=3600, forfeit=True))
    table = (await session.lobby.open(click(ANN), timed, trace())).table
    table = (await session.lobby.sit(click(BEN), table.id, table.revision, trace())).table
    assert header_of((await exported_files(session, table))["T1.jsonl"]) == {
        "format": 3,
        "game": "thud",
        "options": {"quiet_limit": 4},
        "seats": 2,
        "rules_version": 1,
        "commitment": commitment("secret"),
        "table": "T1",
        "terms": {"patience": 0, "clock": 7200, "bank": 3600, "forfeit": True},
        "hash": header_of((await exported_files(session, table))["T1.jsonl"])["hash"],
    }


async def test_nobody_is_named_in_a_file(session: Session) -> None:
    """Neither by name nor by number: a file may be given to anybody."""
    ann, ben = replace(ANN, name="Annabella", id=987_654_321), replace(BEN, name="Benedict", id=876_543_219)
    table = (await session.lobby.open(click(ann), Opening("thud", {}, 0, ben), trace())).table
    table = (await session.lobby.sit(click(ben), table.id, table.revision, trace())).table
    table = (await act(session, table, "dG1-G2", ann)).table
    text = "".join((await exported_files(session, table)).values())
    for told in ("Annabella", "Benedict", "987654321", "876543219", "guild", "channel", "user"):
        assert told not in text


# Tables without a session: how they end, where they come from


def lines_of(house: ExportedTable) -> tuple[Line, ...]:
    """A log as the bot keeps it."""
    records = house.records()[1:-1]
    return tuple(
        Line(record["ply"], record["seat"], ANN.id, record["action"], record["hash"], 1.0)
        for record in records
    )


def table_at(house: ExportedTable, status: Status = Status.PLAYING) -> Table:
    """A table at which this was played."""
    people = enumerate([ANN, BEN, replace(ANN, id=99)][: house.seats])
    table = table_of(*people, status=status)
    came = house.origin.get("moved")
    return replace(
        table,
        id=int(house.code[1:]),
        game=house.game.key,
        terms=replace(
            table.terms,
            options=json.dumps(house.header()["options"]),
            salts=house.salts,
            clock=86400,
            bank=3600,
        ),
        seed=house.seed,
        state=CATALOGUE[house.game.key].codec.dump(house.state),
        journey=replace(
            table.journey, moved=None if came is None else (came["table"], came["ply"], came["head"])
        ),
    )


def exported_text(house: ExportedTable, status: Status = Status.PLAYING, **told_: Any) -> str:
    """The file of a table at which this was played."""
    entry = CATALOGUE[house.game.key]
    return export_files(entry, table_at(house, status), lines_of(house), **told_)[f"{house.code}.jsonl"]


@pytest.mark.parametrize(("key", "seats"), [("thud", 2), ("ploc", 2), ("thrag", 1), ("trogdor", 3)])
def test_the_bot_writes_what_the_tests_write(key: str, seats: int) -> None:
    house = open_game(key, seats, "a secret", ("salt", "b\N{SNOWMAN}")[:seats]).play_on(6).undo(3).play_on(2)
    assert exported_text(house, Status.CLOSED) == text_of(house.records())
    house.told = False
    assert exported_text(house) == text_of(house.records())


def test_a_game_that_is_put_away_tells_its_seed_and_has_no_outcome() -> None:
    house = open_game("thrag", 1).play_on(4)
    text = exported_text(house, Status.CLOSED)
    assert header_of(text)["seed"] == "opened"
    assert json.loads(text.splitlines()[-1])["outcome"] is None
    assert verify(text, GAMES) == ()
    standing = final_position(text, GAMES)
    assert standing is not None
    assert standing.position.state == house.state


def test_a_table_that_was_closed_before_its_game_began_tells_nothing() -> None:
    table = replace(table_at(open_game("thrag", 1), Status.CLOSED), state=None)
    text = export_files(CATALOGUE["thrag"], table, ())["T7.jsonl"]
    assert "seed" not in header_of(text)


@pytest.mark.parametrize("status", [Status.OVER, Status.CLOSED])
def test_the_seed_of_a_deal_of_the_day_is_told_when_it_is_published(status: Status) -> None:
    house = open_game("thrag", 1).play_on(4)
    table = table_at(house, status)
    table = replace(table, terms=replace(table.terms, day="2026-06-01"))
    for published in (False, True):
        text = export_files(CATALOGUE["thrag"], table, lines_of(house), published=published)["T7.jsonl"]
        assert ("seed" in header_of(text)) is published
        assert verify(text, GAMES) == ()


def test_a_game_is_replayed_by_the_chance_that_its_players_salted() -> None:
    house = open_game("ploc", 2, salts=("ann", "ben")).play_on(6)
    entry, table = CATALOGUE["ploc"], table_at(house)
    assert positions_of(entry, table, lines_of(house))[-1].state == house.state
    assert (
        positions_of(entry, replace(table, terms=replace(table.terms, salts=())), ())[0].state
        != house.states[0][0]
    )


# Games that moved house


@pytest.mark.parametrize(("key", "seats"), [("thud", 2), ("ploc", 2), ("thrag", 1), ("trogdor", 3)])
def test_what_was_played_at_other_tables_stands_before_what_is_played_here(key: str, seats: int) -> None:
    first = open_game(key, seats, "one").play_on(4)
    second = first.move_to("T8", "two", ("salt",)).play_on(3)
    third = second.move_to("T3", "three").play_on(3)
    earlier = exported_text(second, Status.CLOSED, earlier=exported_text(first, Status.CLOSED))
    assert earlier == text_of(file_records(first, second))
    third.told = False
    text = exported_text(third, earlier=earlier)
    assert text == text_of(file_records(first, second, third))
    assert verify(text, GAMES) == ()
    assert "three" not in text


def test_a_game_that_moved_has_no_files_for_other_programs_and_no_position() -> None:
    """The position that it goes on from follows from what is told of the tables before."""
    house = open_game("thud", 2).play_on(4).move_to("T8", "two").play_on(3)
    table = table_at(house, Status.CLOSED)
    table = replace(
        table,
        journey=replace(table.journey, base=Base(1, CATALOGUE["thud"].codec.dump(house.states[0][0]), 0)),
    )
    found = export_files(CATALOGUE["thud"], table, lines_of(house))
    assert list(found) == ["T8.jsonl"]
    header = header_of(found["T8.jsonl"])
    assert header["moved"] == house.origin["moved"]
    assert header["seed"] == "two"
    assert {"position", "from"}.isdisjoint(header)
    came = header["moved"]
    assert lines_of(house)[0].action == transfer_line(came["table"], came["ply"], came["head"])


# Forks


async def test_a_fork_that_is_over_is_checked_as_a_chain(session: Session) -> None:
    parent = (await session.lobby.open(click(ANN), Opening("thrag", {}, None, None), trace())).table
    table = (await session.service(Forks).fork(click(ANN), parent.id, 0, trace())).table
    line = next(line for line in map(str, CATALOGUE["thrag"].game.legal(_state(table), 0)) if "fight" in line)
    for text in (line, "resign"):
        table = (await session.play.move(click(ANN), table.id, text, trace())).table
    text = (await exported_files(session, await stored_table(session, table)))["T2.jsonl"]
    (part,) = check_export(text, GAMES).parts
    assert (part.unchecked, part.position) == (UncheckedReason.SAVED, None)


def _state(table: Table) -> Any:
    return CATALOGUE[table.game].codec.load(table.state or "")


@pytest.mark.parametrize(("key", "seats"), [("thrag", 1), ("trogdor", 3)])
def test_the_position_of_a_fork_is_told_with_its_seed(key: str, seats: int) -> None:
    house = fork_game(open_game(key, seats).play_on(4), CATALOGUE[key].codec.dump).play_on(3)
    table = replace(
        table_at(house),
        journey=Journey((7, 4), base=Base(1, house.position or "", 0)),
    )
    entry = CATALOGUE[key]
    running = export_files(entry, table, lines_of(house))["T8.jsonl"]
    assert {"seed", "position"}.isdisjoint(header_of(running))
    assert header_of(running)["from"] == {"table": "T7", "ply": 4}
    text = export_files(entry, replace(table, status=Status.CLOSED), lines_of(house))["T8.jsonl"]
    assert text == text_of(house.records())
    assert verify(text, GAMES) == ()
    later = replace(
        table, status=Status.CLOSED, journey=replace(table.journey, base=Base(3, house.position or "", 0))
    )
    header = header_of(export_files(entry, later, lines_of(house))["T8.jsonl"])
    assert "position" not in header, "newer rules have put another one in its place"


def test_a_fork_commits_to_its_position() -> None:
    house = fork_game(open_game("thrag", 1).play_on(4), CATALOGUE["thrag"].codec.dump)
    assert house.lines == [(0, forked_from_line("T7", 4, position_digest("forked", house.position or "")))]
