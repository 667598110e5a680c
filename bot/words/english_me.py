"""What the house says in English of people: hours, vacation, reminders, statistics."""

from __future__ import annotations

from typing import Final

ME: Final[dict[str, str]] = {}
