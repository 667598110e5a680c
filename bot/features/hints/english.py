"""The English sentences of hints, odds, threats and warnings."""

from __future__ import annotations

from typing import Final

ENGLISH: Final[dict[str, str]] = {
    # A hint
    "hint.title": "### {game}: a hint",
    "hint.says": "**{name}** suggests: **{action}**",
    "hint.worth": "After that you'd win the game about {share} of the time.",
    "hint.worth.sure": "Then it's as good as won.",
    "hint.worth.lost": "Even so, it's as good as lost.",
    "hint.next": "Next best: {moves}.",
    "hint.alike": "About as good: {moves}.",
    "hint.move": "{action} ({share})",
    "hint.figures": "-# {figures}",
    "hint.taken": "-# Hint {taken} of {most}.",
    "hint.again": "-# You've had a hint here already, so this one doesn't count.",
    "hint.alt": "{game} board with {action} marked",
    "button.hint": "Play {action}",
    "button.more.hint": "Hint",
    # What everybody hears
    "hint.told": "**{name}** took a hint ({taken} of {most}).",
    # What is agreed on
    "hints.question": "-# **{name}** would like hints for you both. **{other}**? Then it's unrated.",
    "button.hints.yes": "Allow hints",
    "button.hints.no": "No hints",
    "button.hints.ask": "Ask {name} to allow hints",
    "hints.told.yes": "**{name}** agrees to hints: `/hint` shows a good move.",
    "hints.told.no": "**{name}** would rather play without hints.",
    # The odds
    "odds.title": "### {game}: the odds",
    "odds.nothing": "Nothing here depends on chance.",
    "odds.alt": "{game} board with the odds on it",
    "button.odds": "Odds",
    # What is in danger
    "hangs.title": "### {game} · {what}",
    "hangs.alt": "{game} board with what is in danger marked in red",
    # A warning before a blunder
    "warning": "### Sure about that?\n**{action}**. {lost}",
    "warning.off": "-# You asked for these warnings in {settings}.",
    "button.anyway": "Do it anyway",
    "button.take-back": "Take it back",
    # The commands
    "command.hint": "Get a hint for your move",
    "command.odds": "See the chances before you decide",
    # Refusals
    "hint-none": "This game is played without hints. You can allow them when you start the next one.",
    "hint-ask": "This duel is played without hints.",
    "hints-not-host": "Only {name} can allow hints here. Once the game is on, you can ask for them with `/hint`.",
    "hints-asked": "You've asked already. **{name}** hasn't answered yet.",
    "hints-settled": "That's settled for this game.",
    "hint-day": "There are no hints in the deal of the day or week, so that everyone has the same chance.",
    "hint-no-more": "You have no hints left: each player gets {most}.",
    "hint-busy": "I have too much to think about right now. Ask again in a minute; this one didn't count.",
    "hint-overtaken": "The game moved on while I was thinking. Ask again; that one didn't count.",
    "odds-not-playing": "That game isn't being played right now, so there are no odds.",
    "odds-busy": "I'm busy with other odds. Ask again in a minute.",
}
