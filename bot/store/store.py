"""The store as the rest of the bot sees it: tables in, tables out, each call one transaction."""

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
    """A connection in a thread of its own; the one that writes is `shaping`: it makes the tables of these."""
    if not isinstance(place, Postgres):
        opener = open_reader if shaping is None else partial(open_writer, hooks=shaping)
        return await SqliteConnection.open(opener, place, patience)
    try:
        from bot.store.postgres import PostgresConnection  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise NoDriver from error
    return await PostgresConnection.open(place, patience, shaping=shaping)


class Store:
    """The tables on disk. One connection writes, two others read; each has a thread of its own.

    One of those reads what is soon found, the other what may take its time, as it looks through many tables:
    nobody who wants to move waits behind that.

    What a method that writes has returned is on the disk. Cancelling the task that waits for it does not
    stop it: it is saved whole. Every method can raise `CannotWrite`, `Damaged` or a plain `StoreError`.

    Several processes may share a database of PostgreSQL, each with `shards` of its own. Such a process
    remembers its own tables alone, and tells another one when it has changed one of theirs.
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
        """`every`: seconds between two heartbeats of a process that tells that it is there."""
        self.writer = writer
        self.reader = reader
        self.patient = patient
        self.shards = shards
        self.hooks = hooks
        self._known: OrderedDict[int, Table] = OrderedDict()
        self._changes = 0
        """How often tables were changed that are not remembered as they are now."""
        self.servers = Servers(self, shards)
        self.outbox = StoredOutbox(writer, reader, shards)
        self.schedule = StoredSchedule(self, patient, self.servers.people_speak, shards)
        self.cluster = Cluster(writer, self.outbox, _StoreCache(self), shards)
        self.processes = Processes(self, every)
        self.mirrors = StoredSecondBoards(self, self.tell_others, self.forget, shards)
        self.visits = StoredWebSessions(self)
        self.changed: Callable[[int | None], None] | None = None
        """Told which table has changed, or that any may have, where somebody wants to know."""

    @classmethod
    async def open(
        cls,
        place: DatabaseLocation,
        *,
        patience: float = 5.0,
        shards: Shards | None = None,
        hooks: Sequence[StorageHooks] = (),
    ) -> Self:
        """The store in this place, brought to our schemas if need be; a file is created with its folder.

        `patience`: seconds to wait for another process that is writing, or for a server that was lost.
        `shards`: what belongs to others is not this process's to look after; none: everything is. `hooks` are
        the features' parts, in the order in which they follow a change. Raises
        `NotADatabase`, `NewerSchema`, `OlderSchema`, `CannotWrite`, `Damaged`, `InUse`, `NoDriver`; then all
        is as it was.
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
        """Come to rest: what is being saved is saved, and the file holds everything. May be called twice."""
        try:
            await self.cluster.leave()
            await self.patient.close()
            await self.reader.close()
            if self.writer.is_open:
                with suppress(StoreError):  # it costs a look at the boards after the next start
                    await self.outbox.flush()
                await self.writer.checkpoint()
        finally:
            await self.writer.close()

    async def create(self, new: NewTable, interaction: int) -> Table:
        """The table as it was opened: revision 0, an empty log.

        Raises `Repeated`, `DealtBefore`, `FollowedBefore`.
        """
        table = await self.outbox.write(self._create_and_tell, new, interaction)
        if new.journey.moved is not None:
            self.forget()  # the table that it has left tells where it goes on
        if new.closes is not None:
            self.forget(new.closes.table)
        return self._cache(table)

    async def table(self, table_id: int) -> Table | None:
        """The table, or none if there is no such one.

        What this store saved last is remembered. Should another process have saved since, then the next
        `save` says so, and the table is read anew.
        """
        if (known := self._known.get(table_id)) is not None:
            return known
        changes = self._changes
        found = await self.reader.read(tables.table, table_id)
        if found is None or table_id in self._known or changes != self._changes:
            return found  # it may have changed since it was read
        return self._cache(found)

    async def find_departed(self, plies: int, head: str) -> Table | None:
        """The table that a game has left after so many lines, by how the hash of the last one begins."""
        return await self.reader.read(tables.find_departed, plies, head)

    async def save(self, change: Change) -> Table:
        """The table after `change`, which is on disk as a whole or, after an error, not at all.

        Raises `Repeated` if the interaction was saved before, `NoSuchTable`, `OldRules` if others play by
        newer rules, `StaleRevision` if the table is not at the change's revision, `WrongHead` if the change's
        hash does not continue its log.
        """
        self._known.pop(change.table, None)
        table = self._cache(await self.outbox.write(self._save_and_tell, change))
        if self.changed is not None:
            self.changed(table.id)
        return table

    # What others remember is told in the transaction that makes it old

    def _save_and_tell(self, connection: SqlConnection, change: Change) -> Table:
        after = tables.save(connection, change, self.hooks, self.processes.superseded)
        if not self.cluster.has(after.guild_id):
            self.cluster.tell_in(connection, ChangeNotice(ChangeSubject.TABLE, after.id))
        return after

    def _create_and_tell(self, connection: SqlConnection, new: NewTable, interaction: int) -> Table:
        table = tables.create(connection, new, interaction, self.hooks)
        changed = set[int]() if new.closes is None else {new.closes.table}
        if new.journey.moved is not None:  # another installation's code may be that of one of our tables
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
        """Those whose tables these are read them anew."""
        shards, unknown = self.cluster.shards, [one for one in table_ids if one not in self._known]
        if shards is not None and unknown:  # what is remembered is our own
            for table_id in tables.others_of(connection, unknown, shards):
                self.cluster.tell_in(connection, ChangeNotice(ChangeSubject.TABLE, table_id))

    async def set_board(
        self, table_id: int, board: Board | None, now: float, *, left: Board | None = None
    ) -> None:
        """Remember which message shows the table, or that none does; not a revision. Raises `NoSuchTable`.

        The one that did before is to lose its controls, and `left`, too.
        """
        await self.outbox.write(self._put_up, table_id, board, now, left)
        self._changes += 1
        if (known := self._known.get(table_id)) is not None:
            self._known[table_id] = replace(known, board=board)

    def _put_up(
        self, connection: SqlConnection, table_id: int, board: Board | None, now: float, left: Board | None
    ) -> None:
        tables.set_board(connection, table_id, board, now, left)
        self.tell_others(connection, {table_id})

    async def set_place(self, table_id: int, channel_id: int, home_id: int | None) -> None:
        """Remember where the table is played; `home_id`: the channel, if that is a thread. Not a revision.

        Raises `NoSuchTable`.
        """
        await self.writer.write(self._set_place_and_tell, table_id, channel_id, home_id)
        self._changes += 1
        if (known := self._known.get(table_id)) is not None:
            self._known[table_id] = replace(known, channel_id=channel_id, home_id=home_id)

    def _set_place_and_tell(
        self, connection: SqlConnection, table_id: int, channel_id: int, home_id: int | None
    ) -> None:
        tables.set_place(connection, table_id, channel_id, home_id)
        self.tell_others(connection, {table_id})

    def forget(self, *table_ids: int) -> None:
        """Read these tables anew when they are next asked for; all of them, if none is named."""
        self._changes += 1
        for table_id in table_ids or tuple(self._known):
            self._known.pop(table_id, None)
        if self.changed is not None:
            for changed in table_ids or (None,):
                self.changed(changed)

    async def data_of(self, user_id: int) -> PersonalData:
        """All that is kept about somebody."""
        return await self.patient.read(persons.data_of, user_id, self.hooks)

    async def erase(self, user_id: int, changes: tuple[Change, ...], at: float = 0.0) -> tuple[int, ...]:
        """Forget somebody everywhere; returns the ids of the tables that they had a part in.

        `changes` are what becomes of their tables that are open or being played. Raises `StaleRevision` if
        these are not all of them, as they are by now: then nothing has happened. `at` is now.
        """
        try:
            return await self.outbox.write(self._erase_and_tell, user_id, changes, at)
        finally:
            self.forget()
            self.schedule.forget(user_id)
            self.servers.people_speak.pop(user_id, None)

    async def scrub(self) -> bool:
        """Whether the write-ahead log is empty now, so that nothing that was replaced can be read in it."""
        return await self.writer.empty_log()

    async def compact(self) -> None:
        """Write the file anew: what was deleted by an SQLite that does not overwrite is in its gaps."""
        await self.writer.rewrite()

    async def remove_unplayed(self, before: float, limit: int) -> tuple[int, ...]:
        """Delete at most `limit` tables that were closed before then and never played; returns their ids.

        Each is a transaction of its own, so that nobody waits for all.
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
        """The lines of a table's log after a ply; empty for a table that is not there."""
        return await self.reader.read(tables.log, table_id, after)

    async def last_line(self, table_id: int, user_id: int, up_to: int) -> tuple[int, float] | None:
        """The ply and the time of the last line, up to a ply, that somebody wrote at a table."""
        return await self.reader.read(tables.last_line, table_id, user_id, up_to)

    async def guests(self, table_id: int) -> dict[int, str]:
        """What those are called who have ever played for somebody at a table, by user id."""
        return await self.reader.read(rows.guests_of, table_id)

    async def in_channel(self, channel_id: int, *, live_only: bool, limit: int = 25) -> tuple[Table, ...]:
        """At most `limit` tables of the channel, the last changed first; `live_only`: open or playing."""
        return await self.reader.read(tables.in_channel, channel_id, limit, live_only=live_only)

    async def around(self, channel_id: int, *, live_only: bool, limit: int = 25) -> tuple[Table, ...]:
        """As `in_channel`, with the tables in threads of the channel."""
        return await self.reader.read(tables.around, channel_id, limit, live_only=live_only)

    async def is_forked_in(self, table_id: int, channel_id: int) -> bool:
        """Whether a fork of the table was opened in the channel."""
        return await self.reader.read(tables.is_forked_in, table_id, channel_id)

    async def of_user(self, user_id: int, *, live_only: bool, limit: int = 25) -> tuple[Table, ...]:
        """At most `limit` tables where the user sits or is challenged, in the order of `in_channel`."""
        return await self.reader.read(tables.of_user, user_id, limit, live_only=live_only)

    async def live_tables(self, but: Mapping[str, int] | None = None) -> tuple[Table, ...]:
        """All tables where a game is going on, by id; those of this process, if there are others.

        `but`: those that began under these rules of their game are left out, and not even read.
        """
        return await self.patient.read(tables.live_tables, self.cluster.shards, but)

    async def note(self, key: str) -> str | None:
        """What was noted under `key`, or none."""
        return await self.reader.read(tables.note, key)

    async def first_note(self, key: str, value: str) -> str:
        """What is noted under `key`: `value`, unless somebody has noted something there before."""
        return await self.writer.write(tables.first_note, key, value)

    async def set_note(self, key: str, value: str) -> None:
        """Note `value` under `key`, in place of what was there."""
        await self.writer.write(tables.set_note, key, value)

    def _cache(self, table: Table) -> Table:
        """`table`, kept for the next one who asks unless a newer one is; the longest unused goes first.

        Only a table of ours: nobody tells us of the others'.
        """
        if not (self.schedule.remembers and self.cluster.has(table.guild_id)):
            return table
        known = self._known.get(table.id)
        if known is None or known.revision <= table.revision:
            self._known[table.id] = table
        self._known.move_to_end(table.id)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return table


class _StoreCache:
    """What a store remembers, as it becomes old by what others change."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._reading: asyncio.Task[None] | None = None

    def handle_change(self, news: ChangeNotice) -> None:
        """Another process has changed something, or this one has."""
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
        """Nothing is heard any more, so nothing is remembered: nobody knows how old it is."""
        self._store.schedule.remembers = False
        self._store.forget()
        self._store.schedule.forget()

    def handle_reconnect(self) -> None:
        """It is again, from the disk on."""
        self.handle_disconnect()
        self._store.schedule.remembers = True
        self._reading = asyncio.create_task(self._reload())

    async def _reload(self) -> None:
        with suppress(StoreError):  # the next time that the connection is back comes here, too
            await self._store.servers.load_languages()
