"""People's hours and vacations: when they are awake or away; dates of deals. Pure.

Moments are seconds since 1970 (UTC), minutes those of a local day, from 0 to 1439. A minute that a day does
not have, because the clocks go forward, stands for the next one there is; one that comes twice, for the first
time.

During a vacation a player's clocks stop, for a number of days in a calendar year. Years and days are those of
the person's own calendar, and a day counts as one even where the clocks change in it. `Habits.used` holds
what was used up in `Habits.year` by earlier vacations; the one that is set, be it over, under way or yet to
come, is counted on top of that, each part in its own year.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.kernel.errors import Refused
from bot.store import Habits
from bot.store.deals import end_of as end_of  # noqa: PLC0414 - a date like the others, which the store needs, too
from bot.store.deals import is_week as is_week  # noqa: PLC0414

MINUTE: Final = 60
DAY: Final = 24 * 60
"""Minutes of a day."""

MORNING: Final = 8 * 60
"""When a day begins for a person without a night."""

NEAR: Final = 4
"""How many days to either side are searched: no two nights are farther apart, whatever the clocks do."""

COMMON: Final = (
    "UTC",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Paris",
    "Europe/Madrid",
    "Europe/Warsaw",
    "Europe/Athens",
    "Europe/Istanbul",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "America/Mexico_City",
    "Africa/Johannesburg",
    "Africa/Lagos",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Singapore",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Asia/Seoul",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""The zones suggested before anything is typed: one place in each of the most populated ones."""

_MISLEADING: Final = re.compile("GMT|Factory|localtime")
"""Zones not to be chosen: `Etc/GMT+2` is two hours *behind* Greenwich, whose clocks show `GMT` in winter
alone, and the others are no places."""

_ABBREVIATION: Final = re.compile("[a-z]{2,5}")

_ALSO: Final = {"mez": "cet", "mesz": "cest", "et": "est", "ct": "cst", "mt": "mst", "pt": "pst"}
"""Abbreviations missing in the time zone database, with their meaning."""

_TIME: Final = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))? ?h?(am|pm)?")

BALANCE: Final = 30
"""Days of vacation in a calendar year."""

AHEAD: Final = 366
"""How many days from now a vacation may begin at the latest."""

_DAY_SECONDS: Final = 86_400


# Days


def is_awake(habits: Habits, at: float) -> bool:
    """Whether a person is awake at a moment."""
    return always_awake(habits) or any(start <= at < end for start, end in _waking_periods(habits, at))


def always_awake(habits: Habits) -> bool:
    """Whether a person has no night."""
    return habits.wakes == habits.sleeps


def next_awake(habits: Habits, at: float) -> float:
    """Return the first moment from `at` on when they are awake: `at` itself, if they are then."""
    return at if is_awake(habits, at) else morning_after(habits, at)


def last_awake_before(habits: Habits, at: float) -> float:
    """Return the last moment up to `at` when they are awake: `at` itself, or when their last minute began."""
    if is_awake(habits, at):
        return at
    start, end = max(window for window in _waking_periods(habits, at) if window[1] <= at)
    return max(start, end - MINUTE)


def morning_after(habits: Habits, at: float) -> float:
    """Return when they next wake up, later than `at`; without a night, the next `MORNING`."""
    if always_awake(habits):
        return next_at(habits, MORNING, at)
    return min(start for start, _ in _waking_periods(habits, at) if start > at)


def next_at(habits: Habits, minute: int, at: float) -> float:
    """Return when their clock next shows a minute of the day, later than `at`."""
    zone = zone_of(habits)
    days = [day for day in _days(zone, at) if _moment(zone, day, 0) < _moment(zone, day + timedelta(1), 0)]
    return min(found for day in days if (found := _moment(zone, day, minute)) > at)


def local(habits: Habits, at: float) -> datetime:
    """Return their local date and time."""
    return datetime.fromtimestamp(at, zone_of(habits))


def start_of_day(habits: Habits, day: date) -> float:
    """Return when a date begins in their zone."""
    return _moment(zone_of(habits), day, 0)


