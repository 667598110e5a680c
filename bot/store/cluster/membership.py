"""A process among others on one database: its shards are its own, and it hears what others change.

For PostgreSQL. Both hang on one connection, which does nothing else. A shard is an advisory lock of it, so it
is free again when the process is gone, whatever became of it.

A process that is stopped (SIGSTOP, a paused container) keeps its connection. So each renews a lease by asking
something every `LOOK` seconds. One that has asked nothing for `LEASE` seconds is ended by whoever starts in
its place. It sees by its own clock that its lease has run out, and sends nothing after `KEEPS` seconds; and
its row of `writers` is gone, so that it saves nothing.
"""

# ruff: noqa: S608 - numbers of ours are put in

from __future__ import annotations

import asyncio
import logging
import selectors
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from math import inf
from threading import Event, Thread
from typing import Final, Self

import psycopg
from psycopg import errors, sql

from bot.cluster.shards import Shards
from bot.ops.location import Postgres
from bot.store.cluster.news import ChangeNotice, ClusterListener
from bot.store.errors import AnotherCount, OthersThere, ShardsReplaced, ShardTaken, StoreError
from bot.store.postgres import back_off, close_quickly, connect, translating
from bot.store.sql import CHANNEL

LOG = logging.getLogger("taproom.store")

LOOK: Final = 10.0
"""Seconds after which the lease is renewed, and it is looked whether the connection is there."""

LEASE: Final = 30.0
"""Seconds without that after which another process may take the shards."""

KEEPS: Final = 25.0
"""Seconds for which a process takes its own lease to hold: its clock may be slower than the server's."""

MISSED: Final = 15.0
"""Seconds of silence after which whoever wants the shards waits for the end of the lease: `LOOK` is over."""

GIVING_UP: Final = 60.0
"""Seconds for which another one may have the shards of a process that was cut off, until it gives them up.

So long the server may take to notice that the connection before is gone, which holds them still.
"""

SHARD: Final = 0x54415044
"""The first number of the lock of a shard, whose own is the second."""

_PARTS: Final = 0x54415043
"""That of the lock which all share who count alike: how many shards there are in all is the second."""

_JOINING: Final = 0x5441504A
"""The number of the lock under which shards are taken, `TAPJ`."""

_ALL: Final = 0
"""How many shards there are for a process that runs all of them, however many."""

