"""Vacations: for so many days a calendar year, somebody's clocks stand still. Pure.

Years and days are those of the person's own calendar, and a day counts as one even where the clocks change
in it. `Habits.used` holds what was used up in `Habits.year` by earlier vacations; the one that is set, be it
over, under way or yet to come, is counted on top of that, each part in its own year.
"""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final

from bot.errors import Refused
from bot.hours import local, start_of_day
from bot.store import Habits

BALANCE: Final = 30
"""Days of vacation in a calendar year."""

AHEAD: Final = 366
"""How many days from now a vacation may begin at the latest."""

_DAY: Final = 86_400


def is_away(habits: Habits, at: float) -> bool:
    """Whether somebody is on vacation at a moment."""
    from_, until = habits.away_from, habits.away_until
    return from_ is not None and until is not None and from_ <= at < until


def is_planned(habits: Habits, at: float) -> bool:
    """Whether a vacation of theirs is set that has yet to begin."""
    return habits.away_from is not None and at < habits.away_from


def days_left(habits: Habits, at: float) -> int:
    """How many whole days they can still take in the year of `at`; those that are planned are taken."""
    return max(0, math.floor(BALANCE - _used(habits, local(habits, at).year) / _DAY))


def begin(habits: Habits, at: float, days: int, starts: date | None) -> Habits:
    """A vacation of so many days, from `at` or the beginning of a date on, in place of the one that is set.

    Raises `Refused` if the date is past or too far off, or if the year has not that many days left.
    """
    today, free = local(habits, at).date(), end(habits, at)
    if starts is not None and not today <= starts <= today + timedelta(AHEAD):
        latest = today + timedelta(AHEAD)
        raise Refused(
            "vacation-date", day=starts.isoformat(), first=today.isoformat(), last=latest.isoformat()
        )
    if starts is None or starts == today:
        begins = local(free, math.floor(at))
        from_, until = begins.timestamp(), (begins + timedelta(days)).timestamp()
    else:
        from_, until = start_of_day(free, starts), start_of_day(free, starts + timedelta(days))
    away = replace(free, away_from=from_, away_until=until)
    for year in (local(away, from_).year, local(away, until).year):
        _check_balance(free, away, year)
    return away


def end(habits: Habits, at: float) -> Habits:
    """No vacation is set any more; what was used of it by `at` is written down, the rest given back."""
    if habits.away_from is None or habits.away_until is None:
        return habits
    until = min(habits.away_until, max(habits.away_from, math.floor(at)))
    year = local(habits, at).year
    used = _used(replace(habits, away_until=until), year)
    return replace(habits, away_from=None, away_until=None, year=year, used=used)


def _check_balance(free: Habits, away: Habits, year: int) -> None:
    left, needed = BALANCE * _DAY - _used(free, year), _used(away, year) - _used(free, year)
    if needed > left:
        days, most = math.ceil(needed / _DAY), max(0, math.floor(left / _DAY))
        raise Refused("vacation-balance", days=days, left=most, year=year, balance=BALANCE)


def _used(habits: Habits, year: int) -> float:
    """Seconds of vacation in a year, with those of the vacation that is set."""
    used = habits.used if habits.year == year else 0.0
    if habits.away_from is None or habits.away_until is None:
        return used
    from_, until = (_wall(habits, moment) for moment in (habits.away_from, habits.away_until))
    first, last = max(from_, datetime(year, 1, 1)), min(until, datetime(year + 1, 1, 1))  # noqa: DTZ001 - on the wall
    return used + max(0.0, (last - first).total_seconds())


def _wall(habits: Habits, at: float) -> datetime:
    """What their clock and calendar show, to be counted by: its days are all of one length."""
    return local(habits, at).replace(tzinfo=None)
