"""People's preferences (hours, vacations, daily list), and the tables that wait for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from bot.kernel.tables.context import Context, Tables
from bot.kernel.tables.seats import acting_for
from bot.kernel.time.calendar import is_awake
from bot.kernel.time.timing import clock_at, due_at
from bot.store import Habits, Player, Status, Table, TimeChange

EVERY: Final = 10_000
"""A limit above any person's number of live tables."""


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table that waits for a user: since when, until when (None: no clock runs), and for whose move.

    `late`: their time is up; `other` is the player they act for, if not for themselves. `asked`: a challenge
    that they have not answered.
    """

    table: Table
    user_id: int
    since: float
    due: int | None = None
    late: bool = False
    other: str = ""
    asked: bool = False


class People:
    """People's preferences, and the tables that wait for them."""

    def __init__(self, context: Context, tables: Tables) -> None:
        self._context = context
        self._store = context.store
        self._tables = tables

    # Preferences

    async def habits(self, user_id: int) -> Habits:
        """Return a user's preferences."""
        return await self._store.schedule.habits(user_id)

    async def set_warned(self, user_id: int, *, warned: bool) -> Habits:
        """Set whether a user confirms moves that give something away for nothing."""
        return await self._cache(replace(await self._fresh_habits(user_id), warned=warned))

    async def _fresh_habits(self, user_id: int) -> Habits:
        """Read a user's preferences for a change, uncached, as another process may have saved them."""
        self._store.schedule.forget(user_id)
        return await self.habits(user_id)

    async def _cache(self, habits: Habits) -> Habits:
        await self._store.schedule.save(TimeChange(habits=habits))
        return habits

    async def asleep(self, users: Iterable[int]) -> frozenset[int]:
        """Return those of the users for whom it is night."""
        habits = [await self._store.schedule.habits(user) for user in users]
        return frozenset(
            preferences.user_id for preferences in habits if not is_awake(preferences, self._context.now())
        )

    # Waiting tables

    async def games(self, user_id: int) -> tuple[Table, ...]:
        """Return a user's live tables, the last changed first."""
        return await self._store.of_user(user_id, live_only=True, limit=EVERY)

    async def turns(self, user_id: int) -> tuple[WaitingTable, ...]:
        """Return the tables where a user must act or answer, the longest waiting first."""
        tables = await self.games(user_id)
        waiting = [self.waiting(table, user_id) for table in tables]
        return tuple(sorted(filter(None, waiting), key=lambda one: (one.since, one.table.id)))

    def waiting(self, table: Table, user_id: int) -> WaitingTable | None:
        """Return how a table waits for a user; None if it does not, or cannot be read."""
        if not self._tables.is_readable(table):
            return None
        if table.status is Status.OPEN:
            is_challenged = any(player.user_id == user_id and not player.seated for player in table.players)
            return WaitingTable(table, user_id, table.time.created_at, asked=True) if is_challenged else None
        acting = self._tables.acting_seats(table)
        awaited = (player for player in table.players if player.seat in acting)
        return next(
            (_waiting_table(table, player) for player in awaited if acting_for(player) == user_id), None
        )


def _waiting_table(table: Table, player: Player) -> WaitingTable:
    clock = clock_at(table, player.seat)
    return WaitingTable(
        table,
        acting_for(player),
        table.time.waiting_since,
        due=due_at(table, player.seat),
        late=clock is not None and clock.up,
        other="" if player.substitute is None else player.name,
    )
