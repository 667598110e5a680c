"""Boards that could not be shown: the bot shows them by itself, soon or after a restart, and calls once.

What must be shown is a row (`bot.session.outbox`). Nobody knows of it whether the message has arrived: its
answer may be lost, or the bot died before it could note it. So it is looked for before it is sent again.

A message that showed a table before, and could not be settled, is a row, too, and is settled in the same way.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Final

import discord
from discord.utils import snowflake_time

from bot.seats import DONE
from bot.session import Shown
from bot.store import Board, OldBoard, Status, StoreError, Table, Unshown
from bot.trace import Trace
from bot.ui.alarms import speak
from bot.ui.kit.frame import Message, words_at
from bot.ui.kit.places import Reach, is_shut
from bot.ui.kit.request import FAILURES, SERVERS_FAULT, Surface
from bot.ui.play.deliver import YOUNG, stays_in_place
from bot.ui.play.post import table_message

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
            message = await table_message(words_at(table), shown, Trace("repair", 0))
            pings = message.pings if shown.new_turn else ()
            message = replace(message, pings=tuple(user for user in pings if user not in shown.asleep))
            board = await self._found(shown, row, message) or await self._sent(shown, message)
            LOG.info("table=%s revision=%s is shown after all", table.code, table.revision)
            self._outbox.confirm(table)
            if board is not None and board != before:
                await speak.remember(self._surface, table, board)
            await self._outbox.drop(row)
        if before is not None and board is not None and board != before:
            await speak.remove(self._surface, self._client, table, before)

    async def _settle(self, old: OldBoard) -> None:
        """Settle one message; what cannot be for good is given up, what may be later is tried again."""
        try:
            try:
                table = await self._outbox.left(old)
                if table is not None:
                    await speak.take_away(self._surface, self._client, table, old.board)
                self._outbox.settled(old.board)
            except (discord.Forbidden, discord.NotFound) as failure:
                LOG.info("table=T%s old board keeps its controls for good: %s", old.table_id, failure)
                self._outbox.settled(old.board)
            except (*FAILURES, StoreError) as failure:
                again = await self._outbox.put_off_old(old)
                what = "is tried again" if again else "is given up"
                LOG.info("table=T%s old board kept its controls, %s: %s", old.table_id, what, failure)
        except StoreError as failure:
            LOG.warning("table=T%s old board kept its controls: %s", old.table_id, failure)
        finally:
            del self._settling[old.board.message_id]

    async def _found(self, shown: Shown, row: Unshown, message: Message) -> Board | None:
        """Where the table is shown as it stands already, by a message whose answer was lost; else none.

        One that was changed in place has called nobody, so it will not do where somebody must be called.
        """
        table, before = shown.table, shown.table.board
        in_place = not message.pings or not self._needs_new(shown)
        if before is not None and in_place and await speak.is_shown(self._client, table):
            return before
        found = await speak.find(self._client, table, row.since)
        return None if found == before else found

    async def _sent(self, shown: Shown, message: Message) -> Board | None:
        """Where the table is shown from now on; none if there is nothing to show of it any more."""
        table, before = shown.table, shown.table.board
        if before is not None and not self._needs_new(shown) and await self._changed(table, before, message):
            return before
        if table.status is Status.CLOSED or (before is None and table.day is not None and table.plies):
            return None
        return await speak.post(self._client, table, message)

    def _needs_new(self, shown: Shown) -> bool:
        """Whether the turn has passed so that a new message is due, as after a move that is shown at once."""
        board = shown.table.board
        if not shown.new_turn or shown.table.status is Status.CLOSED or board is None:
            return board is None
        age = self._surface.session.now() - snowflake_time(board.message_id).timestamp()
        return not (stays_in_place(shown) and age < YOUNG.total_seconds())

    async def _changed(self, table: Table, board: Board, message: Message) -> bool:
        """Whether the board could be changed: not if it is gone, or too old; raises what may pass."""
        try:
            await speak.edit(self._client, table, board, message)
        except discord.HTTPException as failure:
            if failure.status >= SERVERS_FAULT:
                raise
            LOG.info("table=%s the board could not be changed: %s", table.code, failure)
            return False
        return True
