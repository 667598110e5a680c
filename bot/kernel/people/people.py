"""What is kept for a person: their hours, vacations and daily list; and which tables wait for them."""

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
"""More live tables than anybody has."""


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table that waits for somebody: since when, until when (none: no clock runs), and for whose move.

    `late` tells that their time is up; `other` is who they play for, if it is not for themselves. `asked`
    is a challenge that they have not answered.
    """

    table: Table
    user_id: int
    since: float
    due: int | None = None
    late: bool = False
    other: str = ""
    asked: bool = False


class People:
    """What people want, and what waits for them."""

    def __init__(self, context: Context, tables: Tables) -> None:
        self._context = context
        self._store = context.store
        self._tables = tables

    # How they want to be treated

    async def habits(self, user_id: int) -> Habits:
        """How somebody wants to be treated."""
        return await self._store.schedule.habits(user_id)

    async def set_warned(self, user_id: int, *, warned: bool) -> Habits:
        """Whether they are asked before a move that gives something away for nothing."""
        return await self._cache(replace(await self._fresh_habits(user_id), warned=warned))

    async def _fresh_habits(self, user_id: int) -> Habits:
        """The same, read anew to be changed: another process may have saved others just now."""
        self._store.schedule.forget(user_id)
        return await self.habits(user_id)

    async def _cache(self, habits: Habits) -> Habits:
        await self._store.schedule.save(TimeChange(habits=habits))
        return habits

    async def asleep(self, users: Iterable[int]) -> frozenset[int]:
        """Those of the users for whom it is night."""
        habits = [await self._store.schedule.habits(user) for user in users]
        return frozenset(one.user_id for one in habits if not is_awake(one, self._context.now()))

    # What waits for them

    async def games(self, user_id: int) -> tuple[Table, ...]:
        """Their tables that are open or being played, the last changed first."""
        return await self._store.of_user(user_id, live_only=True, limit=EVERY)

    async def turns(self, user_id: int) -> tuple[WaitingTable, ...]:
        """Where somebody must act or answer, anywhere; what has waited longest first."""
        tables = await self.games(user_id)
        found = [self.waiting(table, user_id) for table in tables]
        return tuple(sorted(filter(None, found), key=lambda one: (one.since, one.table.id)))

    def waiting(self, table: Table, user_id: int) -> WaitingTable | None:
        """How a table waits for somebody; none if it does not, or cannot be read."""
        if not self._tables.is_readable(table):
            return None
        if table.status is Status.OPEN:
            asked = any(player.user_id == user_id and not player.seated for player in table.players)
            return WaitingTable(table, user_id, table.time.created_at, asked=True) if asked else None
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
