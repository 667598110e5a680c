"""Second boards: a duel between two servers is shown in both.

A board older than its table is due, so nothing has to notify this module; a click on such a board updates it
at once (`bot.ui.play.deliver`). Where the bot can no longer write, the board continues in the player's direct
messages. See docs/decisions/matchmaking.md.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from math import inf
from typing import Final

import discord

from bot.discord.channels import WriteAccess, is_access_failure
from bot.discord.frame import words_at
from bot.discord.request import FAILURES, Surface
from bot.kernel.session import Shown
from bot.kernel.tables.seats import at_second_board
from bot.kernel.trace import Trace
from bot.store import HOUSE, Status, StoreError, Table
from bot.ui.board.messages import remove_board
from bot.ui.board.show import BoardUpdate, show_board

LOG = logging.getLogger("taproom.post")

AGAIN: Final = 15.0
"""Seconds until the next attempt after Discord refused one."""

HOURLY: Final = 60 * 60.0
"""Seconds until the next attempt where neither the channel nor direct messages accept it."""

EVERY: Final = 60.0
"""Seconds between two checks whether the tables' own servers are accessible."""

HOME: Final = 0
"""The key of that check among those of tables."""

ABREAST: Final = 32
"""The most boards that are shown concurrently."""


class SecondBoardUpdater:
    """Updates second boards that are older than their tables."""

    def __init__(
        self, surface: Surface, client: discord.Client, shut: Callable[[], Iterable[int]] = tuple
    ) -> None:
        """`shut` returns the channels where no one can play."""
        self._shut = shut
        self._surface = surface
        self._client = client
        self._busy = dict[int, asyncio.Task[None]]()
        self._looked = -inf

    async def poll(self) -> None:
        """Start to update due boards that are not under way."""
        session = self._surface.session
        if session.now() >= self._looked + EVERY and HOME not in self._busy:
            self._looked = session.now()
            self._busy[HOME] = asyncio.create_task(self._relocate_unreachable())
        for row in await self._surface.session.second_boards.due_boards():
            if len(self._busy) >= ABREAST or self._surface.closing:
                return
            if row.table_id not in self._busy:
                self._busy[row.table_id] = asyncio.create_task(self._show(row.table_id))

    async def _relocate_unreachable(self) -> None:
        """Move tables away from channels that are out of reach."""
        try:
            for table in await self._surface.session.second_boards.live_tables():
                reach = await self._surface.channels.access(self._client, table.guild_id, table.channel_id)
                if reach is not WriteAccess.OPEN and not self._is_down(table):
                    await promote_second_board(self._surface, self._client, table)
            for table in await self._surface.session.second_boards.stuck_tables(self._shut()):
                if not self._is_down(table):
                    await move_to_direct_messages(self._surface, self._client, table)
        except Exception:
            LOG.exception("whether second boards have a server yet is looked up later")
        finally:
            del self._busy[HOME]

    def _is_down(self, table: Table) -> bool:
        """Return whether Discord has an outage where a table is played."""
        guild = None if table.guild_id is None else self._client.get_guild(table.guild_id)
        return guild is not None and guild.unavailable

    async def drain(self) -> None:
        """Wait until no board is being shown."""
        while self._busy:
            await asyncio.wait(tuple(self._busy.values()))

    async def stop(self) -> None:
        """Cancel all updates; the next start resumes them."""
        for task in self._busy.values():
            task.cancel()
        await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def _show(self, table_id: int) -> None:
        """Show one board; a failure postpones it."""
        try:
            try:
                await self._surface.budget.begin()
                await show_second_board(self._surface, self._client, table_id)
            except Exception as failure:
                pause = HOURLY if is_access_failure(failure) else AGAIN
                await self._surface.session.second_boards.put_off(table_id, pause)
                known = isinstance(failure, (*FAILURES, StoreError))
                LOG.warning(
                    "table=T%s its second board could not be shown: %s",
                    table_id,
                    failure,
                    exc_info=None if known else failure,
                )
        except StoreError as failure:
            LOG.warning("table=T%s its second board is shown later: %s", table_id, failure)
        finally:
            del self._busy[table_id]


