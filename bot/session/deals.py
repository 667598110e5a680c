"""The deal of the day: the same for everybody everywhere, and once a person."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from bot.errors import Refused
from bot.export import UNPLAYABLE, replayed
from bot.seats import Click, Opening
from bot.session.lobby import Lobby
from bot.session.access import Looks
from bot.session.shown import Shown
from bot.store import DealtBefore, Status, Table, is_nameless
from bot.trace import Trace


@dataclass(frozen=True, slots=True)
class Result:
    """How far somebody came with a deal of the day.

    `place` counts from 1, and those who did equally well share it; 0 while the game goes on, and where the
    game gives its end no rank. `states` are what the game's `Daily.share` tells of, none where today's rules
    no longer allow what was played.
    """

    table: Table
    place: int
    states: tuple[Any, ...] = ()


class Deals(Lobby, Looks):
    """Beginning the deal of the day, and how it went for a channel."""

    async def open_deal(self, click: Click, opening: Opening, trace: Trace) -> Shown:
        """The person's game of today's deal: begun now, or the one they have begun before, as it stands.

        Rule thrag:daily-1.
        """
        if opening.options:
            raise Refused("daily-options", options=", ".join(f"`{key}`" for key in opening.options))
        if opening.clock:
            raise Refused("daily-options", options="`clock`")
        if opening.hints is not None:
            raise Refused("daily-options", options="`hints`")
        game, day = opening.game, self.today()
        own = await self.store.of_deal(game, day, click.person.id)
        if own is not None:
            return self.shown(own)
        seed = await self.store.deal(game, day, self._seeds())
        language = self.language_of(click.person.id, click.own_language)  # nobody else sees the board
        new = replace(self._new(click, opening, seed), day=day, language=language, hints=0)
        try:
            return await self._created(click, new, trace)
        except DealtBefore as error:  # by another click meanwhile
            return self.shown(await self.table(error.table_id))

    async def story(self, table: Table) -> tuple[Any, ...]:
        """Every state of a game that is over; none where today's rules lead elsewhere than it went."""
        entry, lines = self.catalogue[table.game], await self.store.log(table.id)
        try:
            _, states = await asyncio.to_thread(replayed, entry, table, lines)
        except UNPLAYABLE:
            return ()
        return states if entry.codec.dump(states[-1]) == table.state else ()

    async def results(self, channel_id: int, game: str, day: str) -> tuple[Result, ...]:
        """A channel's results of a deal, the best first and who was earlier before who was later.

        After them come games without a rank, and last those who still play.
        """
        every = await self.store.of_day(channel_id, day)
        tables = [one for one in every if one.game == game and not is_nameless(one.players[0].user_id)]
        over = [table for table in tables if table.status is Status.OVER]
        playing = [Result(table, 0) for table in tables if table.status is Status.PLAYING]
        placed = [Result(table, place, await self.story(table)) for place, table in self._placed(over)]
        return (*placed, *playing)

    def _placed(self, tables: Iterable[Table]) -> list[tuple[int, Table]]:
        """Tables of one game that are over with their places, in order; 0 is no place, and last."""
        earlier = sorted(tables, key=lambda table: table.changed_at)
        ranks = {table.id: self._rank(table) for table in earlier}
        best = sorted(earlier, key=lambda table: ranks[table.id], reverse=True)

        def place(table: Table) -> int:
            own = ranks[table.id]
            return 1 + sum(rank > own for rank in ranks.values()) if own else 0

        return [(place(table), table) for table in best]

    def _rank(self, table: Table) -> tuple[int, ...]:
        """How good the end of a game is; empty where it counts for nothing, such as a game given up."""
        entry = self.catalogue[table.game]
        assert entry.daily is not None  # noqa: S101 - only such a game has tables of a day
        return entry.daily.rank(entry.codec.load(table.state or ""))