def zone_of(habits: Habits) -> tzinfo:
    """Return their time zone. One that does not exist any more counts as UTC: the games go on."""
    try:
        return ZoneInfo(habits.zone)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def valid_zone(text: str) -> str | None:
    """Return the zone with this name, or of this city if it is the only one; else None.

    Abbreviations except UTC are not accepted. EST, for example, has no summer time: for a user in New York
    it would be an hour wrong in summer.
    """
    wanted = _normalize(text)
    if (exact := _zones().get(wanted)) is not None:
        return exact
    cities = [zone for plain, zone in _zones().items() if _city(plain) == wanted]
    return cities[0] if len(cities) == 1 else None


def zones_like(text: str, most: int) -> tuple[str, ...]:
    """Return at most `most` zones for a typed text, large cities first.

    First those whose clocks show it as an abbreviation, in winter or in summer, then those whose names
    contain it, the cities that begin with it before others.
    """
    wanted = _normalize(text)
    if not wanted:
        return tuple(zone for zone in COMMON if _normalize(zone) in _zones())[:most]
    short = _ALSO.get(wanted, wanted)
    bearing = _abbreviations().get(short, ()) if _ABBREVIATION.fullmatch(short) else ()
    fitting = [(plain, zone) for plain, zone in _zones().items() if wanted in plain]

    def order(pair: tuple[str, str]) -> tuple[bool, bool, bool, str]:
        plain, zone = pair
        begins = _city(plain).startswith(wanted)
        return not begins, not plain.startswith(wanted), zone not in COMMON, plain

    fitting.sort(key=order)
    return tuple(dict.fromkeys((*bearing, *(zone for _, zone in fitting))))[:most]


def parse_minute(text: str) -> int | None:
    """Parse a minute of the day: `7`, `07:30`, `7 pm`, `24:00`; None if it is no time."""
    match = _TIME.fullmatch(text.strip().casefold())
    if match is None:
        return None
    hour, minute, half = int(match[1]), int(match[2] or 0), match[3]
    if half is not None:
        if not 1 <= hour <= 12:  # noqa: PLR2004 - the hours of a clock
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    total = hour * 60 + minute
    return total % DAY if minute < MINUTE and total <= DAY else None


def format_minute(minute: int) -> str:
    """Format a minute of the day: `07:30`."""
    return f"{minute // 60:02}:{minute % 60:02}"


def _waking_periods(habits: Habits, at: float) -> list[tuple[float, float]]:
    """Return the periods around `at` when they are awake; between two of these they sleep."""
    periods: list[tuple[float, float]] = []
    for start, end in _windows(habits, at):
        if periods and start <= periods[-1][1]:
            periods[-1] = periods[-1][0], end
        elif start < end:
            periods.append((start, end))
    return periods


def _windows(habits: Habits, at: float) -> Iterator[tuple[float, float]]:
    zone, over_midnight = zone_of(habits), timedelta(habits.sleeps < habits.wakes)
    for day in _days(zone, at):
        yield _moment(zone, day, habits.wakes), _moment(zone, day + over_midnight, habits.sleeps)


def _days(zone: tzinfo, at: float) -> list[date]:
    today = datetime.fromtimestamp(at, zone).date()
    return [today + timedelta(near) for near in range(-NEAR, NEAR + 1)]


def _moment(zone: tzinfo, day: date, minute: int) -> float:
    """Return when the clocks of a zone show a minute of a day for the first time, or skip it."""
    naive = datetime.combine(day, time(*divmod(minute, 60)))
    usual = naive.replace(tzinfo=zone)
    if usual.astimezone(UTC).astimezone(zone).replace(tzinfo=None) == naive:
        return usual.timestamp()
    later = usual.replace(fold=1).utcoffset()  # the clocks' offset after the gap; `usual` has the one before

    def is_later(moment: int) -> bool:
        return datetime.fromtimestamp(moment, zone).utcoffset() == later

    around = range(int(usual.replace(fold=1).timestamp()), int(usual.timestamp()) + 1)
    return around[bisect_left(around, x=True, key=is_later)]


@cache
def _zones() -> dict[str, str]:
    """Return every zone that can be chosen, by its normalized name."""
    names = (zone for zone in available_timezones() if not _MISLEADING.search(zone))
    return {_normalize(zone): zone for zone in sorted(names) if zone == "UTC" or not _is_abbreviation(zone)}


def _is_abbreviation(zone: str) -> bool:
    """Whether a zone's name is an abbreviation: `EST`, `CET`."""
    return "/" not in zone and zone in _abbreviations_of(zone)


