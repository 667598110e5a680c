"""What can go wrong between the store and a server: connections that are lost, others who are in the way."""

# ruff: noqa: SLF001 - connections are lost from within

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.features import HOOKS
from bot.ops.location import Postgres, parse_location
from bot.store import CannotWrite, CommitUncertain, NewerSchema, NotADatabase, Status, Store, StoreError
from bot.store import postgres as on_server
from bot.store.errors import InUse
from bot.store.migrations import GENERATION
from bot.store.postgres import PostgresConnection, open_connection, to_postgres_sql
from bot.store.sql import SqlConnection
from bot.store.upkeep.copying import copied_tables
from bot.store.upkeep.hosted import check_there, check_unused, examine, renumber
from bot.store.upkeep.restored import STEP
from bot.store.upkeep.statistics import statistics_of
from tests.bot.store.samples import another, begun_table, move, new_table, turn
from tests.databases import columns_of, raw, rows_of, run_sql, tables_of, trace_statements
from tools.postgres import running_server, temporary_server


def writer(store: Store) -> PostgresConnection:
    assert isinstance(store.writer, PostgresConnection)
    return store.writer


def cut_connection(connection: PostgresConnection, ours: Postgres) -> None:
    """The server ends a connection."""
    assert connection._raw is not None
    rows_of(ours, f"SELECT pg_terminate_backend({connection._raw.info.backend_pid}, 5000)")


# Which databases are opened


async def test_an_empty_database_gets_all_that_a_file_has(empty: Postgres) -> None:
    store = await Store.open(empty, hooks=HOOKS)
    assert {name: set(columns_of(empty, name)) for name in tables_of(empty)} == {
        table.name: set(table.columns) for table in copied_tables(HOOKS)
    }
    assert rows_of(empty, "SELECT version FROM taproom") == [(GENERATION,)]
    indexes = rows_of(empty, "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()")
    assert {"tables_deal", "alarms_due", "seats_user"} <= {name for (name,) in indexes}
    await store.close()


async def test_several_processes_may_make_it_together(empty: Postgres) -> None:
    stores = await asyncio.gather(*(Store.open(empty, hooks=HOOKS) for _ in range(3)))
    await begun_table(stores[1], moves=1)
    for store in stores:
        await store.close()


async def test_a_strangers_database_is_refused_and_left_alone(empty: Postgres) -> None:
    with raw(empty) as stranger:
        stranger.execute("CREATE TABLE diary (day TEXT)")
    with pytest.raises(NotADatabase):
        await Store.open(empty, hooks=HOOKS)
    assert tables_of(empty) == ["diary"]
    with pytest.raises(NotADatabase):
        check_there(empty)


async def test_a_newer_schema_is_refused(ours: Postgres) -> None:
    with raw(ours) as other:
        other.execute("UPDATE taproom SET version = version + 3")
    with pytest.raises(NewerSchema, match="update the bot"):
        await Store.open(ours, hooks=HOOKS)


async def test_a_server_that_is_not_there_says_so_without_the_password(tmp_path: Path) -> None:
    nowhere = parse_location(f"postgresql://bot:secret@/taproom?host={tmp_path}&password=hidden")
    with pytest.raises(CannotWrite) as refused:
        await Store.open(nowhere, patience=0.1, hooks=HOOKS)
    assert refused.value.why == "lost"
    assert "secret" not in str(refused.value)
    assert "hidden" not in str(refused.value)
    assert "bot:***@" in str(nowhere)


async def test_nobody_opens_what_somebody_has_for_themselves(ours: Postgres) -> None:
    with open_connection(ours, alone=True), pytest.raises(InUse):
        await Store.open(ours, hooks=HOOKS)
    store = await Store.open(ours, hooks=HOOKS)
    with pytest.raises(InUse, match="stop the bot first"):
        check_unused(ours)
    await store.close()
    check_unused(ours)


# Connections that are lost


async def test_a_connection_that_was_lost_meanwhile_is_made_anew(ours: Postgres) -> None:
    async with another(ours) as store:
        table = await begun_table(store, moves=1)
        for connection in (writer(store), store.reader):
            assert isinstance(connection, PostgresConnection)
            cut_connection(connection, ours)
        store.forget()
        assert await store.table(table.id) == table
        assert (await store.save(move(table, 7))).revision == 2


