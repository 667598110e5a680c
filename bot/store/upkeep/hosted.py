"""What a host's commands ask of a database of PostgreSQL. Each raises `NoDriver` where psycopg is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from bot.ops.location import Postgres
from bot.store.cluster.processes import RunningProcesses, every_one, heartbeat_interval
from bot.store.cluster.questions import STALE
from bot.store.errors import DamagedDatabase, NoDriver
from bot.store.hooks import StorageHooks
from bot.store.sql import SqlConnection, clock
from bot.store.upkeep.chains import broken_chains, counts
from bot.store.upkeep.restored import number_anew

_SHOWN: Final = 5  # problems named in one sentence
_WRITABLE: Final = (
    "SELECT CASE WHEN pg_is_in_recovery() OR NOT has_table_privilege('tables', 'INSERT') THEN 0 ELSE 1 END"
)


def check_driver() -> None:
    """Raises `NoDriver` if nothing here speaks to PostgreSQL."""
    try:
        import psycopg  # noqa: F401, PLC0415 - an extra
    except ImportError as error:
        raise NoDriver from error


def is_new(place: Postgres) -> bool:
    """Whether the database is empty, so that the bot makes its tables at its first start."""
    check_driver()
    from bot.store import postgres  # noqa: PLC0415 - an extra

    with postgres.open_connection(place) as connection:
        return not postgres.generation_of(connection) and postgres.is_empty(connection)


@contextmanager
def snapshot(place: Postgres) -> Iterator[SqlConnection]:
    """All of a database at one moment, to be read; raises `NotADatabase` unless it is one of ours."""
    check_driver()
    from bot.store import postgres  # noqa: PLC0415 - an extra

    with postgres.snapshot(place) as connection:
        yield connection


def check_there(place: Postgres) -> None:
    """Raises `NotADatabase` unless it is one of ours."""
    with snapshot(place):
        pass


def check_unused(place: Postgres) -> None:
    """Raises `InUse` if a bot uses it, `NotADatabase` unless it is one of ours."""
    check_there(place)
    from bot.store import postgres  # noqa: PLC0415 - an extra

    with postgres.open_connection(place, alone=True):
        pass


def examine(place: Postgres) -> tuple[int, int]:
    """How many tables and lines there are, once each log was found to be whole.

    Raises `Damaged`.
    """
    check_driver()
    from bot.store import postgres  # noqa: PLC0415 - an extra

    with postgres.snapshot(place) as connection:
        refuse_broken(connection)
        return counts(connection)


def refuse_broken(connection: SqlConnection) -> None:
    """Raises `Damaged`, naming the first few, if the hashes of a log do not lead from one to the next."""
    broken = [f"T{table_id}" for table_id in broken_chains(connection)]
    if broken:
        raise DamagedDatabase(f"damaged logs, {len(broken)} in all: {', '.join(broken[:_SHOWN])}")


def takes_changes(place: Postgres) -> bool:
    """Whether the bot may write there."""
    with snapshot(place) as connection:
        return bool(connection.execute(_WRITABLE).fetchall()[0][0])


def running_processes(place: Postgres) -> RunningProcesses:
    """The processes that use a database."""
    check_driver()
    from bot.store import postgres  # noqa: PLC0415 - an extra

    with postgres.snapshot(place) as connection:
        found = every_one(connection)
        oldest = postgres.generation_of(connection)
        return RunningProcesses(found, clock(connection), oldest, heartbeat_interval(place))


def renumber(place: Postgres, hooks: Sequence[StorageHooks], now: float) -> None:
    """After PostgreSQL's own tools have put a backup in the place of the database: see `number_anew`.

    An older one is brought to our schemas first.

    Raises `InUse` while a bot uses it.
    """
    check_there(place)
    from bot.store import postgres  # noqa: PLC0415 - an extra

    with postgres.open_connection(place, alone=True) as connection:
        connection.raw.execute("BEGIN")
        postgres.apply_schema(connection, place, hooks)
        number_anew(connection, {}, now, hooks)
        connection.raw.execute("COMMIT")


# Thinkers


@dataclass(frozen=True, slots=True)
class RemoteWorker:
    """A process that thinks: on which machine, so many thoughts at once, with which rules and minds.

    `silent`: seconds since its last sign of life.
    """

    host: str
    at_once: int
    version: str
    silent: float


@dataclass(frozen=True, slots=True)
class RemoteWorkers:
    """Those who think, by machine; how many thoughts wait for them, and how many they are at."""

    workers: tuple[RemoteWorker, ...]
    waiting: int
    under_way: int


def remote_workers(place: Postgres) -> RemoteWorkers:
    """Who thinks at this moment for the bots of a database."""
    check_driver()
    from bot.store import postgres  # noqa: PLC0415 - an extra

    with postgres.open_connection(place) as connection:
        if connection.execute("SELECT to_regclass('taproom_queue.thoughts')").fetchone() == (None,):
            return RemoteWorkers((), 0, 0)
        there = connection.execute(_THERE, (STALE,)).fetchall()
        waiting, under_way = connection.execute(_COUNTED).fetchall()[0]
    return RemoteWorkers(tuple(RemoteWorker(*row) for row in there), waiting, under_way)


_THERE: Final = (
    "SELECT host, at_once, version, ? - extract(epoch FROM until - now())::float8"
    " FROM taproom_queue.thinkers WHERE at_once > 0 AND until > now() ORDER BY host, at_once"
)
_COUNTED: Final = (
    "SELECT count(*) FILTER (WHERE thinker IS NULL), count(*) FILTER (WHERE thinker IS NOT NULL)"
    " FROM taproom_queue.thoughts WHERE answer IS NULL AND until > now()"
)
