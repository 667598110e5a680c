"""What the house says in English of tables in threads of their own."""

from __future__ import annotations

from typing import Final

THREADS: Final[dict[str, str]] = {}
