"""What is said in English of games told as a whole: in numbers, and as text."""

from __future__ import annotations

from typing import Final

_REVIEWS: Final = {
    "review.running": "The game goes on.",
    "review.turn": "turn {turn}",
    "review.moment": "Move {ply}",
    "review.each": "{name} {count}",
    "review.score": "{first} : {second}",
    "review.of": "{count} of {all}",
    "review.nothing": "nothing",
}
"""Games in numbers; none of it is markdown."""

REVIEW: Final[dict[str, str]] = _REVIEWS
"""Every sentence about whole games."""
