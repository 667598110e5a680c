"""Messages between processes on one database, and this process's rights to its shards.

A process caches only tables of its own shards. So only changes of another process's tables are announced, to
their owner; a move at one's own costs nothing. Data of people and servers is cached by all processes, and
announced to all.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final, Protocol

from bot.cluster.shards import Shards
from bot.ops.location import DatabaseLocation, Postgres
from bot.store.cluster.news import ChangeNotice, ChangeObserver, ChangeSubject, ClusterListener
from bot.store.errors import StoreError
from bot.store.sql import SqlConnection, Transactions, lock_exclusively, notify
from bot.store.tables import note, set_note

BETWEEN: Final = 5.5
"""Seconds between two sessions that take turns: Discord wants five, and they connect before they begin."""

_WRONG: Final = 3600.0
"""Seconds ahead at which a recorded turn is due to a wrong clock."""


class ShardHolder(Protocol):
    """A process with exclusive shards."""

    @property
    def holds(self) -> bool:
        """Whether it has its shards now."""

    def may_send(self, *, answering: bool) -> bool:
        """Whether a request may be sent, as `Cluster.may_send`."""

    async def leave(self) -> None:
        """Release the shards."""


class Flushable(Protocol):
    """Data kept in memory until it is written together with other data."""

    async def flush(self) -> None:
        """Write all of it."""


class Cluster:
    """The processes on one database, as seen by one of them. A file has one process, which owns all."""

    def __init__(
        self, writer: Transactions, outbox: Flushable, memory: ChangeObserver, shards: Shards | None = None
    ) -> None:
        self._writer = writer
        self._outbox = outbox
        self._memory = memory
        self._member: ShardHolder | None = None
        self.shards = shards
        """The shards of this process where there are others; None: all tables are its own."""

    @property
    def holds(self) -> bool:
        """Whether this process has its shards, as far as it knows."""
        return self._member is None or self._member.holds

    def may_send(self, *, answering: bool = False) -> bool:
        """Whether this process may send something to Discord now, as no other one can have its shards.

        `answering`: it only looks something up, or answers a user. That is allowed even while the database is
        unreachable, unless the process was suspended meanwhile: users read that nothing can be saved.
        """
        return self._member is None or self._member.may_send(answering=answering)

    def has(self, guild_id: int | None) -> bool:
        """Whether this process owns the tables of a server."""
        return self.shards is None or self.shards.has(guild_id)

    async def join(
        self,
        place: DatabaseLocation,
        shards: Shards | None,
        listener: ClusterListener,
        *,
        patience: float = 5.0,
    ) -> None:
        """Take these shards, or all, for this process alone, and listen to other processes.

        A file belongs to the process that opens it. Raises `ShardTaken`, `AnotherCount` or `OthersThere`
        where another process does not release them for `patience` seconds.
        """
        if isinstance(place, Postgres):
            from bot.store.cluster.membership import Membership  # noqa: PLC0415 - an extra
            from bot.store.postgres import PostgresConnection  # noqa: PLC0415 - the same

            assert isinstance(self._writer, PostgresConnection)  # noqa: S101 - for such a location
            ears = _Listeners(self._memory, listener)
            self._member = await Membership.join(place, shards, ears, patience, self._writer.writer)

    async def leave(self) -> None:
        """Release the shards, after writing the confirmations in memory."""
        member, self._member = self._member, None
        if member is not None:
            with suppress(StoreError):
                await self._outbox.flush()
            await member.leave()

    async def tell(self, news: ChangeNotice) -> None:
        """Announce a change to all processes, if there are others."""
        if self.shards is not None:
            await self._writer.write(self.tell_in, news)

    async def hand_over(self, table_id: int, lines: tuple[str, ...]) -> None:
        """Have a table shown by the process that owns it; `lines` are texts for it to add."""
        await self.tell(ChangeNotice(ChangeSubject.SHOW, table_id, lines=lines))

    async def next_turn(self, lane: int, at: float) -> float:
        """Return in how many seconds a session may begin, over all processes that take turns in a lane."""
        return await self._writer.write(_take_turn, f"identify:{lane}", at)

    def tell_in(self, connection: SqlConnection, news: ChangeNotice) -> None:
        """Announce a change when this transaction is committed."""
        if self.shards is not None:
            notify(connection, str(news))


class _Listeners:
    """Passes changes on, first to the cache, then to the rest of the bot."""

    def __init__(self, memory: ChangeObserver, listener: ClusterListener) -> None:
        self._memory = memory
        self._listener = listener

    def handle_change(self, news: ChangeNotice) -> None:
        """Handle a change by another process."""
        self._memory.handle_change(news)
        self._listener.handle_change(news)

    def handle_disconnect(self) -> None:
        """Handle that other processes cannot be heard."""
        self._memory.handle_disconnect()
        self._listener.handle_disconnect()

    def handle_reconnect(self) -> None:
        """Handle that other processes can be heard again."""
        self._memory.handle_reconnect()
        self._listener.handle_reconnect()

    def handle_shards_lost(self, why: StoreError) -> None:
        """Handle that the shards belong to another process now."""
        self._listener.handle_shards_lost(why)


def _take_turn(connection: SqlConnection, key: str, at: float) -> float:
    """Take the next turn; returns how many seconds it is until then."""
    lock_exclusively(connection)
    noted = note(connection, key)
    free = at if noted is None else float(noted) + BETWEEN
    mine = at if free > at + _WRONG else max(at, free)
    set_note(connection, key, repr(mine))
    return mine - at