_COUNTS: Final = (
    "SELECT DISTINCT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2"
    f" AND classid::bigint = {_PARTS} AND pid <> pg_backend_pid()"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_NAME: Final = "taproom shards"
"""What the connection is called: those of older programs, which renew nothing, are called otherwise."""

_ALIVE: Final = (
    f"SELECT set_config('application_name', '{_NAME}', false),"
    " set_config('tcp_keepalives_idle', '10', false),"
    " set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)"
)
"""The server, too, notices within half a minute that a machine is gone which had shards."""

_SILENT: Final = (
    "SELECT silent, CASE WHEN silent >= %(lease)s THEN pg_terminate_backend(pid) END"
    f" FROM (SELECT DISTINCT pid, CASE application_name WHEN '{_NAME}'"
    " THEN extract(epoch FROM now() - state_change)::float8 END AS silent"
    " FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND pid <> pg_backend_pid()"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    f" AND (classid::bigint = {SHARD} AND objid::bigint BETWEEN %(first)s AND %(last)s"
    f" OR classid::bigint = {_PARTS} AND (objid::bigint <> %(count)s OR objid::bigint = {_ALL}))) AS there"
)
"""For how long each process has been silent that has shards of ours, or counts otherwise.

Those are ended whose lease is over. Nothing is known of a connection of another role or an older program.
"""

_FENCE: Final = (
    "DELETE FROM writers WHERE id IN (SELECT id FROM writers WHERE id <> %(writer)s"
    f" AND (shards <> %(count)s OR shards = {_ALL} OR (shard <= %(last)s AND last_shard >= %(first)s))"
    " FOR UPDATE NOWAIT)"
)
"""Whoever had these shards before saves nothing any more; fails while they are saving something."""

_OWN: Final = (
    "UPDATE writers SET shard = %(first)s, last_shard = %(last)s, shards = %(count)s"
    " WHERE id = %(writer)s AND shards IS NULL"
)


def _now() -> float:
    """Seconds by a clock that goes on while the process is stopped, and on Linux while the machine sleeps."""
    boot: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class Membership:
    """The shards of this process, and a thread that hears what the others tell."""

    def __init__(
        self, place: Postgres, shards: Shards | None, listener: ClusterListener, writer: int
    ) -> None:
        self._place = place
        self._shards = shards
        self._listener = listener
        self._writer = writer
        self._loop = asyncio.get_running_loop()
        self._wake, self._woken = socket.socketpair()
        self._ending = Event()
        self._ended = asyncio.Event()
        self._raw: psycopg.Connection | None = None
        self._connected = False
        self._lease = self._awake = -inf
        """Until when the shards are surely ours, and until when this process was surely not stopped."""

    @property
    def holds(self) -> bool:
        """Whether the shards are there, and surely ours."""
        return self._connected and self.may_send()

    def may_send(self, *, answering: bool = False) -> bool:
        """As `Cluster.may_send`."""
        return _now() < (self._awake if answering else self._lease)

    @classmethod
    async def join(
        cls, place: Postgres, shards: Shards | None, listener: ClusterListener, patience: float, writer: int
    ) -> Self:
        """Take these shards, or all where none are named, within so many seconds.

        Where a process has them that seems to be stopped, it takes up to `LEASE` longer. `writer` is the row
        of `writers` in which this process counts what it saves. Raises `ShardTaken`, `AnotherCount`,
        `OthersThere`, and what a connection raises.
        """
        member = cls(place, shards, listener, writer)
        try:
            member._raw = await asyncio.to_thread(member._join, time.monotonic() + patience)
        except BaseException:
            member._close_sockets()
            raise
        member._connected = True
        Thread(target=member._run, name="membership", daemon=True).start()
        return member

    async def leave(self) -> None:
        """Let go of the shards; nothing is heard any more."""
        self._ending.set()
        with suppress(OSError):
            self._wake.send(b"\0")
        await self._ended.wait()
        self._connected = False

    # In the thread

    def _join(self, deadline: float) -> psycopg.Connection:
        """A connection that has the shards and listens."""
        with translating(self._place):
            raw = connect(self._place, max(0.0, deadline - time.monotonic()))
            try:
                raw.execute(_ALIVE)
                while True:
                    asked = _now()
                    try:
                        self._take_locks(raw)
                        break
                    except ShardsReplaced:
                        raise
                    except (StoreError, errors.LockNotAvailable) as failure:
                        waits = self._end_silent(raw) >= MISSED or isinstance(
                            failure, errors.LockNotAvailable
                        )
                        if self._ending.is_set() or time.monotonic() >= deadline + LEASE * waits:
                            raise
                        back_off()
                raw.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
            except BaseException:
                raw.close()
                raise
            self._lease = self._awake = asked + KEEPS
            return raw

    def _renew(self, raw: psycopg.Connection) -> None:
        """Renew the lease; raises `Replaced` if another process has taken over."""
        asked = _now()
        if not raw.execute("SELECT FROM writers WHERE id = %s", (self._writer,)).rowcount:
            raise ShardsReplaced
        self._lease = self._awake = asked + KEEPS

    def _end_silent(self, raw: psycopg.Connection) -> float:
        """End the processes in our way whose lease is over; returns for how long all of them were silent."""
        found = raw.execute(_SILENT, {**self._own, "lease": LEASE}).fetchall()
        return min((silent or 0.0 for silent, _ in found), default=0.0)

    def _take_locks(self, raw: psycopg.Connection) -> None:
        """Take the locks, all of them or none; whoever had them before saves nothing any more."""
        if not raw.execute("SELECT FROM writers WHERE id = %s", (self._writer,)).rowcount:
            raise ShardsReplaced
        raw.execute(f"SELECT pg_advisory_lock({_JOINING})")
        taken = list[int]()
        try:
            self._check_others(raw)
            for number in () if self._shards is None else self._shards.numbers:
                self._lock_shard(raw, number)
                taken.append(number)
            raw.execute(_FENCE, self._own)
            raw.execute(_OWN, self._own)
            raw.execute(f"SELECT pg_advisory_lock_shared({_PARTS}, {self._count})")
        except BaseException:
            for number in taken:
                raw.execute(f"SELECT pg_advisory_unlock({SHARD}, {number})")
            raise
        finally:
            raw.execute(f"SELECT pg_advisory_unlock({_JOINING})")

    def _lock_shard(self, raw: psycopg.Connection, number: int) -> None:
        """Lock a shard; raises `ShardTaken`."""
        (has,) = raw.execute(f"SELECT pg_try_advisory_lock({SHARD}, {number})").fetchall()[0]
        if not has:
            raise ShardTaken(number, self._count)

    def _check_others(self, raw: psycopg.Connection) -> None:
        """Raises what those are who are there already and do not fit to this process."""
        for (count,) in raw.execute(_COUNTS).fetchall():
            if _ALL in (count, self._count):
                raise OthersThere(self._place)
            if count != self._count:
                raise AnotherCount(count, self._count)

    @property
    def _count(self) -> int:
        return _ALL if self._shards is None else self._shards.count

    @property
    def _own(self) -> dict[str, int]:
        """This process as statements name it."""
        first, last = (0, 0) if self._shards is None else (self._shards.first, self._shards.last)
        return {"writer": self._writer, "count": self._count, "first": first, "last": last}

    def _run(self) -> None:
        try:
            while self._raw is not None and not self._ending.is_set():
                try:
                    self._listen(self._raw)
                except ShardsReplaced as failure:
                    self._give_up(failure)
                    break
                except (psycopg.Error, OSError, ValueError) as failure:  # closed under the selector's feet
                    if self._ending.is_set():
                        break
                    LOG.warning("the database is out of reach, and with it what others change: %s", failure)
                    self._raw.close()
                    self._raw = self._reconnect()
        finally:
            if self._raw is not None:
                with suppress(psycopg.Error):
                    close_quickly(self._raw)
                    self._raw.close()
            self._close_sockets()
            self._notify(self._ended.set)

    def _listen(self, raw: psycopg.Connection) -> None:
        """Hear what is told, until the end; raises what is wrong with the connection."""
        with selectors.DefaultSelector() as selector:
            selector.register(raw, selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            renews = _now() + LOOK
            while not self._ending.is_set():
                selector.select(max(0.0, renews - _now()))
                if _now() >= renews:
                    self._renew(raw)
                    renews = _now() + LOOK
                for told in raw.notifies(timeout=0):
                    news = ChangeNotice.parse(told.payload)
                    if news is not None:
                        self._notify(self._listener.handle_change, news)

    def _reconnect(self) -> psycopg.Connection | None:
        """A new connection with the shards; none at the end, and where they are another one's by now."""
        self._connected = False
        self._notify(self._listener.handle_disconnect)
        taken_since: float | None = None
        while not self._ending.is_set():
            if self.may_send(answering=True):
                self._awake = _now() + KEEPS
            try:
                raw = self._join(time.monotonic())
            except ShardsReplaced as failure:
                self._give_up(failure)
                return None
            except (ShardTaken, AnotherCount, OthersThere) as failure:
                taken_since = taken_since or time.monotonic()
                if time.monotonic() - taken_since >= GIVING_UP:
                    self._give_up(failure)
                    return None
                back_off()
            except StoreError:
                back_off()
            else:
                self._connected = True
                LOG.warning("the database is back, and this process has its shards")
                self._notify(self._listener.handle_reconnect)
                return raw
        return None

    def _give_up(self, why: StoreError) -> None:
        """The shards are another process's: nothing is sent any more."""
        self._connected, self._lease, self._awake = False, -inf, -inf
        self._notify(self._listener.handle_shards_lost, why)

    def _notify(self, told: Callable[..., None], *news: object) -> None:
        with suppress(RuntimeError):  # the loop has ended before us
            self._loop.call_soon_threadsafe(told, *news)

    def _close_sockets(self) -> None:
        self._wake.close()
        self._woken.close()
