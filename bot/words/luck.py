"""The luck of a game in words: what chance gave, what was to be expected, and what chance could do better.

Each measure is a line; what is counted in a game, and why, is told by the game's own `luck` in the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from bot.words import Names, Words
from engine.luck import Luck, luck
from engine.ploc.luck import throws
from engine.replay import Position
from engine.thrag.luck import coins, dice
from engine.trogdor.luck import strikes

PERCENT: Final = Fraction(1, 100)
"""What is rarer is not told as a number, nor what is as nearly certain."""

NOTABLE: Final = Fraction(1, 200)
"""As rare a case of just the same luck is not told at all."""


def ploc(words: Words, names: Names, positions: Sequence[Position]) -> tuple[str, ...]:
    """For each player the sum of the dice thrown; none for whoever never had a turn."""
    told = []
    for seat, name in enumerate(names):
        thrown = throws(positions, seat)
        if thrown:
            found = luck(thrown)
            expected = words.decimal(found.expected)
            what = words.some("ploc.luck", len(thrown), name=name, sum=found.came, expected=expected)
            told.append(_line(words, what, found))
    return _whole(words, told, words("ploc.luck.about"))


def thrag(words: Words, _names: Names, positions: Sequence[Position]) -> tuple[str, ...]:
    """Dice against dice, and the coins that slew."""
    told = []
    if thrown := dice(positions):
        found = luck(thrown)
        total, expected = words.decimal(found.came), words.decimal(found.expected)
        told.append(_line(words, words("thrag.luck.dice", sum=total, expected=expected), found))
    if flipped := coins(positions):
        found = luck(flipped)
        expected = words.decimal(found.expected)
        what = words.some("thrag.luck.coins", len(flipped), slain=found.came, expected=expected)
        told.append(_line(words, what, found))
    return _whole(words, told, words("thrag.luck.about"))


def trogdor(words: Words, _names: Names, positions: Sequence[Position]) -> tuple[str, ...]:
    """How often the land struck at Trogdor."""
    told = []
    if struck := strikes(positions):
        found = luck(struck, harm=True)
        what = words.some("trogdor.luck", found.came, expected=words.decimal(found.expected))
        told.append(_line(words, what, found))
    return _whole(words, told, words("trogdor.luck.about"))


def _line(words: Words, what: str, found: Luck) -> str:
    """What came and what was to be expected, with how much better it could have been."""
    chance = _better(words, found.luckier)
    if found.as_lucky < NOTABLE or found.as_lucky == 1:
        return words("luck.line", what=what, chance=chance)
    same = words("luck.same", share=words.percent(found.as_lucky))
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


def _whole(words: Words, told: Sequence[str], about: str) -> tuple[str, ...]:
    """The lines, and what they count; chance may have had no say at all."""
    return (*told, about) if told else (words("luck.nothing"),)
