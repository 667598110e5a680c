"""Export and deletion of personal data: wholly or not at all."""

from __future__ import annotations

import signal
import sqlite3
import sys
from asyncio.subprocess import create_subprocess_exec
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features import HOOKS
from bot.features.history.storage import LastSeen, LastSeenStorage
from bot.features.ladders.storage import LadderStorage
from bot.features.lessons.model import Progress
from bot.features.lessons.storage import LessonStorage
from bot.features.matchmaking.model import OpponentSearch, Pace
from bot.features.matchmaking.storage import SearchStorage
from bot.features.orders.storage import OrderStorage
from bot.features.people.service import DIGEST
from bot.features.plans.model import Plan
from bot.features.plans.storage import PLAN, PlanStorage
from bot.features.prepared.model import PreparedAnswer
from bot.features.prepared.storage import PreparedStorage
from bot.features.puzzles.model import Attempts
from bot.features.puzzles.storage import PuzzleStorage
from bot.features.tournaments.model import Entrant, Form, Tournament, TournamentSetup
from bot.features.tournaments.storage import TournamentStorage
from bot.features.transfer.storage import PendingTransfer, TransferStorage
from bot.features.undo.storage import UndoOffer, UndoStorage
from bot.features.votes.model import Vote
from bot.features.votes.storage import VoteStorage
from bot.ops.location import DatabaseLocation
from bot.store import (
    HOUSE,
    NAMELESS,
    Board,
    Change,
    Habits,
    Kind,
    NewAlarm,
    Player,
    Record,
    Result,
    SeatClock,
    StaleRevision,
    Status,
    Store,
    StoreError,
    Table,
    TimeChange,
    is_nameless,
    nameless_id,
    nudge_detail,
    nudged_by,
)
from bot.store.persons import PersonalData
from tests.bot.parts import PARTS
from tests.bot.store.cluster.processes import ROOT
from tests.bot.store.samples import TERMS, move, new_table
from tests.bot.traces import bytes_with, every_row, snapshot, traces, values_in
from tests.databases import address, columns_of, failing, run_sql, tables_of

ME, NAME = 987_654_321_987_654_321, "Zarathustra"
BERT = Player(1, 876_543_210_876_543_210, "Bertholdine", salt="clover")
MINE = Player(0, ME, NAME, salt="blue")

PERSONAL = {
    "alarms.detail",
    "alarms.user_id",
    "ask_votes.user_id",
    "asks.user_id",
    "authors.user_id",
    "avoided.other_id",
    "avoided.user_id",
    "departures.user_id",
    "entrants.name",
    "entrants.user_id",
    "guests.name",
    "guests.user_id",
    "lessons.user_id",
    "lines.user_id",
    "looks.user_id",
    "mirrors.user_id",
    "offers.user_id",
    "orders.user_id",
    "people.known_as",
    "people.user_id",
    "plan_votes.user_id",
    "plans.name",
    "plans.user_id",
    "prepared.user_id",
    "puzzles.user_id",
    "results.name",
    "results.user_id",
    "searches.name",
    "searches.user_id",
    "seats.name",
    "seats.substitute",
    "seats.substitute_name",
    "seats.user_id",
    "tables.host_id",
    "tournaments.host_id",
    "tournaments.host_name",
    "trophies.user_id",
    "web_epochs.user_id",
}
"""Every column that can identify a person."""

_SUSPICIOUS = ("user", "name", "person", "host", "player", "substitute", "member", "author", "owner", "_by")


