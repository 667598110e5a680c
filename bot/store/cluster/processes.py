"""The bots that use a database: a row for each process, with a heartbeat.

The row has the process's version, schema, and rules of each game. It is deleted when the process ends. One
that was killed leaves it behind, without heartbeats; its successor deletes it. Search workers have no such
row: their queue knows them. All moments are those of the database's clock, as each machine has its own.
"""

from __future__ import annotations

import json
import logging
import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot import VERSION
from bot.ops.location import DatabaseLocation, Postgres
from bot.store.migrations import GENERATION
from bot.store.sql import Connections, SqlConnection, StorePart, clock, reads, writes

LOG = logging.getLogger("taproom.store")

MISSED: Final = 3
"""The number of missing heartbeats after which a process counts as dead."""

FORGOTTEN: Final = 60 * 60.0
"""Seconds after which the row of a dead process is deleted, if it has no successor."""

_BEATS: Final = {True: 10.0, False: 60.0}
"""Seconds between two heartbeats: on a server, and in a file, where each of them waits for the disk."""

_COLUMNS: Final = "id, host, pid, shards, version, schema, rules, started, seen"
INSERT: Final = (
    "INSERT INTO processes (host, pid, shards, version, schema, rules, started, seen)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id"
)
BEAT: Final = "UPDATE processes SET seen = ? WHERE id = ?"
SWEEP: Final = "DELETE FROM processes WHERE id != ? AND (seen < ? OR (seen < ? AND shards = ?))"
END: Final = "DELETE FROM processes WHERE id = ?"
SELECT: Final = f"SELECT {_COLUMNS} FROM processes ORDER BY shards, id"  # noqa: S608 - a constant


@dataclass(frozen=True, slots=True)
class Process:
    """A process, as it registered itself.

    `shards` is as in TAPROOM_SHARDS, such as `0-3/16`; empty where it runs all there are. `rules` is the
    rules version of each game that it knows. `started` and `seen`, its last heartbeat, are in seconds since
    1970.
    """

    id: int
    host: str
    pid: int
    shards: str
    version: str
    schema: int
    rules: Mapping[str, int]
    started: float
    seen: float

    def is_alive(self, now: float, every: float) -> bool:
        """Whether its last heartbeat is recent; `every`: seconds between two, see `heartbeat_interval`."""
        return now - self.seen <= MISSED * every


def heartbeat_interval(place: DatabaseLocation) -> float:
    """Return the seconds between two heartbeats of a process on this database."""
    return _BEATS[isinstance(place, Postgres)]


@dataclass(frozen=True, slots=True)
class RunningProcesses:
    """The processes that use a database, at a moment: by shards.

    `oldest` is the oldest generation whose programs may save anything; `every` is as in `Process.is_alive`.
    """

    processes: tuple[Process, ...]
    now: float
    oldest: int
    every: float

    def is_dead(self, process: Process) -> bool:
        """Whether a process had no heartbeat for long."""
        return not process.is_alive(self.now, self.every)

    def is_refused(self, process: Process) -> bool:
        """Whether the database accepts nothing from it any more."""
        return process.schema < self.oldest

    def expected_processes(self) -> tuple[Process, ...]:
        """Return the processes that run, or should: not dead ones with a successor."""
        taken = {process.shards for process in self.processes if not self.is_dead(process)}
        return tuple(
            process for process in self.processes if not (self.is_dead(process) and process.shards in taken)
        )


class Processes(StorePart):
    """The rows of the processes."""

    def __init__(self, store: Connections, every: float) -> None:
        """`every`: seconds between two heartbeats."""
        super().__init__(store)
        self.every = every
        self.superseded = frozenset[str]()
        """Games that others play by newer rules, as of the last heartbeat: moves are left to them."""

    async def begin(self, shards: str, rules: Mapping[str, int]) -> Process:
        """Register this process."""
        process, others = await self._writer.write(begin, shards, rules, self.every)
        self._compare(process, others)
        return process

    async def beat(self, process: Process) -> Process:
        """Write a heartbeat; if the row was deleted, the process gets a new one."""
        process, others = await self._writer.write(beat, process, self.every)
        self._compare(process, others)
        return process

    def _compare(self, process: Process, others: tuple[Process, ...]) -> None:
        newer = {
            game
            for other in others
            for game, rules in other.rules.items()
            if rules > process.rules.get(game, 0)
        }
        games = frozenset(newer & process.rules.keys())
        if fresh := games - self.superseded:
            LOG.warning(
                "newer processes have other rules of %s; moves are left to them", ", ".join(sorted(fresh))
            )
        self.superseded = games

    @writes
    def end(self, connection: SqlConnection, process: Process) -> None:
        """Delete the row of a process."""
        connection.execute(END, (process.id,))

    @reads
    def all(self, connection: SqlConnection) -> tuple[tuple[Process, ...], float]:
        """Return all processes, by shards, including dead ones, and the database's time."""
        return every_one(connection), clock(connection)


# Within a transaction


def begin(
    connection: SqlConnection, shards: str, rules: Mapping[str, int], every: float
) -> tuple[Process, tuple[Process, ...]]:
    """Register a process, replacing a dead one with the same shards; returns it, and all that are alive."""
    now = clock(connection)
    values = (socket.gethostname(), os.getpid(), shards, VERSION, GENERATION)
    (number,) = connection.execute(INSERT, (*values, json.dumps(rules), now, now)).fetchall()[0]
    process = Process(number, *values, rules, now, now)
    return process, _alive(connection, process, every, now)


def beat(connection: SqlConnection, process: Process, every: float) -> tuple[Process, tuple[Process, ...]]:
    """Write a heartbeat, see `Processes.beat`; returns the process, and all that are alive."""
    now = clock(connection)
    if connection.execute(BEAT, (now, process.id)).rowcount == 0:
        return begin(connection, process.shards, process.rules, every)
    return process, _alive(connection, process, every, now)


def _alive(connection: SqlConnection, process: Process, every: float, now: float) -> tuple[Process, ...]:
    """Return all live processes; deletes the rows of predecessors and of long dead ones."""
    dead = (now - FORGOTTEN, now - MISSED * every, process.shards)
    connection.execute(SWEEP, (process.id, *dead))
    return tuple(other for other in every_one(connection) if other.is_alive(now, every))


def every_one(connection: SqlConnection) -> tuple[Process, ...]:
    """Return all processes, by shards."""
    return tuple(_as_process(row) for row in connection.execute(SELECT))


def _as_process(row: tuple[Any, ...]) -> Process:
    number, host, pid, shards, version, schema, rules, started, seen = row
    return Process(number, host, pid, shards, version, schema, json.loads(rules), started, seen)
