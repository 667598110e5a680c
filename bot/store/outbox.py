"""The outbox: a row for each table to be shown, saved with the change, deleted once confirmed.

Messages to be deleted are rows, too: previous boards, saved with the location of the new one, and messages
about a turn, such as a reminder, which are deleted when the turn has passed.

A confirmation needs no commit of its own: it is kept in memory, and written with the next transaction. A bot
that dies before that checks the board once more.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import wraps
from typing import Concatenate, Final, ParamSpec, TypeVar

from bot.cluster.shards import Shards
from bot.store.errors import StoreError
from bot.store.model import Board, OldBoard, Table, Unshown
from bot.store.sql import SqlConnection, Transactions, for_shards

T = TypeVar("T")
P = ParamSpec("P")

GRACE: Final = 10.0
"""Seconds that the task which changed a table has to show it, before the bot does it automatically."""

REMEMBERED: Final = 4096
"""The number of tables whose last shown revision is kept in memory."""

_COLUMNS: Final = "table_id, revision, turn, since, tries, due"
PUT: Final = (
    f"INSERT INTO outbox ({_COLUMNS}) VALUES (?, ?, ?, ?, 0, ?)"  # noqa: S608 - a constant
    " ON CONFLICT (table_id) DO UPDATE SET"
    " revision = excluded.revision, since = excluded.since, tries = 0, due = excluded.due"
)
CALLED: Final = "UPDATE outbox SET turn = ? WHERE table_id = ? AND coalesce(turn, -1) < ?"
SEEN: Final = "DELETE FROM outbox WHERE table_id = ? AND revision <= ? AND turn >= ?"
SELECT_ALL: Final = f"SELECT {_COLUMNS} FROM outbox ORDER BY due, table_id"  # noqa: S608 - a constant
SELECT_ONE: Final = f"SELECT {_COLUMNS} FROM outbox WHERE table_id = ?"  # noqa: S608 - a constant
ANEW: Final = "DELETE FROM outbox WHERE table_id = ?"
PUT_OFF: Final = "UPDATE outbox SET tries = tries + 1, due = ? WHERE table_id = ? AND revision = ?"
DROP: Final = "DELETE FROM outbox WHERE table_id = ? AND revision <= ?"

_OLD: Final = "message_id, channel_id, table_id, since, tries, due"
LEAVE: Final = (
    f"INSERT INTO old_boards ({_OLD})"  # noqa: S608 - a constant
    " SELECT board_message_id, board_channel_id, id, ?, 0, ? FROM tables"
    " WHERE id = ? AND board_message_id IS NOT NULL ON CONFLICT DO NOTHING"
)
LEAVE_TOO: Final = f"INSERT INTO old_boards ({_OLD}) VALUES (?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING"  # noqa: S608
SETTLED: Final = "DELETE FROM old_boards WHERE message_id = ?"
SELECT_OLD: Final = f"SELECT {_OLD} FROM old_boards ORDER BY due, message_id"  # noqa: S608 - a constant
PUT_OFF_OLD: Final = "UPDATE old_boards SET tries = tries + 1, due = ? WHERE message_id = ?"

NOT_YET: Final = 1e18
"""When a message about a turn is due to be deleted while the turn lasts."""
SAID: Final = f"INSERT INTO old_boards ({_OLD}) VALUES (?, ?, ?, ?, 0, {NOT_YET}) ON CONFLICT DO NOTHING"  # noqa: S608
PASSED: Final = f"UPDATE old_boards SET since = ?, due = ? WHERE table_id = ? AND due = {NOT_YET}"  # noqa: S608


@dataclass(frozen=True, slots=True)
class ShownRevision:
    """The revision at which a table is known to be shown, with the turn of then.

    `called` is the last turn whose players were called by a message, if they had to be; -1 if none is known.
    """

    revision: int
    turn: int
    called: int


class StoredOutbox:
    """What must be shown, and what is known to be."""

    def __init__(self, writer: Transactions, reader: Transactions, shards: Shards | None = None) -> None:
        """`shards` are those whose boards are returned; None: all."""
        self._writer = writer
        self._reader = reader
        self._shards = shards
        self._unwritten: dict[int, ShownRevision] = {}
        self._seen: OrderedDict[int, ShownRevision] = OrderedDict()
        self._settled = set[int]()

    async def write(
        self, work: Callable[Concatenate[SqlConnection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `work` in a transaction together with the pending confirmations; returns its result."""
        seen, self._unwritten = self._unwritten, {}
        gone, self._settled = self._settled, set()
        if not seen and not gone:
            return await self._writer.write(work, *args, **kwargs)

        @wraps(work)
        def write_with_confirmed(connection: SqlConnection) -> T:
            confirm(connection, seen)
            delete_messages(connection, gone)
            return work(connection, *args, **kwargs)

        try:
            return await self._writer.write(write_with_confirmed)
        except BaseException:
            for table_id, shown in seen.items():  # perhaps it was written; twice does no harm
                self._note(table_id, shown)
            self._settled |= gone
            raise

    def confirm(self, table: Table, *, called: bool = True) -> None:
        """Confirm that a table is shown in this state.

        `called`: no ping is pending. A board that was changed in place pings no one: if the turn has passed
        since the last message, its row stays.
        """
        if self.is_shown(table):
            return
        seen = ShownRevision(table.revision, table.turn, table.turn if called else -1)
        self._note(table.id, seen)
        self._seen[table.id] = _known_by_both(self._seen.get(table.id), seen)
        self._seen.move_to_end(table.id)
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)

    def is_shown(self, table: Table) -> bool:
        """Whether a table is known to be shown in this state, or newer, and every player called."""
        seen = self._seen.get(table.id)
        return seen is not None and seen.revision >= table.revision and seen.called >= table.turn

    def is_seen(self, table: Table) -> bool:
        """Whether a table is known to be shown in this state, or newer; a ping may be pending."""
        seen = self._seen.get(table.id)
        return seen is not None and seen.revision >= table.revision

    def forget(self, table_id: int) -> None:
        """Forget what was known to be shown of a table, as another process has shown it."""
        self._seen.pop(table_id, None)
        self._unwritten.pop(table_id, None)

    async def flush(self) -> None:
        """Write the pending confirmations."""
        if self._unwritten or self._settled:
            await self.write(_no_work)

    async def unshown(self) -> tuple[Unshown, ...]:
        """Return all tables not known to be shown, the first due first."""
        await self._try_to_flush()
        return tuple(
            row for row in await self._reader.read(all_entries, self._shards) if not self._is_seen(row)
        )

    async def entry_of(self, table_id: int) -> Unshown | None:
        """Return the entry of a table; None if it is known to be shown."""
        await self._try_to_flush()
        row = await self._reader.read(entry_of, table_id)
        return None if row is None or self._is_seen(row) else row

    async def put_off(self, row: Unshown, due: float) -> None:
        """Postpone an entry, unless the table has changed meanwhile."""
        await self._writer.write(put_off, row, due)

    async def drop(self, row: Unshown) -> None:
        """Give an entry up, unless the table has changed meanwhile."""
        await self._writer.write(drop, row)

    async def note_message(self, table_id: int, message: Board, now: float) -> None:
        """Note a message about the turn of a table, to be deleted when that has passed."""
        await self.write(note_message, table_id, message, now)

    def confirm_removed(self, message_id: int) -> None:
        """Confirm that a message is deleted, or cannot be."""
        self._settled.add(message_id)

    async def old_boards(self) -> tuple[OldBoard, ...]:
        """Return the messages to be deleted, the first due first."""
        await self._try_to_flush()
        rows = await self._reader.read(all_old_boards, self._shards)
        return tuple(row for row in rows if row.board.message_id not in self._settled)

    async def put_off_old(self, row: OldBoard, due: float) -> None:
        """Postpone the deletion of a message."""
        await self._writer.write(put_off_old, row, due)

    async def _try_to_flush(self) -> None:
        """Write the pending confirmations, if the disk accepts them; otherwise they stay in memory."""
        with suppress(StoreError):
            await self.flush()

    def _is_seen(self, row: Unshown) -> bool:
        """Whether an entry would be gone, had everything been written."""
        seen = self._unwritten.get(row.table_id)
        if seen is None or seen.revision < row.revision:
            return False
        return max(seen.called, -1 if row.turn is None else row.turn) >= seen.turn

    def _note(self, table_id: int, seen: ShownRevision) -> None:
        self._unwritten[table_id] = _known_by_both(self._unwritten.get(table_id), seen)


