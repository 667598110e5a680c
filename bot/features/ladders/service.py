"""Ladders: the rankings of duels in a channel by month, and their winners.

The winners of weekly deals get the same trophies.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bot.features.ladders.model import Rung, ladder
from bot.features.ladders.storage import LadderStorage
from bot.kernel.months import bounds, month_of
from bot.kernel.session import Session
from bot.kernel.tables.results import DealResult, deal_of, is_duel
from bot.store import Record, is_nameless


@dataclass(frozen=True, slots=True)
class Season:
    """The ladder of a game in a channel for a month, with the number of games that count."""

    game: str
    games: int
    rungs: tuple[Rung, ...]


class Ladders:
    """The ladders of channels."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._scores = session.scores
        self._storage = LadderStorage(session.context.store)

    async def seasons(self, channel_id: int, month: str) -> tuple[Season, ...]:
        """The ladders of a month in a channel, one for each duel with games that count."""
        seasons, (first, after) = list[Season](), bounds(month)
        for key, entry in self._context.catalogue.items():
            if is_duel(entry.game):
                records = await self._storage.records(channel_id, key, first, after)
                if (season := await asyncio.to_thread(_season, key, records)).rungs:
                    seasons.append(season)
        return tuple(seasons)

    async def months(self, channel_id: int, limit: int) -> tuple[str, ...]:
        """At most `limit` months with duels that count in a channel, the last first."""
        months = set[str]()
        for key, entry in self._context.catalogue.items():
            if is_duel(entry.game):
                ends = await self._storage.ends(channel_id, key)
                months |= await asyncio.to_thread(set, map(month_of, ends))
        return tuple(sorted(months, reverse=True)[:limit])

    async def close_month(self, channel_id: int, month: str) -> tuple[Season, ...]:
        """Store the winners of a month; returns its ladders."""
        seasons = await self.seasons(channel_id, month)
        winners = [
            (season.game, rung.user_id) for season in seasons for rung in season.rungs if rung.place == 1
        ]
        await self._storage.award(channel_id, month, winners)
        return seasons

    async def months_won(self, user_id: int) -> dict[str, int]:
        """How many months a user has won, by game."""
        return await self._storage.months_won(user_id)

    async def close_week(self, channel_id: int, week: str) -> dict[str, tuple[DealResult, ...]]:
        """Store the winners of a week's deals in a channel; returns the placed results by game.

        A lost game gets no place and no trophy.
        """
        placed_by_game = dict[str, tuple[DealResult, ...]]()
        for key, entry in self._context.catalogue.items():
            if deal_of(entry, week) is not None:
                results = await self._scores.deal_results(channel_id, key, week)
                if placed := tuple(result for result in results if result.place):
                    placed_by_game[key] = placed
        winners = [
            (key, player.user_id)
            for key, placed in placed_by_game.items()
            for result in placed
            if result.place == 1
            for player in result.table.players
            if player.seat in result.winners and not is_nameless(player.user_id)
        ]
        await self._storage.award(channel_id, week, winners)
        return placed_by_game

    async def weeks_won(self, user_id: int) -> dict[str, int]:
        """How many weekly deals a user has won, by game."""
        return await self._storage.weeks_won(user_id)


def _season(game: str, records: tuple[Record, ...]) -> Season:
    """The ladder of a game from the records of a month."""
    return Season(game, len({record.table_id for record in records if record.counts}), ladder(records))
