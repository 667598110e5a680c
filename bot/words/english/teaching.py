"""What the house says in English to those who learn: hints, and what the odds are."""

from __future__ import annotations

from typing import Final

TEACHING: Final[dict[str, str]] = {
    # A hint
    "hint.title": "### {game} · {code}: a hint",
    "hint.says": "**{name}** would choose `{action}`.",
    "hint.says.way": "**{name}** would choose **{way}** (`{action}`).",
    "hint.worth": "From there she reckons with a win in {share} of all games.",
    "hint.worth.duel": "From there she reckons with a win in {share} of all games; a draw is half of one.",
    "hint.worth.sure": "From there she hardly ever fails to win.",
    "hint.worth.lost": "Even so, a game like this is hardly ever won.",
    "hint.next": "Next best: {moves}.",
    "hint.alike": "About as good: {moves}.",
    "hint.move": "`{action}` ({share})",
    "hint.taken": "-# That was hint {taken} of {most} that you may take at this table.",
    "hint.taken.any": "-# That was your hint {taken} at this table.",
    "hint.again": "-# You have had a hint at this position, so this one is not counted again.",
    "hint.alt": "The board of {game}, table {code}, with {action} marked",
    "button.hint": "Play {action}",
    # What everybody hears
    "hint.told": "**{name}** took a hint ({taken} of {most}).",
    "hint.told.any": "**{name}** took a hint (number {taken}).",
    "log.hint": "Took a hint.",
    "history.hint": "**{name}** took a hint.",
    "card.hints": "hints",
    # What is agreed on
    "lobby.hints.one": "Each player may take {count} hint.",
    "lobby.hints.many": "Each player may take {count} hints.",
    "lobby.hints.any": "Each player may take as many hints as they like.",
    "lobby.hints.none": "There are no hints in this game.",
    "lobby.hints.unrated": "So the game does not count for ratings.",
    # The commands
    "command.hint": "What the best of the house's players would do now, only for you",
    "command.odds": "What the odds are before a decision, only for you",
    # Refusals
    "hint-none": (
        "No hints were agreed on for {code}. Whoever opens a table of {game} says how many there are, with"
        " the option `hints` of `/play {play}`."
    ),
    "hint-day": "At the deal of the day everybody has the same chance, so there are no hints. {code} goes on without.",
    "hint-no-more": "You have no hints left at {code}: {most} were agreed on, and you have taken {most}.",
    "hint-no-mind": "Nobody in the house knows {game} well enough to say.",
    "hint-busy": "The house has too much to think about right now. Ask again in a minute; no hint was counted at {code}.",
    "hint-overtaken": "While the house was thinking, the game went on at {code}; no hint was counted.",
}
