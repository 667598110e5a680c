"""Looking into a database of either kind behind the store's back, and making it fail."""

# ruff: noqa: SLF001 - what goes wrong in the middle is set up on the connection itself

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

from bot.ops.location import DatabaseLocation, Postgres
from bot.store import Store, postgres
from bot.store.db import SqliteConnection
from bot.store.postgres import PostgresConnection
from bot.store.sql import SqlConnection, Transactions, Values


@contextmanager
def raw(place: DatabaseLocation) -> Iterator[SqlConnection]:
    """A connection of its own, each statement of which is a transaction."""
    if isinstance(place, Postgres):
        with postgres.open_connection(place) as connection:
            yield connection
    else:
        with closing(sqlite3.connect(place, isolation_level=None)) as file:
            yield file


def address(place: DatabaseLocation) -> str:
    """The place as a process is told it."""
    return place.url if isinstance(place, Postgres) else str(place)


def rows_of(place: DatabaseLocation, sql: str) -> list[Any]:
    """What is on the disk."""
    with raw(place) as connection:
        return connection.execute(sql).fetchall()


def tables_of(place: DatabaseLocation) -> list[str]:
    """The tables that the store has there, without what belongs to the place, or the database itself."""
    if isinstance(place, Postgres):
        found = rows_of(place, "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
        return sorted(name for (name,) in found if name not in {"writers", "taproom", "processes", "schemas"})
    found = rows_of(place, "SELECT name FROM sqlite_master WHERE type = 'table'")
    return sorted(name for (name,) in found if name not in {"sqlite_sequence", "processes", "schemas"})


def columns_of(place: DatabaseLocation, table: str) -> list[str]:
    """The names of a table's columns."""
    with raw(place) as connection:
        return [column[0] for column in connection.execute(f"SELECT * FROM {table}").description]  # noqa: S608


async def run_sql(store: Store, sql: str, values: Values = ()) -> list[Any]:
    """What a statement finds on the connection that writes."""

    def work(connection: SqlConnection) -> list[Any]:
        cursor = connection.execute(sql, values)
        return cursor.fetchall() if cursor.description else []

    return await store.writer.write(work)


def of_file(connection: Transactions) -> SqliteConnection:
    """The connection of a store that is known to keep its tables in a file."""
    assert isinstance(connection, SqliteConnection)
    return connection


@contextmanager
def failing(place: DatabaseLocation, event: str, table: str) -> Iterator[None]:
    """Every `event` on a table fails meanwhile, such as UPDATE."""
    with raw(place) as connection:
        if isinstance(place, Postgres):
            connection.execute(
                "CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no''; END'"
            )
            connection.execute(
                f"CREATE TRIGGER no BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION no()"
            )
        else:
            connection.execute(
                f"CREATE TRIGGER no BEFORE {event} ON {table} BEGIN SELECT RAISE (ABORT, 'no'); END"
            )
    yield
    with raw(place) as connection:
        if isinstance(place, Postgres):
            connection.execute("DROP FUNCTION no CASCADE")
        else:
            connection.execute("DROP TRIGGER no")


async def trace_statements(connection: Transactions, tell: Callable[[str], None]) -> None:
    """`tell` is called with each statement before it is carried out."""
    if isinstance(connection, SqliteConnection):
        await connection.set_trace_callback(tell)
        return
    assert isinstance(connection, PostgresConnection)
    inner = connection._raw
    assert inner is not None
    execute, cursor = inner.execute, inner.cursor
    inside = False

    def execute_and_tell(query: Any, *values: Any, **how: Any) -> Any:
        nonlocal inside
        tell(str(query))
        inside = True
        try:
            return execute(query, *values, **how)
        finally:
            inside = False

    def open_cursor(*args: Any, **how: Any) -> Any:
        if not inside:
            tell("several rows")
        return cursor(*args, **how)

    inner.execute, inner.cursor = execute_and_tell, open_cursor  # type: ignore[method-assign]
