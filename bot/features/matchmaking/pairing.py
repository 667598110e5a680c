"""Which searches are paired. Pure: all facts are passed in.

Two searches fit if they agree on game, pace and rated. The allowed difference in strength grows with waiting
time, so everyone finds an opponent in the end. The longest waiting search chooses first, the nearest that
fits. See docs/decisions/matchmaking.md.
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
"""The initial distance in points for similar strength: the better player wins six of ten games there."""


@dataclass(frozen=True, slots=True)
class PaceRules:
    """The clock and bank of a pace in seconds, and how long a search `lasts`.

    Every `widens` seconds the allowed distance grows by `NEAR`. A recent opponent is allowed only after
    `patience` seconds.
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
"""Seconds for which an opponent counts as recent."""


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """The facts about searching users: ratings by game and user id, and pairs of users.

    `avoided` has the pairs (user, avoided user), `recently_paired` those of recent opponents, the lower id
    first.
    """

    ratings: Mapping[str, Mapping[int, float]]
    avoided: AbstractSet[tuple[int, int]]
    recently_paired: AbstractSet[tuple[int, int]]

    def distance(self, one: OpponentSearch, other: OpponentSearch) -> float:
        """The difference in strength of two users, in points."""
        ratings = self.ratings.get(one.game, {})
        return abs(ratings.get(one.user_id, UNKNOWN) - ratings.get(other.user_id, UNKNOWN))

    def is_avoided(self, one: OpponentSearch, other: OpponentSearch) -> bool:
        """Whether one of two users avoids the other."""
        both = (one.user_id, other.user_id)
        return both in self.avoided or both[::-1] in self.avoided

    def met_recently(self, one: OpponentSearch, other: OpponentSearch) -> bool:
        """Whether two users were paired recently."""
        return (min(one.user_id, other.user_id), max(one.user_id, other.user_id)) in self.recently_paired


UNKNOWN: Final = 1500.0
"""The rating of a user without games."""


def pool_of(search: OpponentSearch) -> tuple[str, Pace, bool]:
    """What two searches must agree on."""
    return search.game, search.pace, search.rated


def max_distance(search: OpponentSearch, now: float) -> float:
    """How far from the user's strength an opponent may be by now, in points."""
    if not search.near:
        return inf
    return NEAR * (1 + (now - search.since) // TERMS[search.pace].widens)


def find_pairs(
    searches: Iterable[OpponentSearch], known: PlayerFacts, now: float
) -> Iterator[tuple[OpponentSearch, OpponentSearch]]:
    """The pairs of searches, the longest waiting first; no user is in two pairs of a game."""
    ordered = sorted(searches, key=lambda search: (pool_of(search), search.since, search.user_id))
    for _, group in groupby(ordered, key=pool_of):
        waiting = list(group)
        while len(waiting) > 1:
            first = waiting.pop(0)
            candidates = [other for other in waiting if can_play_each_other(first, other, known, now)]
            if candidates:
                best = min(candidates, key=lambda other: _preference_key(first, other, known))
                waiting.remove(best)
                yield first, best


def can_play_each_other(one: OpponentSearch, other: OpponentSearch, known: PlayerFacts, now: float) -> bool:
    """Whether two searches that have waited until now can be paired."""
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
    """The order in which a search prefers others: new opponents, the nearest, the longest waiting."""
    return known.met_recently(one, other), known.distance(one, other), other.since, other.user_id
