"""What the house says in English of how likely something is."""

from __future__ import annotations

from typing import Final

ODDS: Final[dict[str, str]] = {
    "odds.line": "- {what}: **{chance}**",
    "odds.certain": "certain",
    "odds.never": "impossible",
    "odds.about": "about {share}",
    "odds.under": "less than {share}",
    "odds.over": "more than {share}",
}
