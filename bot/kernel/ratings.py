"""Ratings of players in a duel, computed from results. Pure.

The model is Plackett-Luce by Weng and Lin, as in the library OpenSkill: each player's strength is a normal
distribution that every game moves and narrows. Numbers are on the scale of chess ratings, where an unknown
player has 1500.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import log, sqrt
from types import MappingProxyType
from typing import Final

from openskill.models import PlackettLuce

from bot.kernel.months import bounds, month_of
from bot.store import Record, Result

SIGMAS: Final = 2
"""The displayed uncertainty in standard deviations: the strength lies within it 19 times of 20."""

PROVISIONAL: Final = 10
"""The number of games before which a rating is provisional."""

IN_FULL: Final = 10
"""How many games of the same two players count in full within a month."""

_MODEL: Final = PlackettLuce(mu=1500.0, sigma=500.0, beta=250.0, tau=5.0)
_RANK: Final = {Result.WON: 0.0, Result.DRAWN: 1.0, Result.LOST: 2.0}


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength: `value`, plus or minus `uncertainty`, after so many games."""

    value: float = _MODEL.mu
    uncertainty: float = SIGMAS * _MODEL.sigma
    games: int = 0

    @property
    def is_provisional(self) -> bool:
        """Whether too few games are behind the value to say how far off it may be."""
        return self.games < PROVISIONAL

    def __str__(self) -> str:
        """For display: `1612 ± 310`, and the value alone while it is provisional."""
        if self.is_provisional:
            return f"{self.value:.0f}"
        return f"{self.value:.0f} ± {self.uncertainty:.0f}"


@dataclass(frozen=True, slots=True)
class Ladder:
    """Ratings by user id, from all games up to `last`: when one ended, and its table's id.

    `second_wins` is the share of games that seat 1 wins between equals: a win from the better seat counts
    less, and a loss there more. `met` is how many games two players have played in the month that ends at
    `month_ends`, in UTC.
    """

    ratings: Mapping[int, Rating] = field(default_factory=lambda: MappingProxyType({}))
    last: tuple[float, int] = (0.0, 0)
    second_wins: float = 0.5
    met: Mapping[frozenset[int], int] = field(default_factory=lambda: MappingProxyType({}))
    month_ends: float = 0.0

    def rating_of(self, user_id: int) -> Rating:
        """Return a user's rating; an unknown player's, if they have not played."""
        return self.ratings.get(user_id, Rating())

    def after(self, records: Iterable[Record]) -> Ladder:
        """Return the ladder with more games, in the order in which they ended, a record for each seat.

        Games that do not count, or are not between two players, change nothing. Of the games of the same two
        within a month the first `IN_FULL` count in full, twice as many after that one half, and so on.
        """
        ratings, last = dict(self.ratings), self.last
        met, month_ends = dict(self.met), self.month_ends
        for _, group in groupby(records, key=lambda record: record.table_id):
            game = sorted(group, key=lambda record: record.user_id)
            last = game[0].ended, game[0].table_id
            if len({record.user_id for record in game}) == len(game) == 2 and all(one.counts for one in game):  # noqa: PLR2004
                if last[0] >= month_ends:
                    met, (_, month_ends) = {}, bounds(month_of(last[0]))
                both = frozenset(record.user_id for record in game)
                met[both] = met.get(both, 0) + 1
                share = min(1.0, IN_FULL / met[both])
                ratings |= _rate_game(ratings, game, _advantage_of_seat_1(self.second_wins), share)
        return replace(
            self,
            ratings=MappingProxyType(ratings),
            last=last,
            met=MappingProxyType(met),
            month_ends=month_ends,
        )


def ratings(records: Iterable[Record]) -> Mapping[int, Rating]:
    """Return all ratings after these games, by user id."""
    return Ladder().after(records).ratings


def _advantage_of_seat_1(share: float) -> float:
    """Return seat 1's advantage in points, if equals win this share of their games there.

    By the model two whose strength is known, `m` and `n`, win in the ratio of `exp(m / c)` to `exp(n / c)`
    with `c = sqrt(2) * beta`.
    """
    return sqrt(2) * _MODEL.beta * log(share / (1 - share))


def _rate_game(
    ratings: Mapping[int, Rating], game: list[Record], worth: float, share: float
) -> dict[int, Rating]:
    """Return both players' ratings after their game, where seat 1 is worth so many points.

    The ratings change by this `share` of a full game's change.
    """
    before = [ratings.get(record.user_id, Rating()) for record in game]
    extra = [worth if record.seat == 1 else 0.0 for record in game]
    teams = [
        [_MODEL.rating(one.value + more, one.uncertainty / SIGMAS)]
        for one, more in zip(before, extra, strict=True)
    ]
    after = _MODEL.rate(teams, ranks=[_RANK[record.result] for record in game])
    return {
        record.user_id: Rating(
            one.value + share * (found.mu - more - one.value),
            one.uncertainty + share * (SIGMAS * found.sigma - one.uncertainty),
            one.games + 1,
        )
        for record, one, more, (found,) in zip(game, before, extra, after, strict=True)
    }
