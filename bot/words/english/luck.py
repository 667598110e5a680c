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
    # Ploc
    "ploc.luck.one": "**{name}**: {count} die showed {sum}; {expected} was to be expected.",
    "ploc.luck.many": "**{name}**: {count} dice showed {sum}; {expected} was to be expected.",
    "ploc.luck.about": "-# These are all dice thrown in turns, new rolls among them. The columns do not count: high ones bring athletes, and are as much harder to hit with.",
    # One Man, Thrag!
    "thrag.luck.dice": "Thrag's die, less each beast's die that it was up against: {sum} in all; {expected} was to be expected.",
    "thrag.luck.coins.one": "{count} coin was flipped, and slew this many beasts: {slain}. By the odds of the moment {expected} was to be expected.",
    "thrag.luck.coins.many": "{count} coins were flipped, and slew this many beasts: {slain}. By the odds of the moment {expected} was to be expected.",
    "thrag.luck.about": "-# The odds of a coin come from those that are left in its pool, as everybody can know who keeps count. Which beasts are drawn does not count, nor which black tile heals.",
    # Trogdor!!
    "trogdor.luck.one": "Where he stood, the land's cards struck at Trogdor {count} time; {expected} was to be expected.",
    "trogdor.luck.many": "Where he stood, the land's cards struck at Trogdor {count} times; {expected} was to be expected.",
    "trogdor.luck.about": "-# A strike is a knight on his square, or an arrow over it, in the land's turn, even if an item stops it. Each card is set against all that could have come; where he hides or Block holds, none can strike.",
    # The button and the command
    "button.luck": "Luck",
    "command.luck": "What chance gave in a game that is over, against what was to be expected, only for you",
    "luck-running": "The game at {code} is not over yet: how lucky it was is told when it is.",
    "luck-no-chance": "In {game} nothing is left to chance, so there is no luck to tell of.",
}
"""What chance gave, and what it could have given; the parts of a line are whole sentences."""