@pytest.mark.parametrize("statement", ["SELECT id", "UPDATE tables", "INSERT INTO interactions"])
async def test_what_is_lost_in_the_middle_is_carried_out_again(ours: Postgres, statement: str) -> None:
    async with another(ours) as store:
        table = await begun_table(store, moves=1)
        once = [statement]

        def lose(sql: str) -> None:
            if once and sql.startswith(statement):
                once.pop()
                cut_connection(writer(store), ours)

        await trace_statements(writer(store), lose)
        after = await store.save(move(table, 7))
        assert (after.revision, len(await store.log(table.id))) == (2, 2)
        assert not once


class LosingConnection:
    """A connection that is lost with COMMIT: before it has arrived, or before the answer has."""

    def __init__(self, inner: psycopg.Connection, *, arrives: bool) -> None:
        self._execute = inner.execute
        self._inner = inner
        self._arrives = arrives

    def execute(self, query: Any, *values: Any, **how: Any) -> Any:
        if query != "COMMIT":
            return self._execute(query, *values, **how)
        if self._arrives:
            self._execute(query)
        self._inner.close()
        raise psycopg.OperationalError("the connection was lost")


async def losing_commit(store: Store, *, arrives: bool) -> None:
    inner = writer(store)._raw
    assert inner is not None
    inner.execute = LosingConnection(inner, arrives=arrives).execute  # type: ignore[method-assign]


@pytest.mark.parametrize("arrives", [True, False])
async def test_what_came_of_a_save_whose_end_was_not_heard_is_found_out(
    ours: Postgres, arrives: bool
) -> None:
    """Saved once, whichever way it went: also what could be done twice, such as a new alarm."""
    async with another(ours) as store:
        table = await begun_table(store, moves=1)
        await losing_commit(store, arrives=arrives)
        after = await store.save(move(table, 7))
        assert (after.revision, len(await store.log(table.id))) == (2, 2)
        await losing_commit(store, arrives=arrives)
        await run_sql(store, "INSERT INTO blocked (id, at) SELECT count(*) + 1, 1.0 FROM blocked")
        assert await store.servers.block_list() == {1: 1.0}


