"""What a host asks about a database: how many tables it has, how large it is, when a bot last used it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from bot.ops.location import DatabaseLocation, Postgres
from bot.store.cluster.processes import RunningProcesses, every_one, heartbeat_interval
from bot.store.db import connect, translating
from bot.store.errors import NoSuchFile, NotADatabase
from bot.store.hooks import StorageHooks
from bot.store.migrations import APPLICATION_ID, check_generation, generation_of, schema_versions
from bot.store.schedule import ALIVE
from bot.store.sql import SqlConnection, clock
from bot.store.tables import note
from bot.store.upkeep import hosted

_PATIENCE: Final = 1.0  # seconds

LIVE: Final = "SELECT count(*) FROM tables WHERE status IN ('open', 'playing')"
PLAYING: Final = "SELECT count(*) FROM tables WHERE status = 'playing'"
ALL: Final = "SELECT count(*) FROM tables"
"""None goes through the tables of the past: there is an index of those that are live, and one of all."""

DUE: Final = "SELECT count(*) FROM alarms WHERE due <= ? AND sending IS NULL"
UNSHOWN: Final = "SELECT count(*) FROM outbox WHERE due <= ?"


class FeatureStatistic(NamedTuple):
    """What a feature counts, as in `Figure`, and how many there are."""

    metric: str
    about: str
    line: str
    number: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """Tables that wait for players, those that are played at, and those of the past; bytes on disk.

    `alive` is when a bot last noted that it is there, in seconds since 1970; none if no bot ever did. `due`
    are the alarms whose time has come and that nobody is at, `unshown` the boards that should be shown,
    `others` what features count.
    """

    open: int
    playing: int
    past: int
    size: int
    alive: float | None
    due: int = 0
    unshown: int = 0
    others: tuple[FeatureStatistic, ...] = ()


def statistics_of(path: DatabaseLocation, hooks: Sequence[StorageHooks] = ()) -> Statistics:
    """The figures of a database, whether a bot runs on it or not; raises `NotADatabase`, `StoreError`.

    `hooks` are those of features, which may count something, too.
    """
    if isinstance(path, Postgres):
        with hosted.snapshot(path) as connection:
            (size,) = connection.execute("SELECT pg_database_size(current_database())").fetchall()[0]
            return count_statistics(connection, int(size), hooks)
    if not path.exists():
        raise NoSuchFile(path)
    with _open_file(path) as connection:
        return count_statistics(connection, _size(path), hooks)


def running_processes(path: DatabaseLocation) -> RunningProcesses:
    """The processes that use a database; raises `NotADatabase`, `StoreError`."""
    if isinstance(path, Postgres):
        return hosted.running_processes(path)
    with _open_file(path) as connection:
        return RunningProcesses(every_one(connection), clock(connection), 0, heartbeat_interval(path))


@contextmanager
def _open_file(path: Path) -> Iterator[sqlite3.Connection]:
    """The file, to be read; raises `NotADatabase`, `NewerSchema`, `OlderSchema`."""
    if not path.exists():
        raise NoSuchFile(path)
    with translating(path), closing(connect(path, _PATIENCE, readonly=True)) as connection:
        if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise NotADatabase(path)
        check_generation(generation_of(connection))
        yield connection


def count_statistics(connection: SqlConnection, size: int, hooks: Sequence[StorageHooks]) -> Statistics:
    """The figures of a database of so many bytes; a feature that has no tables there yet counts nothing."""
    now = clock(connection)
    live, playing, known = (_count(connection, query) for query in (LIVE, PLAYING, ALL))
    alive, there = note(connection, ALIVE), schema_versions(connection)
    return Statistics(
        live - playing,
        playing,
        known - live,
        size,
        None if alive is None else float(alive),
        _count(connection, DUE, now),
        _count(connection, UNSHOWN, now),
        tuple(
            FeatureStatistic(one.metric, one.about, one.line, _count(connection, one.count))
            for hook in hooks
            if hook.key in there
            for one in hook.statistics
        ),
    )


def _count(connection: SqlConnection, query: str, *values: float) -> int:
    return int(connection.execute(query, values).fetchone()[0])


def _size(path: Path) -> int:
    """Bytes of the file and of the log beside it."""
    size = 0
    for part in (path, Path(f"{path}-wal")):
        with suppress(FileNotFoundError):
            size += part.stat().st_size
    return size
