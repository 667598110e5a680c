"""The English sentences of monthly ladders."""

from __future__ import annotations

from typing import Final

ENGLISH: Final[dict[str, str]] = {
    "season": "### The ladder of {month}",
    "season.over": "### The best of {month}",
    "season.place": "**{place}.** {name} \N{MIDDLE DOT} **{score}** \N{MIDDLE DOT} {parts}",
    "season.counts": (
        "-# A win is 1 point, a draw \N{VULGAR FRACTION ONE HALF}. If two are level, beating stronger players puts you ahead. "
        "The first {most} games against the same player count."
    ),
    "season.none": "No game for two that counts was finished here in {month}. `/play` starts one.",
    "trophies.months.one": "{count} month",
    "trophies.months.many": "{count} months",
    "trophies.weeks.one": "{count} deal of the week",
    "trophies.weeks.many": "{count} deals of the week",
    "me.data.about.trophies": "The months and deals of the week you have won, by channel and game.",
    "stats.pick.month": "Which month?",
    "button.stats.month": "This month",
    "command.stats.month": "this month",
}
