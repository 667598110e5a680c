"""The store as the rest of the bot sees it: each call is one transaction."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final, Self

from bot.cluster.shards import Shards
from bot.ops.location import DatabaseLocation, Postgres
from bot.store import persons, rows, tables
from bot.store.cluster.messages import Cluster
from bot.store.cluster.news import ChangeNotice, ChangeSubject
from bot.store.cluster.processes import Processes, heartbeat_interval
from bot.store.db import SqliteConnection, open_reader, open_writer
from bot.store.errors import NoDriver, StoreError
from bot.store.hooks import StorageHooks
from bot.store.model import Board, Change, Line, NewTable, Table
from bot.store.outbox import StoredOutbox
from bot.store.persons import PersonalData
from bot.store.schedule import StoredSchedule
from bot.store.second_boards import StoredSecondBoards
from bot.store.servers import Servers
from bot.store.sql import SqlConnection, Transactions
from bot.store.upkeep import unplayed
from bot.store.web_sessions import StoredWebSessions

REMEMBERED: Final = 1024
"""How many tables are kept in memory; one is about two kilobytes."""


async def _connect(
    place: DatabaseLocation, patience: float, shaping: Sequence[StorageHooks] | None = None
) -> Transactions:
    """Open a connection in a thread of its own; with `shaping`, for writing, after migrating."""
    if not isinstance(place, Postgres):
        opener = open_reader if shaping is None else partial(open_writer, hooks=shaping)
        return await SqliteConnection.open(opener, place, patience)
    try:
        from bot.store.postgres import PostgresConnection  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise NoDriver from error
    return await PostgresConnection.open(place, patience, shaping=shaping)


class Store:
    """The stored tables. One connection writes, two others read; each has a thread of its own.

    One of the readers is for fast lookups, the other for slow ones over many tables, so that moves do not
    wait for them.

    What a method that writes has returned is durable. Cancelling the task that waits for it does not stop it:
    it is saved whole. Every method can raise `CannotWrite`, `DamagedDatabase` or a plain `StoreError`.

    Several processes may share a database of PostgreSQL, each with `shards` of its own. Such a process caches
    only its own tables, and notifies another one when it has changed one of theirs.
    """

    def __init__(
        self,
        writer: Transactions,
        reader: Transactions,
        patient: Transactions,
        every: float,
        shards: Shards | None = None,
        hooks: Sequence[StorageHooks] = (),
    ) -> None:
        """`every`: seconds between two heartbeats of a process."""
        self.writer = writer
        self.reader = reader
        self.patient = patient
        self.shards = shards
        self.hooks = hooks
        self._known: OrderedDict[int, Table] = OrderedDict()
        self._changes = 0
        """How often tables were changed without updating the cache."""
        self.servers = Servers(self, shards)
        self.outbox = StoredOutbox(writer, reader, shards)
        self.schedule = StoredSchedule(self, patient, self.servers.people_speak, shards)
        self.cluster = Cluster(writer, self.outbox, _StoreCache(self), shards)
        self.processes = Processes(self, every)
        self.mirrors = StoredSecondBoards(self, self.tell_others, self.forget, shards)
        self.visits = StoredWebSessions(self)
        self.changed: Callable[[int | None], None] | None = None
        """A callback for changed tables: one id, or None for any."""

    @classmethod
    async def open(
        cls,
        place: DatabaseLocation,
        *,
        patience: float = 5.0,
        shards: Shards | None = None,
        hooks: Sequence[StorageHooks] = (),
    ) -> Self:
        """Open the store, and migrate it if need be; a file is created, but not its folder.

        `patience`: seconds to wait for another process that is writing, or for a lost server. `shards`: those
        of this process; None: all. `hooks` are the features' parts, in the order in which they follow a
        change. Raises `NotADatabase`, `NoFolder`, `NewerSchema`, `OlderSchema`, `CannotWrite`,
        `DamagedDatabase`, `InUse`, `NoDriver`; then nothing has changed.
        """
        opened = [await _connect(place, patience, hooks)]
        try:
            opened.append(await _connect(place, patience))
            opened.append(await _connect(place, patience))
            others = shards is not None and not shards.is_all
            writer, reader, patient = opened
            store = cls(writer, reader, patient, heartbeat_interval(place), shards if others else None, hooks)
            await store.servers.load_languages()
        except BaseException:
            for connection in reversed(opened):
                await connection.close()
            raise
        return store

    async def close(self) -> None:
        """Close the store: saves under way finish, and the file holds everything. May be called twice."""
        try:
            await self.cluster.leave()
            await self.patient.close()
            await self.reader.close()
            if self.writer.is_open:
                with suppress(StoreError):  # it costs a check of the boards after the next start
                    await self.outbox.flush()
                await self.writer.checkpoint()
        finally:
            await self.writer.close()

    async def create(self, new: NewTable, interaction: int) -> Table:
        """Save a new table: revision 0, an empty log.

        Raises `Repeated`, `DealtBefore`, `FollowedBefore`.
        """
        table = await self.outbox.write(self._create_and_tell, new, interaction)
        if new.journey.moved is not None:
            self.forget()  # the previous table now refers to the new one
        if new.closes is not None:
            self.forget(new.closes.table)
        return self._cache(table)

    async def table(self, table_id: int) -> Table | None:
        """Return the table, or None if there is no such one.

        What this store saved last is cached. Should another process have saved since, then the next `save`
        fails, and the table is read again.
        """
        if (cached := self._known.get(table_id)) is not None:
            return cached
        changes = self._changes
        table = await self.reader.read(tables.table, table_id)
        if table is None or table_id in self._known or changes != self._changes:
            return table  # it may have changed since it was read
        return self._cache(table)

    async def find_departed(self, plies: int, head: str) -> Table | None:
        """Return the table that a game has left after so many lines, by the beginning of its last hash."""
        return await self.reader.read(tables.find_departed, plies, head)

    async def save(self, change: Change) -> Table:
        """Save a change, whole or not at all; returns the table.

        Raises `Repeated` if the interaction was saved before, `NoSuchTable`, `OldRules` if others play by
        newer rules, `StaleRevision` if the table is not at the change's revision, `WrongHead` if the change's
        hash does not continue its log.
        """
        self._known.pop(change.table, None)
        table = self._cache(await self.outbox.write(self._save_and_tell, change))
        if self.changed is not None:
            self.changed(table.id)
        return table

    # Notices for other caches are sent in the same transaction

    def _save_and_tell(self, connection: SqlConnection, change: Change) -> Table:
        after = tables.save(connection, change, self.hooks, self.processes.superseded)
        if not self.cluster.has(after.guild_id):
            self.cluster.tell_in(connection, ChangeNotice(ChangeSubject.TABLE, after.id))
        return after

    def _create_and_tell(self, connection: SqlConnection, new: NewTable, interaction: int) -> Table:
        table = tables.create(connection, new, interaction, self.hooks)
        changed = set[int]() if new.closes is None else {new.closes.table}
        # Another installation's table can have the same code as one of ours.
        if new.journey.moved is not None:
            changed.add(int(new.journey.moved[0].removeprefix("T")))
        self.tell_others(connection, changed)
        return table

    def _erase_and_tell(
        self, connection: SqlConnection, user_id: int, changes: tuple[Change, ...], at: float
    ) -> tuple[int, ...]:
        found = persons.erase(connection, user_id, changes, at, self.hooks)
        self.cluster.tell_in(connection, ChangeNotice(ChangeSubject.FORGOTTEN, user_id))
        return found

    def tell_others(self, connection: SqlConnection, table_ids: set[int]) -> None:
        """Notify the owners of these tables to read them again."""
        shards, unknown = self.cluster.shards, [number for number in table_ids if number not in self._known]
        if shards is not None and unknown:  # only our own tables are cached
            for table_id in tables.others_of(connection, unknown, shards):
                self.cluster.tell_in(connection, ChangeNotice(ChangeSubject.TABLE, table_id))

    async def set_board(
        self, table_id: int, board: Board | None, now: float, *, left: Board | None = None
    ) -> None:
        """Store which message shows the table, if any; not a revision. Raises `NoSuchTable`.

        The previous one loses its controls, and so does `left`.
        """
        await self.outbox.write(self._put_up, table_id, board, now, left)
        self._changes += 1
        if (cached := self._known.get(table_id)) is not None:
            self._known[table_id] = replace(cached, board=board)

    def _put_up(
        self, connection: SqlConnection, table_id: int, board: Board | None, now: float, left: Board | None
    ) -> None:
        tables.set_board(connection, table_id, board, now, left)
        self.tell_others(connection, {table_id})

    async def set_place(self, table_id: int, channel_id: int, home_id: int | None) -> None:
        """Store where the table is played; `home_id`: the parent channel of a thread. Not a revision.

        Raises `NoSuchTable`.
        """
        await self.writer.write(self._set_place_and_tell, table_id, channel_id, home_id)
        self._changes += 1
        if (cached := self._known.get(table_id)) is not None:
            self._known[table_id] = replace(cached, channel_id=channel_id, home_id=home_id)

    def _set_place_and_tell(
        self, connection: SqlConnection, table_id: int, channel_id: int, home_id: int | None
    ) -> None:
        tables.set_place(connection, table_id, channel_id, home_id)
        self.tell_others(connection, {table_id})

    def forget(self, *table_ids: int) -> None:
        """Remove these tables from the cache; all of them, if none is named."""
        self._changes += 1
        for table_id in table_ids or tuple(self._known):
            self._known.pop(table_id, None)
        if self.changed is not None:
            for changed in table_ids or (None,):
                self.changed(changed)

    async def data_of(self, user_id: int) -> PersonalData:
        """Return all data stored about a user."""
        return await self.patient.read(persons.data_of, user_id, self.hooks)

    async def erase(self, user_id: int, changes: tuple[Change, ...], at: float = 0.0) -> tuple[int, ...]:
        """Forget a user everywhere; returns the ids of the tables that they had a part in.

        `changes` are those of their live tables. Raises `StaleRevision` if these are not all of them, in
        their current state: then nothing has happened. `at` is now.
        """
        try:
            return await self.outbox.write(self._erase_and_tell, user_id, changes, at)
        finally:
            self.forget()
            self.schedule.forget(user_id)
            self.servers.people_speak.pop(user_id, None)

    async def scrub(self) -> bool:
        """Clear the write-ahead log; returns whether it is empty, so that no replaced data is in it."""
        return await self.writer.empty_log()

    async def compact(self) -> None:
        """Rewrite the file: an SQLite without secure deletion leaves deleted data in its gaps."""
        await self.writer.rewrite()

    async def remove_unplayed(self, before: float, limit: int) -> tuple[int, ...]:
        """Delete at most `limit` tables that were closed before then and never played; returns their ids.

        Each is a transaction of its own, so that others need not wait for all.
        """
        shards = self.cluster.shards
        removed = [
            table_id
            for table_id in await self.patient.read(
                unplayed.unplayed_tables, before, limit, shards, self.hooks
            )
            if await self.writer.write(unplayed.remove_table, table_id, before, self.hooks)
        ]
        if removed:
            self.forget(*removed)
        return tuple(removed)

    async def log(self, table_id: int, *, after: int = 0) -> tuple[Line, ...]:
        """Return the lines of a table's log after a ply; empty for an unknown table."""
        return await self.reader.read(tables.log, table_id, after)

    async def last_line(self, table_id: int, user_id: int, up_to: int) -> tuple[int, float] | None:
        """Return the ply and the time of a user's last line at a table, up to a ply."""
        return await self.reader.read(tables.last_line, table_id, user_id, up_to)

    async def guests(self, table_id: int) -> dict[int, str]:
        """Return the names of all who have ever played for an absent player at a table, by user id."""
        return await self.reader.read(rows.guests_of, table_id)

    async def in_channel(self, channel_id: int, *, live_only: bool, limit: int = 25) -> tuple[Table, ...]:
        """Return at most `limit` tables of the channel, last changed first; `live_only`: open or playing."""
        return await self.reader.read(tables.in_channel, channel_id, limit, live_only=live_only)

    async def around(self, channel_id: int, *, live_only: bool, limit: int = 25) -> tuple[Table, ...]:
        """Return tables as `in_channel`, with those in threads of the channel."""
        return await self.reader.read(tables.around, channel_id, limit, live_only=live_only)

    async def is_forked_in(self, table_id: int, channel_id: int) -> bool:
        """Whether a fork of the table was opened in the channel."""
        return await self.reader.read(tables.is_forked_in, table_id, channel_id)

    async def of_user(self, user_id: int, *, live_only: bool, limit: int = 25) -> tuple[Table, ...]:
        """Return at most `limit` tables where the user sits or is challenged, ordered as `in_channel`."""
        return await self.reader.read(tables.of_user, user_id, limit, live_only=live_only)

    async def live_tables(self, but: Mapping[str, int] | None = None) -> tuple[Table, ...]:
        """Return all tables with a running game, by id; only those of this process.

        `but`: those that began under these rules of their game are left out, and not even read.
        """
        return await self.patient.read(tables.live_tables, self.cluster.shards, but)

    async def note(self, key: str) -> str | None:
        """Return the note under `key`, or None."""
        return await self.reader.read(tables.note, key)

    async def first_note(self, key: str, value: str) -> str:
        """Store a note under `key` unless there is one; returns the stored note."""
        return await self.writer.write(tables.first_note, key, value)

    async def set_note(self, key: str, value: str) -> None:
        """Store a note under `key`, replacing the previous one."""
        await self.writer.write(tables.set_note, key, value)

    def _cache(self, table: Table) -> Table:
        """Cache a table unless a newer one is cached; the least recently used one is dropped.

        Only for our own tables: changes of others are not announced to us.
        """
        if not (self.schedule.remembers and self.cluster.has(table.guild_id)):
            return table
        cached = self._known.get(table.id)
        if cached is None or cached.revision <= table.revision:
            self._known[table.id] = table
        self._known.move_to_end(table.id)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return table