async def test_where_nobody_can_be_asked_it_is_told_that_it_is_not_known(
    ours: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with another(ours) as store:
        table = await begun_table(store, moves=1)
        await losing_commit(store, arrives=True)

        def refuse_connection(*_: object, **__: object) -> None:
            raise psycopg.OperationalError("no route to the server")

        with monkeypatch.context() as away:
            away.setattr(on_server, "connect", refuse_connection)
            with pytest.raises(CommitUncertain, match="may be saved or not"):
                await store.save(move(table, 7))
        current = await store.table(table.id)
        assert current is not None
        assert current.revision == 2, "once the server is back, what it says is true"


async def test_a_server_that_is_started_anew_is_waited_for() -> None:
    with temporary_server() as url:
        ours = Postgres(url)
        folder = Path(url.split("host=")[1])
        store = await Store.open(ours, patience=30.0, hooks=HOOKS)
        table = await begun_table(store, moves=1)
        with raw(ours) as other:
            pid = other.execute("SELECT pg_postmaster_start_time()").fetchone()
        saving = []
        stop = (folder / "data" / "postmaster.pid").read_text().split()[0]
        os.kill(int(stop), signal.SIGINT)
        saving.append(asyncio.create_task(store.save(move(table, 7))))
        await asyncio.sleep(0.3)
        with running_server(folder):
            after = await saving[0]
            assert after.revision == 2
            with raw(ours) as other:
                assert other.execute("SELECT pg_postmaster_start_time()").fetchone() != pid
            await store.close()


# Others who are in the way


async def test_of_two_who_wait_for_each_other_one_is_carried_out_again(ours: Postgres) -> None:
    async with another(ours) as one, another(ours) as other:
        for store in (one, other):
            writer(store)._patience = 10.0
        await one.set_note("a", "0")
        await one.set_note("b", "0")
        met = asyncio.Barrier(2)
        loop = asyncio.get_running_loop()

        def crossing(first: str, second: str) -> Any:
            tries: list[int] = []

            def work(connection: SqlConnection) -> int:
                tries.append(1)
                mark = "UPDATE notes SET value = value || 'x' WHERE key = ?"
                connection.execute("SELECT set_config('lock_timeout', '10s', true)")
                connection.execute(mark, (first,))
                if len(tries) == 1:
                    asyncio.run_coroutine_threadsafe(met.wait(), loop).result(10)
                connection.execute(mark, (second,))
                return len(tries)

            return work

        tries = await asyncio.gather(
            one.writer.write(crossing("a", "b")), other.writer.write(crossing("b", "a"))
        )
        assert sorted(tries) == [1, 2]
        assert (await one.note("a"), await one.note("b")) == ("0xx", "0xx")


async def test_an_interaction_that_comes_to_two_processes_at_once_is_saved_once(ours: Postgres) -> None:
    async with another(ours) as one, another(ours) as other:
        table = await begun_table(one, moves=1)
        change = move(table, 7)
        found = await asyncio.gather(one.save(change), other.save(change), return_exceptions=True)
        assert sum(isinstance(result, StoreError) for result in found) == 1
        assert len(await one.log(table.id)) == 2


async def test_somebody_else_who_does_not_stop_is_waited_for_and_then_named(ours: Postgres) -> None:
    async with another(ours) as store:
        table = await begun_table(store, moves=1)
        with raw(ours) as other:
            other.execute("BEGIN")
            other.execute("SELECT 1 FROM tables WHERE id = ? FOR UPDATE", (table.id,))
            with pytest.raises(CannotWrite) as refused:
                await store.save(move(table, 7))
            assert refused.value.why == "locked"
            other.execute("ROLLBACK")
        assert (await store.save(move(table, 7))).revision == 2


async def test_a_server_that_takes_no_changes_says_so(ours: Postgres) -> None:
    async with another(ours) as store:
        table = await begun_table(store, moves=1)
        await writer(store)._run_in_thread(
            lambda: writer(store)._raw.execute("SET default_transaction_read_only = on")  # type: ignore[union-attr]
        )
        with pytest.raises(CannotWrite) as refused:
            await store.save(move(table, 7))
        assert refused.value.why == "readonly"


async def test_a_letter_that_no_server_takes_is_a_failure_and_nothing_else(ours: Postgres) -> None:
    async with another(ours) as store:
        with pytest.raises(StoreError):
            await store.set_note("a", "\0")
        await store.set_note("a", "b")


async def test_saves_wait_for_the_disk_even_where_the_server_does_not(ours: Postgres) -> None:
    with raw(ours) as other:
        other.execute(f'ALTER DATABASE "{ours.name}" SET synchronous_commit = off')
    async with another(ours) as store:
        assert await run_sql(store, "SELECT current_setting('synchronous_commit')") == [("on",)]


# What a host asks


async def test_what_a_host_is_told(ours: Postgres) -> None:
    async with another(ours) as store:
        await begun_table(store, moves=2)
        await store.create(new_table(), 5)
        await store.schedule.note_alive(1_700_000_000.25, 150.0)
        found = statistics_of(ours)
        assert (found.open, found.playing, found.past, found.alive) == (1, 1, 0, 1_700_000_000.25)
        assert found.size > 100_000
        assert examine(ours) == (2, 2)


async def test_after_a_backup_was_put_back_no_number_comes_twice(ours: Postgres) -> None:
    async with another(ours) as store:
        table = await begun_table(store, moves=1)
        over = await store.save(turn(await begun_table(store, moves=1), Status.OVER, 9))
        store.outbox.confirm(table)
    renumber(ours, HOOKS, 0.0)
    async with another(ours) as store:
        again = await store.table(table.id)
        assert again is not None
        assert again == replace(table, revision=table.revision + STEP, turn=table.turn + STEP)
        assert [row.table_id for row in await store.outbox.unshown()] == [table.id, over.id]
        assert (await store.create(new_table(), 77)).id == 1001


# How statements are told


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("SELECT a FROM b WHERE c = ? AND d LIKE '%'", "SELECT a FROM b WHERE c = %s AND d LIKE '%%'"),
        ("UPDATE a SET b = :c WHERE d = e::text", "UPDATE a SET b = %(c)s WHERE d = e::text"),
        (
            "CREATE TABLE a (b INTEGER PRIMARY KEY, c BLOB, d REAL) STRICT, WITHOUT ROWID",
            "CREATE TABLE a (b BIGINT PRIMARY KEY, c BYTEA, d DOUBLE PRECISION)",
        ),
        ("ALTER TABLE a ADD COLUMN b TEXT", 'ALTER TABLE a ADD COLUMN b TEXT COLLATE "C"'),
    ],
)
def test_a_statement_is_told_to_postgresql(ours: str, theirs: str) -> None:
    assert to_postgres_sql(ours) == theirs