async def a_life(store: Store) -> tuple[Table, Table, Table]:
    """Make one of everything about `ME`: a finished game, a running one, and one where they substitute."""
    over = await store.create(replace(new_table(players=(MINE, BERT)), host_id=ME), 1)
    over = await store.save(move(over, 2, user_id=ME))
    ended = replace(
        move(over, 3, user_id=ME), status=Status.OVER, records=(record(over.id, MINE), record(over.id, BERT))
    )
    over = await store.save(ended)
    running = await store.create(
        replace(
            new_table(players=(MINE, BERT)),
            host_id=ME,
            terms=replace(TERMS, clock=60, day="2026-06-01"),
        ),
        4,
    )
    clocks = (SeatClock(0, 5.0, since=1.0), SeatClock(1, 6.0))
    running = await store.save(replace(move(running, 5, user_id=ME), clocks=clocks))
    helped = await store.create(
        replace(new_table(players=(replace(BERT, seat=0), other(1))), host_id=BERT.user_id), 6
    )
    lent = (replace(BERT, seat=0, substitute=ME, substitute_name=NAME), other(1))
    helped = await store.save(move(helped, 7, players=lent, user_id=ME))
    await store.schedule.save(
        TimeChange(
            habits=Habits(ME, "Europe/Berlin", remind="never", language="de", known_as=NAME),
            alarms=(
                NewAlarm(DIGEST, 9.0, user_id=ME),
                NewAlarm(Kind.NUDGE, 8.0, running.id, BERT.user_id, 1, nudge_detail(ME, NAME)),
                NewAlarm(Kind.UP, 7.0, running.id, turn=1, detail="0"),
            ),
        )
    )
    await UndoStorage(store).set_offer(UndoOffer(over.id, 3, ME, 0, 1, (), 4.0))
    await UndoStorage(store).set_offer(UndoOffer(running.id, 1, BERT.user_id, 1, 0, (0,), 4.0, Board(5, 77)))
    await TransferStorage(store).save_transfer(PendingTransfer(over.id, ME, 66, (0, 1), 4.0))
    await TransferStorage(store).save_transfer(PendingTransfer(running.id, BERT.user_id, 66, (0, 1), 4.0))
    await LessonStorage(store).save(ME, "thud", Progress(2, ("dE2-E10",)))
    await LessonStorage(store).save(BERT.user_id, "thud", Progress(1))
    await LastSeenStorage(store).save(
        {(running.id, user_id): LastSeen(1, 4.0) for user_id in (ME, BERT.user_id)}
    )
    for user_id, seat in ((ME, 0), (BERT.user_id, 1)):
        mine = PreparedAnswer(user_id, 5, seat, running.plies, ((1 - seat, "TG7-F7"),), "dG2-G1")
        await PreparedStorage(store).enter(running.id, mine)
    for user_id in (ME, BERT.user_id):
        await PuzzleStorage(store).change(user_id, "thud", Attempts(), Attempts("2026-11-26", 2, found=True))
    draft = Plan(running.id, running.turn, 0, ME, "{}", ("dE2-E10",), 4.0, name=NAME)
    await PlanStorage(store).begin_draft(draft)
    theirs_too = Plan(running.id, running.turn, 0, BERT.user_id, "{}", ("dE2-E9",), 4.0)
    shared = await PlanStorage(store).share(theirs_too, 9_001)
    assert shared is not None
    for user_id in (ME, BERT.user_id):
        await PlanStorage(store).toggle_like(shared, user_id, 5.0)
    await VoteStorage(store).begin(
        Vote(running.id, 1, running.turn, running.plies, 0, ME, "{}", ("dE2-E10",), 4.0, 9.0), None
    )
    theirs = Vote(helped.id, 1, helped.turn, helped.plies, 0, BERT.user_id, "{}", ("dE2-E10",), 4.0, 9.0)
    await VoteStorage(store).begin(theirs, None)
    for user_id in (ME, BERT.user_id):
        await VoteStorage(store).cast_vote(theirs, user_id, 0, 5.0)
    await OrderStorage(store).set_order(ME, "ploc.end", given=True)
    await among_others(store, over)
    return over, running, helped


async def among_others(store: Store, over: Table) -> None:
    """Add a search for an opponent, a second board, and a tournament by `ME`."""
    for one, him in ((MINE, BERT), (BERT, MINE)):
        search = OpponentSearch(one.user_id, "ploc", 3, one.name, "en", Pace.DAY, True, True, 4.0, 9.0)  # noqa: FBT003
        await SearchStorage(store).begin(search)
        await SearchStorage(store).add_avoided(one.user_id, him.user_id, 4.0)
    await run_sql(
        store,
        "INSERT INTO mirrors (table_id, user_id, channel_id, language, revision, turn, due)"
        " VALUES (?, ?, 66, 'en', -1, -1, 0)",
        (over.id, ME),
    )
    await TournamentStorage(store).create(held_tournament(), 8)
    await LadderStorage(store).award(5, "2026-11", [("thud", ME), ("ploc", BERT.user_id)])
    await store.visits.log_out(ME)


