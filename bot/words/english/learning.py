"""What is said in English around positions where a better move is looked for."""

from __future__ import annotations

from typing import Final

LEARNING: Final[dict[str, str]] = {
    "button.better": "Learn from this",
    "better.ask.one": "**{name}** played: {move}. Find something better. This is your last try.",
    "better.ask.many": "**{name}** played: {move}. Find something better. You have {count} tries.",
    "better.same": "**That's what was played.**",
    "better.right": "**{move}** is better: {best} instead of {worth}.",
    "button.learn.again": "Once more",
    "button.learn.alone": "Play alone",
    "button.learn.bot": "Play against {name}",
    "button.learn.show": "Show me",
    "button.learn.table": "Start a game…",
    "puzzle.wrong": "**Not that one:** {move}.",
}
