"""The common interface to SQLite and PostgreSQL, and the few differences.

All statements of the store are written once, in SQL for both: `?` and `:name` for values, integers for
booleans, text for JSON, `ON CONFLICT` for upserts, `RETURNING` for new numbers. The remaining differences are
here, and `Transactions` is the interface of a database.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, wraps
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeAlias, TypeVar

from bot.cluster.shards import Shards

T = TypeVar("T")
P = ParamSpec("P")

_Awaited: TypeAlias = Coroutine[Any, Any, T]

Values: TypeAlias = Sequence[Any] | Mapping[str, Any]

_COUNTING: Final = 0x5441504F
"""The number of the lock of `lock_exclusively`, `TAPO`."""

CHANNEL: Final = "taproom"
"""The channel for change notices between processes."""


def upsert(table: str, columns: str, *key: str) -> str:
    """Return a statement that writes a row of these columns, replacing one with the same `key`."""
    names = columns.split(", ")
    rest = ", ".join(f"{name} = excluded.{name}" for name in names if name not in key)
    marks = ", ".join("?" for _ in names)
    conflict = f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {rest}"
    return f"INSERT INTO {table} ({columns}) VALUES ({marks}) {conflict}"  # noqa: S608 - only constants


@lru_cache(maxsize=64)
def for_shards(sql: str, shards: Shards | None, table: str = "") -> str:
    """Restrict a statement to rows of these shards; None: no restriction.

    `table` is the column with the id of a table, where the rows themselves have no server.
    """
    if shards is None:
        return sql
    shard = f"(guild_id >> 22) % {shards.count}"
    if table:
        shard = f"(SELECT {shard} FROM tables WHERE tables.id = {table})"  # noqa: S608 - only constants
    ours = f" coalesce({shard}, 0) BETWEEN {shards.first} AND {shards.last}"
    before, order, after = sql.partition(" ORDER BY")
    return f"{before}{' AND' if ' WHERE ' in before else ' WHERE'}{ours}{order}{after}"


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """The number of changed rows."""

    @property
    def description(self) -> Any:  # noqa: ANN401 - tuples here, objects there; the first is a column's name
        """The columns."""

    def fetchone(self) -> Any:  # noqa: ANN401 - any row
        """Return the next row, or None."""

    def fetchall(self) -> list[Any]:
        """Return the remaining rows."""

    def __iter__(self) -> Iterator[Any]: ...


class SqlConnection(Protocol):
    """A connection within a transaction, to either database."""

    def execute(self, sql: str, values: Values = ..., /) -> Cursor:
        """Execute one statement."""

    def executemany(self, sql: str, rows: Iterable[Values], /) -> object:
        """Execute a statement once for each row of values."""


class Transactions(Protocol):
    """A thread with a connection, which runs whole transactions.

    When the waiting task is cancelled, the transaction still completes.
    """

    @property
    def is_open(self) -> bool:
        """Whether the connection is open."""

    async def write(
        self, work: Callable[Concatenate[SqlConnection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `work` in a transaction, again if it has failed without effect; returns its result."""

    async def read(
        self, work: Callable[Concatenate[SqlConnection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `work` on one snapshot of the database; returns its result."""

    async def checkpoint(self) -> None:
        """Move saved data to its final place, as far as that goes without waiting."""

    async def empty_log(self) -> bool:
        """Clear the log of replaced data; returns whether nothing of it can be read."""

    async def rewrite(self) -> None:
        """Rewrite the data without the gaps left by deleted data."""

    async def close(self) -> None:
        """Close the connection after the current save."""


class Connections(Protocol):
    """The connections for writing and for reading, as a `Store` has them."""

    writer: Transactions
    reader: Transactions


class StorePart:
    """A part of the database. Each of its methods is one transaction."""

    def __init__(self, store: Connections) -> None:
        self._writer = store.writer
        self._reader = store.reader


S = TypeVar("S", bound=StorePart)


def _bind_part(
    work: Callable[Concatenate[S, SqlConnection, P], T], part: S, *args: P.args, **kwargs: P.kwargs
) -> Callable[[SqlConnection], T]:
    @wraps(work)  # keeps its name
    def run_part(connection: SqlConnection) -> T:
        return work(part, connection, *args, **kwargs)

    return run_part


def reads(work: Callable[Concatenate[S, SqlConnection, P], T]) -> Callable[Concatenate[S, P], _Awaited[T]]:
    """Make an awaitable method that reads; it is called with its connection."""

    @wraps(work)
    async def read(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._reader.read(_bind_part(work, self, *args, **kwargs))

    return read


def writes(work: Callable[Concatenate[S, SqlConnection, P], T]) -> Callable[Concatenate[S, P], _Awaited[T]]:
    """Make an awaitable method that writes; it is called with its connection."""

    @wraps(work)
    async def write(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._writer.write(_bind_part(work, self, *args, **kwargs))

    return write


# Differences between the databases


def lock_exclusively(connection: SqlConnection) -> None:
    """Run this transaction exclusively, among those that call this, until its end.

    Tables are opened so, as they are counted first, and heartbeats are written so. On SQLite all writing
    transactions are exclusive.
    """
    if not isinstance(connection, sqlite3.Connection):
        connection.execute("SELECT pg_advisory_xact_lock(?)", (_COUNTING,))


def lock_seats(connection: SqlConnection) -> None:
    """Prevent other transactions from changing seats until the end of this one."""
    if not isinstance(connection, sqlite3.Connection):
        connection.execute("LOCK TABLE seats IN SHARE ROW EXCLUSIVE MODE")


def clock(connection: SqlConnection) -> float:
    """Return the time for all users of the database, in seconds since 1970."""
    if isinstance(connection, sqlite3.Connection):
        return time.time()
    return float(connection.execute("SELECT extract(epoch FROM clock_timestamp())").fetchone()[0])


def has_table(connection: SqlConnection, name: str) -> bool:
    """Whether a table exists: older schemas lack some."""
    query = (
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
        if isinstance(connection, sqlite3.Connection)
        else "SELECT 1 WHERE to_regclass(?) IS NOT NULL"
    )
    return connection.execute(query, (name,)).fetchone() is not None


def skip_locked(connection: SqlConnection) -> str:
    """Return the end of a query that skips rows locked by other transactions."""
    return "" if isinstance(connection, sqlite3.Connection) else " FOR UPDATE SKIP LOCKED"


def notify(connection: SqlConnection, text: str) -> None:
    """Notify all processes on the database, once this transaction is committed."""
    if not isinstance(connection, sqlite3.Connection):
        connection.execute("SELECT pg_notify(?, ?)", (CHANNEL, text))


def last_given(connection: SqlConnection, name: str) -> int:
    """Return the last number that a table has given to a row; 0 if it has given none."""
    if isinstance(connection, sqlite3.Connection):
        row = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (name,)).fetchone()
    else:
        statement = f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {name}_id_seq"  # noqa: S608 - ours
        row = connection.execute(statement).fetchone()
    return 0 if row is None else int(row[0])


def set_last_given(connection: SqlConnection, name: str, number: int) -> None:
    """Make a table's next number the one after this."""
    if isinstance(connection, sqlite3.Connection):
        connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
        connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, number))
    else:
        connection.execute("SELECT setval(?, ?, ? > 0)", (f"{name}_id_seq", max(number, 1), number))
