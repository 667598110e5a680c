"""The outbox: tables whose current state is not known to be shown, and what to show of them."""

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
from bot.store.upkeep.restored import RESTORED

FIRST_PAUSE, BRISK_PAUSE, LONGEST_PAUSE = 5.0, 15.0, 300.0
"""Seconds until a board that could not be shown is retried: doubled after each try.

While a player may still be looking, for as long as the longest pause, none is longer than `BRISK_PAUSE`.
"""

ENOUGH = 6 * 60 * 60.0
"""Seconds after which it is given up; a click on the old board still shows the new one."""

HOURLY = 60 * 60.0
"""Seconds between retries where the bot cannot write."""

LONG_ENOUGH = 30 * 24 * 60 * 60.0
"""Seconds after which that is given up."""


def pause(tries: int, waited: float) -> float:
    """Return the seconds until the next try, after `tries`, and `waited` seconds after the first was due."""
    return min(BRISK_PAUSE if waited < LONGEST_PAUSE else LONGEST_PAUSE, FIRST_PAUSE * 2.0**tries)


class Outbox:
    """Changes that have to be shown, and those that are."""

    def __init__(self, context: Context, tables: Tables, history: History, absence: Absence) -> None:
        self._context = context
        self._store = context.store
        self._tables = tables
        self._history = history
        self._absence = absence
        # By table id:
        self.unconfirmed = dict[int, float]()
        """Since when messages may have arrived unnoticed. After a restart they stay until clicked."""
        self._failed = set[int]()  # due at once
        self._called = set[int]()  # a player was called since `take_called`
        self._later = dict[int, tuple[int, float]]()  # the revision whose ping is postponed, and until when
        # Whether the entries of a former process were returned, and its old boards:
        self._resumed = False
        self._resumed_old = False

    # Confirmations

    def confirm(self, table: Table, *, called: bool = True) -> None:
        """Confirm that Discord shows a table in this state.

        `called`: no ping is pending; false where a message was changed in place.
        """
        self._store.outbox.confirm(table, called=called)
        if called:
            self._called.add(table.id)
            self._later.pop(table.id, None)
        elif table.id in self._later:
            self._later[table.id] = (table.revision, self._later[table.id][1])

    def take_called(self) -> set[int]:
        """Return the ids of the tables where a player was or may have been called since the last call."""
        called, self._called = self._called, set()
        return called

    def is_shown(self, table: Table) -> bool:
        """Whether a table is shown in this state, or newer, and every player was called."""
        return self._store.outbox.is_shown(table)

    def is_seen(self, table: Table) -> bool:
        """Whether a table is shown in this state, or newer, though a ping may be pending."""
        return self._store.outbox.is_seen(table)

    def retry_now(self, table_id: int) -> None:
        """Retry at once to show a table that could not be shown."""
        self._failed.add(table_id)

    def note_failure(self, table: Table) -> None:
        """Retry at once to show a table; its message may have arrived, though the answer was lost."""
        self.retry_now(table.id)
        self.unconfirmed.setdefault(table.id, table.time.changed_at)

    async def note_message(self, table: Table, message: Board) -> None:
        """Note a message about a table's turn, such as a reminder: it is deleted when the turn has passed."""
        await self._store.outbox.note_message(table.id, message, self._context.now())

    def confirm_removed(self, board: Board) -> None:
        """Confirm that a message is deleted, or cannot be."""
        self._store.outbox.confirm_removed(board.message_id)

    # Pending work

    async def due_entries(self) -> tuple[Unshown, ...]:
        """Return the entries that are due, the longest due first.

        The first call returns all of them: the process that wanted to show them has ended.
        """
        rows, failed, now = await self._store.outbox.unshown(), self._failed, self._context.now()
        self._failed = set()
        everything, self._resumed = not self._resumed, True
        rows = tuple(row for row in rows if row.table_id in failed or not self._is_for_later(row))
        return tuple(row for row in rows if everything or row.due <= now or row.table_id in failed)

    async def retry(self, channels: frozenset[int]) -> None:
        """Make the entries of these channels due at once, as they are reachable again."""
        for row in await self._store.outbox.unshown():
            table = await self.table(row)
            if table is not None and table.channel_id in channels:
                self.retry_now(row.table_id)

    async def wait_until_reachable(self, row: Unshown) -> bool:
        """Postpone an entry until its channel is reachable, retried hourly; returns false if it is given up.

        At first it is retried as often as after a temporary failure: permissions may be back soon.
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
        """Return the entry of a table; None if it has been shown meanwhile."""
        return await self._store.outbox.entry_of(table_id)

    async def table(self, row: Unshown) -> Table | None:
        """Return the table in its current state, as another process may have changed it."""
        current = await self._tables.find(row.table_id)
        if current is not None and current.revision < row.revision:
            self._store.forget(row.table_id)
            current = await self._tables.find(row.table_id)
        return current

    async def put_off(self, row: Unshown) -> bool:
        """Postpone an entry, longer than before; returns false if it is given up."""
        now = self._context.now()
        if now - row.since > ENOUGH:
            await self._store.outbox.drop(row)
            return False
        await self._store.outbox.put_off(row, now + pause(row.tries, now - row.since))
        return True

    def call_later(self, table: Table, seconds: float) -> None:
        """Postpone the ping of a player who seems to be looking, until they have done nothing for that long.

        In memory: after a restart they are called at once.
        """
        self._later[table.id] = (table.revision, self._context.now() + seconds)

    def _is_for_later(self, row: Unshown) -> bool:
        """Whether a table is shown, and only a ping is postponed."""
        revision, due = self._later.get(row.table_id, (-1, 0.0))
        return revision == row.revision and self._context.now() < due

    async def drop(self, row: Unshown) -> None:
        """Drop an entry: it is shown, or cannot be where the table is played."""
        await self._store.outbox.drop(row)

    async def old_boards(self) -> tuple[OldBoard, ...]:
        """Return the old messages that are due to be removed; the first call returns all of them."""
        rows, now = await self._store.outbox.old_boards(), self._context.now()
        everything, self._resumed_old = not self._resumed_old, True
        return tuple(row for row in rows if row.due <= now or (everything and row.due < NOT_YET))

    async def table_of_old_board(self, row: OldBoard) -> Table | None:
        """Return the table of an old message; None if it stays, as it is the table's board again."""
        table = await self._tables.find(row.table_id)
        return None if table is None or table.board == row.board else table

    async def put_off_old(self, row: OldBoard) -> bool:
        """Postpone the removal of an old message; returns false if it is given up."""
        now = self._context.now()
        if now - row.since > ENOUGH:
            self.confirm_removed(row.board)
            return False
        await self._store.outbox.put_off_old(row, now + pause(row.tries, now - row.since))
        return True

    async def restored_backup(self, row: Unshown) -> float | None:
        """Return of when the backup is that the host has restored, if an entry was made by that restore."""
        noted = await self._store.note(RESTORED)
        if noted is None:
            return None
        at, made = map(float, noted.split())
        return made if row.since == at else None

    async def next_view(self, table: Table, row: Unshown) -> Shown:
        """Return the table in its current state, with its last events, and who is not called.

        Not called are the player who has just acted, and those for whom it was night when the turn began:
        they are called when they wake up.
        """
        lines = await self._tables.log(table, after=table.plies - 1)
        last = lines[-1].user_id if lines else None
        if lines and is_automatic(last) and table.state is not None:
            shown = await self._absence.last_house_action(table)
        else:
            shown = await self._history.with_last_events(self._tables.show(table))
        new_turn = row.turn is None or row.turn < table.turn
        opener = None if table.terms.found else table.host_id
        acted = opener if row.turn is None else last  # the player who opened the table or moved
        quiet = await self._asleep(table, row) | ({acted} if acted else set())
        if lines and lines[-1].prepared:
            name = player_at(players_as_of(table, lines[-1].ply), lines[-1].seat).name
            shown = replace(shown, news=News("prepared.played", name=name))
        return replace(shown, new_turn=new_turn, asleep=frozenset(quiet))

    async def _asleep(self, table: Table, row: Unshown) -> set[int]:
        """Return those for whom it was night then, except by a vacation."""
        alarms = await self._store.schedule.of_table(table.id)
        asleep = {alarm.user_id for alarm in alarms if (alarm.kind, alarm.turn) == (Kind.CALL, table.turn)}
        for player in table.players if table.status is Status.PLAYING else ():
            for user in (player.user_id, player.substitute):
                if user is None or user <= 0:
                    continue
                habits = await self._store.schedule.habits(user)
                if not is_awake(habits, row.since) and not is_away(habits, row.since):
                    asleep.add(user)
        return {user for user in asleep if user is not None}
