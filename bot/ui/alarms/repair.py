"""Shows boards that could not be shown, soon or after a restart, and calls players once.

What must be shown is an outbox entry (`bot.store.outbox`). Whether its message has arrived may be unknown:
the answer was lost, or the bot stopped before it could record it. So the message is looked for before it is
sent again. A message to delete, such as a previous board, is an entry as well, handled in the same way.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Final

import discord

from bot.discord.channels import WriteAccess, is_access_failure
from bot.discord.frame import words_at
from bot.discord.request import FAILURES, Surface
from bot.kernel.tables.seats import DONE
from bot.kernel.trace import Trace
from bot.store import OldBoard, Status, StoreError, Unshown
from bot.ui.alarms.second_boards import promote_second_board
from bot.ui.board.messages import delete_message, remove_board
from bot.ui.board.show import BoardUpdate, show_board

LOG = logging.getLogger("taproom.repair")

AT_ONCE: Final = 50
"""The most boards that are repaired concurrently."""


class Repair:
    """Shows overdue outbox entries, each table in its own task, so that channels do not block others."""

    def __init__(self, surface: Surface, client: discord.Client) -> None:
        self._surface = surface
        self._client = client
        self._outbox = surface.session.outbox
        self._busy = dict[int, asyncio.Task[None]]()
        self._settling = dict[int, asyncio.Task[None]]()
        self._waiting = False

    async def poll(self) -> None:
        """Start to repair due entries that are not under way."""
        self._waiting = False
        for row in await self._outbox.due_entries():
            if self._surface.closing:
                return
            if row.table_id in self._busy:
                continue
            if len(self._busy) >= AT_ONCE:
                self._waiting = True
                self._outbox.retry_now(row.table_id)  # so it is still due at the next poll
                continue
            self._busy[row.table_id] = asyncio.create_task(self._repair(row))
        for old in await self._outbox.old_boards():
            number = old.board.message_id
            if number not in self._settling and len(self._settling) < AT_ONCE and not self._surface.closing:
                self._settling[number] = asyncio.create_task(self._remove_old_board(old))

    async def drain(self) -> None:
        """Wait until nothing is being repaired."""
        while tasks := (*self._busy.values(), *self._settling.values()):
            await asyncio.wait(tasks)

    async def stop(self) -> None:
        """Cancel all repairs; the next start resumes them."""
        tasks = (*self._busy.values(), *self._settling.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _repair(self, row: Unshown) -> None:
        """Show one table; a failure is tried again, hourly where the bot cannot write."""
        try:
            try:
                if not await self._is_unreachable(row):
                    await self._surface.budget.begin()
                    await self._show(row)
            except Exception as failure:
                if is_access_failure(failure):
                    await self._handle_refusal(row, failure)
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

    async def _is_unreachable(self, row: Unshown) -> bool:
        """Return whether the bot is known to be unable to write where a table is played."""
        table = await self._outbox.table(row)
        if table is None:
            return False
        reach = await self._surface.channels.access(self._client, table.guild_id, table.channel_id)
        if reach is WriteAccess.OPEN:
            return False
        if reach is WriteAccess.GONE and await promote_second_board(self._surface, self._client, table):
            return True
        if reach is WriteAccess.GONE and table.status in DONE:
            await self._outbox.drop(row)
        else:
            await self._outbox.wait_until_reachable(row)
        return True

    async def _handle_refusal(self, row: Unshown, failure: BaseException) -> None:
        """Postpone a refused table; drop it where the bot is not a member."""
        table = await self._outbox.table(row)
        here = table is not None and (table.guild_id is None or self._client.get_guild(table.guild_id))
        if here and await self._outbox.wait_until_reachable(row):
            LOG.warning("table=T%s cannot be shown, and is tried again hourly: %s", row.table_id, failure)
            return
        LOG.warning("table=T%s cannot be shown, and is given up: %s", row.table_id, failure)
        await self._outbox.drop(row)

    async def _show(self, wanted: Unshown) -> None:
        """Show one table, unless it was shown while this waited for the lock."""
        async with self._surface.posting_lock(wanted.table_id):
            row = await self._outbox.entry_of(wanted.table_id)
            table = None if row is None else await self._outbox.table(row)
            if row is None or table is None:
                return
            shown = await self._outbox.next_view(table, row)
            made = await self._outbox.restored_backup(row)
            due = BoardUpdate(
                self._surface,
                self._client,
                replace(shown, events=shown.events or shown.recalled),
                Trace("repair", 0),
                board=table.board,
                at=self._surface.session.now(),
                quiet=shown.asleep,
                stays=table.status is Status.CLOSED,  # a closed table needs no new board
                since=row.since,
                remarks=() if made is None else (words_at(table)("restored", when=f"<t:{int(made)}:f>"),),
                number=f"{table.id}.{table.revision}",
            )
            board = await show_board(due)
            LOG.info("table=%s revision=%s is shown", table.code, table.revision)
            if self._outbox.is_shown(table):  # else the player to call is choosing at this moment
                await self._outbox.drop(row)
        if table.board is not None and board is not None and board != table.board:
            await remove_board(self._surface, self._client, table, table.board)

    async def _remove_old_board(self, old: OldBoard) -> None:
        """Delete one old message; a failure is tried again or given up."""
        try:
            try:
                table = await self._outbox.table_of_old_board(old)
                if table is not None:
                    await delete_message(self._client, table, old.board)
                self._outbox.confirm_removed(old.board)
            except discord.NotFound as failure:
                LOG.info("table=T%s an old board is out of reach: %s", old.table_id, failure)
                self._outbox.confirm_removed(old.board)
            except (*FAILURES, StoreError) as failure:
                again = await self._outbox.put_off_old(old)
                what = "is tried again" if again else "is given up"
                LOG.info("table=T%s an old board stayed, %s: %s", old.table_id, what, failure)
        except StoreError as failure:
            LOG.warning("table=T%s an old board stayed: %s", old.table_id, failure)
        finally:
            del self._settling[old.board.message_id]
