"""What is said in English around positions where a better move is looked for."""

from __future__ import annotations

from typing import Final

LEARNING: Final[dict[str, str]] = {
    "button.learn.again": "Once more",
    "button.learn.alone": "Play alone",
    "button.learn.bot": "Play against {name}",
    "button.learn.show": "Show me",
    "button.learn.table": "Start a game…",
    "puzzle.wrong": "**Not that one:** {move}.",
}
