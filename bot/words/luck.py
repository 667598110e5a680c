"""The luck of a game as text: what chance gave, the expected value, and what chance could do better.

Each measure is a line; the game's own `luck` in the engine decides what is counted, and why.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from bot.words import Words
from engine.luck import Luck

PERCENT: Final = Fraction(1, 100)
"""Rarer cases get no number, nor nearly certain ones."""

NOTABLE: Final = Fraction(1, 200)
"""An exact match this rare is not mentioned at all."""


def luck_line(words: Words, what: str, luck: Luck) -> str:
    """Return the actual and the expected value, with how much better it could have been."""
    chance = _better(words, luck.chance_luckier)
    if luck.chance_as_lucky < NOTABLE or luck.chance_as_lucky == 1:
        return words("luck.line", what=what, chance=chance)
    same = words("luck.same", share=words.percent(luck.chance_as_lucky))
    return words("luck.line.same", what=what, chance=chance, same=same)


def _better(words: Words, chance: Fraction) -> str:
    """Return how often chance would be kinder; only exact shares are shown as 0 or 100 percent."""
    if not chance:
        return words("luck.better.never")
    if chance < PERCENT:
        return words("luck.better.few", share=words.percent(PERCENT))
    if chance > 1 - PERCENT:
        return words("luck.better.most", share=words.percent(1 - PERCENT))
    return words("luck.better", share=words.percent(chance))


def luck_lines(words: Words, lines: Sequence[str], about: str) -> tuple[str, ...]:
    """Return the lines, and what they count; there may have been no chance at all."""
    return (*lines, about) if lines else (words("luck.nothing"),)
