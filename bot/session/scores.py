"""What finished games come to: statistics of a person, the table of a channel, ratings of the duels."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from bot.ratings import Ladder, Rating
from bot.seats import has_lobby, is_for_one
from bot.session.tables import Tables
from bot.store import Record, is_nameless
from bot.tally import Tally, grouped, tally
from engine.core import Game

SETTLED: Final = 60.0
"""Seconds after which no game can still turn up that ended before another that is known."""


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody's games of a kind come to; `rating` is there for duels that count."""

    game: str
    tally: Tally
    rating: Rating | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody in the table of a channel. `rank` counts from 1, and those who did equally well share it."""

    rank: int
    user_id: int
    name: str
    score: Score


@dataclass(frozen=True, slots=True)
class Standing:
    """A channel's table of a game, the best first; of how many games that count, and how many do not."""

    game: str
    games: int
    apart: int
    places: tuple[Place, ...]


def is_duel(game: Game[Any, Any, Any, Any]) -> bool:
    """Whether two play a game against each other, so that it can be rated."""
    return not (game.cooperative or has_lobby(game) or is_for_one(game))


class Scores(Tables):
    """Games that are over."""

    @cached_property
    def _ladders(self) -> dict[str, Ladder]:
        """Ratings as far as they no longer change, by game."""
        return {}

    async def ladder(self, game: str) -> Ladder:
        """Everybody's rating in a duel, over all of this bot's channels."""
        known = self._ladders.get(game, Ladder())
        records = await self.store.agenda.results_of_game(game, known.last)
        settled = [record for record in records if record.ended <= self._clock() - SETTLED]
        if settled:
            known = await asyncio.to_thread(known.after, settled)
            self._ladders[game] = max(known, self._ladders.get(game, known), key=lambda one: one.last)
        return known.after(records[len(settled) :])

    async def scores(self, user_id: int, game: str | None) -> tuple[Score, ...]:
        """What somebody's finished games come to, a score for each kind; `game`: of that kind only."""
        records = await self.store.agenda.results_of_user(user_id)
        groups = grouped(records, lambda record: record.game)
        kinds = [key for key in self.catalogue if key in groups and game in (None, key)]
        return tuple([await self._score(key, user_id, groups[key]) for key in kinds])

    async def standings(self, channel_id: int, game: str | None) -> tuple[Standing, ...]:
        """A channel's table of each kind of game that was finished there; `game`: of that kind only."""
        records = await self.store.agenda.results_of_channel(channel_id)
        groups = grouped(records, lambda record: record.game)
        kinds = [key for key in self.catalogue if key in groups and game in (None, key)]
        return tuple([await self._standing(key, groups[key]) for key in kinds])

    async def _standing(self, game: str, records: tuple[Record, ...]) -> Standing:
        people = grouped(records, lambda record: record.user_id)
        scores = {
            user_id: await self._score(game, user_id, theirs)
            for user_id, theirs in people.items()
            if not is_nameless(user_id)
        }
        counted = {user_id: _merit(score) for user_id, score in scores.items() if score.tally.games}
        merits = sorted(counted.values(), reverse=True)
        return Standing(
            game,
            games=_tables(record for record in records if record.counts),
            apart=_tables(record for record in records if not record.counts),
            places=tuple(
                Place(merits.index(merit) + 1, user_id, people[user_id][-1].name, scores[user_id])
                for user_id, merit in sorted(counted.items(), key=lambda pair: pair[1], reverse=True)
            ),
        )

    async def _score(self, game: str, user_id: int, records: Iterable[Record]) -> Score:
        rating = (await self.ladder(game)).of(user_id) if is_duel(self.catalogue[game].game) else None
        return Score(game, tally(records), rating if rating is not None and rating.games else None)


def _tables(records: Iterable[Record]) -> int:
    return len({record.table_id for record in records})


def _merit(score: Score) -> tuple[float, int, int]:
    """What a channel's table is sorted by: what is nearly certain of a rating, then wins and few defeats."""
    rating, made = score.rating, score.tally
    certain = 0.0 if rating is None else rating.value - rating.uncertainty
    return certain, made.won, -made.lost
