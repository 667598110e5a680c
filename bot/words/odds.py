"""How likely things are, in words: lines that name what may happen, each with its chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.words import Words
from engine.mind import Odds

MOST: Final = 5
"""How many lines are told: more are not read before a decision."""

SMALL: Final = 0.005
"""Below this, and as near to certainty, a chance would be rounded to what it is not."""

Sentence: TypeAlias = Callable[[Odds], str]
"""What may happen, without its chance."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What there is to say before a decision: `lines`, and words on `places` of the picture, if any."""

    lines: tuple[str, ...]
    places: tuple[tuple[str, str], ...] = ()


def lines_of(words: Words, odds: Sequence[Odds], sentences: Mapping[str, Sentence]) -> tuple[str, ...]:
    """A line for each, in order; raises `KeyError` for one that nothing tells of."""
    return tuple(
        words("odds.line", what=sentences[found.key](found), chance=describe_chance(words, found))
        for found in odds
    )


def describe_chance(words: Words, found: Odds) -> str:
    """How likely it is: certain, impossible, or a share, which is marked where it is an estimate."""
    if not found.exact:
        return words("odds.about", share=words.percent(found.chance))
    if found.chance in (0, 1):
        return words("odds.certain") if found.chance else words("odds.never")
    return _format_share(words, found.chance)


def short_percent(words: Words, share: float) -> str:
    """A chance as a picture has room for it."""
    return words.percent(share)


def _format_share(words: Words, share: float) -> str:
    """A share in whole percent; one that rounds to nothing or all says so."""
    if share < SMALL:
        return words("odds.under", share=words.percent(0.01))
    if share > 1 - SMALL:
        return words("odds.over", share=words.percent(0.99))
    return words.percent(share)
