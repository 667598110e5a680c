"""The bots that use a database: a row for each process, with a heartbeat.

The row says what a process speaks: its version, the schema, and the rules of each game. It goes when the
process ends. One that was killed leaves it behind, with a heart that has stopped; whoever takes its place
sweeps it away. Thinkers have no such row: their queue knows them. All moments are those of the database's
clock, as each machine has its own.
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
"""After so many heartbeats that did not come a process is taken for dead."""

FORGOTTEN: Final = 60 * 60.0
"""Seconds after which the row of a dead one goes, if nobody has taken its place."""

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
    """A process as it has told of itself.

    `shards` is as in TAPROOM_SHARDS, such as `0-3/16`; empty where it runs all there are. `rules` is
    the rules version of each game that it knows. `started` and `seen`, its last heartbeat, are in seconds
    since 1970.
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
        """Whether its heart still beat of late; `every`: seconds between two beats, see `beat_of`."""
        return now - self.seen <= MISSED * every


def heartbeat_interval(place: DatabaseLocation) -> float:
    """Seconds between two heartbeats of a process on this database."""
    return _BEATS[isinstance(place, Postgres)]


@dataclass(frozen=True, slots=True)
class RunningProcesses:
    """All that uses a database, at a moment: by shards.

    `oldest` is the oldest generation whose programs may save anything; `every` is as in `Process.is_alive`.
    """

    processes: tuple[Process, ...]
    now: float
    oldest: int
    every: float

    def is_dead(self, process: Process) -> bool:
        """Whether nothing was heard of it for long."""
        return not process.is_alive(self.now, self.every)

    def is_refused(self, process: Process) -> bool:
        """Whether the database takes nothing from it any more."""
        return process.schema < self.oldest

    def expected_processes(self) -> tuple[Process, ...]:
        """Those that are there, or should be: not the dead whose place is taken."""
        taken = {one.shards for one in self.processes if not self.is_dead(one)}
        return tuple(one for one in self.processes if not (self.is_dead(one) and one.shards in taken))


class Processes(StorePart):
    """The rows of the processes."""

    def __init__(self, store: Connections, every: float) -> None:
        """`every`: seconds between two heartbeats."""
        super().__init__(store)
        self.every = every
        self.superseded = frozenset[str]()
        """Games that others play by newer rules, as of the last heartbeat: moves are left to them."""

    async def begin(self, shards: str, rules: Mapping[str, int]) -> Process:
        """This process is there from now on."""
        process, others = await self._writer.write(begin, shards, rules, self.every)
        self._compare(process, others)
        return process

    async def beat(self, process: Process) -> Process:
        """It is still there; where its row is gone, as if it was dead, it gets a new one."""
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
        found = frozenset(newer & process.rules.keys())
        if fresh := found - self.superseded:
            LOG.warning(
                "newer processes have other rules of %s; moves are left to them", ", ".join(sorted(fresh))
            )
        self.superseded = found

    @writes
    def end(self, connection: SqlConnection, process: Process) -> None:
        """It is not there any more."""
        connection.execute(END, (process.id,))

    @reads
    def all(self, connection: SqlConnection) -> tuple[tuple[Process, ...], float]:
        """All of them, by shards, those that are dead, too; and what time it is."""
        return every_one(connection), clock(connection)


# What is done inside a transaction


def begin(
    connection: SqlConnection, shards: str, rules: Mapping[str, int], every: float
) -> tuple[Process, tuple[Process, ...]]:
    """Note a process, in the place of a dead one that did the same; returns it, and all that are alive."""
    now = clock(connection)
    told = (socket.gethostname(), os.getpid(), shards, VERSION, GENERATION)
    (number,) = connection.execute(INSERT, (*told, json.dumps(rules), now, now)).fetchall()[0]
    process = Process(number, *told, rules, now, now)
    return process, _alive(connection, process, every, now)


def beat(connection: SqlConnection, process: Process, every: float) -> tuple[Process, tuple[Process, ...]]:
    """Note that a process is there, see `Processes.beat`; returns it, and all that are alive."""
    now = clock(connection)
    if connection.execute(BEAT, (now, process.id)).rowcount == 0:
        return begin(connection, process.shards, process.rules, every)
    return process, _alive(connection, process, every, now)


def _alive(connection: SqlConnection, process: Process, every: float, now: float) -> tuple[Process, ...]:
    """All that are alive. Rows go of who was there before a process, and of who has been dead for long."""
    dead = (now - FORGOTTEN, now - MISSED * every, process.shards)
    connection.execute(SWEEP, (process.id, *dead))
    return tuple(one for one in every_one(connection) if one.is_alive(now, every))


def every_one(connection: SqlConnection) -> tuple[Process, ...]:
    """All of them, by shards."""
    return tuple(_as_process(row) for row in connection.execute(SELECT))


def _as_process(row: tuple[Any, ...]) -> Process:
    number, host, pid, shards, version, schema, rules, started, seen = row
    return Process(number, host, pid, shards, version, schema, json.loads(rules), started, seen)
