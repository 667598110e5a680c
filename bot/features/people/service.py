"""The settings of users: hours, vacations, daily list, reminders and language."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Final

from bot.kernel.errors import Refused
from bot.kernel.people.people import WaitingTable
from bot.kernel.session import Session
from bot.kernel.time.calendar import begin_vacation, end_vacation, is_awake, is_away, next_at
from bot.store import Alarm, Habits, NewAlarm, TimeChange

DIGEST: Final = "digest"
"""The alarm of the daily list of turns, by direct message."""

AWAY: Final = "away"
BACK: Final = "back"
"""The alarms of the beginning and the end of a vacation."""

BELATED: Final = 60 * 60.0
"""Seconds after the chosen time in which the daily list is sent even at the user's night."""


class PersonalSettings:
    """The settings of users."""

    def __init__(self, session: Session) -> None:
        self._people = session.people
        self._store = session.context.store
        self._now = session.now

    async def set_hours(self, user_id: int, wakes: int, sleeps: int, zone: str | None = None) -> Habits:
        """Set the minutes of the day at which the user wakes and sleeps (equal: no night), and the zone."""
        habits = await self._load_habits(user_id)
        return await self._save_habits(replace(habits, zone=zone or habits.zone, wakes=wakes, sleeps=sleeps))

    async def set_zone(self, user_id: int, zone: str) -> Habits:
        """Set the user's time zone, which their hours refer to."""
        return await self._save_habits(replace(await self._load_habits(user_id), zone=zone))

    async def set_reminders(self, user_id: int, how: str) -> Habits:
        """Set reminders `here`, by `direct` message, or `never`."""
        return await self._save_habits(replace(await self._load_habits(user_id), remind=how))

    async def set_quiet(self, user_id: int, *, quiet: bool) -> Habits:
        """Turn off bots' remarks at the user's tables."""
        return await self._save_habits(replace(await self._load_habits(user_id), quiet=quiet))

    async def set_digest(self, user_id: int, minute: int | None) -> Habits:
        """Set the minute of the user's day for the daily list of turns, or none."""
        return await self._save_habits(replace(await self._load_habits(user_id), digest=minute))

    async def set_vacation(self, user_id: int, days: int, starts: date | None) -> Habits:
        """Set a vacation of so many days, from now or a date on; 0 days end the current one.

        Its beginning and end are alarms, even if they are now. Raises `Refused`.
        """
        habits, now = await self._load_habits(user_id), self._now()
        pending = [alarm.kind for alarm in await self._store.schedule.of_person(user_id)]
        if not days and BACK not in pending:
            raise Refused("vacation-none")
        new = begin_vacation(habits, now, days, starts) if days else end_vacation(habits, now)
        alarms = []
        stopped = BACK in pending and habits.away_from is not None and habits.away_from <= now
        if stopped and not is_away(new, now):
            alarms.append(NewAlarm(BACK, now, user_id=user_id))
        if new.away_from is not None and new.away_until is not None:
            alarms.append(NewAlarm(AWAY, new.away_from, user_id=user_id))
            alarms.append(NewAlarm(BACK, new.away_until, user_id=user_id))
        change = TimeChange(habits=new, replaced=(AWAY, BACK), alarms=tuple(alarms))
        await self._store.schedule.save(change)
        return new

    async def set_language(self, user_id: int, language: str) -> Habits:
        """Set the user's language; empty: the one of their Discord client."""
        habits = replace(await self._load_habits(user_id), language=language)
        await self._store.schedule.save(TimeChange(habits=habits))
        return habits

    async def _load_habits(self, user_id: int) -> Habits:
        """The user's settings, read from the database: another process may have changed them."""
        self._store.schedule.forget(user_id)
        return await self._people.habits(user_id)

    async def _save_habits(self, habits: Habits) -> Habits:
        """Save settings; the next daily list follows their clock."""
        again = [] if habits.digest is None else [self._next_digest_alarm(habits)]
        await self._store.schedule.save(TimeChange(habits=habits, replaced=(DIGEST,), alarms=tuple(again)))
        return habits

    def _next_digest_alarm(self, habits: Habits) -> NewAlarm:
        return NewAlarm(DIGEST, next_at(habits, habits.digest or 0, self._now()), user_id=habits.user_id)

    # The daily list

    async def next_digest(self, alarm: Alarm) -> NewAlarm | None:
        """The alarm of the next daily list; none if it is turned off, or scheduled already."""
        user_id = alarm.user_id or 0
        habits = await self._people.habits(user_id)
        others = [other for other in await self._store.schedule.of_person(user_id) if other.id != alarm.id]
        if habits.digest is None or any(other.kind == DIGEST for other in others):
            return None
        return self._next_digest_alarm(habits)

    async def digest_turns(self, user_id: int) -> tuple[WaitingTable, ...]:
        """The turns of the daily list; empty on vacation, and at night if the list is late."""
        habits, now = await self._people.habits(user_id), self._now()
        timely = habits.digest is not None and next_at(habits, habits.digest, now - BELATED) <= now
        if is_away(habits, now) or not (timely or is_awake(habits, now)):
            return ()
        return await self._people.turns(user_id)