def held_tournament() -> Tournament:
    """Return a tournament by `ME`, which Bert has joined."""
    return Tournament(
        id=0,
        setup=TournamentSetup("thud", Form.KNOCKOUT, 4, 60, threads=False),
        guild_id=3,
        channel_id=5,
        host_id=ME,
        host_name=NAME,
        status=Status.OPEN,
        seed="secret",
        language="en",
        at=4.0,
        changed_at=4.0,
        entrants=(Entrant(1, ME, NAME), Entrant(2, BERT.user_id, BERT.name)),
    )


def other(seat: int) -> Player:
    return Player(seat, 765_432_109_765_432_109, "Chlodwig")


def record(table_id: int, player: Player) -> Record:
    return Record(
        table_id,
        player.seat,
        player.user_id,
        player.name,
        "thud",
        3,
        5,
        Result.DRAWN,
        0,
        2,
        2,
        1.0,
        2.0,
        counts=True,
    )


def left_by(table: Table, *players: Player) -> Change:
    """Return a change of the players, without a move."""
    return replace(
        move(table, 0),
        interaction=None,
        line=None,
        players=players,
        head=table.head,
        state=table.state,
        counter=table.counter,
    )


def without_me(running: Table, helped: Table) -> tuple[Change, ...]:
    """Return the changes of the two running games."""
    nameless = Player(0, nameless_id(running.id, 0), NAMELESS, substitute=HOUSE)
    lent = replace(BERT, seat=0, substitute=HOUSE)
    return left_by(running, nameless, BERT), left_by(helped, lent, other(1))


async def erase_me(store: Store) -> tuple[Table, Table, Table]:
    """Return the tables after `ME` was forgotten."""
    over, running, helped = await a_life(store)
    assert await store.erase(ME, without_me(running, helped)) == (over.id, running.id, helped.id)
    stored = [await store.table(table.id) for table in (over, running, helped)]
    assert None not in stored
    return stored[0], stored[1], stored[2]  # type: ignore[return-value]


def strings(kept: PersonalData) -> set[str]:
    """Return all stored data as text."""
    rows = [row for part in kept.values() for row in part]
    return {str(inner) for row in rows for value in row.values() for inner in values_in(value)}


# Export


async def test_nothing_is_kept_about_a_stranger(store: Store) -> None:
    await a_life(store)
    assert await store.data_of(1) == dict.fromkeys(PARTS, ())


async def test_a_life_has_something_in_every_part(store: Store) -> None:
    await a_life(store)
    await store.servers.block(ME, 4.0)
    kept = await store.data_of(ME)
    counts = {part: len(rows) for part, rows in kept.items()}
    twice = {"seats": 2, "opened": 2, "moves": 4}
    agreed = {"agreements": 2, "alarms": 2}
    assert counts == dict.fromkeys(PARTS, 1) | twice | agreed


async def test_what_is_kept_is_told_as_it_is(store: Store) -> None:
    over, running, helped = await a_life(store)
    kept = await store.data_of(ME)
    assert [(row["table"], row["ply"], row["action"]) for row in kept["moves"]] == [
        (over.code, 1, "dE2-E10"),
        (over.code, 2, "dE2-E10"),
        (running.code, 1, "dE2-E10"),
        (helped.code, 1, "dE2-E10"),
    ]
    assert [(row["table"], row["name"], row["salt"]) for row in kept["seats"]] == [
        (over.code, NAME, "blue"),
        (running.code, NAME, "blue"),
    ]
    assert kept["settings"][0]["zone"] == "Europe/Berlin"
    assert kept["clocks"][0]["bank"] == 5.0
    assert kept["guest"] == ({"table": helped.code, "game": "thud", "name": NAME},)
    assert kept["substitutions"] == ({"table": helped.code, "game": "thud", "seat": 0, "name": NAME},)
    assert kept["deals"] == (
        {"table": running.code, "game": "thud", "day": "2026-06-01", "status": "playing"},
    )
    assert kept["results"][0]["result"] == "drawn"
    assert [(row["kind"], row["due"]) for row in kept["alarms"]] == [
        ("digest", 9.0),
        ("vote", 9.0),
    ]
    assert [row["what"] for row in kept["agreements"]] == ["departure", "departure"]


