"""A newer process beside older ones: they go on where they can, and save nothing where they cannot."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.features import HOOKS
from bot.ops.location import Postgres
from bot.store import NewerSchema, OlderSchema, OutdatedProgram, Store, StoreError, migrations
from bot.store import postgres as on_server
from bot.store.migrations import GENERATION
from bot.store.postgres import PostgresConnection
from bot.store.schema import KERNEL
from bot.store.upkeep.copying import copy
from bot.store.upkeep.hosted import running_processes
from tests.bot.store.numbered import make_numbered
from tests.bot.store.samples import another, begun_table, move
from tests.databases import raw, rows_of, tables_of

ADD_COLOUR = "ALTER TABLE tables ADD COLUMN colour TEXT"
RENAME_SEED = "ALTER TABLE tables RENAME COLUMN seed TO secret"


@contextmanager
def newer(monkeypatch: pytest.MonkeyPatch, step: str, generation: int = GENERATION) -> Iterator[None]:
    """Whoever opens a store within it is a program with one step more."""
    with monkeypatch.context() as patched:
        patched.setattr(migrations, "KERNEL", replace(KERNEL, steps=(*KERNEL.steps, step)))
        for module in (migrations, on_server):
            patched.setattr(module, "GENERATION", generation)
        yield


async def migrate(place: Postgres) -> None:
    """A newer program brings the database to its schema, and ends."""
    connection = await PostgresConnection.open(place, 5.0, shaping=HOOKS)
    await connection.close()


async def test_what_only_adds_lets_older_processes_go_on_and_come_back(
    ours: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with another(ours) as store:
        table = await begun_table(store, moves=1)
        with newer(monkeypatch, ADD_COLOUR):
            await migrate(ours)
        table = await store.save(move(table, 7))
        store.forget()
        assert await store.table(table.id) == table
    async with another(ours) as store:
        assert (await store.save(move(table, 8))).revision == 3
    assert rows_of(ours, "SELECT version FROM schemas WHERE owner = 'kernel'") == [(KERNEL.version + 1,)]
    assert rows_of(ours, "SELECT version FROM taproom") == [(GENERATION,)]


async def test_what_older_ones_cannot_use_refuses_all_they_save_and_is_said_once(
    ours: Postgres, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with another(ours) as store:
        table = await begun_table(store, moves=1)
        with newer(monkeypatch, RENAME_SEED, GENERATION + 1):
            await migrate(ours)
        before = rows_of(ours, "SELECT * FROM tables"), rows_of(ours, "SELECT * FROM lines")
        caplog.clear()
        for number in range(3):
            with pytest.raises(OutdatedProgram, match="update it"):
                await store.save(move(table, 7 + number))
            with pytest.raises(OutdatedProgram):
                await store.set_note("a", "b")
        assert (rows_of(ours, "SELECT * FROM tables"), rows_of(ours, "SELECT * FROM lines")) == before
        assert [record.levelno for record in caplog.records] == [logging.ERROR]
        store.forget()
        with pytest.raises(OutdatedProgram):
            await store.table(table.id)
    with pytest.raises(NewerSchema, match="update the bot"):
        await Store.open(ours, hooks=HOOKS)


async def test_it_is_the_database_that_refuses_and_not_the_program(
    ours: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    with raw(ours) as of_old:
        of_old.execute("INSERT INTO writers (done, schema) VALUES (0, ?)", (GENERATION,))
        saved = "UPDATE writers SET done = done + 1"
        of_old.execute(saved)
        with newer(monkeypatch, RENAME_SEED, GENERATION + 1):
            await migrate(ours)
        with pytest.raises(Exception, match="speaks_the_schema"):
            of_old.execute(saved)
        with pytest.raises(Exception, match="speaks_the_schema"):
            of_old.execute("INSERT INTO writers (done, schema) VALUES (0, ?)", (GENERATION,))


async def test_what_is_being_saved_is_saved_before_the_schema_changes(
    ours: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with another(ours) as store:
        await store.set_note("a", "0")
        loop, begun_, go_on = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()

        def slow(connection: Any) -> None:
            connection.execute("UPDATE notes SET value = 'saved' WHERE key = 'a'")
            loop.call_soon_threadsafe(begun_.set)
            asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result(10)

        saving = asyncio.create_task(store.writer.write(slow))
        await begun_.wait()
        with newer(monkeypatch, RENAME_SEED, GENERATION + 1):
            changing = asyncio.create_task(migrate(ours))
            while not rows_of(ours, "SELECT 1 FROM pg_locks WHERE NOT granted"):
                assert not changing.done()
                await asyncio.sleep(0.01)
            go_on.set()
            await saving
            await changing
        assert rows_of(ours, "SELECT value FROM notes WHERE key = 'a'") == [("saved",)]


async def test_a_migration_that_fails_refuses_nobody(ours: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    fail = f"{RENAME_SEED}; SELECT 1 FROM nowhere"  # noqa: S608 - ours
    async with another(ours) as store:
        table = await begun_table(store, moves=1)
        with newer(monkeypatch, fail, GENERATION + 1), pytest.raises(StoreError):
            await migrate(ours)
        assert (await store.save(move(table, 7))).revision == 2


async def test_nothing_is_copied_of_what_newer_ones_have_added(
    ours: Postgres, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with another(ours) as store:
        await begun_table(store, moves=1)
    with newer(monkeypatch, ADD_COLOUR):
        await migrate(ours)
    with pytest.raises(NewerSchema):
        copy(ours, tmp_path / "back.db", HOOKS)
    assert not (tmp_path / "back.db").exists()


# From the numbered form

SHAPES = (
    (
        "SELECT table_name, column_name, data_type, is_nullable, column_default, collation_name, is_identity"
        " FROM information_schema.columns WHERE table_schema = current_schema()"
    ),
    "SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()",
    (
        "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE connamespace = current_schema()::regnamespace"
    ),
)


def count_rows(place: Postgres) -> dict[str, Any]:
    """How many rows each table has."""
    return {name: rows_of(place, f"SELECT count(*) FROM {name}") for name in tables_of(place)}  # noqa: S608


async def test_a_numbered_database_has_the_same_schema_afterwards_and_every_row(
    empty: Postgres, ours: Postgres
) -> None:
    make_numbered(empty)
    before = count_rows(empty)
    with raw(empty) as of_old:
        async with another(empty):
            with pytest.raises(Exception, match="speaks_the_schema"):
                of_old.execute("UPDATE writers SET done = 6 WHERE done = 5")
    for sql in SHAPES:
        assert sorted(map(str, rows_of(empty, sql))) == sorted(map(str, rows_of(ours, sql)))
    for sql in ("SELECT * FROM taproom", "SELECT * FROM schemas ORDER BY owner"):
        assert rows_of(empty, sql) == rows_of(ours, sql)
    after = count_rows(empty)
    assert after.pop("orders") == [(1,)], "of those of people"
    assert after == before


async def test_an_older_numbered_database_is_refused_and_left_alone(empty: Postgres) -> None:
    make_numbered(empty)
    with raw(empty) as host:
        host.execute("UPDATE taproom SET version = 32")
    for use in (lambda: Store.open(empty, hooks=HOOKS), lambda: asyncio.to_thread(running_processes, empty)):
        with pytest.raises(OlderSchema, match="version 32"):
            await use()
    assert "schemas" not in {name for (name,) in rows_of(empty, "SELECT tablename FROM pg_tables")}
    assert rows_of(empty, "SELECT asking FROM tables WHERE id = 1") == [(0,)]


async def test_several_processes_may_bring_it_over_together(empty: Postgres) -> None:
    make_numbered(empty)
    stores = await asyncio.gather(*(Store.open(empty, hooks=HOOKS) for _ in range(3)))
    assert {len(await store.live_tables()) for store in stores} == {7}
    for store in stores:
        await store.close()