async def show_second_board(
    surface: Surface, client: discord.Client, table_id: int, *, anew: bool = False
) -> None:
    """Show a table's current state on its second board, unless that is done; pings its player if due.

    `anew`: post a new message in any case. Raises what Discord refuses, by direct message as well.
    """
    async with surface.posting_lock(-table_id):
        shown = await surface.session.second_boards.board_to_show(table_id, anew=anew)
        if shown is None:
            return
        seen = shown.table
        reach = await surface.channels.access(client, seen.guild_id, seen.channel_id)
        if reach is not WriteAccess.OPEN:
            shown = await _redirect_to_direct(surface, client, shown)
        try:
            await _post_board(surface, client, shown, anew=anew)
        except discord.HTTPException as failure:
            if not is_access_failure(failure) or seen.guild_id is None:
                raise
            await _post_board(surface, client, await _redirect_to_direct(surface, client, shown))


async def _post_board(surface: Surface, client: discord.Client, shown: Shown, *, anew: bool = False) -> None:
    """Show a table on its second board, and delete the previous message."""
    seen, now = shown.table, surface.session.now()
    due = BoardUpdate(
        surface,
        client,
        replace(shown, events=shown.events or shown.recalled),
        Trace("mirror", 0),
        board=None if anew else seen.board,
        at=now,
        quiet=shown.asleep,
        remarks=_direct_remarks(shown),
        stays=seen.status is Status.CLOSED,
        number=f"m{seen.id}.{seen.revision}{'.' + str(int(now)) if anew else ''}",
        is_second_board=True,
    )
    board = await show_board(due)
    if seen.board is not None and seen.board != board:
        await remove_board(surface, client, seen, seen.board, is_noted=False)


def _direct_remarks(shown: Shown) -> tuple[str, ...]:
    """Return why a player sees a board by direct message, with the first such board."""
    seen = shown.table
    if seen.guild_id is not None or seen.board is not None:
        return ()
    return (words_at(seen)("finding.directly"),)


async def _redirect_to_direct(surface: Surface, client: discord.Client, shown: Shown) -> Shown:
    """Move a second board to its player's direct messages; raises if they accept none."""
    seen = shown.table
    channel_id = await direct_channel(client, seen)
    if channel_id is None or seen.guild_id is None:
        return shown
    LOG.warning("table=%s its second board goes to direct messages", seen.code)
    await surface.session.second_boards.move_to_direct_messages(seen, channel_id)
    return replace(shown, table=replace(seen, guild_id=None, channel_id=channel_id, board=None))


async def direct_channel(client: discord.Client, seen: Table) -> int | None:
    """Return the direct message channel of the player of a second board; none without one."""
    user_id = next((player.user_id for player in seen.players if player.afar is None), HOUSE)
    return None if user_id <= HOUSE else await _direct_channel_of(client, user_id)


async def _direct_channel_of(client: discord.Client, user_id: int) -> int:
    user = client.get_user(user_id) or await client.fetch_user(user_id)
    return (await user.create_dm()).id


async def move_to_direct_messages(surface: Surface, client: discord.Client, table: Table) -> None:
    """Continue a duel by direct messages to both players, as its channel has been out of reach for long."""
    try:
        channels = [await _direct_channel_of(client, player.user_id) for player in table.players]
    except FAILURES as failure:
        LOG.info("table=%s its players cannot be reached: %s", table.code, failure)
        return
    LOG.warning("table=%s goes on by direct messages, as its channel is out of reach", table.code)
    await surface.session.second_boards.move_game_to_direct_messages(table, channels)
    surface.session.outbox.retry_now(table.id)
    surface.wake()


async def promote_second_board(surface: Surface, client: discord.Client, table: Table) -> bool:
    """Continue a table in the channel of its second board if its own is out of reach; return whether it does.

    Holds the locks of both boards meanwhile.
    """
    async with surface.posting_lock(-table.id), surface.posting_lock(table.id):
        now = await surface.session.tables.get(table.id)
        if at_second_board(now) is now or now.channel_id != table.channel_id:
            return False
        try:
            channel_id = await direct_channel(client, now)
        except FAILURES as failure:
            LOG.info("table=%s its host cannot be reached: %s", table.code, failure)
            channel_id = None
        if channel_id is None or not await surface.session.second_boards.promote_second_board(
            now, channel_id
        ):
            return False
    LOG.warning("table=%s is played where its second board was, as its channel is out of reach", table.code)
    surface.session.outbox.retry_now(table.id)
    surface.wake()
    return True
