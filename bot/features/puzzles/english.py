"""The English sentences of the puzzle of the day."""

from __future__ import annotations

from typing import Final

ENGLISH: Final[dict[str, str]] = {
    "command.puzzle": "Find the best move: a puzzle a day",
    "command.puzzle.game": "Which game",
    "button.puzzle": "Puzzle of the day",
    "button.puzzle.others": "Other puzzles",
    "puzzle.which": "A position a day, and one best move. Which game?",
    "puzzle.named": "{game} puzzle, {date}",
    "puzzle.ask.one": "**{turn}.** Find the best move. This is your last try.",
    "puzzle.ask.many": "**{turn}.** Find the best move. You have {count} tries.",
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
    "me.data.about.puzzles": "For each game the last puzzle you tried: how often, whether you found it and shared it, and how many days in a row.",
}
