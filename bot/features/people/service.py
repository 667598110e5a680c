"""What people settle for themselves: their hours, vacations and daily list, reminders and language."""

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
"""Seconds after the time they asked for when somebody gets their digest even in their night."""


class PersonalSettings:
    """What people want."""

    def __init__(self, session: Session) -> None:
        self._people = session.people
        self._store = session.context.store
        self._now = session.now

    async def set_hours(self, user_id: int, wakes: int, sleeps: int, zone: str | None = None) -> Habits:
        """When their day begins and ends, in minutes of it (the same twice: no night), and in which zone."""
        habits = await self._load_habits(user_id)
        return await self._save_habits(replace(habits, zone=zone or habits.zone, wakes=wakes, sleeps=sleeps))

    async def set_zone(self, user_id: int, zone: str) -> Habits:
        """Where they are; their hours are meant by its clock from now on."""
        return await self._save_habits(replace(await self._load_habits(user_id), zone=zone))

    async def set_reminders(self, user_id: int, how: str) -> Habits:
        """Reminders `here`, by `direct` message, or `never`."""
        return await self._save_habits(replace(await self._load_habits(user_id), remind=how))

    async def set_quiet(self, user_id: int, *, quiet: bool) -> Habits:
        """Whether bots make no remarks where they sit."""
        return await self._save_habits(replace(await self._load_habits(user_id), quiet=quiet))

    async def set_digest(self, user_id: int, minute: int | None) -> Habits:
        """The daily list of turns at a minute of their day, or none."""
        return await self._save_habits(replace(await self._load_habits(user_id), digest=minute))

    async def set_vacation(self, user_id: int, days: int, starts: date | None) -> Habits:
        """A vacation of so many days, from now or a date on; none: the one that is set ends.

        Its beginning and end are alarms, also if they are now. Raises `Refused`.
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
        """From now on somebody is told things in this language; empty: in the one that Discord says."""
        habits = replace(await self._load_habits(user_id), language=language)
        await self._store.schedule.save(TimeChange(habits=habits))
        return habits

    async def _load_habits(self, user_id: int) -> Habits:
        """The same, read anew to be changed: another process may have saved others just now."""
        self._store.schedule.forget(user_id)
        return await self._people.habits(user_id)

    async def _save_habits(self, habits: Habits) -> Habits:
        """Save it; the digest comes by the clock that they have from now on."""
        again = [] if habits.digest is None else [self._next_digest_alarm(habits)]
        await self._store.schedule.save(TimeChange(habits=habits, replaced=(DIGEST,), alarms=tuple(again)))
        return habits

    def _next_digest_alarm(self, habits: Habits) -> NewAlarm:
        return NewAlarm(DIGEST, next_at(habits, habits.digest or 0, self._now()), user_id=habits.user_id)

    # The daily list

    async def next_digest(self, alarm: Alarm) -> NewAlarm | None:
        """The alarm that follows a daily one; none if they no longer want any, or it is there already."""
        user_id = alarm.user_id or 0
        habits = await self._people.habits(user_id)
        others = [one for one in await self._store.schedule.of_person(user_id) if one.id != alarm.id]
        if habits.digest is None or any(one.kind == DIGEST for one in others):
            return None
        return self._next_digest_alarm(habits)

    async def digest_turns(self, user_id: int) -> tuple[WaitingTable, ...]:
        """What to tell somebody today; nothing on vacation, and nothing so late that it is their night."""
        habits, now = await self._people.habits(user_id), self._now()
        timely = habits.digest is not None and next_at(habits, habits.digest, now - BELATED) <= now
        if is_away(habits, now) or not (timely or is_awake(habits, now)):
            return ()
        return await self._people.turns(user_id)
