"""The English sentences of hints and reasons."""

from __future__ import annotations

from typing import Final

TEACHING: Final[dict[str, str]] = {
    # Reasons
    "why.for": "Why: {reasons}.",
    "why.against": "But {reasons}.",
    "why.against.only": "Careful: {reasons}.",
    # After a warning
    "warning.gone": "Fine, nothing was played. Your board is as it was.",
    "history.hint": "**{name}** took a hint.",
    # What is agreed on
    "lobby.hints.one": "Each player may take {count} hint.",
    "lobby.hints.many": "Each player may take {count} hints.",
    "lobby.hints.any": "Each player may take as many hints as they like.",
    "lobby.hints.none": "There are no hints in this game.",
    "lobby.hints.unrated": "So the game does not count for ratings.",
    # Refusals
    "hint-no-mind": "No bot knows {game} yet.",
}
