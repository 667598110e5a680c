"""What must be shown: a row a table, saved with the change that makes it necessary, gone once confirmed.

Messages that are to go are rows, too: those that showed a table before, saved with the note where it is shown
now, and what was said of a turn, such as a reminder, which goes when the turn has passed.

A confirmation costs no commit of its own: it is kept in memory, and written with whatever is written next. A
bot that dies before that looks once more whether the board is there.
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
"""Seconds that whoever changed a table has to show it, before the bot does it by itself."""

REMEMBERED: Final = 4096
"""Of how many tables it is known in memory which revision was shown last."""

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
"""When a message goes that is true as long as its turn lasts."""
SAID: Final = f"INSERT INTO old_boards ({_OLD}) VALUES (?, ?, ?, ?, 0, {NOT_YET}) ON CONFLICT DO NOTHING"  # noqa: S608
PASSED: Final = f"UPDATE old_boards SET since = ?, due = ? WHERE table_id = ? AND due = {NOT_YET}"  # noqa: S608


@dataclass(frozen=True, slots=True)
class ShownRevision:
    """What of a table is known to be shown: its revision, with the turn of then.

    `called` is the last turn whose players were called by a message, if they had to be; -1 if none is known.
    """

    revision: int
    turn: int
    called: int


class StoredOutbox:
    """What must be shown, and what is known to be."""

    def __init__(self, writer: Transactions, reader: Transactions, shards: Shards | None = None) -> None:
        """`shards` are those whose boards are asked for; none: all."""
        self._writer = writer
        self._reader = reader
        self._shards = shards
        self._unwritten: dict[int, ShownRevision] = {}
        self._seen: OrderedDict[int, ShownRevision] = OrderedDict()
        self._settled = set[int]()

    async def write(
        self, work: Callable[Concatenate[SqlConnection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What `work` returns, once it is on disk, and with it what has been confirmed so far."""
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
            for table_id, one in seen.items():  # perhaps it was written all the same; twice does no harm
                self._note(table_id, one)
            self._settled |= gone
            raise

    def confirm(self, table: Table, *, called: bool = True) -> None:
        """A table is shown as it is here.

        `called`: nobody needs to be called any more. A board that was changed in place calls nobody: if
        the turn has passed since the last message, its row stays.
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
        """Whether this process knows that a table is shown as it is here, or newer, and everybody called."""
        seen = self._seen.get(table.id)
        return seen is not None and seen.revision >= table.revision and seen.called >= table.turn

    def is_seen(self, table: Table) -> bool:
        """Whether it knows that a table is shown as it is here, or newer; somebody may be called yet."""
        seen = self._seen.get(table.id)
        return seen is not None and seen.revision >= table.revision

    def forget(self, table_id: int) -> None:
        """What was known to be shown of a table was shown elsewhere."""
        self._seen.pop(table_id, None)
        self._unwritten.pop(table_id, None)

    async def flush(self) -> None:
        """What has been confirmed so far is on the disk."""
        if self._unwritten or self._settled:
            await self.write(_no_work)

    async def unshown(self) -> tuple[Unshown, ...]:
        """All that is not known to be shown, what is due first."""
        await self._try_to_flush()
        return tuple(
            row for row in await self._reader.read(all_entries, self._shards) if not self._is_seen(row)
        )

    async def entry_of(self, table_id: int) -> Unshown | None:
        """What is not known to be shown of a table; none if it is."""
        await self._try_to_flush()
        row = await self._reader.read(entry_of, table_id)
        return None if row is None or self._is_seen(row) else row

    async def put_off(self, row: Unshown, due: float) -> None:
        """It could not be shown, and will be tried again then, unless the table has changed meanwhile."""
        await self._writer.write(put_off, row, due)

    async def drop(self, row: Unshown) -> None:
        """It is given up, unless the table has changed meanwhile."""
        await self._writer.write(drop, row)

    async def note_message(self, table_id: int, message: Board, now: float) -> None:
        """A message was sent about the turn of a table: it goes when that has passed."""
        await self.write(note_message, table_id, message, now)

    def confirm_removed(self, message_id: int) -> None:
        """A message is gone, or nothing can be done about it."""
        self._settled.add(message_id)

    async def old_boards(self) -> tuple[OldBoard, ...]:
        """The messages that are to go, what is due first."""
        await self._try_to_flush()
        rows = await self._reader.read(all_old_boards, self._shards)
        return tuple(row for row in rows if row.board.message_id not in self._settled)

    async def put_off_old(self, row: OldBoard, due: float) -> None:
        """It could not be taken away, and will be tried again then."""
        await self._writer.write(put_off_old, row, due)

    async def _try_to_flush(self) -> None:
        """The same, if the disk takes it; what it does not take is still known."""
        with suppress(StoreError):
            await self.flush()

    def _is_seen(self, row: Unshown) -> bool:
        """Whether a row would be gone, had everything been written."""
        seen = self._unwritten.get(row.table_id)
        if seen is None or seen.revision < row.revision:
            return False
        return max(seen.called, -1 if row.turn is None else row.turn) >= seen.turn

    def _note(self, table_id: int, seen: ShownRevision) -> None:
        self._unwritten[table_id] = _known_by_both(self._unwritten.get(table_id), seen)


def _known_by_both(one: ShownRevision | None, other: ShownRevision) -> ShownRevision:
    """What is known by both."""
    if one is None:
        return other
    newest = max(one, other, key=lambda seen: seen.revision)
    return replace(newest, called=max(one.called, other.called))


# What is done inside a transaction


def add_entry(connection: SqlConnection, table: Table, turn: int | None) -> None:
    """A table must be shown as it is now; `turn`: its last one, if that was known to be shown.

    Nobody but its player sees a deal of the day that is played in a server, in answers that the bot cannot
    change by itself: there is nothing to repair.
    """
    if table.terms.day is None or table.guild_id is None:
        row = (table.id, table.revision, turn, table.time.changed_at, table.time.changed_at + GRACE)
        connection.execute(PUT, row)


def exchange(connection: SqlConnection, table: Table, revision: int, turn: int) -> None:
    """A table has another board, which shows it at this revision, and called its player in this turn."""
    connection.execute(ANEW, (table.id,))
    if revision < table.revision or turn < table.turn:
        add_entry(connection, table, None if turn < 0 else turn)


def confirm(connection: SqlConnection, seen: Mapping[int, ShownRevision]) -> None:
    """These tables are shown; rows that are newer stay."""
    for table_id, one in seen.items():
        connection.execute(CALLED, (one.called, table_id, one.called))
        connection.execute(SEEN, (table_id, one.revision, one.turn))


def remove_other_boards(
    connection: SqlConnection, table_id: int, board: Board | None, now: float, left: Board | None
) -> None:
    """A table is about to be shown by this message, or by none: others are to go.

    Those are the one that shows it as yet, and `left`.
    """
    connection.execute(LEAVE, (now, now + GRACE, table_id))
    if left is not None:
        row = (left.message_id, left.channel_id, table_id, now, now + GRACE)
        connection.execute(LEAVE_TOO, row)
    if board is not None:
        connection.execute(SETTLED, (board.message_id,))


def note_message(connection: SqlConnection, table_id: int, message: Board, now: float) -> None:
    """A message goes when the turn of a table has passed."""
    connection.execute(SAID, (message.message_id, message.channel_id, table_id, now))


def remove_message(connection: SqlConnection, table_id: int, message: Board, now: float) -> None:
    """A message about a table goes at once, also one that was to go with the turn."""
    connection.execute(SETTLED, (message.message_id,))
    connection.execute(LEAVE_TOO, (message.message_id, message.channel_id, table_id, now, now))


def turn_passed(connection: SqlConnection, table_id: int, now: float) -> None:
    """The turn of a table has passed: what was said of it goes."""
    connection.execute(PASSED, (now, now, table_id))


def delete_messages(connection: SqlConnection, messages: Iterable[int]) -> None:
    """These messages are gone."""
    connection.executemany(SETTLED, [(message,) for message in messages])


def all_old_boards(connection: SqlConnection, shards: Shards | None = None) -> tuple[OldBoard, ...]:
    """All messages of these shards that are to go, what is due first."""
    rows = connection.execute(for_shards(SELECT_OLD, shards, "table_id")).fetchall()
    return tuple(OldBoard(Board(channel, message), *rest) for message, channel, *rest in rows)


def put_off_old(connection: SqlConnection, row: OldBoard, due: float) -> None:
    """One more try was in vain."""
    connection.execute(PUT_OFF_OLD, (due, row.board.message_id))


def all_entries(connection: SqlConnection, shards: Shards | None = None) -> tuple[Unshown, ...]:
    """All rows of these shards, what is due first."""
    return tuple(Unshown(*row) for row in connection.execute(for_shards(SELECT_ALL, shards, "table_id")))


def entry_of(connection: SqlConnection, table_id: int) -> Unshown | None:
    """The row of a table, or none."""
    row = connection.execute(SELECT_ONE, (table_id,)).fetchone()
    return None if row is None else Unshown(*row)


def put_off(connection: SqlConnection, row: Unshown, due: float) -> None:
    """One more try was in vain."""
    connection.execute(PUT_OFF, (due, row.table_id, row.revision))


def drop(connection: SqlConnection, row: Unshown) -> None:
    """It is given up."""
    connection.execute(DROP, (row.table_id, row.revision))


def _no_work(_: SqlConnection) -> None:
    """Nothing but what is written with it."""
