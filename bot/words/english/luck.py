"""What the house says in English of luck."""

from __future__ import annotations

from typing import Final

LUCK: Final[dict[str, str]] = {
    "luck.line": "- {what} {chance}",
    "luck.line.same": "- {what} {chance} {same}",
    "luck.better": "A better result comes {share} of the time.",
    "luck.better.few": "A better result comes less than {share} of the time.",
    "luck.better.most": "A better result comes more than {share} of the time.",
    "luck.better.never": "No result is better.",
    "luck.same": "An equal one comes {share} of the time.",
    "luck.nothing": "Luck played no part in this game.",
}
"""What chance gave, and what it could have given; the parts of a line are whole sentences."""
