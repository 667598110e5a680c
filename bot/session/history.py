"""What has happened at a table: every position of its game, replayed from the log."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import replace
from functools import cached_property
from typing import Final

from bot.errors import Refused
from bot.export import UNPLAYABLE, positions_of
from bot.session.access import Looks
from bot.session.shown import Shown
from bot.store import Table
from engine.replay import Position

REMEMBERED: Final = 32
"""How many games are kept in memory as they went: whoever leafs through one asks again at once."""


class History(Looks):
    """Going back over a game."""

    @cached_property
    def _games(self) -> OrderedDict[tuple[int, int], tuple[Position, ...]]:
        """The positions of games looked at lately, by table and revision."""
        return OrderedDict()

    async def recalled(self, shown: Shown) -> Shown:
        """A table shown once more, with what happened last; without, where that cannot be replayed."""
        try:
            found = await self.positions(shown.table)
        except Refused:
            return shown
        played = next((position for position in reversed(found) if not position.is_hint), found[0])
        return replace(shown, recalled=played.events)

    async def positions(self, table: Table) -> tuple[Position, ...]:
        """Every position, from the first that can be replayed to the one that stands.

        Raises `Refused` if the game has not begun, and where today's rules lead elsewhere than it went.
        """
        if table.state is None:
            raise Refused("not-begun", table, code=table.code)
        key = table.id, table.plies
        if (known := self._games.get(key)) is not None:
            self._games.move_to_end(key)
            return known
        entry, lines = self.catalogue[table.game], await self.store.log(table.id)
        try:
            found = await asyncio.to_thread(positions_of, entry, table, lines[: table.plies])
        except UNPLAYABLE as error:
            raise Refused("history-other-rules", table, code=table.code) from error
        if entry.codec.dump(found[-1].state) != table.state:
            raise Refused("history-other-rules", table, code=table.code)
        self._games[key] = found
        if len(self._games) > REMEMBERED:
            self._games.popitem(last=False)
        return found
