"""What the house says in English of games told as a whole: review and log."""

from __future__ import annotations

from typing import Final

REVIEW: Final[dict[str, str]] = {
    "review.running": "The game goes on.",
}
