"""What the house says in English of the odds before a decision."""

from __future__ import annotations

from typing import Final

ODDS: Final[dict[str, str]] = {
    "odds.title": "### {game}: the odds",
    "odds.line": "- {what}: **{chance}**",
    "odds.certain": "certain",
    "odds.never": "impossible",
    "odds.about": "about {share}",
    "odds.under": "less than {share}",
    "odds.over": "more than {share}",
    "odds.nothing": "Nothing here depends on chance.",
    "odds.alt": "{game} board with the odds on it",
    "odds-not-playing": "That game isn't being played right now, so there are no odds.",
    "odds-busy": "I'm busy with other odds. Ask again in a minute.",
}
