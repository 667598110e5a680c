"""What the house says in English around *Teach me* and puzzles; what is taught lies with each game."""

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
    "learn.next.bot": "If a table waits for you, press **Join** there. Or start here: **{name}** is the easiest bot.",
    "learn.next.alone": "Ready for a real one?",
    "button.learn": "Teach me",
    "button.learn.game": "Learn {game}",
    "button.learn.next": "Next",
    "button.learn.again": "Once more",
    "button.learn.show": "Show me",
    "button.learn.over": "Start over",
    "button.learn.alone": "Play alone",
    "button.learn.bot": "Play against {name}",
    "button.learn.table": "Start a game…",
    # The puzzle of the day
    "command.puzzle": "Find the best move: a puzzle a day",
    "command.puzzle.game": "Which game",
    "button.puzzle": "Puzzle of the day",
    "button.puzzle.others": "Other puzzles",
    "puzzle.which": "A position a day, and one best move. Which game?",
    "puzzle.named": "{game} puzzle, {date}",
    "puzzle.ask.one": "**{turn}.** Find the best move. This is your last try.",
    "puzzle.ask.many": "**{turn}.** Find the best move. You have {count} tries.",
    "puzzle.wrong": "**Not that one:** {move}.",
    "puzzle.late": "There's something newer than what you clicked:",
    "puzzle.right": "**{move}**: that's the best move.",
    "puzzle.missed": "**{move}** was the best move.",
    "puzzle.told": "{title}: {tries}",
    "puzzle.tries.1": "found at the first try.",
    "puzzle.tries.2": "found at the second try.",
    "puzzle.tries.3": "found at the third try.",
    "puzzle.streak": "{count} days in a row.",
    "puzzle.next": "-# The next puzzle comes {when}.",
    "puzzle.share": "**{name}** \N{MIDDLE DOT} {told}",
    "puzzle.shared": "You've shared that one already.",
    # Learn from this
    "button.better": "Learn from this",
    "better.ask.one": "**{name}** played: {move}. Find something better. This is your last try.",
    "better.ask.many": "**{name}** played: {move}. Find something better. You have {count} tries.",
    "better.same": "**That's what was played.**",
    "better.right": "**{move}** is better: {best} instead of {worth}.",
}
