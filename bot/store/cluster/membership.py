"""Ownership of shards on a shared database, and the connection that hears other processes' changes.

For PostgreSQL. Both use one connection, which does nothing else. A shard is an advisory lock of it, so it is
free again when the process is gone, for whatever reason.

A process that is suspended (SIGSTOP, a paused container) keeps its connection. So each renews a lease by a
query every `LOOK` seconds. One without a query for `LEASE` seconds is ended by the process that starts in its
place. By its own clock it sees that its lease has expired, and sends nothing after `KEEPS` seconds; and its
row of `writers` is gone, so that it saves nothing.
"""

# ruff: noqa: S608 - only our own numbers are inserted

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
from time import monotonic  # by name: a simulated Discord replaces the module's clock
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
"""Seconds between renewals of the lease, which also check the connection."""

LEASE: Final = 30.0
"""Seconds without renewal after which another process may take the shards."""

KEEPS: Final = 25.0
"""Seconds for which a process trusts its own lease: its clock may be slower than the server's."""

MISSED: Final = 15.0
"""Seconds of silence after which a new owner waits for the end of the lease: `LOOK` is over."""

GIVING_UP: Final = 60.0
"""Seconds for which another one may have the shards of a disconnected process, until it gives them up.

The server may take this long to notice that the previous connection is gone, which still holds them.
"""

SHARD: Final = 0x54415044
"""The first number of a shard's lock; the second one is the shard's."""

_PARTS: Final = 0x54415043
"""The first number of the lock shared by processes with the same number of shards, which is the second."""

_JOINING: Final = 0x5441504A
"""The number of the lock under which shards are taken, `TAPJ`."""

_ALL: Final = 0
"""The number of shards of a process that runs all of them."""

