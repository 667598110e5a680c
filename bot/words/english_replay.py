"""What the house says in English of replays and end cards."""

from __future__ import annotations

from typing import Final

REPLAY: Final[dict[str, str]] = {}
