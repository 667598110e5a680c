"""Ladders: how those stand who have played a duel in a channel within a month, and who has won it.

Who has won the deal of a week gets the same trophies.
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
    """The ladder of a game in a channel, for a month; of how many games that count."""

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
        """The ladders of a month in a channel, for each duel of which a game counts."""
        found, (first, after) = list[Season](), bounds(month)
        for key, entry in self._context.catalogue.items():
            if is_duel(entry.game):
                records = await self._storage.records(channel_id, key, first, after)
                if (season := await asyncio.to_thread(_season, key, records)).rungs:
                    found.append(season)
        return tuple(found)

    async def months(self, channel_id: int, limit: int) -> tuple[str, ...]:
        """At most `limit` months in which duels that count were finished in a channel, the last first."""
        found = set[str]()
        for key, entry in self._context.catalogue.items():
            if is_duel(entry.game):
                ends = await self._storage.ends(channel_id, key)
                found |= await asyncio.to_thread(set, map(month_of, ends))
        return tuple(sorted(found, reverse=True)[:limit])

    async def close_month(self, channel_id: int, month: str) -> tuple[Season, ...]:
        """The same as `seasons`, once it is noted who has won them."""
        found = await self.seasons(channel_id, month)
        winners = [(one.game, rung.user_id) for one in found for rung in one.rungs if rung.place == 1]
        await self._storage.award(channel_id, month, winners)
        return found

    async def months_won(self, user_id: int) -> dict[str, int]:
        """How many months somebody has won, by game."""
        return await self._storage.months_won(user_id)

    async def close_week(self, channel_id: int, week: str) -> dict[str, tuple[DealResult, ...]]:
        """The first places of a week's deals in a channel, by game, once it is noted who has won them.

        Who lost is first of nothing, and gets no trophy.
        """
        found = dict[str, tuple[DealResult, ...]]()
        for key, entry in self._context.catalogue.items():
            if deal_of(entry, week) is not None:
                results = await self._scores.deal_results(channel_id, key, week)
                if placed := tuple(result for result in results if result.place):
                    found[key] = placed
        winners = [
            (key, player.user_id)
            for key, placed in found.items()
            for result in placed
            if result.place == 1
            for player in result.table.players
            if player.seat in result.winners and not is_nameless(player.user_id)
        ]
        await self._storage.award(channel_id, week, winners)
        return found

    async def weeks_won(self, user_id: int) -> dict[str, int]:
        """How many weeks' deals somebody has won, by game."""
        return await self._storage.weeks_won(user_id)


def _season(game: str, records: tuple[Record, ...]) -> Season:
    """The ladder of a game from the records of a month."""
    return Season(game, len({record.table_id for record in records if record.counts}), ladder(records))