def _known_by_both(one: ShownRevision | None, other: ShownRevision) -> ShownRevision:
    """Return what is known by both."""
    if one is None:
        return other
    newest = max(one, other, key=lambda seen: seen.revision)
    return replace(newest, called=max(one.called, other.called))


# Within a transaction


def add_entry(connection: SqlConnection, table: Table, turn: int | None) -> None:
    """Add an entry for a table; `turn`: its last one, if that was known to be shown.

    A deal of the day in a server is shown only to its player, in answers that the bot cannot change without a
    click: there is nothing to repair.
    """
    if table.terms.day is None or table.guild_id is None:
        row = (table.id, table.revision, turn, table.time.changed_at, table.time.changed_at + GRACE)
        connection.execute(PUT, row)


def exchange(connection: SqlConnection, table: Table, revision: int, turn: int) -> None:
    """Note that a table has another board, which shows this revision, and called its player in this turn."""
    connection.execute(ANEW, (table.id,))
    if revision < table.revision or turn < table.turn:
        add_entry(connection, table, None if turn < 0 else turn)


def confirm(connection: SqlConnection, seen: Mapping[int, ShownRevision]) -> None:
    """Delete the entries of shown tables; newer entries stay."""
    for table_id, shown in seen.items():
        connection.execute(CALLED, (shown.called, table_id, shown.called))
        connection.execute(SEEN, (table_id, shown.revision, shown.turn))