class _StoreCache:
    """Updates a store's caches after changes by others."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._reading: asyncio.Task[None] | None = None

    def handle_change(self, news: ChangeNotice) -> None:
        """Handle a change by another process, or by this one."""
        store = self._store
        match news.about:
            case ChangeSubject.TABLE | ChangeSubject.SHOW:
                store.forget(news.number)
            case ChangeSubject.PERSON:
                store.schedule.forget(news.number)
                store.servers.people_speak[news.number] = news.language
            case ChangeSubject.SERVER:
                store.servers.note_change(news.number, news.language, keeps_record=news.keeps_record)
            case ChangeSubject.FORGOTTEN:
                store.forget()
                store.schedule.forget(news.number)
                store.servers.people_speak.pop(news.number, None)
            case ChangeSubject.COMMANDS:
                pass

    def handle_disconnect(self) -> None:
        """Clear the caches, as changes cannot be heard."""
        self._store.schedule.remembers = False
        self._store.forget()
        self._store.schedule.forget()

    def handle_reconnect(self) -> None:
        """Use the caches again, starting from the database."""
        self.handle_disconnect()
        self._store.schedule.remembers = True
        self._reading = asyncio.create_task(self._reload())

    async def _reload(self) -> None:
        with suppress(StoreError):  # repeated when the connection is back the next time
            await self._store.servers.load_languages()