async def test_nothing_of_others_is_told_and_no_secret(store: Store) -> None:
    _, running, _ = await a_life(store)
    text = strings(await store.data_of(ME))
    for one in (BERT, other(1)):
        assert not {str(one.user_id), one.name, one.salt or "-"} & text
    assert not {running.seed, running.state, running.head} & text


# Forgetting


async def test_every_column_that_may_tell_of_people_is_known(store: Store, place: DatabaseLocation) -> None:
    await a_life(store)
    assert set(traces(place, ME, NAME)) == PERSONAL
    columns = {f"{table}.{column}" for table in tables_of(place) for column in columns_of(place, table)}
    columns -= {"entrants.tournament_id", "pairings.tournament_id"}  # that word contains a name
    named = {column for column in columns if any(part in column.split(".")[1] for part in _SUSPICIOUS)}
    assert named <= PERSONAL, "a new column: is it forgotten, and told by /me data?"


async def test_afterwards_nothing_anywhere_tells_of_them(store: Store, place: DatabaseLocation) -> None:
    await erase_me(store)
    assert traces(place, ME, NAME) == []
    assert await store.data_of(ME) == dict.fromkeys(PARTS, ())


async def test_a_block_is_all_that_stays_or_it_would_end_with_a_command(
    store: Store, place: DatabaseLocation
) -> None:
    await store.servers.block(ME, 4.0)
    await erase_me(store)
    assert traces(place, ME, NAME) == ["blocked.id"]
    assert await store.servers.block_list() == {ME: 4.0}


async def test_the_seats_stay_and_become_nameless(store: Store) -> None:
    over, running, helped = await erase_me(store)
    assert over.players == (Player(0, nameless_id(over.id, 0), NAMELESS), BERT)
    assert (over.revision, over.head) == (2, over.head), "what is over was not changed"
    assert running.players == (Player(0, nameless_id(running.id, 0), NAMELESS, substitute=HOUSE), BERT)
    assert helped.players == (replace(BERT, seat=0, substitute=HOUSE), other(1))


async def test_no_two_tables_show_that_it_was_the_same_person(store: Store, place: DatabaseLocation) -> None:
    await erase_me(store)
    by_table: dict[int, set[int]] = {}
    for table, row in every_row(place):
        of = row.get("table_id", row.get("id"))
        for column in ("user_id", "host_id"):
            if is_nameless(row.get(column)):
                assert isinstance(of, int), f"{table} has no table"
                by_table.setdefault(of, set()).add(row[column])
    assert sorted(by_table) == [1, 2, 3]
    every = [found for ids in by_table.values() for found in ids]
    assert len(every) == len(set(every))


async def test_lines_stay_with_their_seat_and_a_substitutes_become_nameless(store: Store) -> None:
    over, _, helped = await erase_me(store)
    assert {line.user_id for line in await store.log(over.id)} == {over.players[0].user_id}
    (line,) = await store.log(helped.id)
    assert is_nameless(line.user_id)
    assert line.user_id not in {nameless_id(helped.id, seat) for seat in range(6)}
    assert await store.guests(helped.id) == {}


