"""What must be shown: which tables nobody is known to have seen as they stand, and what to show of them."""

from __future__ import annotations

from dataclasses import replace

from bot.kernel.tables.context import Context, News, Shown, Tables
from bot.kernel.tables.history import History
from bot.kernel.tables.play import is_automatic
from bot.kernel.tables.seats import player_at, players_as_of
from bot.kernel.time.absence import Absence
from bot.kernel.time.calendar import is_awake, is_away
from bot.store import Board, Kind, OldBoard, Status, Table, Unshown
from bot.store.outbox import NOT_YET

FIRST_PAUSE, BRISK_PAUSE, LONGEST_PAUSE = 5.0, 15.0, 300.0
"""Seconds until a board that could not be shown is tried again: twice as many after each try.

While somebody may still sit before it, as long as the longest pause is, none is longer than `BRISK_PAUSE`.
"""

ENOUGH = 6 * 60 * 60.0
"""Seconds after which it is given up; whoever clicks the old board still gets the new one."""

HOURLY = 60 * 60.0
"""Seconds after which it is tried again where the bot cannot write."""

LONG_ENOUGH = 30 * 24 * 60 * 60.0
"""Seconds after which that is given up."""


def pause(tries: int, waited: float) -> float:
    """Seconds until the next try, after so many in vain, and so many seconds since the first was due."""
    return min(BRISK_PAUSE if waited < LONGEST_PAUSE else LONGEST_PAUSE, FIRST_PAUSE * 2.0**tries)


