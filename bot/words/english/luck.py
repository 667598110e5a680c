"""What the house says in English of luck."""

from __future__ import annotations

from typing import Final

LUCK: Final[dict[str, str]] = {
    "luck.title": "### {game}: the luck of it",
    "luck.line": "- {what} {chance}",
    "luck.line.same": "- {what} {chance} {same}",
    "luck.better": "It would go better {share} of the time.",
    "luck.better.few": "It would go better less than {share} of the time.",
    "luck.better.most": "It would go better more than {share} of the time.",
    "luck.better.never": "It can't go better.",
    "luck.same": "Just as well {share} of the time.",
    "luck.nothing": "Luck played no part in this game.",
    "luck.since": "-# Counted from move {ply} on. Earlier moves were played elsewhere, or by older rules.",
    # The button and the command
    "button.luck": "Luck",
    "luck-running": "Wait for the end: luck is counted when the game is over.",
    "luck-no-chance": "There's no luck in {game}.",
}
"""What chance gave, and what it could have given; the parts of a line are whole sentences."""
