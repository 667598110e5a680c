"""What the house says in English of taking back."""

from __future__ import annotations

from typing import Final

UNDO: Final[dict[str, str]] = {}
