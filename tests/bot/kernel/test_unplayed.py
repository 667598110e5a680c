"""Unplayed tables are deleted in the end, and nothing else is."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import count

import pytest

from bot.features import FEATURES, HOOKS
from bot.features.deals.service import Deals
from bot.features.forks.service import Forks
from bot.features.tournaments.model import Form, TournamentSetup
from bot.features.tournaments.service import Tournaments
from bot.features.transfer.service import Transfer
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Opening, Person
from bot.kernel.session import Context, Session
from bot.kernel.tables.management import UNPLAYED
from bot.ops.location import DatabaseLocation
from bot.store import CannotWrite, Status, Store, Table, sql
from bot.store.migrations import migrate
from bot.store.upkeep import unplayed
from bot.ui.alarms.kinds import ALARMS
from tests.bot.samples import ANN, BEN, CLEO, HERE, THERE, Clock, click, trace
from tests.bot.traces import every_row
from tests.databases import raw

DUEL = Opening("thud", {}, 0, None)
SOLO = Opening("thrag", {}, None, None)


@pytest.fixture
def session(store: Store, clock: Clock) -> Session:
    """A session with a new secret for each table."""
    seeds = count(1)
    return Session.over(
        Context(store, CATALOGUE, clock, lambda: f"secret {next(seeds)}", features=FEATURES, alarms=ALARMS)
    )


async def lobby(session: Session) -> Table:
    return (await session.lobby.open(click(ANN), DUEL, trace())).table


async def solo(session: Session) -> Table:
    return (await session.lobby.open(click(ANN), SOLO, trace())).table


async def resign(session: Session, table: Table) -> Table:
    return (await session.play.move(click(ANN), table.id, "resign", trace())).table


async def close_table(session: Session, table: Table) -> Table:
    table = await session.tables.get(table.id)
    shown, _ = await session.management.close(click(ANN), table.id, table.status, trace())
    await shown_everywhere(session)
    return shown.table


async def shown_everywhere(session: Session) -> None:
    """Confirm every board: as long as one is not shown, its table stays."""
    for channel in (HERE, THERE):
        for one in await session.context.store.in_channel(channel, live_only=False, limit=100):
            if (row := await session.outbox.entry_of(one.id)) is not None:
                await session.outbox.drop(row)


async def after_weeks(session: Session, clock: Clock) -> tuple[int, ...]:
    """Return what is deleted once everything is old enough."""
    clock.now += UNPLAYED + 1
    return await session.management.remove_unplayed()


def rows_about(place: DatabaseLocation, table_id: int) -> set[str]:
    """Return the database tables with rows about a table."""
    return {
        name
        for name, row in every_row(place)
        if row.get("table_id") == table_id or (name == "tables" and row["id"] == table_id)
    }


async def test_a_lobby_that_was_closed_goes_after_weeks_with_all_that_belongs_to_it(
    session: Session, clock: Clock, place: DatabaseLocation
) -> None:
    table = await close_table(session, await lobby(session))
    clock.now += UNPLAYED - 1
    assert await session.management.remove_unplayed() == ()
    assert "seats" in rows_about(place, table.id)
    clock.now += 2
    assert await session.management.remove_unplayed() == (table.id,)
    assert rows_about(place, table.id) == set()
    assert await session.context.store.table(table.id) is None
    assert (await lobby(session)).id > table.id, "a code is never given twice"


async def test_it_waits_for_tables_that_are_being_opened(
    session: Session, clock: Clock, place: DatabaseLocation
) -> None:
    """One of them may be about it: its rematch, its fork, or a game that arrives again."""
    table = await close_table(session, await lobby(session))
    with raw(place) as other:
        other.execute("BEGIN IMMEDIATE" if isinstance(other, sqlite3.Connection) else "BEGIN")
        sql.lock_exclusively(other)
        with pytest.raises(CannotWrite) as refused:
            await after_weeks(session, clock)
        assert refused.value.why == "locked"
        other.execute("ROLLBACK")
    assert await session.management.remove_unplayed() == (table.id,)


async def test_the_file_of_a_game_that_arrived_and_was_not_played_goes_and_it_can_arrive_again(
    session: Session, clock: Clock, place: DatabaseLocation
) -> None:
    left = await solo(session)
    await session.service(Transfer).ask_to_move(click(ANN), left.id, None)
    _, files = await session.service(Transfer).export_game(click(ANN), left.id, trace())
    text = next(iter(files.values()))
    table = (await session.service(Transfer).import_game(click(ANN), text, trace())).table
    assert await session.context.store.servers.earlier(table.id) == text
    await close_table(session, table)
    assert await after_weeks(session, clock) == (table.id,)
    assert "stretches" not in {name for name, _ in every_row(place)}
    again = (await session.service(Transfer).import_game(click(ANN), text, trace())).table
    assert again.status is Status.PLAYING


async def test_what_was_played_or_is_known_elsewhere_stays(session: Session, clock: Clock) -> None:
    over = await resign(session, await solo(session))
    waiting = await lobby(session)
    deal = (await session.service(Deals).open_deal(click(BEN), SOLO, trace())).table
    await session.forget(BEN.id)  # which closes it
    away = await solo(session)
    await session.service(Transfer).ask_to_move(click(ANN), away.id, THERE)
    moved = (
        await session.service(Transfer).move_to_channel(
            click(ANN), away.id, click(ANN, channel=THERE), trace()
        )
    ).table
    parent = await solo(session)
    fork = (await session.service(Forks).fork(click(ANN), parent.id, None, trace())).table
    await close_table(session, parent)
    assert await after_weeks(session, clock) == ()
    for one in (over, waiting, deal, away, moved, parent, fork):
        assert await session.context.store.table(one.id) is not None
    await close_table(session, fork)
    assert await after_weeks(session, clock) == (fork.id,)
    assert await after_weeks(session, clock) == (parent.id,), "nothing goes on from it any more"


async def test_a_game_is_played_again_though_the_first_try_was_deleted(
    session: Session, clock: Clock
) -> None:
    table = await lobby(session)
    await session.lobby.sit(click(BEN), table.id, table.revision, trace())
    await resign(session, table)
    again = (await session.lobby.rematch(click(ANN), table.id, trace())).table
    await close_table(session, again)
    assert await after_weeks(session, clock) == (again.id,)
    assert (await session.lobby.rematch(click(ANN), table.id, trace())).table.id > again.id


async def test_a_tournament_that_never_began_goes_too(
    session: Session, clock: Clock, place: DatabaseLocation
) -> None:
    call = TournamentSetup("thud", Form.KNOCKOUT, 3, 3600)
    of = await session.service(Tournaments).open_tournament(click(ANN), call)
    await session.service(Tournaments).cancel(click(ANN), of.id)
    played = await session.service(Tournaments).open_tournament(click(BEN), call)
    for person in (ANN, CLEO):
        await session.service(Tournaments).join(click(person), played.id)
    await session.service(Tournaments).cancel(replace(click(Person(15, "Dan")), manages=True), played.id)
    await after_weeks(session, clock)
    await session.service(Tournaments).remove_unbegun()
    assert {row["id"] for name, row in every_row(place) if name == "tournaments"} == {played.id}
    assert {row["tournament_id"] for name, row in every_row(place) if name == "entrants"} == {played.id}


def test_all_that_belongs_to_a_table_is_deleted_with_it() -> None:
    """By the references of the schema: what is not deleted prevents the deletion of its table."""
    keeps = {"pairings", "results", "tables"}
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, HOOKS)
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        refer = {
            name
            for (name,) in names
            for row in connection.execute(f"PRAGMA foreign_key_list({name})")
            if row[2] == "tables"
        }
    assert refer - keeps <= {*unplayed.PARTS, *(name for part in HOOKS for name in part.tables)}
