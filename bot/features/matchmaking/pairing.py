"""Who of those that look for an opponent plays whom. Pure: what is known of them is passed in.

Two fit who want the same game at the same pace, and both rated or both not. How far apart in strength they
may be widens with waiting, so that nobody waits for good; of those who fit, the nearest is taken, and whoever
has waited longest chooses first. See docs/decisions/matchmaking.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import groupby
from math import inf
from typing import Final

from bot.features.matchmaking.model import OpponentSearch, Pace

HOUR: Final = 60 * 60.0
DAY: Final = 24 * HOUR
"""In seconds."""

NEAR: Final = 150.0
"""Points apart for somebody about as strong, at first: the better of two wins six of ten games there."""


@dataclass(frozen=True, slots=True)
class PaceRules:
    """What a pace comes to: seconds for a move and for a whole game besides, and for how long one looks.

    After each `widens` seconds somebody as strong as `NEAR` points further away will do. Whom one has met
    lately comes only after so many seconds of `patience`, in which anybody else goes first.
    """

    clock: int
    bank: int
    lasts: float
    widens: float
    patience: float


TERMS: Final[Mapping[Pace, PaceRules]] = {
    Pace.QUICK: PaceRules(clock=3600, bank=0, lasts=3 * HOUR, widens=HOUR / 12, patience=HOUR / 6),
    Pace.DAY: PaceRules(clock=86_400, bank=172_800, lasts=7 * DAY, widens=2 * HOUR, patience=12 * HOUR),
    Pace.SLOW: PaceRules(clock=259_200, bank=259_200, lasts=14 * DAY, widens=6 * HOUR, patience=DAY),
}

LATELY: Final = 7 * DAY
"""Seconds for which two have met lately."""


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """What is known of those who look: their ratings by game, then by user id.

    `apart` has who does not want whom again, `met` the pairs of lately, the lower user id first.
    """

    ratings: Mapping[str, Mapping[int, float]]
    avoided: AbstractSet[tuple[int, int]]
    recently_paired: AbstractSet[tuple[int, int]]

    def distance(self, one: OpponentSearch, other: OpponentSearch) -> float:
        """How far apart two are in strength, in points."""
        ratings = self.ratings.get(one.game, {})
        return abs(ratings.get(one.user_id, UNKNOWN) - ratings.get(other.user_id, UNKNOWN))

    def is_avoided(self, one: OpponentSearch, other: OpponentSearch) -> bool:
        """Whether one of two does not want the other again."""
        both = (one.user_id, other.user_id)
        return both in self.avoided or both[::-1] in self.avoided

    def met_recently(self, one: OpponentSearch, other: OpponentSearch) -> bool:
        """Whether two were brought together lately."""
        return (min(one.user_id, other.user_id), max(one.user_id, other.user_id)) in self.recently_paired


UNKNOWN: Final = 1500.0
"""The rating of somebody who has not played."""


def pool_of(search: OpponentSearch) -> tuple[str, Pace, bool]:
    """What two must agree in."""
    return search.game, search.pace, search.rated


def max_distance(search: OpponentSearch, now: float) -> float:
    """How far from somebody's strength an opponent may be by now, in points."""
    if not search.near:
        return inf
    return NEAR * (1 + (now - search.since) // TERMS[search.pace].widens)


def find_pairs(
    searches: Iterable[OpponentSearch], known: PlayerFacts, now: float
) -> Iterator[tuple[OpponentSearch, OpponentSearch]]:
    """Those who play each other, whoever has waited longer first; nobody is in two pairs of a game."""
    ordered = sorted(searches, key=lambda one: (pool_of(one), one.since, one.user_id))
    for _, group in groupby(ordered, key=pool_of):
        waiting = list(group)
        while len(waiting) > 1:
            first = waiting.pop(0)
            fitting = [other for other in waiting if can_play_each_other(first, other, known, now)]
            if fitting:
                best = min(fitting, key=lambda other: _preference_key(first, other, known))
                waiting.remove(best)
                yield first, best


def can_play_each_other(one: OpponentSearch, other: OpponentSearch, known: PlayerFacts, now: float) -> bool:
    """Whether two who have waited until now may play each other."""
    if one.user_id == other.user_id or known.is_avoided(one, other):
        return False
    if known.met_recently(one, other):
        waited = now - min(one.since, other.since)
        if waited < TERMS[one.pace].patience:
            return False
    return known.distance(one, other) <= min(max_distance(one, now), max_distance(other, now))


def _preference_key(
    one: OpponentSearch, other: OpponentSearch, known: PlayerFacts
) -> tuple[bool, float, float, int]:
    """Whom somebody would rather play: somebody new, then who is nearest, then who has waited longest."""
    return known.met_recently(one, other), known.distance(one, other), other.since, other.user_id
