"""The luck of a game in words: what chance gave, what was to be expected, and what chance could do better.

Each measure is a line; what is counted in a game, and why, is told by the game's own `luck` in the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from bot.words import Words
from engine.luck import Luck

PERCENT: Final = Fraction(1, 100)
"""What is rarer is not told as a number, nor what is as nearly certain."""

NOTABLE: Final = Fraction(1, 200)
"""As rare a case of just the same luck is not told at all."""


def luck_line(words: Words, what: str, found: Luck) -> str:
    """What came and what was to be expected, with how much better it could have been."""
    chance = _better(words, found.chance_luckier)
    if found.chance_as_lucky < NOTABLE or found.chance_as_lucky == 1:
        return words("luck.line", what=what, chance=chance)
    same = words("luck.same", share=words.percent(found.chance_as_lucky))
    return words("luck.line.same", what=what, chance=chance, same=same)


def _better(words: Words, chance: Fraction) -> str:
    """How often chance would be kinder; no share is told as 0 or 100 percent that is not."""
    if not chance:
        return words("luck.better.never")
    if chance < PERCENT:
        return words("luck.better.few", share=words.percent(PERCENT))
    if chance > 1 - PERCENT:
        return words("luck.better.most", share=words.percent(1 - PERCENT))
    return words("luck.better", share=words.percent(chance))


def luck_lines(words: Words, told: Sequence[str], about: str) -> tuple[str, ...]:
    """The lines, and what they count; chance may have had no say at all."""
    return (*told, about) if told else (words("luck.nothing"),)
