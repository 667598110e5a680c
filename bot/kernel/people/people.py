"""What is kept for a person: their hours, vacations and daily list; and which tables wait for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from bot.kernel.errors import Refused
from bot.kernel.tables.context import Context, Tables
from bot.kernel.tables.seats import acting_for
from bot.kernel.time.calendar import begin_vacation, end_vacation, is_awake, is_away, next_at
from bot.kernel.time.timing import clock_at, due_at
from bot.store import Alarm, Habits, Kind, NewAlarm, Player, Status, Table, TimeChange

EVERY: Final = 10_000
"""More live tables than anybody has."""

BELATED: Final = 60 * 60.0
"""Seconds after the time they asked for when somebody gets their digest even in their night."""


@dataclass(frozen=True, slots=True)
class Waiting:
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

    async def set_hours(self, user_id: int, wakes: int, sleeps: int, zone: str | None = None) -> Habits:
        """When their day begins and ends, in minutes of it (the same twice: no night), and in which zone."""
        habits = await self._own(user_id)
        return await self._keep(replace(habits, zone=zone or habits.zone, wakes=wakes, sleeps=sleeps))

    async def set_zone(self, user_id: int, zone: str) -> Habits:
        """Where they are; their hours are meant by its clock from now on."""
        return await self._keep(replace(await self._own(user_id), zone=zone))

    async def set_reminders(self, user_id: int, how: str) -> Habits:
        """Reminders `here`, by `direct` message, or `never`."""
        return await self._keep(replace(await self._own(user_id), remind=how))

    async def set_warned(self, user_id: int, *, warned: bool) -> Habits:
        """Whether they are asked before a move that gives something away for nothing."""
        return await self._keep(replace(await self._own(user_id), warned=warned))

    async def set_quiet(self, user_id: int, *, quiet: bool) -> Habits:
        """Whether bots make no remarks where they sit."""
        return await self._keep(replace(await self._own(user_id), quiet=quiet))

    async def set_digest(self, user_id: int, minute: int | None) -> Habits:
        """The daily list of turns at a minute of their day, or none."""
        return await self._keep(replace(await self._own(user_id), digest=minute))

    async def set_vacation(self, user_id: int, days: int, starts: date | None) -> Habits:
        """A vacation of so many days, from now or a date on; none: the one that is set ends.

        Its beginning and end are alarms, also if they are now. Raises `Refused`.
        """
        habits, now = await self._own(user_id), self._context.now()
        pending = [alarm.kind for alarm in await self._store.schedule.of_person(user_id)]
        if not days and Kind.BACK not in pending:
            raise Refused("vacation-none")
        new = begin_vacation(habits, now, days, starts) if days else end_vacation(habits, now)
        alarms = []
        stopped = Kind.BACK in pending and habits.away_from is not None and habits.away_from <= now
        if stopped and not is_away(new, now):
            alarms.append(NewAlarm(Kind.BACK, now, user_id=user_id))
        if new.away_from is not None and new.away_until is not None:
            alarms.append(NewAlarm(Kind.AWAY, new.away_from, user_id=user_id))
            alarms.append(NewAlarm(Kind.BACK, new.away_until, user_id=user_id))
        change = TimeChange(habits=new, replaced=(Kind.AWAY, Kind.BACK), alarms=tuple(alarms))
        await self._store.schedule.save(change)
        return new

    async def set_language(self, user_id: int, language: str) -> Habits:
        """From now on somebody is told things in this language; empty: in the one that Discord says."""
        habits = replace(await self._own(user_id), language=language)
        await self._store.schedule.save(TimeChange(habits=habits))
        return habits

    async def _own(self, user_id: int) -> Habits:
        """The same, read anew to be changed: another process may have saved others just now."""
        self._store.schedule.forget(user_id)
        return await self.habits(user_id)

    async def _keep(self, habits: Habits) -> Habits:
        """Save it; the digest comes by the clock that they have from now on."""
        again = [] if habits.digest is None else [self._digest_after(habits)]
        await self._store.schedule.save(
            TimeChange(habits=habits, replaced=(Kind.DIGEST,), alarms=tuple(again))
        )
        return habits

    def _digest_after(self, habits: Habits) -> NewAlarm:
        return NewAlarm(
            Kind.DIGEST, next_at(habits, habits.digest or 0, self._context.now()), user_id=habits.user_id
        )

    async def asleep(self, users: Iterable[int]) -> frozenset[int]:
        """Those of the users for whom it is night."""
        habits = [await self._store.schedule.habits(user) for user in users]
        return frozenset(one.user_id for one in habits if not is_awake(one, self._context.now()))

    # What waits for them

    async def next_digest(self, alarm: Alarm) -> NewAlarm | None:
        """The alarm that follows a daily one; none if they no longer want any, or it is there already."""
        user_id = alarm.user_id or 0
        habits = await self.habits(user_id)
        others = [one for one in await self._store.schedule.of_person(user_id) if one.id != alarm.id]
        if habits.digest is None or any(one.kind is Kind.DIGEST for one in others):
            return None
        return self._digest_after(habits)

    async def digest(self, user_id: int) -> tuple[Waiting, ...]:
        """What to tell somebody today; nothing on vacation, and nothing so late that it is their night."""
        habits, now = await self.habits(user_id), self._context.now()
        timely = habits.digest is not None and next_at(habits, habits.digest, now - BELATED) <= now
        if is_away(habits, now) or not (timely or is_awake(habits, now)):
            return ()
        return await self.turns(user_id)

    async def games(self, user_id: int) -> tuple[Table, ...]:
        """Their tables that are open or being played, the last changed first."""
        return await self._store.of_user(user_id, live_only=True, limit=EVERY)

    async def turns(self, user_id: int) -> tuple[Waiting, ...]:
        """Where somebody must act or answer, anywhere; what has waited longest first."""
        tables = await self.games(user_id)
        found = [self.waiting(table, user_id) for table in tables]
        return tuple(sorted(filter(None, found), key=lambda one: (one.since, one.table.id)))

    def waiting(self, table: Table, user_id: int) -> Waiting | None:
        """How a table waits for somebody; none if it does not, or cannot be read."""
        if not self._tables.is_readable(table):
            return None
        if table.status is Status.OPEN:
            asked = any(player.user_id == user_id and not player.seated for player in table.players)
            return Waiting(table, user_id, table.created_at, asked=True) if asked else None
        acting = self._tables.acting(table)
        awaited = (player for player in table.players if player.seat in acting)
        return next((_awaited(table, player) for player in awaited if acting_for(player) == user_id), None)


def _awaited(table: Table, player: Player) -> Waiting:
    clock = clock_at(table, player.seat)
    return Waiting(
        table,
        acting_for(player),
        table.waiting_since,
        due=due_at(table, player.seat),
        late=clock is not None and clock.up,
        other="" if player.substitute is None else player.name,
    )
