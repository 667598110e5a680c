"""What the house says in English around *Teach me*; what is taught lies with each game."""

from __future__ import annotations

from typing import Final

LEARNING: Final[dict[str, str]] = {
    "learn.title": "### {game}: {number} of {count}",
    "learn.title.end": "### {game}: that's all of it",
    "learn.right": "**Well done.** {told}",
    "learn.shown": "**{action}** does it. {told}",
    "learn.wrong": "**Not quite.** {told}",
    "learn.other": "You can do that, but here there's something better. Have another go.",
    "learn.which": "Which game would you like to learn? It takes three minutes, just for you.",
    "learn.next": "If a table waits for you, press **Join** there. Or start here:",
    "learn.next.alone": "Ready for a real one?",
    "button.learn": "Teach me",
    "button.learn.next": "Next",
    "button.learn.again": "Once more",
    "button.learn.show": "Show me",
    "button.learn.over": "Start over",
    "button.learn.alone": "Play alone",
    "button.learn.bot": "Play against {name}",
    "button.learn.table": "Start a game…",
}
