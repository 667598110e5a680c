"""A newer process beside older ones: they go on where they can, and save nothing where they cannot."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.features import HOOKS
from bot.place import Postgres
from bot.store import NewerSchema, Outdated, Store, StoreError
from bot.store import postgres as on_server
from bot.store.migrations import MIGRATIONS, OLDEST
from bot.store.moving import copy
from bot.store.postgres import PostgresConnection
from tests.bot.store.samples import another, begun, move
from tests.databases import raw, rows_of

OURS = len(MIGRATIONS)


def add_colour(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE tables ADD COLUMN colour TEXT")


def rename_seed(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE tables RENAME COLUMN seed TO secret")


@contextmanager
def newer(monkeypatch: pytest.MonkeyPatch, step: Any, oldest: int = OLDEST) -> Iterator[None]:
    """Whoever opens a store within it is a program with one migration more."""
    with monkeypatch.context() as patched:
        patched.setattr(on_server, "MIGRATIONS", (*MIGRATIONS, step))
        patched.setattr(on_server, "OLDEST", oldest)
        yield


async def migrated(place: Postgres) -> None:
    """A newer program brings the database to its schema, and ends."""
    connection = await PostgresConnection.open(place, 5.0, shaping=True)
    await connection.close()


async def test_what_only_adds_lets_older_processes_go_on_and_come_back(
    ours: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with another(ours) as store:
        table = await begun(store, moves=1)
        with newer(monkeypatch, add_colour):
            await migrated(ours)
        table = await store.save(move(table, 7))
        store.forget()
        assert await store.table(table.id) == table
    async with another(ours) as store:
        assert (await store.save(move(table, 8))).revision == 3
    assert rows_of(ours, "SELECT version, oldest FROM taproom") == [(OURS + 1, OLDEST)]


async def test_what_older_ones_cannot_use_refuses_all_they_save_and_is_said_once(
    ours: Postgres, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with another(ours) as store:
        table = await begun(store, moves=1)
        with newer(monkeypatch, rename_seed, OURS + 1):
            await migrated(ours)
        before = rows_of(ours, "SELECT * FROM tables"), rows_of(ours, "SELECT * FROM lines")
        caplog.clear()
        for number in range(3):
            with pytest.raises(Outdated, match="update it"):
                await store.save(move(table, 7 + number))
            with pytest.raises(Outdated):
                await store.set_note("a", "b")
        assert (rows_of(ours, "SELECT * FROM tables"), rows_of(ours, "SELECT * FROM lines")) == before
        assert [record.levelno for record in caplog.records] == [logging.ERROR]
        store.forget()
        with pytest.raises(Outdated):
            await store.table(table.id)
    with pytest.raises(NewerSchema, match="update the bot"):
        await Store.open(ours, hooks=HOOKS)


async def test_it_is_the_database_that_refuses_and_not_the_program(
    ours: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    with raw(ours) as of_old:
        of_old.execute("INSERT INTO writers (done, schema) VALUES (0, ?)", (OURS,))
        saved = "UPDATE writers SET done = done + 1"
        of_old.execute(saved)
        with newer(monkeypatch, rename_seed, OURS + 1):
            await migrated(ours)
        with pytest.raises(Exception, match="speaks_the_schema"):
            of_old.execute(saved)
        with pytest.raises(Exception, match="speaks_the_schema"):
            of_old.execute("INSERT INTO writers (done, schema) VALUES (0, ?)", (OURS,))


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
        with newer(monkeypatch, rename_seed, OURS + 1):
            changing = asyncio.create_task(migrated(ours))
            while not rows_of(ours, "SELECT 1 FROM pg_locks WHERE NOT granted"):
                assert not changing.done()
                await asyncio.sleep(0.01)
            go_on.set()
            await saving
            await changing
        assert rows_of(ours, "SELECT value FROM notes WHERE key = 'a'") == [("saved",)]


async def test_a_migration_that_fails_refuses_nobody(ours: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(connection: sqlite3.Connection) -> None:
        rename_seed(connection)
        connection.execute("SELECT 1 FROM nowhere")

    async with another(ours) as store:
        table = await begun(store, moves=1)
        with newer(monkeypatch, fail, OURS + 1), pytest.raises(StoreError):
            await migrated(ours)
        assert (await store.save(move(table, 7))).revision == 2


async def test_a_database_from_before_this_was_told_arrives_at_ours(empty: Postgres) -> None:
    """As schema 13 had made it, with a process on it, which counts what it saves, and is refused as well."""
    with raw(empty) as connection:
        for statement in on_server.definitions():
            connection.execute(statement)
        added = ("processes", "met", "lessons", "puzzles", "prepared", "looks", "plan_votes", "plans")
        for name in (
            *added,
            "ask_votes",
            "asks",
            "searches",
            "avoided",
            "mirrors",
            "pairings",
            "entrants",
            "tournaments",
            "trophies",
            "web_codes",
            "web_epochs",
            "web_shows",
        ):
            connection.execute(f"DROP TABLE {name}")
        for changed in ("people", "tables"):
            connection.execute(f"ALTER TABLE {changed} DROP COLUMN quiet")
        connection.execute("ALTER TABLE people DROP COLUMN warned")
        connection.execute("ALTER TABLE people DROP COLUMN orders")
        connection.execute("ALTER TABLE people DROP COLUMN known_as")
        connection.execute("ALTER TABLE servers DROP COLUMN finds")
        for column in ("answering", "asking", "overtime", "found", "week", "held"):
            connection.execute(f"ALTER TABLE tables DROP COLUMN {column}")
        connection.execute("ALTER TABLE lines DROP COLUMN prepared")
        connection.execute("UPDATE taproom SET version = 13")
        connection.execute("INSERT INTO writers (done) VALUES (5)")
    async with another(empty) as store:
        await begun(store, moves=1)
        await store.processes.begin("", {})
        with raw(empty) as of_old, pytest.raises(Exception, match="speaks_the_schema"):
            of_old.execute("UPDATE writers SET done = 6 WHERE done = 5")
    assert rows_of(empty, "SELECT done, schema FROM writers") == [(5, 13)]
    assert rows_of(empty, "SELECT version, oldest FROM taproom") == [(OURS, OLDEST)]


async def test_nothing_is_copied_of_what_newer_ones_have_added(
    ours: Postgres, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with another(ours) as store:
        await begun(store, moves=1)
    with newer(monkeypatch, add_colour):
        await migrated(ours)
    with pytest.raises(NewerSchema):
        copy(ours, tmp_path / "back.db")
    assert not (tmp_path / "back.db").exists()


def test_no_program_is_asked_for_that_there_is_not_yet() -> None:
    assert 14 <= OLDEST <= OURS