def remove_other_boards(
    connection: SqlConnection, table_id: int, board: Board | None, now: float, left: Board | None
) -> None:
    """Mark the other messages of a table for removal, before it is shown by `board`, or by none.

    Those are its current board, and `left`.
    """
    connection.execute(LEAVE, (now, now + GRACE, table_id))
    if left is not None:
        row = (left.message_id, left.channel_id, table_id, now, now + GRACE)
        connection.execute(LEAVE_TOO, row)
    if board is not None:
        connection.execute(SETTLED, (board.message_id,))


def note_message(connection: SqlConnection, table_id: int, message: Board, now: float) -> None:
    """Mark a message for deletion when the turn of a table has passed."""
    connection.execute(SAID, (message.message_id, message.channel_id, table_id, now))


def remove_message(connection: SqlConnection, table_id: int, message: Board, now: float) -> None:
    """Mark a message about a table for deletion now, even if it was to go with the turn."""
    connection.execute(SETTLED, (message.message_id,))
    connection.execute(LEAVE_TOO, (message.message_id, message.channel_id, table_id, now, now))


def turn_passed(connection: SqlConnection, table_id: int, now: float) -> None:
    """Mark the messages about a table's turn for deletion, as the turn has passed."""
    connection.execute(PASSED, (now, now, table_id))


def delete_messages(connection: SqlConnection, messages: Iterable[int]) -> None:
    """Delete the rows of messages that are gone."""
    connection.executemany(SETTLED, [(message,) for message in messages])


def all_old_boards(connection: SqlConnection, shards: Shards | None = None) -> tuple[OldBoard, ...]:
    """Return all messages of these shards to be deleted, the first due first."""
    rows = connection.execute(for_shards(SELECT_OLD, shards, "table_id")).fetchall()
    return tuple(OldBoard(Board(channel, message), *rest) for message, channel, *rest in rows)


def put_off_old(connection: SqlConnection, row: OldBoard, due: float) -> None:
    """Count another failed try."""
    connection.execute(PUT_OFF_OLD, (due, row.board.message_id))


def all_entries(connection: SqlConnection, shards: Shards | None = None) -> tuple[Unshown, ...]:
    """Return all entries of these shards, the first due first."""
    return tuple(Unshown(*row) for row in connection.execute(for_shards(SELECT_ALL, shards, "table_id")))


def entry_of(connection: SqlConnection, table_id: int) -> Unshown | None:
    """Return the entry of a table, or None."""
    row = connection.execute(SELECT_ONE, (table_id,)).fetchone()
    return None if row is None else Unshown(*row)


def put_off(connection: SqlConnection, row: Unshown, due: float) -> None:
    """Count another failed try."""
    connection.execute(PUT_OFF, (due, row.table_id, row.revision))


def drop(connection: SqlConnection, row: Unshown) -> None:
    """Delete an entry that is given up."""
    connection.execute(DROP, (row.table_id, row.revision))


def _no_work(_: SqlConnection) -> None:
    """Do nothing, so that only the confirmations are written."""
