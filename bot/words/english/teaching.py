"""What the house says in English to those who learn: hints, and what the odds are."""

from __future__ import annotations

from typing import Final

TEACHING: Final[dict[str, str]] = {
    # A hint
    "hint.title": "### {game}: a hint",
    "hint.says": "The bot **{name}** would play **{action}**.",
    "hint.says.way": "The bot **{name}** would choose **{way}**.",
    "hint.worth": "After that you'd win about {share} of the time.",
    "hint.worth.sure": "Then it's as good as won.",
    "hint.worth.lost": "Even so, it's as good as lost.",
    "hint.next": "Next best: {moves}.",
    "hint.alike": "About as good: {moves}.",
    "hint.move": "{action} ({share})",
    "hint.figures": "-# {figures}",
    "why.for": "Why: {reasons}.",
    "why.against": "But {reasons}.",
    "hint.taken": "-# Hint {taken} of {most}.",
    "hint.again": "-# You've had a hint here already, so this one doesn't count.",
    "hint.alt": "{game} board with {action} marked",
    "button.hint": "Play {action}",
    "button.more.hint": "Hint",
    "button.odds": "Odds",
    # What hangs
    "button.hangs": "What hangs?",
    "hangs.title": "### {game}: what hangs",
    "hangs.alt": "{game} board with what is in danger marked in red",
    # A warning before a blunder
    "warning": "### Sure about that?\n**{action}**. {lost}",
    "warning.off": "-# You asked for these warnings in {settings}.",
    "button.anyway": "Do it anyway",
    "button.take-back": "Take it back",
    "warning.gone": "Fine, nothing was played. Your board is as it was.",
    # What everybody hears
    "hint.told": "**{name}** took a hint ({taken} of {most}).",
    "hint.told.any": "**{name}** took a hint.",
    "history.hint": "**{name}** took a hint.",
    "card.hints": "hints",
    # What is agreed on
    "lobby.hints.one": "Each player may take {count} hint.",
    "lobby.hints.many": "Each player may take {count} hints.",
    "lobby.hints.any": "Each player may take as many hints as they like.",
    "lobby.hints.none": "There are no hints in this game.",
    "lobby.hints.unrated": "So the game does not count for ratings.",
    "hints.question.both": "-# You're both new to this. Want hints? Then it's unrated.",
    "hints.question": "-# **{name}** would like hints for you both. **{other}**? Then it's unrated.",
    "button.hints.yes": "Allow hints",
    "button.hints.no": "No hints",
    "button.hints.ask": "Ask {name} to allow them",
    "hints.told.yes": "**{name}** agrees to hints: `/hint` shows a good move.",
    "hints.told.no": "**{name}** would rather play without hints.",
    # The commands
    "command.hint": "Get a hint for your move",
    "command.odds": "See the chances before you decide",
    # Refusals
    "hint-none": "This game is played without hints. You can allow them when you start the next one.",
    "hint-ask": "This duel is played without hints.",
    "hints-asked": "You've asked already. **{name}** hasn't answered yet.",
    "hints-settled": "That's settled for this game.",
    "hint-day": "There are no hints in the deal of the day or week, so that everyone has the same chance.",
    "hint-no-more": "You have no hints left: each player gets {most}.",
    "hint-no-mind": "No bot knows {game} yet.",
    "hint-busy": "I have too much to think about right now. Ask again in a minute; this one didn't count.",
    "hint-overtaken": "The game moved on while I was thinking. Ask again; that one didn't count.",
}
