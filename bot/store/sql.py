"""What SQLite and PostgreSQL have in common, and the little in which they differ.

All statements of the store are written once, in what both speak: `?` and `:name` for values, integers for
what is true or not, text for JSON, `ON CONFLICT` for what may be there already, `RETURNING` for new numbers.
The rest of what differs is here, and `Transactions` is what a database has to offer.
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
"""The number of the lock of `one_at_a_time`, `TAPO`."""

CHANNEL: Final = "taproom"
"""Where the processes that share a database tell each other what they have changed."""


def upsert(table: str, columns: str, *key: str) -> str:
    """The statement that writes a row of these columns, in place of the one with the same `key`."""
    names = columns.split(", ")
    rest = ", ".join(f"{name} = excluded.{name}" for name in names if name not in key)
    marks = ", ".join("?" for _ in names)
    conflict = f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {rest}"
    return f"INSERT INTO {table} ({columns}) VALUES ({marks}) {conflict}"  # noqa: S608 - only constants


@lru_cache(maxsize=64)
def for_shards(sql: str, shards: Shards | None, table: str = "") -> str:
    """A statement that meets only what belongs to these shards; none of them: to whomever.

    `table` is the column with the id of a table, where the rows themselves do not tell their server.
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
    """What a statement has found."""

    @property
    def rowcount(self) -> int:
        """How many rows a change has met."""

    @property
    def description(self) -> Any:  # noqa: ANN401 - tuples here, objects there; the first is a column's name
        """Its columns."""

    def fetchone(self) -> Any:  # noqa: ANN401 - a row is whatever was asked for
        """The next row, or none."""

    def fetchall(self) -> list[Any]:
        """The rows that are left."""

    def __iter__(self) -> Iterator[Any]: ...


class SqlConnection(Protocol):
    """A connection within a transaction, to either database."""

    def execute(self, sql: str, values: Values = ..., /) -> Cursor:
        """Carry out one statement."""

    def executemany(self, sql: str, rows: Iterable[Values], /) -> object:
        """The same with one row of values after the other."""


class Transactions(Protocol):
    """A thread with a connection, to which whole transactions are handed.

    When the task that waits is cancelled, the transaction is carried out all the same.
    """

    @property
    def is_open(self) -> bool:
        """Whether it was not closed yet."""

    async def write(
        self, work: Callable[Concatenate[SqlConnection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What `work` returns, once it is on disk. It may be called again, if nothing has come of it."""

    async def read(
        self, work: Callable[Concatenate[SqlConnection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What `work` returns; all its statements see the same state of the database."""

    async def checkpoint(self) -> None:
        """Bring what was saved to where it stays, as far as that goes without waiting."""

    async def empty_log(self) -> bool:
        """Whether nothing that was replaced can be read in the log of what was saved."""

    async def rewrite(self) -> None:
        """Leave no gaps that tell of what is gone."""

    async def close(self) -> None:
        """Come to an end; what is being saved is saved."""


class Connections(Protocol):
    """Where to write and where to read, as a `Store` tells."""

    writer: Transactions
    reader: Transactions


class StorePart:
    """A part of what is on disk. Each of its methods is one transaction."""

    def __init__(self, store: Connections) -> None:
        self._writer = store.writer
        self._reader = store.reader


S = TypeVar("S", bound=StorePart)


def _bind_part(
    work: Callable[Concatenate[S, SqlConnection, P], T], part: S, *args: P.args, **kwargs: P.kwargs
) -> Callable[[SqlConnection], T]:
    @wraps(work)  # it is known by its name
    def run_part(connection: SqlConnection) -> T:
        return work(part, connection, *args, **kwargs)

    return run_part


def reads(work: Callable[Concatenate[S, SqlConnection, P], T]) -> Callable[Concatenate[S, P], _Awaited[T]]:
    """A method that reads: it is awaited, and is given its connection."""

    @wraps(work)
    async def read(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._reader.read(_bind_part(work, self, *args, **kwargs))

    return read


def writes(work: Callable[Concatenate[S, SqlConnection, P], T]) -> Callable[Concatenate[S, P], _Awaited[T]]:
    """A method that writes, in the same way."""

    @wraps(work)
    async def write(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._writer.write(_bind_part(work, self, *args, **kwargs))

    return write


# What is asked of each in its own way


def lock_exclusively(connection: SqlConnection) -> None:
    """Until the end of this transaction nobody else does what asks for this.

    A table is opened so, as it is counted first how many there are, and a sign of life is noted. Whoever
    writes to SQLite is alone anyway.
    """
    if not isinstance(connection, sqlite3.Connection):
        connection.execute("SELECT pg_advisory_xact_lock(?)", (_COUNTING,))


def lock_seats(connection: SqlConnection) -> None:
    """Until the end of this transaction nobody else takes a seat or leaves one."""
    if not isinstance(connection, sqlite3.Connection):
        connection.execute("LOCK TABLE seats IN SHARE ROW EXCLUSIVE MODE")


def clock(connection: SqlConnection) -> float:
    """What time it is for all who use the database, in seconds since 1970."""
    if isinstance(connection, sqlite3.Connection):
        return time.time()
    return float(connection.execute("SELECT extract(epoch FROM clock_timestamp())").fetchone()[0])


def has_table(connection: SqlConnection, name: str) -> bool:
    """Whether there is such a table: older schemas lack some."""
    asked = (
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
        if isinstance(connection, sqlite3.Connection)
        else "SELECT 1 WHERE to_regclass(?) IS NOT NULL"
    )
    return connection.execute(asked, (name,)).fetchone() is not None


def skip_locked(connection: SqlConnection) -> str:
    """What a question ends with that takes the rows which it finds, but none that others are taking."""
    return "" if isinstance(connection, sqlite3.Connection) else " FOR UPDATE SKIP LOCKED"


def notify(connection: SqlConnection, text: str) -> None:
    """Once this transaction is committed, all processes that share the database hear this."""
    if not isinstance(connection, sqlite3.Connection):
        connection.execute("SELECT pg_notify(?, ?)", (CHANNEL, text))


def last_given(connection: SqlConnection, name: str) -> int:
    """The last number that a table of the schema has given to a row of its own; 0 if it has given none."""
    if isinstance(connection, sqlite3.Connection):
        row = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (name,)).fetchone()
    else:
        told = f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {name}_id_seq"  # noqa: S608 - ours
        row = connection.execute(told).fetchone()
    return 0 if row is None else int(row[0])


def set_last_given(connection: SqlConnection, name: str, number: int) -> None:
    """The next number that it gives is the one after that."""
    if isinstance(connection, sqlite3.Connection):
        connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
        connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, number))
    else:
        connection.execute("SELECT setval(?, ?, ? > 0)", (f"{name}_id_seq", max(number, 1), number))
