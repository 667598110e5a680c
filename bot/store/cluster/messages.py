"""What processes that share a database tell each other, and how one that has its shards stands to the rest.

A process remembers tables of its own shards alone. So only what is written at another one's tables is told,
to whom they belong; a move at one's own costs nothing. What is known of people and servers all processes
remember, and all are told.
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
"""Seconds ahead at which a turn was taken by a clock that is wrong."""


class ShardHolder(Protocol):
    """A process that has its shards for itself."""

    @property
    def holds(self) -> bool:
        """Whether it has them at this moment."""

    def may_send(self, *, answering: bool) -> bool:
        """As `Cluster.may_send`."""

    async def leave(self) -> None:
        """Let go of them."""


class Flushable(Protocol):
    """What is kept in memory until it is written with something else."""

    async def flush(self) -> None:
        """All of it is on the disk."""


class Cluster:
    """The processes on one database, as one of them sees it. A file has but one, whose everything is."""

    def __init__(
        self, writer: Transactions, outbox: Flushable, memory: ChangeObserver, shards: Shards | None = None
    ) -> None:
        self._writer = writer
        self._outbox = outbox
        self._memory = memory
        self._member: ShardHolder | None = None
        self.shards = shards
        """Those of this process where there are others; none: all tables are its own."""

    @property
    def holds(self) -> bool:
        """Whether this process has its shards for itself, as far as it knows."""
        return self._member is None or self._member.holds

    def may_send(self, *, answering: bool = False) -> bool:
        """Whether this process may send something to Discord now: no other one can have its shards.

        `answering`: it only looks something up, or answers somebody. That it may do as well while the
        database is out of reach, unless it was stopped meanwhile: people hear that nothing can be saved.
        """
        return self._member is None or self._member.may_send(answering=answering)

    def has(self, guild_id: int | None) -> bool:
        """Whether it is this process that shows the tables of a server, and does what is due there."""
        return self.shards is None or self.shards.has(guild_id)

    async def join(
        self,
        place: DatabaseLocation,
        shards: Shards | None,
        listener: ClusterListener,
        *,
        patience: float = 5.0,
    ) -> None:
        """Have these shards, or all, for this process alone, and hear what others change.

        A file belongs to whoever opens it. Raises `ShardTaken`, `AnotherCount` or `OthersThere` where another
        process does not let go of them for so many seconds.
        """
        if isinstance(place, Postgres):
            from bot.store.cluster.membership import Membership  # noqa: PLC0415 - an extra
            from bot.store.postgres import PostgresConnection  # noqa: PLC0415 - the same

            assert isinstance(self._writer, PostgresConnection)  # noqa: S101 - as the place is
            ears = _Listeners(self._memory, listener)
            self._member = await Membership.join(place, shards, ears, patience, self._writer.writer)

    async def leave(self) -> None:
        """The shards are free for others, once no confirmation is kept in memory any more."""
        member, self._member = self._member, None
        if member is not None:
            with suppress(StoreError):
                await self._outbox.flush()
            await member.leave()

    async def tell(self, news: ChangeNotice) -> None:
        """All processes hear this, if there are others."""
        if self.shards is not None:
            await self._writer.write(self.tell_in, news)

    async def hand_over(self, table_id: int, lines: tuple[str, ...]) -> None:
        """Have a table shown by the process whose it is; `lines` are what there is to say besides."""
        await self.tell(ChangeNotice(ChangeSubject.SHOW, table_id, lines=lines))

    async def next_turn(self, lane: int, at: float) -> float:
        """In how many seconds a session may begin of those that take turns in a lane, over all processes."""
        return await self._writer.write(_take_turn, f"identify:{lane}", at)

    def tell_in(self, connection: SqlConnection, news: ChangeNotice) -> None:
        """The same within a transaction, once that is committed."""
        if self.shards is not None:
            notify(connection, str(news))


class _Listeners:
    """Who is told, first what is remembered, then the rest of the bot."""

    def __init__(self, memory: ChangeObserver, listener: ClusterListener) -> None:
        self._memory = memory
        self._listener = listener

    def handle_change(self, news: ChangeNotice) -> None:
        """Another process has changed something."""
        self._memory.handle_change(news)
        self._listener.handle_change(news)

    def handle_disconnect(self) -> None:
        """From now on nothing is heard."""
        self._memory.handle_disconnect()
        self._listener.handle_disconnect()

    def handle_reconnect(self) -> None:
        """News are heard again."""
        self._memory.handle_reconnect()
        self._listener.handle_reconnect()

    def handle_shards_lost(self, why: StoreError) -> None:
        """The shards are another one's now."""
        self._listener.handle_shards_lost(why)


def _take_turn(connection: SqlConnection, key: str, at: float) -> float:
    """Take the next turn; returns how long it is until then."""
    lock_exclusively(connection)
    noted = note(connection, key)
    free = at if noted is None else float(noted) + BETWEEN
    mine = at if free > at + _WRONG else max(at, free)
    set_note(connection, key, repr(mine))
    return mine - at
