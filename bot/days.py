"""Dates, as deals of the day go by them: in UTC and ISO form."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta


def day_of(at: float) -> str:
    """The date of a moment, in UTC and ISO form: whose deal of the day is played then."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def end_of(day: str) -> int:
    """When the next day begins: whole seconds since 1970."""
    after = date.fromisoformat(day) + timedelta(days=1)
    return int(datetime.combine(after, time(), UTC).timestamp())


def parse_day(text: str) -> str | None:
    """The date that somebody has typed, in ISO form; none if it is not one."""
    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        return None
