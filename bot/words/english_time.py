"""What the house says in English of clocks, reminders, and what happens when time is up."""

from __future__ import annotations

from typing import Final

TIME: Final[dict[str, str]] = {}
