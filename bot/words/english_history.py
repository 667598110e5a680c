"""What the house says in English of leafing through games, and forks."""

from __future__ import annotations

from typing import Final

HISTORY: Final[dict[str, str]] = {}
