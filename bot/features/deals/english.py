"""The English sentences of deals."""

from __future__ import annotations

from typing import Final

ENGLISH: Final[dict[str, str]] = {
    "panel.deal": "Play a shared deal…",
    "button.deal.play": "Play it",
    "panel.daily": "Deal of the day",
    "panel.weekly": "Deal of the week",
    "daily-options": "Start again with `/play`: this deal takes no options, so that it's the same for everyone.",
}
