"""What is said in English of games told as a whole: reviews and the text log."""

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

_SEEN: Final = {
    "command.review": "See what decided a game",
    "review-not-over": "Wait for the end: the review comes when the game is over.",
    "review-closed": "This game was closed early, so it has no review. `/history` shows how it went.",
    "review-one": "Wait for your review of {code} first, then ask for the next one.",
    "review-too-short": "There's nothing to review: the game was over too soon.",
    "seen.title": "### {game}, the review",
    "seen.head": "The review",
    "seen.card": "**The review**",
    "seen.eyes": "-# The curve: how many of 100 such games {name} would win. **{mind}** estimates that.",
    "seen.brackets": "-# In brackets: the chance of winning after that move.",
    "seen.slip": "{number}. {when}, {name}: {action} ({worth}). Better: ||{better}|| ({best}).",
    "seen.slip.asked": "{number}. {when}, {name}: {action} ({worth}). The best was worth {best}.",
    "seen.slip.answer": "{number}. {when}, {name}: {action} ({worth}). Better: {better} ({best}).",
    "seen.none": "{mind} finds no move that cost much.",
    "seen.luck": "{when}: luck for {name}, from {before} to {after}.",
    "seen.luck.good": "{when}: good luck, from {before} to {after}.",
    "seen.luck.bad": "{when}: bad luck, from {before} to {after}.",
    "seen.alt": "How {game} went, as a curve from {first} to {last}. {moves}",
    "seen.picture.cost": "{name}: cost {cost}",
    "seen.board.title": "### {game} · {when}",
    "seen.marks": "-# Amber: the move played. Tap a dark bar for a better one, or look for it behind *Board*.",
    "seen.board.ask": "Do you see it? *Learn from this* lets you try.",
    "seen.board.alt.asked": "The {game} board before the choice. Marked as played: {action}",
    "seen.board.alt": "The {game} board before the choice. Marked as better: {better}",
    "seen.board.stood": "With luck counted in, **{name}** went from {before} to {after}.",
    "seen.board.marks": "-# Amber: the move played. Teal: a better one.",
    "seen.waits": "{mind} reviews this game as soon as there's time.",
    "seen.failed": "{mind} couldn't finish the review and is trying again.",
    "seen.so-far": "{mind} is reviewing this game: {done} of {count} positions so far.",
    "button.review": "Board {number}",
    "button.review.again": "Look again",
}
"""What a mind makes of a game that is over."""

REVIEW: Final[dict[str, str]] = _REVIEWS | _SEEN
"""Every sentence about whole games."""
