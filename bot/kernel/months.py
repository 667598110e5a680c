"""Months in UTC, as `2026-11`. Pure."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

DECEMBER: Final = 12


def month_of(at: float) -> str:
    """Return the month of a moment, in UTC."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m")


def bounds(month: str) -> tuple[float, float]:
    """Return when a month begins, and when the next one does; raises `ValueError` for a malformed month."""
    first = datetime.strptime(month, "%Y-%m").replace(tzinfo=UTC)
    if first.strftime("%Y-%m") != month:
        raise ValueError(f"{month} is not written as a month is")
    years, after = (1, 1) if first.month == DECEMBER else (0, first.month + 1)
    return first.timestamp(), first.replace(year=first.year + years, month=after).timestamp()


def is_month(text: str) -> bool:
    """Whether a text is a month in this notation."""
    try:
        bounds(text)
    except ValueError:
        return False
    return True
