"""What the house says in English of luck."""

from __future__ import annotations

from typing import Final

LUCK: Final[dict[str, str]] = {
    "luck.line": "- {what} {chance}",
    "luck.line.same": "- {what} {chance} {same}",
    "luck.better": "It would go better {share} of the time.",
    "luck.better.few": "It would go better less than {share} of the time.",
    "luck.better.most": "It would go better more than {share} of the time.",
    "luck.better.never": "It can't go better.",
    "luck.same": "Just as well {share} of the time.",
    "luck.nothing": "Luck played no part in this game.",
}
"""What chance gave, and what it could have given; the parts of a line are whole sentences."""
