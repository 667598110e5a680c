"""The English sentences of lessons."""

from __future__ import annotations

from typing import Final

ENGLISH: Final[dict[str, str]] = {
    "learn.title": "### {game}: {number} of {count}",
    "learn.title.end": "### {game}: that's all of it",
    "learn.right": "**Well done.** {told}",
    "learn.shown": "**{action}** does it. {told}",
    "learn.wrong": "**Not quite.** {told}",
    "learn.other": "You can do that, but here there's something better. Have another go.",
    "learn.which": "Which game would you like to learn? It takes three minutes, just for you.",
    "learn.next": "If a table waits for you, press **Join** there. Or start here:",
    "learn.next.bot": "If a table waits for you, press **Join** there. Or start here: **{name}** is the easiest bot.",
    "learn.next.alone": "Ready for a real one?",
    "learn.warned": "I'll ask before a move of yours gives something away, in unrated games with hints.",
    "button.learn": "Teach me",
    "button.learn.game": "Learn {game}",
    "button.learn.next": "Next",
    "button.learn.over": "Start over",
    "me.data.about.lessons": "How many positions of *Teach me* you have done in each game, and your moves in the one you're at.",
}
