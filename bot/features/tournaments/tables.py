"""The tables of a tournament: put up in threads, and brought home from channels that are gone."""

from __future__ import annotations

import logging
from collections.abc import Collection
from contextlib import suppress
from math import inf
from typing import Final

import discord

from bot.discord.channels import WriteAccess
from bot.discord.frame import (
    plain_names,
)
from bot.discord.request import FAILURES, Surface, is_refused
from bot.features.tournaments.model import Tournament
from bot.features.tournaments.service import Tournaments, TournamentStep
from bot.games.catalogue import words_in
from bot.kernel.errors import Stale
from bot.kernel.trace import Trace
from bot.store import Status, Table
from bot.ui.play.threads import NAME, open_thread

LOG = logging.getLogger("taproom.tournament")

HEARD_OF: Final = 2.0
"""Seconds after which a thread was not opened of which Discord has told nothing."""


async def show_opened_tables(surface: Surface, client: discord.Client, step: TournamentStep) -> str:
    """Show the tables that a step has opened, in threads of their own if that was said.

    Returns why no thread was opened; empty if it was.
    """
    why = ""
    for table_id in step.opened:
        if step.tournament.setup.threads:
            async with surface.posting_lock(table_id):
                table = await surface.session.tables.get(table_id)
                if table.board is None and table.home_id is None:
                    why = await _open_table_thread(surface, client, step.tournament, table) or why
        surface.session.outbox.retry_now(table_id)  # so the repair shows it now, and calls whose turn it is
    if step.opened:
        surface.wake()
    return why


async def _open_table_thread(surface: Surface, client: discord.Client, of: Tournament, table: Table) -> str:
    """A thread for a table; where none can be opened, it stays in the channel. Returns why; else empty."""
    channel = client.get_channel(of.channel_id)
    if not isinstance(channel, discord.TextChannel):
        return ""
    words, game = words_in(of.language), surface.session.catalogue[of.setup.game].game.title
    name = words("thread.name", game=game, names=words.join_list(plain_names(table)))
    name, known = " ".join(name.split())[:NAME], {thread.id for thread in channel.threads}
    why, thread = "", None
    try:
        thread = await open_thread(channel, name)
    except FAILURES as failure:
        LOG.info("table=%s no thread could be opened: %s", table.code, failure)
        why = getattr(failure, "text", "") or str(failure) or type(failure).__name__
        if not is_refused(failure):
            thread = await _find_unanswered_thread(surface, client, channel, name, known)
    if thread is None:
        return why
    await surface.session.lobby.move_into_thread(table, thread.id)
    return ""


async def _find_unanswered_thread(
    surface: Surface, client: discord.Client, channel: discord.TextChannel, name: str, known: Collection[int]
) -> discord.Thread | None:
    """The thread of this name that was opened all the same, though the answer was lost; none if none was.

    Discord tells of new threads; it is waited for that, where there is any hurry.
    """

    def is_it(thread: discord.Thread) -> bool:
        return thread.id not in known and (thread.parent_id, thread.name) == (channel.id, name)

    told = next(filter(is_it, channel.threads), None)
    if told is None and surface.patience < inf:
        with suppress(TimeoutError):
            told = await client.wait_for("thread_create", check=is_it, timeout=HEARD_OF)
    return told


async def return_lost_tables(surface: Surface, client: discord.Client) -> None:
    """Games whose thread or channel is gone go on where their tournament is held, if the bot can write there.

    One in a channel that is only shut is not lost.
    """
    for table, channel_id in await surface.session.service(Tournaments).tables_under_way():
        if table.channel_id == channel_id or table.status is not Status.PLAYING:
            continue
        places = surface.channels
        if await places.access(client, table.guild_id, table.channel_id) is not WriteAccess.GONE:
            continue
        if await places.access(client, table.guild_id, channel_id) is not WriteAccess.OPEN:
            continue
        with suppress(Stale):  # somebody did something from elsewhere: it is found at the next look
            await surface.session.service(Tournaments).return_to_channel(
                table, channel_id, Trace("tick.home", 0)
            )
            LOG.warning("table=%s its channel is gone: it goes on where its tournament is held", table.code)
            surface.session.outbox.retry_now(table.id)
            surface.wake()