_COUNTS: Final = (
    "SELECT DISTINCT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2"
    f" AND classid::bigint = {_PARTS} AND pid <> pg_backend_pid()"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_NAME: Final = "taproom shards"
"""The connection's name; older programs, which renew nothing, use another one."""

_ALIVE: Final = (
    f"SELECT set_config('application_name', '{_NAME}', false),"
    " set_config('tcp_keepalives_idle', '10', false),"
    " set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)"
)
"""Makes the server notice within half a minute that a machine with shards is gone."""

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
"""How long each process has been silent that has shards of ours, or another number of shards.

Those with an expired lease are ended. A connection of another role or an older program is not considered.
"""

_FENCE: Final = (
    "DELETE FROM writers WHERE id IN (SELECT id FROM writers WHERE id <> %(writer)s"
    f" AND (shards <> %(count)s OR shards = {_ALL} OR (shard <= %(last)s AND last_shard >= %(first)s))"
    " FOR UPDATE NOWAIT)"
)
"""Revokes the previous owner's right to save; fails while it is saving something."""

_OWN: Final = (
    "UPDATE writers SET shard = %(first)s, last_shard = %(last)s, shards = %(count)s"
    " WHERE id = %(writer)s AND shards IS NULL"
)


def _now() -> float:
    """Return seconds by a clock that runs while the process is suspended, on Linux also in standby."""
    boot: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return monotonic() if boot is None else time.clock_gettime(boot)


class Membership:
    """The shards of this process, and a thread that hears other processes."""

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
        """Until when the shards are certainly ours, and until when this process was not suspended."""

    @property
    def holds(self) -> bool:
        """Whether the shards are certainly ours."""
        return self._connected and self.may_send()

    def may_send(self, *, answering: bool = False) -> bool:
        """Whether a request may be sent, as `Cluster.may_send`."""
        return _now() < (self._awake if answering else self._lease)

    @classmethod
    async def join(
        cls, place: Postgres, shards: Shards | None, listener: ClusterListener, patience: float, writer: int
    ) -> Self:
        """Take these shards, or all by default, within `patience` seconds.

        If their owner seems to be suspended, it takes up to `LEASE` longer. `writer` is the row of `writers`
        in which this process counts its transactions. Raises `ShardTaken`, `AnotherCount`, `OthersThere`, and
        what a connection raises.
        """
        member = cls(place, shards, listener, writer)
        try:
            member._raw = await asyncio.to_thread(member._join, monotonic() + patience)
        except BaseException:
            member._close_sockets()
            raise
        member._connected = True
        Thread(target=member._run, name="membership", daemon=True).start()
        return member

    async def leave(self) -> None:
        """Release the shards, and stop listening."""
        self._ending.set()
        with suppress(OSError):
            self._wake.send(b"\0")
        await self._ended.wait()
        self._connected = False

    # In the thread

    def _join(self, deadline: float) -> psycopg.Connection:
        """Open a connection that has the shards and listens."""
        with translating(self._place):
            raw, is_reported = connect(self._place, max(0.0, deadline - monotonic())), False
            try:
                raw.execute(_ALIVE)
                while True:
                    asked_at = _now()
                    try:
                        self._take_locks(raw)
                        break
                    except ShardsReplaced:
                        raise
                    except (StoreError, errors.LockNotAvailable) as failure:
                        waits = self._end_silent(raw) >= MISSED or isinstance(
                            failure, errors.LockNotAvailable
                        )
                        if self._ending.is_set() or monotonic() >= deadline + LEASE * waits:
                            raise
                        if not is_reported and monotonic() < deadline:
                            is_reported = True
                            LOG.warning("waiting for up to %.0f seconds: %s", deadline - monotonic(), failure)
                        back_off()
                raw.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
            except BaseException:
                raw.close()
                raise
            self._lease = self._awake = asked_at + KEEPS
            return raw

    def _renew(self, raw: psycopg.Connection) -> None:
        """Renew the lease; raises `ShardsReplaced` if another process has taken over."""
        asked_at = _now()
        if not raw.execute("SELECT FROM writers WHERE id = %s", (self._writer,)).rowcount:
            raise ShardsReplaced
        self._lease = self._awake = asked_at + KEEPS

    def _end_silent(self, raw: psycopg.Connection) -> float:
        """End processes in our way with an expired lease; returns for how long all of them were silent."""
        rows = raw.execute(_SILENT, {**self._own, "lease": LEASE}).fetchall()
        return min((silent or 0.0 for silent, _ in rows), default=0.0)

    def _take_locks(self, raw: psycopg.Connection) -> None:
        """Take the locks, all of them or none; their previous owner saves nothing any more."""
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
        """Raise the error for running processes that do not fit to this one."""
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
        """This process's numbers for statements."""
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
                except (psycopg.Error, OSError, ValueError) as failure:  # closed during the wait
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
        """Handle notifications, until the end; raises the connection's error."""
        with selectors.DefaultSelector() as selector:
            selector.register(raw, selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            renews = _now() + LOOK
            while not self._ending.is_set():
                selector.select(max(0.0, renews - _now()))
                if _now() >= renews:
                    self._renew(raw)
                    renews = _now() + LOOK
                for notification in raw.notifies(timeout=0):
                    news = ChangeNotice.parse(notification.payload)
                    if news is not None:
                        self._notify(self._listener.handle_change, news)

    def _reconnect(self) -> psycopg.Connection | None:
        """Open a new connection with the shards; None at the end, and if another process has them."""
        self._connected = False
        self._notify(self._listener.handle_disconnect)
        taken_since: float | None = None
        while not self._ending.is_set():
            if self.may_send(answering=True):
                self._awake = _now() + KEEPS
            try:
                raw = self._join(monotonic())
            except ShardsReplaced as failure:
                self._give_up(failure)
                return None
            except (ShardTaken, AnotherCount, OthersThere) as failure:
                taken_since = taken_since or monotonic()
                if monotonic() - taken_since >= GIVING_UP:
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
        """Stop sending: the shards belong to another process."""
        self._connected, self._lease, self._awake = False, -inf, -inf
        self._notify(self._listener.handle_shards_lost, why)

    def _notify(self, callback: Callable[..., None], *news: object) -> None:
        with suppress(RuntimeError):  # the loop has ended first
            self._loop.call_soon_threadsafe(callback, *news)

    def _close_sockets(self) -> None:
        self._wake.close()
        self._woken.close()
