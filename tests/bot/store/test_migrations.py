"""From every older schema to ours, one whole step after another."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import NewerSchema
from bot.store.migrations import APPLICATION_ID, MIGRATIONS, Migration, migrate, version_of


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def schema(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    return connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()


def add_colour(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE tables ADD COLUMN colour TEXT")


def fail_halfway(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE half (id)")
    raise RuntimeError("halfway")


@pytest.mark.parametrize("version", range(len(MIGRATIONS) + 1))
def test_every_older_version_arrives_at_ours(connection: sqlite3.Connection, version: int) -> None:
    migrate(connection, MIGRATIONS[:version])
    assert version_of(connection) == version
    migrate(connection)
    assert version_of(connection) == len(MIGRATIONS)
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh)
        assert schema(connection) == schema(fresh)


def test_a_database_of_ours_goes_on_to_a_later_version(connection: sqlite3.Connection) -> None:
    migrate(connection)
    connection.execute("INSERT INTO notes VALUES ('a', 'b')")
    migrate(connection, (*MIGRATIONS, add_colour))
    assert version_of(connection) == len(MIGRATIONS) + 1
    assert connection.execute("SELECT * FROM notes").fetchall() == [("a", "b")]
    assert connection.execute("SELECT colour FROM tables").fetchall() == []


def test_a_step_that_fails_leaves_the_version_before_it(connection: sqlite3.Connection) -> None:
    steps: tuple[Migration, ...] = (*MIGRATIONS, add_colour, fail_halfway)
    with pytest.raises(RuntimeError, match="halfway"):
        migrate(connection, steps)
    assert version_of(connection) == len(MIGRATIONS) + 1
    assert "half" not in dict(schema(connection))
    assert not connection.in_transaction
    migrate(connection, steps[:-1])


def test_another_process_may_have_done_it_meanwhile(connection: sqlite3.Connection, path: Path) -> None:
    def be_quicker(sql: str) -> None:
        if sql == "BEGIN IMMEDIATE":
            connection.set_trace_callback(None)
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                migrate(other)

    connection.set_trace_callback(be_quicker)
    migrate(connection)
    assert version_of(connection) == len(MIGRATIONS)


def test_a_newer_version_is_refused(connection: sqlite3.Connection) -> None:
    migrate(connection, (*MIGRATIONS, add_colour))
    with pytest.raises(NewerSchema) as refused:
        migrate(connection)
    assert (refused.value.found, refused.value.known) == (len(MIGRATIONS) + 1, len(MIGRATIONS))


def test_migrations_are_numbered_in_their_names() -> None:
    for number, migration in enumerate(MIGRATIONS, start=1):
        assert getattr(migration, "__name__", "").startswith(f"m{number:03}_")
