"""A whole database from one place to another, while no bot uses either: a file to a server, and back.

What has arrived is compared before it counts: every table of the schema by how many rows it has, every game
by its head, and every log by its chain. Until then nothing of it is there.
"""

# ruff: noqa: S608 - the names are those of our own schema

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final, Protocol

from bot.ops.location import DatabaseLocation, Postgres
from bot.store.db import connect, open_writer, translating
from bot.store.errors import AlreadyThere, DamagedDatabase
from bot.store.hooks import StorageHooks
from bot.store.migrations import check_known, migrate, schemas_of
from bot.store.sql import SqlConnection, last_given, set_last_given
from bot.store.upkeep import hosted
from bot.store.upkeep.backup import (
    check_there,
    exclusive_connection,
    rename_into_place,
    sync,
    sync_folder,
    temporary_file,
)
from bot.store.upkeep.chains import counts

_PATIENCE: Final = 5.0  # seconds
_AT_ONCE: Final = 5_000
"""How many rows are in memory at a time."""

_PASSING: Final = {"sqlite_sequence", "processes", "schemas"}
"""What does not go along: who uses a database, and its schemas, belong to its place."""

HEADS: Final = "SELECT id, revision, plies, head FROM tables ORDER BY id"


@dataclass(frozen=True, slots=True)
class CopyReport:
    """How many tables, log lines and rows in all have arrived."""

    tables: int
    lines: int
    rows: int


class CopyEnd(Protocol):
    """A database from which, or to which, rows go."""

    connection: SqlConnection

    def rows(self, sql: str) -> Iterator[Sequence[Any]]:
        """What a statement finds, however much it is."""

    def load(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Write rows into a table that is empty."""


@dataclass(frozen=True, slots=True)
class CopiedTable:
    """A table that goes along: its columns, and whether it `counts`: its numbers never come twice."""

    name: str
    columns: tuple[str, ...]
    counts: bool


def copied_tables(hooks: Sequence[StorageHooks]) -> tuple[CopiedTable, ...]:
    """All tables that go along; what is referred to comes first."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        migrate(model, hooks)
        found = model.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY rowid"
        ).fetchall()
        return tuple(
            CopiedTable(
                name,
                tuple(row[1] for row in model.execute(f"PRAGMA table_info({name})")),
                "AUTOINCREMENT" in sql,
            )
            for name, sql in found
            if name not in _PASSING
        )


def copy(source: DatabaseLocation, target: DatabaseLocation, hooks: Sequence[StorageHooks]) -> CopyReport:
    """Copy everything; a file that is not there is made, and a database of PostgreSQL must be empty.

    Raises `InUse` while anybody uses one of them, `AlreadyThere` where there is something already, `Damaged`
    where a log is not whole or less has arrived than was sent, and what opening them raises; then there is
    nothing new in `target`.
    """
    check_there(source)
    with _source(source, hooks) as origin, _target(target, hooks) as goal:
        rows = 0
        for table in copied_tables(hooks):
            names = ", ".join(f'"{column}"' for column in table.columns)
            goal.load(table.name, table.columns, origin.rows(f"SELECT {names} FROM {table.name}"))
            rows += _check_count(origin, goal, table.name)
            if table.counts:
                set_last_given(goal.connection, table.name, last_given(origin.connection, table.name))
        if any(one != other for one, other in _heads(origin, goal)):
            raise DamagedDatabase("the games that have arrived are not those that were sent")
        hosted.refuse_broken(goal.connection)
        tables, lines = counts(goal.connection)
    return CopyReport(tables, lines, rows)


def _check_count(origin: CopyEnd, goal: CopyEnd, table: str) -> int:
    """How many rows of a table have arrived; raises `Damaged` if that is not all."""
    counted = f"SELECT count(*) FROM {table}"
    sent, arrived = (int(end.connection.execute(counted).fetchall()[0][0]) for end in (origin, goal))
    if sent != arrived:
        raise DamagedDatabase(f"of {sent} rows of {table} {arrived} have arrived")
    return arrived


def _heads(origin: CopyEnd, goal: CopyEnd) -> Iterator[tuple[object, object]]:
    """Each game as it was sent and as it arrived."""
    for one, other in zip(origin.rows(HEADS), goal.rows(HEADS), strict=True):
        yield tuple(one), tuple(other)


