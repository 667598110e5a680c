"""What the house says in English of luck."""

from __future__ import annotations

from typing import Final

LUCK: Final[dict[str, str]] = {
    "luck.title": "### {game} · {code}: the luck of it",
    "luck.line": "- {what} {chance}",
    "luck.line.same": "- {what} {chance} {same}",
    "luck.better": "Left to chance once more, that goes better in {share} of all cases.",
    "luck.better.few": "Left to chance once more, that goes better in fewer than {share} of all cases.",
    "luck.better.most": "Left to chance once more, that goes better in more than {share} of all cases.",
    "luck.better.never": "It cannot go better than that.",
    "luck.same": "Just as well in {share}.",
    "luck.nothing": "Chance had no say in this game.",
    "luck.since": "-# Only what fell from move {ply} on is counted; what came before fell elsewhere, or by older rules.",
    # The button and the command
    "button.luck": "Luck",
    "command.luck": "What chance gave in a game that is over, against what was to be expected, only for you",
    "luck-running": "The game at {code} is not over yet: how lucky it was is told when it is.",
    "luck-no-chance": "In {game} nothing is left to chance, so there is no luck to tell of.",
}
"""What chance gave, and what it could have given; the parts of a line are whole sentences."""
