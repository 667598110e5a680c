"""Tables in threads of their own; where none can be opened, the table stays in the channel and says why.

What happens is on disk step by step: the table, then the thread's id as its place. If the bot dies in
between, the table can be shown and played where it is. See docs/decisions/threads.md.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

import discord

from bot.session import Shown
from bot.store import Board, StoreError, Table
from bot.trace import Trace
from bot.ui.kit.desk import Desk, private
from bot.ui.kit.frame import NOBODY, note, plain_names, safe
from bot.ui.play.deliver import deliver
from bot.ui.play.post import message
from bot.words import Words

LOG = logging.getLogger("taproom.post")

NAME: Final = 100
"""The most characters that the name of a thread may have."""

A_WEEK: Final = 7 * 24 * 60
"""Minutes of silence after which Discord folds a thread away; the next message brings it back."""


async def deliver_in_thread(desk: Desk, interaction: discord.Interaction, shown: Shown, trace: Trace) -> None:
    """Post a table that was opened just now in a new thread, and a line in the channel that leads there."""
    why = _why_not(desk.words, interaction, shown.table)
    thread = None
    if not why:
        await interaction.response.defer()
        try:
            thread = await _new_thread(desk.words_at(shown.table), interaction, shown)
        except discord.HTTPException as failure:
            LOG.warning("table=%s no thread could be opened: %s", shown.table.code, failure)
            reason = failure.text or str(failure.status)
            why = desk.words("thread.refused", code=shown.table.code, why=reason)
    if thread is None:
        await deliver(desk, interaction, shown, trace)
        await private(interaction, why)
        return
    moved = replace(shown, table=await desk.session.into_thread(shown.table, thread.id))
    await _post(desk, interaction, moved, thread, trace)


def _why_not(words: Words, interaction: discord.Interaction, table: Table) -> str:
    """Why no thread can be opened here; empty if it can."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        return words("thread.inside", code=table.code)
    visiting = interaction.is_user_integration() and not interaction.is_guild_integration()
    if visiting or not isinstance(channel, discord.TextChannel):
        return words("thread.nowhere", code=table.code)
    granted, missing = interaction.app_permissions, []
    if not granted.create_public_threads:
        missing.append(words("permission.create_public_threads"))
    if not granted.send_messages_in_threads:
        missing.append(words("permission.send_messages_in_threads"))
    return words("thread.may-not", code=table.code, names=words.listed(tuple(missing))) if missing else ""


async def _new_thread(words: Words, interaction: discord.Interaction, shown: Shown) -> discord.Thread:
    """A public thread, named after the table, its game and those who are known to play."""
    assert isinstance(interaction.channel, discord.TextChannel)  # noqa: S101 - or there was a reason not to
    names = words.listed(plain_names(shown.table))
    name = words("thread.name", code=shown.table.code, game=shown.entry.game.title, names=names)
    return await interaction.channel.create_thread(
        name=" ".join(name.split())[:NAME],
        type=discord.ChannelType.public_thread,
        auto_archive_duration=A_WEEK,
    )


async def _post(
    desk: Desk, interaction: discord.Interaction, shown: Shown, thread: discord.Thread, trace: Trace
) -> None:
    """The table in its thread, and the line that leads there."""
    table = shown.table
    async with desk.posting(table.id):
        words = desk.words_at(table)
        told = message(words, shown, trace)
        quiet = {interaction.user.id, *shown.asleep}
        told = replace(told, pings=tuple(user for user in told.pings if user not in quiet))
        with trace.span("answer"):
            sent = await thread.send(view=told.layout, files=told.files(), allowed_mentions=told.mentions())
            try:
                await desk.session.post(table, Board(thread.id, sent.id))
            except StoreError:
                LOG.exception("table=%s where it is shown could not be noted", table.code)
            line = words(
                "thread.opened",
                code=table.code,
                game=shown.entry.game.title,
                name=safe(interaction.user.display_name),
                thread=thread.mention,
            )
            await interaction.followup.send(view=note(line), allowed_mentions=NOBODY)


async def brought_back(desk: Desk, interaction: discord.Interaction, table: Table) -> Table:
    """The table, back in the channel that asks for it if its thread is there no more."""
    if table.home_id is None or table.home_id != interaction.channel_id:
        return table
    try:
        await interaction.client.fetch_channel(table.channel_id)
    except discord.NotFound:
        return await desk.session.out_of_thread(table)
    except discord.HTTPException as failure:
        LOG.info("table=%s its thread could not be looked up: %s", table.code, failure)
    return table
