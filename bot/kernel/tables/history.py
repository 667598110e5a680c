"""What has happened at a table: every position of its game, replayed from the log."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias

from bot.kernel.errors import Refused
from bot.kernel.tables.context import Context, Shown, latest_table
from bot.kernel.tables.export import UNPLAYABLE, positions_of, replay_actions
from bot.kernel.tables.seats import is_by_time, refuse_closed
from bot.store import Line, Status, Table
from engine.replay import LogPosition

REMEMBERED: Final = 16
"""How many games are kept in memory as they went: whoever leafs through one asks again at once."""

LONG: Final = 500
"""From so many lines on a replay takes some hundredths of a second or more: there is one such at a time."""


Key: TypeAlias = tuple[int, int]
"""A table by its id, and how many lines its log has."""


class ReplayedGame(NamedTuple):
    """The positions of a game, whether any of them has something that has to be kept in mind, and its log."""

    positions: tuple[LogPosition, ...]
    from_memory: bool
    lines: tuple[Line, ...]


class History:
    """Going back over a game."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._store = context.store
        self._games: OrderedDict[Key, ReplayedGame] = OrderedDict()
        """The games looked at lately."""
        self._replaying: dict[Key, asyncio.Task[ReplayedGame]] = {}
        """Those that are being replayed: whoever wants the same meanwhile waits for that."""
        self._long_replay = asyncio.Lock()

    async def with_last_events(self, shown: Shown) -> Shown:
        """A table shown once more, with what happened last; without, where that cannot be replayed."""
        try:
            found = await self.positions(shown.table)
        except Refused:
            return shown
        played = next((position for position in reversed(found) if not position.is_hint), found[0])
        last = shown.table.plies - 1
        lines = await self._store.log(shown.table.id, after=last) if shown.table.status is Status.OVER else ()
        by_time = bool(lines) and is_by_time(shown.table, lines[-1])
        return replace(shown, recalled=played.events, by_time=by_time)

    async def positions(self, table: Table) -> tuple[LogPosition, ...]:
        """Every position, from the first that can be replayed to the one that stands.

        Raises `Refused` if the game has not begun, and where today's rules lead elsewhere than it went.
        """
        return (await self._cached_replay(table)).positions

    async def _cached_replay(self, table: Table) -> ReplayedGame:
        """The game as it went, replayed once for each length; raises what `positions` does."""
        if table.state is None:
            raise Refused("not-begun", table, code=table.code)
        key = table.id, table.plies
        if (known := self._games.get(key)) is not None:
            self._games.move_to_end(key)
            return known
        task = self._replaying.get(key)
        if task is None:
            task = self._replaying[key] = asyncio.create_task(self._replay(key, table))
            task.add_done_callback(lambda _: self._replaying.pop(key, None))
        return await asyncio.shield(task)

    async def _replay(self, key: Key, table: Table) -> ReplayedGame:
        before = self._longest_known(key)
        lines = (*before.lines, *await self._store.log(table.id, after=len(before.lines)))[: table.plies]
        is_long = table.plies - len(before.positions) >= LONG
        async with self._long_replay if is_long else nullcontext():
            found = await asyncio.to_thread(self._extend_replay, table, lines, before)
        self._games[key] = found
        if len(self._games) > REMEMBERED:
            self._games.popitem(last=False)
        return found

    def _extend_replay(self, table: Table, lines: tuple[Line, ...], before: ReplayedGame) -> ReplayedGame:
        """The game by its log, from what is known of it `before`; raises `Refused`."""
        entry = self._context.catalogue[table.game]
        try:
            found = positions_of(entry, table, lines, before.positions)
        except UNPLAYABLE as error:
            raise Refused("history-other-rules", table, code=table.code) from error
        if entry.codec.dump(found[-1].state) != table.state:
            raise Refused("history-other-rules", table, code=table.code)
        if before.positions and found[0] is before.positions[0]:
            new, from_memory = found[len(before.positions) :], before.from_memory
        else:
            new, from_memory = found, False
        from_memory = from_memory or any(entry.rules.from_memory(position.state) for position in new)
        return ReplayedGame(found, from_memory, lines)

    def _longest_known(self, key: Key) -> ReplayedGame:
        """What is known of the game as it was before, the longest of it; nothing if none of it is."""
        table_id, plies = key
        known = [at for number, at in self._games if number == table_id and at < plies]
        return self._games[table_id, max(known)] if known else ReplayedGame((), from_memory=False, lines=())

    async def shown_positions(self, table: Table) -> tuple[LogPosition, ...]:
        """Every position, to be shown to people; `positions` is what the bot itself goes by.

        Raises `Refused` as that does, and for a game that runs and has something to be kept in mind: what
        was taken back later, too, would show it, and so would a table that the game has left.
        """
        found = await self._cached_replay(table)
        if found.from_memory:
            now = await latest_table(self._context, table)
            if now.status is Status.PLAYING:
                raise Refused("history-from-memory", now, code=now.code)
        return found.positions

    async def replayed_lines(self, table: Table) -> tuple[Line, ...]:
        """The log that `told` goes by, without reading it again; raises what `positions` does.

        Whoever played a line may have been forgotten since: `Tables.log` says who is named in it now.
        """
        return (await self._cached_replay(table)).lines

    async def position_at(self, table: Table, ply: int | None) -> LogPosition:
        """How a game stood after a line of its log, the last one if none is named; raises `Refused`."""
        if table.status is Status.CLOSED and table.state is None:
            raise refuse_closed(table)
        found = await self.shown_positions(table)
        first, last = found[0].ply, found[-1].ply
        wanted = last if ply is None else ply
        if not first <= wanted <= last:
            raise Refused("history-no-move", table, code=table.code, move=wanted, first=first, last=last)
        return found[wanted - first]

    async def final_states(self, table: Table) -> tuple[Any, ...]:
        """Every state of a game that is over; none where today's rules lead elsewhere than it went."""
        entry, lines = self._context.catalogue[table.game], await self._store.log(table.id)
        try:
            _, states = await asyncio.to_thread(replay_actions, entry, table, lines)
        except UNPLAYABLE:
            return ()
        return states if entry.codec.dump(states[-1]) == table.state else ()