class Outbox:
    """Changes that have to be shown, and those that are."""

    def __init__(self, context: Context, tables: Tables, history: History, absence: Absence) -> None:
        self._context = context
        self._store = context.store
        self._tables = tables
        self._history = history
        self._absence = absence
        self._failed = set[int]()
        self._called = set[int]()
        self._later = dict[int, tuple[int, float]]()
        self._resumed = False
        self._resumed_old = False

    # What is known

    def confirm(self, table: Table, *, called: bool = True) -> None:
        """Discord has confirmed that a table is shown as it is here.

        `called`: nobody needs to be called any more; not so where a message was changed in place.
        """
        self._store.outbox.confirm(table, called=called)
        if called:
            self._called.add(table.id)
            self._later.pop(table.id, None)
        elif table.id in self._later:
            self._later[table.id] = (table.revision, self._later[table.id][1])

    def take_called(self) -> set[int]:
        """The ids of the tables where somebody was called since this was asked last, or may have been."""
        called, self._called = self._called, set()
        return called

    def is_shown(self, table: Table) -> bool:
        """Whether a table is shown as it is here, or newer, and everybody was called."""
        return self._store.outbox.is_shown(table)

    def is_seen(self, table: Table) -> bool:
        """Whether a table is shown as it is here, or newer, though somebody may have to be called yet."""
        return self._store.outbox.is_seen(table)

    def retry_now(self, table_id: int) -> None:
        """A table could not be shown: what must be shown of it is due at once."""
        self._failed.add(table_id)

    async def note_message(self, table: Table, message: Board) -> None:
        """Something was said of a table's turn, such as a reminder: it goes when the turn has passed."""
        await self._store.outbox.note_message(table.id, message, self._context.now())

    def confirm_removed(self, board: Board) -> None:
        """A message that was to go is gone, or nothing can be done about it."""
        self._store.outbox.confirm_removed(board.message_id)

    # What is left to do

    async def due_entries(self) -> tuple[Unshown, ...]:
        """What is to be shown by the bot itself by now, the longest due first.

        At the first question all of it: whoever wanted to show it was stopped with the process before.
        """
        rows, failed, now = await self._store.outbox.unshown(), self._failed, self._context.now()
        self._failed = set()
        everything, self._resumed = not self._resumed, True
        rows = tuple(row for row in rows if row.table_id in failed or not self._is_for_later(row))
        return tuple(row for row in rows if everything or row.due <= now or row.table_id in failed)

    async def retry(self, channels: frozenset[int]) -> None:
        """What is to be shown in these channels is due at once: it can be again."""
        for row in await self._store.outbox.unshown():
            table = await self.table(row)
            if table is not None and table.channel_id in channels:
                self.retry_now(row.table_id)

    async def wait_until_reachable(self, row: Unshown) -> bool:
        """Whether it waits until it can be shown where it is played, which is tried hourly; else given up.

        At first it is tried as often as what may pass: rights may be back before anybody has looked at them.
        """
        now = self._context.now()
        waited = now - row.since
        if waited > LONG_ENOUGH:
            await self._store.outbox.drop(row)
            return False
        await self._store.outbox.put_off(
            row, now + (pause(row.tries, waited) if waited < LONGEST_PAUSE else HOURLY)
        )
        return True

    async def entry_of(self, table_id: int) -> Unshown | None:
        """What is still to be shown of a table; none if somebody has shown it meanwhile."""
        return await self._store.outbox.entry_of(table_id)

    async def table(self, row: Unshown) -> Table | None:
        """The table as it stands; another process may have changed it, such as one that forgets somebody."""
        known = await self._tables.find(row.table_id)
        if known is not None and known.revision < row.revision:
            self._store.forget(row.table_id)
            known = await self._tables.find(row.table_id)
        return known

    async def put_off(self, row: Unshown) -> bool:
        """Whether it is tried again, after a longer pause than before; else it is given up."""
        now = self._context.now()
        if now - row.since > ENOUGH:
            await self._store.outbox.drop(row)
            return False
        await self._store.outbox.put_off(row, now + pause(row.tries, now - row.since))
        return True

    def call_later(self, table: Table, seconds: float) -> None:
        """Whose turn it is sees the table change, it seems: they are called if they do nothing for that long.

        In memory: after a restart they are called at once.
        """
        self._later[table.id] = (table.revision, self._context.now() + seconds)

    def _is_for_later(self, row: Unshown) -> bool:
        """Whether a table is shown as it stands, and somebody is called later."""
        revision, due = self._later.get(row.table_id, (-1, 0.0))
        return revision == row.revision and self._context.now() < due

    async def drop(self, row: Unshown) -> None:
        """There is nothing more to do: it is shown, or cannot be where the table is played."""
        await self._store.outbox.drop(row)

    async def old_boards(self) -> tuple[OldBoard, ...]:
        """The messages that the bot is to take away by itself by now; at the first question all of them."""
        rows, now = await self._store.outbox.old_boards(), self._context.now()
        everything, self._resumed_old = not self._resumed_old, True
        return tuple(row for row in rows if row.due <= now or (everything and row.due < NOT_YET))

    async def table_of_old_board(self, row: OldBoard) -> Table | None:
        """The table that a message is about; none if it does not go, as it is its board again."""
        table = await self._tables.find(row.table_id)
        return None if table is None or table.board == row.board else table

    async def put_off_old(self, row: OldBoard) -> bool:
        """Whether it is tried again, after a longer pause than before; else it is given up."""
        now = self._context.now()
        if now - row.since > ENOUGH:
            self.confirm_removed(row.board)
            return False
        await self._store.outbox.put_off_old(row, now + pause(row.tries, now - row.since))
        return True

    async def next_view(self, table: Table, row: Unshown) -> Shown:
        """The table as it stands, with what happened last, and who is not called.

        Those are who has just acted, and for whom it was night when the turn began: they are called when
        they wake up.
        """
        lines = await self._tables.log(table, after=table.plies - 1)
        last = lines[-1].user_id if lines else None
        if lines and is_automatic(last) and table.state is not None:
            shown = await self._absence.last_house_action(table)
        else:
            shown = await self._history.with_last_events(self._tables.show(table))
        new_turn = row.turn is None or row.turn < table.turn
        opener = None if table.terms.found else table.host_id
        acted = opener if row.turn is None else last  # who has just opened it, or played
        quiet = await self._asleep(table, row) | ({acted} if acted else set())
        if lines and lines[-1].prepared:
            name = player_at(players_as_of(table, lines[-1].ply), lines[-1].seat).name
            shown = replace(shown, news=News("prepared.played", name=name))
        return replace(shown, new_turn=new_turn, asleep=frozenset(quiet))

    async def _asleep(self, table: Table, row: Unshown) -> set[int]:
        """Those for whom it was night then, and who did not sleep because of a vacation."""
        alarms = await self._store.schedule.of_table(table.id)
        found = {alarm.user_id for alarm in alarms if (alarm.kind, alarm.turn) == (Kind.CALL, table.turn)}
        for player in table.players if table.status is Status.PLAYING else ():
            for user in (player.user_id, player.substitute):
                if user is None or user <= 0:
                    continue
                habits = await self._store.schedule.habits(user)
                if not is_awake(habits, row.since) and not is_away(habits, row.since):
                    found.add(user)
        return {user for user in found if user is not None}
