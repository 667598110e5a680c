"""Second boards: which are stale, and what to show on them. See docs/decisions/matchmaking.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.kernel.errors import Stale
from bot.kernel.tables.context import Context, Shown, Tables
from bot.kernel.tables.outbox import Outbox
from bot.kernel.tables.seats import DONE, acting_for, at_second_board, second_board_of
from bot.kernel.trace import Trace
from bot.store import HOUSE, Board, Status, Table, Unshown
from bot.store.second_boards import StaleSecondBoard

DUEL: Final = 2
"""How many play a duel."""

HOLD: Final = 2 * 24 * 60 * 60.0
"""Seconds for which its time stands still, all in all, before a duel goes on by direct messages."""


class SecondBoards:
    """Tables that are shown for the second time, in another server or by direct message."""

    def __init__(self, context: Context, tables: Tables, outbox: Outbox) -> None:
        self._context = context
        self._store = context.store
        self._tables = tables
        self._outbox = outbox
        self._later = dict[int, tuple[int, float]]()

    async def due_boards(self) -> tuple[StaleSecondBoard, ...]:
        """The second boards of this process that are to be shown by now."""
        now = self._context.now()
        return tuple(
            [row for row in await self._store.mirrors.due_boards(now) if not self._waits_to_call(row, now)]
        )

    def _waits_to_call(self, row: StaleSecondBoard, now: float) -> bool:
        """Whether a board is as it should be, and its player is called in a while, as they look on."""
        revision, at = self._later.get(row.table_id, (-1, 0.0))
        return row.revision == row.newest == revision and now < at

    async def live_tables(self) -> tuple[Table, ...]:
        """The tables of this process that are shown for the second time, and whose games go on."""
        return await self._store.mirrors.live()

    async def board_to_show(self, table_id: int, *, anew: bool = False) -> Shown | None:
        """What is to be shown there by now, seen from there; none if it is, unless it is wanted `anew`.

        `new_turn` and `asleep` are as for a board that was not shown (`bot.kernel.tables.outbox`).
        """
        row = await self._store.mirrors.find(table_id)
        table = await self._tables.find(table_id)
        if table is not None and row is not None and table.revision < row.newest:
            self._store.forget(table_id)  # another process has changed it
            table = await self._tables.find(table_id)
        if table is None or row is None or second_board_of(table) is None:
            return None
        if not anew and row.revision >= table.revision and row.turn >= table.turn:
            return None
        turn = None if row.turn < 0 else row.turn
        unshown = Unshown(table.id, row.revision, turn, table.time.changed_at, 0, table.time.changed_at)
        return replace(await self._outbox.next_view(table, unshown), table=at_second_board(table))

    async def confirm(self, seen: Table, board: Board, *, called: bool) -> None:
        """A table is shown there as it is here; `called`: nobody needs to be called any more."""
        turn = seen.turn if called else seen.turn - 1
        await self._store.mirrors.confirm_shown(seen, board, turn, done=seen.status in DONE and called)
        if called:
            self._later.pop(seen.id, None)

    def call_later(self, seen: Table, seconds: float) -> None:
        """Its player looks on, it seems, and is called if they do nothing for that long. In memory."""
        self._later[seen.id] = (seen.revision, self._context.now() + seconds)

    async def put_off(self, table_id: int, seconds: float) -> None:
        """It could not be shown, and is tried again in a while."""
        await self._store.mirrors.put_off(table_id, self._context.now() + seconds)

    async def move_to_direct_messages(self, seen: Table, channel_id: int) -> None:
        """Its player sees the table by direct message from now on, in this channel."""
        await self._store.mirrors.move_to_direct_messages(seen.id, channel_id, self._context.now())

    async def stuck_tables(self, channels: Iterable[int]) -> tuple[Table, ...]:
        """The duels of two people, decided by time, that have waited too long for one of these channels."""
        held = await self._store.schedule.long_paused_tables(tuple(channels), HOLD)
        found = [await self._tables.get(table_id) for table_id in held]
        return tuple(table for table in found if self._is_stuck(table))

    def _is_stuck(self, table: Table) -> bool:
        """Whether a table could go on by direct messages where it cannot be played."""
        people = [player for player in table.players if acting_for(player) == player.user_id > HOUSE]
        timed = table.status is Status.PLAYING and bool(table.terms.clock) and table.terms.forfeit
        both = len(people) == len(table.players) == DUEL and second_board_of(table) is None
        return timed and both and not self._context.catalogue[table.game].game.cooperative

    async def move_game_to_direct_messages(self, table: Table, channels: Sequence[int]) -> None:
        """The two of a duel play by direct messages from now on, in these channels in their order."""
        first, second = zip((player.user_id for player in table.players), channels, strict=True)
        await self._store.mirrors.move_game_to_direct_messages(table, first, second, self._context.now())
        with suppress(Stale):  # somebody has moved, which brings a board as well
            moved = await self._tables.get(table.id)
            await self._tables.save(self._tables.automatic_change(moved), Trace("mirror", 0))

    async def promote_second_board(self, table: Table, channel_id: int) -> bool:
        """Whether the second board is the first one from now on: the table's server is out of reach for good.

        Who was at home sees it by direct message, in this channel.
        """
        if not await self._store.mirrors.promote_second_board(table, channel_id, self._context.now()):
            return False
        self._store.outbox.forget(table.id)
        return True
