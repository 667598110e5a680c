"""Odds as text: lines that name what may happen, each with its chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.words import Words
from engine.mind import Odds

MOST: Final = 5
"""The most lines: more are not read before a decision."""

SMALL: Final = 0.005
"""Below this, and this near to certainty, a chance would be rounded to a wrong value."""

Sentence: TypeAlias = Callable[[Odds], str]
"""What may happen, without its chance."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The odds of a decision: `lines`, and texts on `places` of the picture, if any."""

    lines: tuple[str, ...]
    places: tuple[tuple[str, str], ...] = ()


def lines_of(words: Words, odds: Sequence[Odds], sentences: Mapping[str, Sentence]) -> tuple[str, ...]:
    """Return a line for each, in order; raises `KeyError` for one without a sentence."""
    return tuple(
        words("odds.line", what=sentences[found.key](found), chance=describe_chance(words, found))
        for found in odds
    )


def describe_chance(words: Words, odds: Odds) -> str:
    """Return a chance as text: certain, impossible, or a share, with a mark if it is an estimate."""
    if not odds.exact:
        return words("odds.about", share=words.percent(odds.chance))
    if odds.chance in (0, 1):
        return words("odds.certain") if odds.chance else words("odds.never")
    return _format_share(words, odds.chance)


def short_percent(words: Words, share: float) -> str:
    """Return a chance as text short enough for a picture."""
    return words.percent(share)


def _format_share(words: Words, share: float) -> str:
    """Format a share in whole percent; one that rounds to nothing or all says so."""
    if share < SMALL:
        return words("odds.under", share=words.percent(0.01))
    if share > 1 - SMALL:
        return words("odds.over", share=words.percent(0.99))
    return words.percent(share)