def _source(place: DatabaseLocation, hooks: Sequence[StorageHooks]) -> AbstractContextManager[CopyEnd]:
    return _server(place, hooks, writing=False) if isinstance(place, Postgres) else _old_file(place, hooks)


def _target(place: DatabaseLocation, hooks: Sequence[StorageHooks]) -> AbstractContextManager[CopyEnd]:
    return _server(place, hooks, writing=True) if isinstance(place, Postgres) else _new_file(place, hooks)


def _check_schema(connection: SqlConnection, hooks: Sequence[StorageHooks]) -> None:
    """Raises `NewerSchema` where there are columns or tables that this program does not know."""
    check_known(connection, schemas_of(hooks), every=True)


# Files


class _SqliteEnd:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection: SqlConnection = connection
        self._cursor = connection.cursor

    def rows(self, sql: str) -> Iterator[Sequence[Any]]:
        return iter(self._cursor().execute(sql))

    def load(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        names = ", ".join(f'"{column}"' for column in columns)
        marks = ", ".join("?" for _ in columns)
        self.connection.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)


@contextmanager
def _old_file(path: Path, hooks: Sequence[StorageHooks]) -> Iterator[CopyEnd]:
    """A file of our schemas that nobody else can open meanwhile."""
    with translating(path):
        with exclusive_connection(path):
            pass
        open_writer(path, _PATIENCE, hooks).close()  # brings it to our schemas, as a start does
        with exclusive_connection(path) as connection:
            assert connection is not None  # noqa: S101 - it is there
            _check_schema(connection, hooks)
            yield _SqliteEnd(connection)


@contextmanager
def _new_file(path: Path, hooks: Sequence[StorageHooks]) -> Iterator[CopyEnd]:
    """A file that is there as soon as it is whole."""
    if path.exists():
        raise AlreadyThere(path)
    path = path.absolute()
    with translating(path), temporary_file(path) as temporary:
        with closing(connect(temporary, _PATIENCE)) as connection:
            migrate(connection, hooks)
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("PRAGMA defer_foreign_keys = ON")  # of where games go on
            yield _SqliteEnd(connection)
            connection.execute("COMMIT")
        sync(temporary)
        rename_into_place(temporary, path)
        sync_folder(path.parent)


# Servers


@contextmanager
def _server(place: Postgres, hooks: Sequence[StorageHooks], *, writing: bool) -> Iterator[CopyEnd]:
    """A database that nobody else uses meanwhile, all in one transaction."""
    hosted.check_driver()
    from bot.store import postgres  # noqa: PLC0415 - an extra

    class PostgresEnd:
        def __init__(self, statements: postgres.Statements) -> None:
            self.connection: SqlConnection = statements
            self._raw = statements.raw
            self._told: Callable[[str], Any] = postgres.to_postgres_sql

        def rows(self, sql: str) -> Iterator[Sequence[Any]]:
            with self._raw.cursor(name="moving") as cursor:
                cursor.itersize = _AT_ONCE
                cursor.execute(self._told(sql))
                yield from cursor

        def load(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
            names = ", ".join(f'"{column}"' for column in columns)
            with (
                self._raw.cursor() as cursor,
                cursor.copy(self._told(f"COPY {table} ({names}) FROM STDIN")) as copying,
            ):
                for row in rows:
                    copying.write_row(row)

    with postgres.open_connection(place, _PATIENCE, alone=True) as connection:
        connection.raw.execute("BEGIN")
        postgres.apply_schema(connection, place, hooks)
        _check_schema(connection, hooks)
        if writing:
            if any(islice(_any_rows(connection, hooks), 1)):
                raise AlreadyThere(place)
        else:
            connection.raw.execute("COMMIT")
            connection.raw.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield PostgresEnd(connection)
        connection.raw.execute("COMMIT")
        if writing:
            connection.raw.execute("ANALYZE")  # what is asked is planned by what is there


def _any_rows(connection: SqlConnection, hooks: Sequence[StorageHooks]) -> Iterator[object]:
    """Rows of any table."""
    for table in copied_tables(hooks):
        yield from connection.execute(f"SELECT 1 FROM {table.name} LIMIT 1").fetchall()
