"""A game's history: every position, replayed from the log."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias

from bot.games.catalogue import AnyEntry
from bot.kernel.errors import Refused
from bot.kernel.tables.context import Context, Shown, latest_table
from bot.kernel.tables.export import UNPLAYABLE, positions_of, replay_actions
from bot.kernel.tables.seats import is_by_time, refuse_closed
from bot.store import Line, Status, StoreError, Table
from engine.replay import LogPosition, effective_positions

REMEMBERED: Final = 16
"""How many games are kept in memory: a user who browses one asks again at once."""

LONG: Final = 500
"""From so many lines on a replay takes some hundredths of a second or more: these run one at a time."""


Key: TypeAlias = tuple[int, int]
"""A table by its id, and the length of its log."""


class ReplayedGame(NamedTuple):
    """The positions of a game, whether any of them is to be played from memory, and its log."""

    positions: tuple[LogPosition, ...]
    from_memory: bool
    lines: tuple[Line, ...]


def ended_turns(entry: AnyEntry, positions: Sequence[LogPosition], count: int) -> tuple[LogPosition, ...]:
    """Return the turns that the last `count` events end, from the position before them; empty without any.

    Of the first of these turns every line is included. Undone lines are left out.
    """
    path = effective_positions(positions)
    keys = [entry.rules.turn_key(position.state) for position in path]
    if not count or len(path) == 1 or keys[-1] == keys[-2]:
        return ()
    first = len(path) - 1
    count -= len(path[first].events)
    while first > 1 and (count > 0 or keys[first - 1] == keys[first - 2]):
        first -= 1
        count -= len(path[first].events)
    return path[first - 1 :]


class History:
    """Replays games."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._store = context.store
        self._games: OrderedDict[Key, ReplayedGame] = OrderedDict()
        """The last games that were replayed."""
        self._replaying: dict[Key, asyncio.Task[ReplayedGame]] = {}
        """Replays under way, which concurrent callers share."""
        self._long_replay = asyncio.Lock()

    async def with_last_events(self, shown: Shown) -> Shown:
        """Return a table shown again with its last events; without them, if it cannot be replayed."""
        try:
            positions = await self.positions(shown.table)
        except Refused:
            return shown
        played = next((position for position in reversed(positions) if not position.is_hint), positions[0])
        last = shown.table.plies - 1
        lines = await self._store.log(shown.table.id, after=last) if shown.table.status is Status.OVER else ()
        by_time = bool(lines) and is_by_time(shown.table, lines[-1])
        return await self.with_turns(replace(shown, recalled=played.events, by_time=by_time))

    async def with_turns(self, shown: Shown) -> Shown:
        """Return a table with the turns that its events end, where its game describes whole turns.

        Unchanged if no turn has ended, or the game cannot be replayed: then the events alone are described.
        """
        events = shown.events or shown.recalled
        if shown.entry.speech.narrate_turns is None or shown.turns or not (shown.new_turn and events):
            return shown
        try:
            positions = await self.positions(shown.table)
        except (Refused, StoreError):
            return shown
        return replace(shown, turns=ended_turns(shown.entry, positions, len(events)))

    async def positions(self, table: Table) -> tuple[LogPosition, ...]:
        """Return every position, from the first that can be replayed to the current one.

        Raises `Refused` if the game has not begun, and where today's rules give another position.
        """
        return (await self._cached_replay(table)).positions

    async def _cached_replay(self, table: Table) -> ReplayedGame:
        """Return the game's replay, cached by length of its log; raises what `positions` does."""
        if table.state is None:
            raise Refused("not-begun", table, code=table.code)
        key = table.id, table.plies
        if (cached := self._games.get(key)) is not None:
            self._games.move_to_end(key)
            return cached
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
            replayed = await asyncio.to_thread(self._extend_replay, table, lines, before)
        self._games[key] = replayed
        if len(self._games) > REMEMBERED:
            self._games.popitem(last=False)
        return replayed

    def _extend_replay(self, table: Table, lines: tuple[Line, ...], before: ReplayedGame) -> ReplayedGame:
        """Replay a game from its log, continuing the replay `before`; raises `Refused`."""
        entry = self._context.catalogue[table.game]
        try:
            positions = positions_of(entry, table, lines, before.positions)
        except UNPLAYABLE as error:
            raise Refused("history-other-rules", table, code=table.code) from error
        if entry.codec.dump(positions[-1].state) != table.state:
            raise Refused("history-other-rules", table, code=table.code)
        if before.positions and positions[0] is before.positions[0]:
            new, from_memory = positions[len(before.positions) :], before.from_memory
        else:
            new, from_memory = positions, False
        from_memory = from_memory or any(entry.rules.from_memory(position.state) for position in new)
        return ReplayedGame(positions, from_memory, lines)

    def _longest_known(self, key: Key) -> ReplayedGame:
        """Return the longest cached replay of a shorter log of the game; empty if there is none."""
        table_id, plies = key
        known = [at for number, at in self._games if number == table_id and at < plies]
        return self._games[table_id, max(known)] if known else ReplayedGame((), from_memory=False, lines=())

    async def shown_positions(self, table: Table) -> tuple[LogPosition, ...]:
        """Return every position that players may see; `positions` is for the bot itself.

        Raises `Refused` as that does, and for a running game that is to be played from memory: even undone
        positions would reveal it, and so would the table from which the game was transferred.
        """
        replay = await self._cached_replay(table)
        if replay.from_memory:
            now = await latest_table(self._context, table)
            if now.status is Status.PLAYING:
                raise Refused("history-from-memory", now, code=now.code)
        return replay.positions

    async def replayed_lines(self, table: Table) -> tuple[Line, ...]:
        """Return the log of `shown_positions`, without reading it again; raises what `positions` does.

        Its players may have been forgotten since: `Tables.log` has the current names.
        """
        return (await self._cached_replay(table)).lines

    async def position_at(self, table: Table, ply: int | None) -> LogPosition:
        """Return the position after a line of the log, the last one by default; raises `Refused`."""
        if table.status is Status.CLOSED and table.state is None:
            raise refuse_closed(table)
        positions = await self.shown_positions(table)
        first, last = positions[0].ply, positions[-1].ply
        wanted = last if ply is None else ply
        if not first <= wanted <= last:
            raise Refused("history-no-move", table, code=table.code, move=wanted, first=first, last=last)
        return positions[wanted - first]

    async def final_states(self, table: Table) -> tuple[Any, ...]:
        """Return every state of a finished game; empty where today's rules give another end."""
        entry, lines = self._context.catalogue[table.game], await self._store.log(table.id)
        try:
            _, states = await asyncio.to_thread(replay_actions, entry, table, lines)
        except UNPLAYABLE:
            return ()
        return states if entry.codec.dump(states[-1]) == table.state else ()