async def test_what_others_have_stays(store: Store, place: DatabaseLocation) -> None:
    over, _, _ = await a_life(store)
    before = snapshot(place)
    _, running, helped = [await store.table(number) for number in (1, 2, 3)]
    assert running is not None
    assert helped is not None
    await store.erase(ME, without_me(running, helped))
    theirs = {BERT.user_id, other(1).user_id}

    def of_others(rows: list[tuple[str, dict[str, object]]]) -> list[tuple[str, dict[str, object]]]:
        mine = ("tables", "alarms", "avoided", "departures", "offers")
        return [(table, row) for table, row in rows if table not in mine and row.get("user_id") in theirs]

    lent = {"substitute": HOUSE, "substitute_name": ""}
    expected = [
        (table, row | lent if row.get("substitute") == ME else row) for table, row in of_others(before)
    ]
    assert of_others(snapshot(place)) == expected
    assert (await store.schedule.results_of_user(BERT.user_id)) == (record(over.id, BERT),)


async def test_others_questions_stay_but_the_seat_has_agreed_to_none(store: Store) -> None:
    over, running, _ = await erase_me(store)
    assert await TransferStorage(store).pending_transfer(over.id) is None
    assert await UndoStorage(store).last_offer(over.id) is None
    departure = await TransferStorage(store).pending_transfer(running.id)
    assert departure is not None
    assert (departure.user_id, departure.agreed) == (BERT.user_id, (1,))


async def test_a_pending_nudge_loses_its_name(store: Store) -> None:
    _, running, _ = await erase_me(store)
    alarms = [one for one in await store.schedule.of_table(running.id) if one.kind != PLAN]
    assert [(alarm.kind, alarm.detail) for alarm in alarms] == [(Kind.UP, "0"), (Kind.NUDGE, NAMELESS)]


async def test_of_two_people_of_one_name_a_nudge_is_that_of_who_asks(store: Store) -> None:
    twin, third = Player(1, BERT.user_id, NAME), Player(2, 33, "Cleopatra")
    table = await store.create(replace(new_table(players=(MINE, twin, third)), host_id=ME), 1)
    table = await store.save(move(table, 2))
    nudges = (
        NewAlarm(Kind.NUDGE, 8.0, table.id, third.user_id, 1, nudge_detail(ME, NAME)),
        NewAlarm(Kind.NUDGE, 9.0, table.id, third.user_id, 1, NAME),  # as an older version stored it
    )
    await store.schedule.save(TimeChange(alarms=nudges))
    due = {user: [row["due"] for row in (await store.data_of(user))["nudges"]] for user in (ME, BERT.user_id)}
    assert due == {ME: [8.0], BERT.user_id: []}
    assert (await store.data_of(ME))["nudges"][0]["name"] == NAME
    nameless = Player(1, nameless_id(table.id, 1), NAMELESS)
    await store.erase(twin.user_id, (left_by(table, MINE, nameless, third),))
    kept = [nudged_by(one.detail) for one in await store.schedule.of_table(table.id)]
    assert kept == [(ME, NAME), (None, NAMELESS)], "one without an id may be theirs"


async def test_who_had_the_seat_before_is_not_taken_for_who_has_it_now(store: Store) -> None:
    _, running, _ = await erase_me(store)
    later = Player(0, ME, NAME)
    taken = await store.save(replace(left_by(running, later, BERT), interaction=50))
    taken = await store.save(move(taken, 51, user_id=ME))
    nameless = Player(0, nameless_id(running.id, 0), NAMELESS)
    await store.erase(ME, (left_by(taken, nameless, BERT),))
    first, second = [line.user_id for line in await store.log(running.id)]
    assert first == nameless.user_id
    assert is_nameless(second)
    assert second != first


# All or nothing


async def test_the_memory_forgets_too(store: Store) -> None:
    _, running, helped = await a_life(store)
    await store.schedule.habits(ME)
    await store.erase(ME, without_me(running, helped))
    assert await store.schedule.habits(ME) == Habits(ME)
    assert ME not in store.servers.people_speak
    for number in (1, 2, 3):
        table = await store.table(number)
        assert table is not None
        assert all(ME not in (one.user_id, one.substitute) for one in table.players)


async def test_a_table_that_has_changed_meanwhile_stops_it(store: Store, place: DatabaseLocation) -> None:
    _, running, helped = await a_life(store)
    changes = without_me(running, helped)
    await store.save(move(running, 90, user_id=ME))
    before = snapshot(place)
    with pytest.raises(StaleRevision):
        await store.erase(ME, changes)
    assert snapshot(place) == before


