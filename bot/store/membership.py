"""A process among others on one database: its shards are its own, and it hears what others change.

For PostgreSQL. Both hang on one connection, which does nothing else. A shard is an advisory lock of it, so it
is free again when the process is gone, whatever became of it.
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
from threading import Event, Thread
from typing import Final, Self

import psycopg
from psycopg import sql

from bot.place import Postgres
from bot.shards import Shards
from bot.store.cluster import Listener, News
from bot.store.errors import AnotherCount, OthersThere, ShardTaken, StoreError
from bot.store.postgres import connect, leave, pause, translating
from bot.store.sql import CHANNEL

LOG = logging.getLogger("taproom.store")

LOOK: Final = 10.0
"""Seconds without any news after which it is looked whether the connection is there."""

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
_ALIVE: Final = (
    "SELECT set_config('tcp_keepalives_idle', '10', false),"
    " set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)"
)
"""The server, too, notices within half a minute that a machine is gone which had shards."""


class Membership:
    """The shards of this process, and a thread that hears what the others tell."""

    def __init__(self, place: Postgres, shards: Shards | None, listener: Listener) -> None:
        self._place = place
        self._shards = shards
        self._listener = listener
        self._loop = asyncio.get_running_loop()
        self._wake, self._woken = socket.socketpair()
        self._ending = Event()
        self._ended = asyncio.Event()
        self._raw: psycopg.Connection | None = None
        self.holds = False

    @classmethod
    async def join(cls, place: Postgres, shards: Shards | None, listener: Listener, patience: float) -> Self:
        """Take these shards, or all where none are named, within so many seconds.

        Raises `ShardTaken`, `AnotherCount`, `OthersThere`, and what a connection raises.
        """
        member = cls(place, shards, listener)
        try:
            member._raw = await asyncio.to_thread(member._joined, time.monotonic() + patience)
        except BaseException:
            member._close_sockets()
            raise
        member.holds = True
        Thread(target=member._run, name="membership", daemon=True).start()
        return member

    async def leave(self) -> None:
        """Let go of the shards; nothing is heard any more."""
        self._ending.set()
        with suppress(OSError):
            self._wake.send(b"\0")
        await self._ended.wait()
        self.holds = False

    # In the thread

    def _joined(self, deadline: float) -> psycopg.Connection:
        """A connection that has the shards and listens."""
        with translating(self._place):
            raw = connect(self._place, max(0.0, deadline - time.monotonic()))
            try:
                raw.execute(_ALIVE)
                while True:
                    try:
                        self._take(raw)
                        break
                    except StoreError:
                        if self._ending.is_set() or time.monotonic() >= deadline:
                            raise
                        pause()
                raw.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
            except BaseException:
                raw.close()
                raise
            return raw

    def _take(self, raw: psycopg.Connection) -> None:
        """Take the locks, all of them or none."""
        raw.execute(f"SELECT pg_advisory_lock({_JOINING})")
        try:
            self._check_others(raw)
            taken = list[int]()
            for number in () if self._shards is None else self._shards.numbers:
                (has,) = raw.execute(f"SELECT pg_try_advisory_lock({SHARD}, {number})").fetchall()[0]
                if not has:
                    for before in taken:
                        raw.execute(f"SELECT pg_advisory_unlock({SHARD}, {before})")
                    raise ShardTaken(number, self._count)
                taken.append(number)
            raw.execute(f"SELECT pg_advisory_lock_shared({_PARTS}, {self._count})")
        finally:
            raw.execute(f"SELECT pg_advisory_unlock({_JOINING})")

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

    def _run(self) -> None:
        try:
            while self._raw is not None and not self._ending.is_set():
                try:
                    self._listen(self._raw)
                except (psycopg.Error, OSError, ValueError) as failure:  # closed under the selector's feet
                    if self._ending.is_set():
                        break
                    LOG.warning("the database is out of reach, and with it what others change: %s", failure)
                    self._raw.close()
                    self._raw = self._regained()
        finally:
            if self._raw is not None:
                with suppress(psycopg.Error):
                    leave(self._raw)
                    self._raw.close()
            self._close_sockets()
            self._call(self._ended.set)

    def _listen(self, raw: psycopg.Connection) -> None:
        """Hear what is told, until the end; raises what is wrong with the connection."""
        with selectors.DefaultSelector() as selector:
            selector.register(raw, selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            while not self._ending.is_set():
                if not selector.select(LOOK):
                    raw.execute("SELECT 1")
                for told in raw.notifies(timeout=0):
                    news = News.read(told.payload)
                    if news is not None:
                        self._call(self._listener.hear, news)

    def _regained(self) -> psycopg.Connection | None:
        """A new connection with the shards; none at the end, and where they are another one's by now."""
        self.holds = False
        self._call(self._listener.lose)
        taken_since: float | None = None
        while not self._ending.is_set():
            try:
                raw = self._joined(time.monotonic())
            except (ShardTaken, AnotherCount, OthersThere) as failure:
                taken_since = taken_since or time.monotonic()
                if time.monotonic() - taken_since >= GIVING_UP:
                    self._call(self._listener.give_up, failure)
                    return None
                pause()
            except StoreError:
                pause()
            else:
                self.holds = True
                LOG.warning("the database is back, and this process has its shards")
                self._call(self._listener.regain)
                return raw
        return None

    def _call(self, told: Callable[..., None], *news: object) -> None:
        with suppress(RuntimeError):  # the loop has ended before us
            self._loop.call_soon_threadsafe(told, *news)

    def _close_sockets(self) -> None:
        self._wake.close()
        self._woken.close()
