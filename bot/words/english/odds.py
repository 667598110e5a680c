"""What the house says in English of the odds before a decision."""

from __future__ import annotations

from typing import Final

ODDS: Final[dict[str, str]] = {
    "odds.title": "### {game} · {code}: the odds",
    "odds.line": "- {what}: **{chance}**",
    "odds.certain": "certain",
    "odds.never": "cannot happen",
    "odds.about": "about {share}",
    "odds.under": "less than {share}",
    "odds.over": "more than {share}",
    "odds.exact": "-# Counted from what everybody at the table may know.",
    "odds.estimated": "-# Counted from what everybody at the table may know; where it says “about”, estimated.",
    "odds.nothing": "There is nothing here that chance has a say in.",
    "odds.alt": "The board of {game}, table {code}, with the odds written on it",
    "odds-not-playing": "No game is going on at {code}, so there is nothing to reckon.",
    "odds-busy": "The house has too much to reckon right now. Ask again about {code} in a minute.",
}