async def test_a_table_that_has_come_meanwhile_stops_it(store: Store, place: DatabaseLocation) -> None:
    _, running, helped = await a_life(store)
    await store.create(replace(new_table(players=(MINE,)), host_id=ME), 91)
    before = snapshot(place)
    with pytest.raises(StaleRevision):
        await store.erase(ME, without_me(running, helped))
    assert snapshot(place) == before


async def test_a_failure_at_its_very_end_changes_nothing(store: Store, place: DatabaseLocation) -> None:
    _, running, helped = await a_life(store)
    before = snapshot(place)
    with failing(place, "DELETE", "people"), pytest.raises(StoreError):
        await store.erase(ME, without_me(running, helped))
    assert snapshot(place) == before
    await store.erase(ME, without_me(running, helped))
    assert traces(place, ME, NAME) == []


@pytest.mark.parametrize(
    "statement", [13, *(pytest.param(one, marks=pytest.mark.slow) for one in (1, 2, 6, 21, 29, 34))]
)
async def test_killed_in_the_middle_nothing_has_happened(place: DatabaseLocation, statement: int) -> None:
    store = await Store.open(place, hooks=HOOKS)
    await a_life(store)
    await store.close()
    before = snapshot(place)
    child = await create_subprocess_exec(
        sys.executable, "-m", "tests.bot.store.eraser", address(place), str(statement), cwd=ROOT
    )
    assert await child.wait() == -signal.SIGKILL
    assert snapshot(place) == before


@pytest.mark.slow
async def test_killed_after_all_its_statements_it_has_happened(place: DatabaseLocation) -> None:
    store = await Store.open(place, hooks=HOOKS)
    await a_life(store)
    await store.close()
    child = await create_subprocess_exec(
        sys.executable, "-m", "tests.bot.store.eraser", address(place), "1000", cwd=ROOT
    )
    assert await child.wait() == 0
    assert traces(place, ME, NAME) == []


# The files


async def test_the_bytes_of_the_files_do_not_tell_of_them_either(store: Store, path: Path) -> None:
    _, running, helped = await a_life(store)
    for number in range(200):
        rows = [f"{NAME} {number}" * (1 + number % 7)] * 3
        await store.set_note(f"note {number % 9}", "".join(rows))  # pages fill up, split and empty again
    for number in range(9):
        await store.set_note(f"note {number}", "")
    await store.close()
    store = await Store.open(path, hooks=HOOKS)
    assert bytes_with(path, ME, NAME)
    await store.erase(ME, without_me(running, helped))
    assert await store.scrub()
    assert bytes_with(path, ME, NAME) == []
    await store.close()


async def test_a_log_that_is_being_read_is_emptied_later(store: Store, path: Path) -> None:
    _, running, helped = await a_life(store)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM tables").fetchone()
        await store.erase(ME, without_me(running, helped))
        assert not await store.scrub()
        reader.execute("COMMIT")
    assert await store.scrub()
    assert bytes_with(path, ME, NAME) == []


async def test_a_file_of_a_database_that_did_not_overwrite_is_written_anew(path: Path) -> None:
    store = await Store.open(path, hooks=HOOKS)
    _, running, helped = await a_life(store)
    await store.close()
    with closing(sqlite3.connect(path)) as careless:
        careless.execute("PRAGMA secure_delete = OFF")
        careless.executemany("INSERT INTO notes VALUES (?, ?)", [(f"n{n}", NAME * 50) for n in range(200)])
        careless.commit()
        careless.execute("DELETE FROM notes")
        careless.commit()
    store = await Store.open(path, hooks=HOOKS)
    await store.erase(ME, without_me(running, helped))
    await store.scrub()
    assert bytes_with(path, ME, NAME), "its gaps are as they were left"
    await store.compact()
    await store.scrub()
    assert bytes_with(path, ME, NAME) == []
    assert await store.table(3) is not None
    await store.close()