@cache
def _abbreviations() -> dict[str, tuple[str, ...]]:
    """Return the zones whose clocks show an abbreviation at some time of this year, large cities first."""
    by_name: dict[str, list[str]] = {}
    for zone in sorted(_zones().values(), key=lambda zone: (zone not in COMMON, "/" not in zone, zone)):
        for short in _abbreviations_of(zone):
            by_name.setdefault(short.casefold(), []).append(zone)
    return {short: tuple(zones) for short, zones in by_name.items()}


def _abbreviations_of(zone: str) -> set[str]:
    """Return the abbreviations of a zone, in January and in July of this year."""
    year, zone_info = datetime.now(UTC).year, ZoneInfo(zone)
    return {datetime(year, month, 15, tzinfo=zone_info).tzname() or "" for month in (1, 7)}


def _normalize(text: str) -> str:
    return text.strip().casefold().replace(" ", "_")


def _city(plain: str) -> str:
    return plain.rpartition("/")[2]


# Vacations


def is_away(habits: Habits, at: float) -> bool:
    """Whether a person is on vacation at a moment."""
    from_, until = habits.away_from, habits.away_until
    return from_ is not None and until is not None and from_ <= at < until


def is_planned(habits: Habits, at: float) -> bool:
    """Whether a person has set a vacation that has yet to begin."""
    return habits.away_from is not None and at < habits.away_from


def days_left(habits: Habits, at: float) -> int:
    """Return how many whole days they can still take in the year of `at`; planned ones are taken."""
    return max(0, math.floor(BALANCE - _vacation_used(habits, local(habits, at).year) / _DAY_SECONDS))


def begin_vacation(habits: Habits, at: float, days: int, starts: date | None) -> Habits:
    """Set a vacation of so many days, from `at` or the beginning of a date on, replacing any other.

    Raises `Refused` if the date is past or too far off, or if the year has too few days left.
    """
    today, free = local(habits, at).date(), end_vacation(habits, at)
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


def end_vacation(habits: Habits, at: float) -> Habits:
    """End the vacation; the days used by `at` are stored, the rest returned."""
    if habits.away_from is None or habits.away_until is None:
        return habits
    until = min(habits.away_until, max(habits.away_from, math.floor(at)))
    year = local(habits, at).year
    used = _vacation_used(replace(habits, away_until=until), year)
    return replace(habits, away_from=None, away_until=None, year=year, used=used)


def _check_balance(free: Habits, away: Habits, year: int) -> None:
    left, needed = (
        BALANCE * _DAY_SECONDS - _vacation_used(free, year),
        _vacation_used(away, year) - _vacation_used(free, year),
    )
    if needed > left:
        days, most = math.ceil(needed / _DAY_SECONDS), max(0, math.floor(left / _DAY_SECONDS))
        raise Refused("vacation-balance", days=days, left=most, year=year, balance=BALANCE)


def _vacation_used(habits: Habits, year: int) -> float:
    """Return the seconds of vacation in a year, including the current one."""
    used = habits.used if habits.year == year else 0.0
    if habits.away_from is None or habits.away_until is None:
        return used
    from_, until = (_wall_clock(habits, moment) for moment in (habits.away_from, habits.away_until))
    first, last = max(from_, datetime(year, 1, 1)), min(until, datetime(year + 1, 1, 1))  # noqa: DTZ001 - local time
    return used + max(0.0, (last - first).total_seconds())


def _wall_clock(habits: Habits, at: float) -> datetime:
    """Return their local time without a zone, for counting: its days are all of one length."""
    return local(habits, at).replace(tzinfo=None)


# Dates of deals: in UTC and ISO form


def day_of(at: float) -> str:
    """Return the date of a moment, in UTC and ISO form, which names its deal of the day."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def week_of(at: float) -> str:
    """Return the week of a moment, in UTC and ISO form, as `2026-W48`, which names its deal of the week."""
    return _format_week(*datetime.fromtimestamp(at, UTC).isocalendar()[:2])


def parse_day(text: str) -> str | None:
    """Parse a date, to ISO form; None if it is not one."""
    try:
        return None if is_week(text.upper()) else date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        return None


def parse_week(text: str) -> str | None:
    """Parse a week, to ISO form; None if it is not one."""
    typed = text.strip().upper()
    try:
        week = _format_week(*date.fromisoformat(typed).isocalendar()[:2])
    except ValueError:
        return None
    return week if week == typed else None


def _format_week(year: int, week: int) -> str:
    return f"{year}-W{week:02}"
