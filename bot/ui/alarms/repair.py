"""Boards that could not be shown: the bot shows them by itself, soon or after a restart, and calls once.

What must be shown is a row (`bot.session.outbox`). Nobody knows of it whether the message has arrived: its
answer may be lost, or the bot died before it could note it. So it is looked for before it is sent again.

A message that is to go, as the board before, is a row, too, and is taken away in the same way.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Final

import discord

from bot.seats import DONE
from bot.store import Board, OldBoard, Status, StoreError, Table, Unshown
from bot.trace import Trace
from bot.ui.alarms import speak
from bot.ui.alarms.mirrors import come_home
from bot.ui.kit.frame import Message
from bot.ui.kit.places import Reach, is_shut
from bot.ui.kit.presence import THERE
from bot.ui.kit.request import FAILURES, Surface
from bot.ui.play.living import is_enough, parted, remove, take_away
from bot.ui.play.post import board_message

LOG = logging.getLogger("taproom.repair")

AT_ONCE: Final = 50
"""How many boards are repaired at once: after an outage there may be many."""


class Repair:
    """Shows what could not be shown, each table in a task of its own: no channel waits for another."""

    def __init__(self, surface: Surface, client: discord.Client) -> None:
        self._surface = surface
        self._client = client
        self._outbox = surface.session.outbox
        self._busy = dict[int, asyncio.Task[None]]()
        self._settling = dict[int, asyncio.Task[None]]()
        self._waiting = False

    async def look(self) -> None:
        """Begin to repair what is due, as far as that is not under way."""
        self._waiting = False
        for row in await self._outbox.due():
            if self._surface.closing:
                return
            if row.table_id in self._busy:
                continue
            if len(self._busy) >= AT_ONCE:
                self._waiting = True
                self._outbox.failed(row.table_id)  # so it is still due at the next look
                continue
            self._busy[row.table_id] = asyncio.create_task(self._repair(row))
        for old in await self._outbox.old_boards():
            number = old.board.message_id
            if number not in self._settling and len(self._settling) < AT_ONCE and not self._surface.closing:
                self._settling[number] = asyncio.create_task(self._settle(old))

    async def settle(self) -> None:
        """Wait until nothing is being repaired any more."""
        while tasks := (*self._busy.values(), *self._settling.values()):
            await asyncio.wait(tasks)

    async def stop(self) -> None:
        """Stop; what is not shown then is after the next start."""
        tasks = (*self._busy.values(), *self._settling.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _repair(self, row: Unshown) -> None:
        """Show one table; what cannot be shown now is tried again, where the bot cannot write but hourly."""
        try:
            try:
                if not await self._waits(row):
                    await self._surface.budget.begin()
                    await self._show(row)
            except Exception as failure:
                if is_shut(failure):
                    await self._shut_out(row, failure)
                    return
                again = await self._outbox.put_off(row)
                what = "is tried again" if again else "is given up"
                known = isinstance(failure, (*FAILURES, StoreError))
                LOG.warning(
                    "table=T%s could not be shown, %s: %s",
                    row.table_id,
                    what,
                    failure,
                    exc_info=None if known else failure,
                )
        except StoreError as failure:
            LOG.warning("table=T%s could not be shown, nor that be noted: %s", row.table_id, failure)
        finally:
            del self._busy[row.table_id]
            if self._waiting:
                self._surface.wake()

    async def _waits(self, row: Unshown) -> bool:
        """Whether the bot cannot write where a table is played, as it knows without asking."""
        table = await self._outbox.table(row)
        if table is None:
            return False
        reach = await self._surface.places.reach(self._client, table.guild_id, table.channel_id)
        if reach is Reach.OPEN:
            return False
        if reach is Reach.GONE and await come_home(self._surface, self._client, table):
            return True
        if reach is Reach.GONE and table.status in DONE:
            await self._outbox.drop(row)
        else:
            await self._outbox.wait(row)
        return True

    async def _shut_out(self, row: Unshown, failure: BaseException) -> None:
        """A table cannot be shown where it is played: later, perhaps; where the bot never was, not at all."""
        table = await self._outbox.table(row)
        here = table is not None and (table.guild_id is None or self._client.get_guild(table.guild_id))
        if here and await self._outbox.wait(row):
            LOG.warning("table=T%s cannot be shown, and is tried again hourly: %s", row.table_id, failure)
            return
        LOG.warning("table=T%s cannot be shown, and is given up: %s", row.table_id, failure)
        await self._outbox.drop(row)

    async def _show(self, due: Unshown) -> None:
        """Show one table, unless somebody has done so while this waited for them."""
        async with self._surface.posting(due.table_id):
            row = await self._outbox.of_table(due.table_id)
            table = None if row is None else await self._outbox.table(row)
            if row is None or table is None:
                return
            shown = await self._outbox.shown(table, row)
            before = table.board
            line, below = parted(self._surface, shown, shown.events or shown.recalled)
            message = await board_message(self._surface, below, Trace("repair", 0))
            pings = message.pings if shown.new_turn else ()
            message = replace(message, pings=tuple(user for user in pings if user not in shown.asleep))
            stays = self._stays(table, message, line)
            board = await self._found(table, row, message, stays=stays)
            board = board or await self._sent(table, message, line, stays=stays)
            LOG.info("table=%s revision=%s is shown", table.code, table.revision)
            if board is not None and board == before and message.pings:
                # Whoever would be called is choosing at this moment.
                self._outbox.confirm(table, called=False)
                self._outbox.call_later(table, THERE)
                return
            self._outbox.confirm(table)
            if board is not None and board != before:
                await speak.remember(self._surface, table, board)
            await self._outbox.drop(row)
        if before is not None and board is not None and board != before:
            await remove(self._surface, self._client, table, before)

    async def _settle(self, old: OldBoard) -> None:
        """Take one message away; what cannot be for good is given up, what may be later is tried again."""
        try:
            try:
                table = await self._outbox.left(old)
                if table is not None:
                    await take_away(self._client, table, old.board)
                self._outbox.settled(old.board)
            except discord.NotFound as failure:
                LOG.info("table=T%s an old board is out of reach: %s", old.table_id, failure)
                self._outbox.settled(old.board)
            except (*FAILURES, StoreError) as failure:
                again = await self._outbox.put_off_old(old)
                what = "is tried again" if again else "is given up"
                LOG.info("table=T%s an old board stayed, %s: %s", old.table_id, what, failure)
        except StoreError as failure:
            LOG.warning("table=T%s an old board stayed: %s", old.table_id, failure)
        finally:
            del self._settling[old.board.message_id]

    def _stays(self, table: Table, message: Message, line: str) -> bool:
        """Whether the board that is there is enough; what was closed needs no other."""
        if table.status is Status.CLOSED:
            return table.board is not None
        now = self._surface.session.now()
        return not line and is_enough(self._surface, table, table.board, message.pings, now)

    async def _found(self, table: Table, row: Unshown, message: Message, *, stays: bool) -> Board | None:
        """Where the table is shown as it stands already, by a message whose answer was lost; else none.

        One that was changed in place has called nobody, so it will not do where somebody must be called.
        """
        before = table.board
        will_do = stays or not message.pings
        if before is not None and will_do and await speak.is_shown(self._client, table):
            return before
        found = await speak.find(self._client, table, row.since)
        return None if found == before else found

    async def _sent(self, table: Table, message: Message, line: str, *, stays: bool) -> Board | None:
        """Where the table is shown from now on; none if there is nothing to show of it any more."""
        before = table.board
        if (
            before is not None
            and stays
            and await speak.changed(self._surface, self._client, table, before, message)
        ):
            return before
        if table.status is Status.CLOSED or (before is None and table.day is not None and table.plies):
            return None
        return await speak.put_anew(self._surface, self._client, table, message, line)
