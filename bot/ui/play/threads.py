"""Tables in their own threads; if none can be opened, the table stays in the channel and says why.

Each step is saved: first the table, then the thread's id as its channel. After a crash in between, the table
can be shown and played where it is. See docs/decisions/threads.md.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

import discord

from bot.discord.failures import FAILURES
from bot.discord.frame import escape_markdown, note, plain_names, words_at
from bot.discord.request import Request
from bot.kernel.session import Shown
from bot.store import Board, Table
from bot.ui.board.messages import record_board
from bot.ui.play.board_layout import board_message
from bot.ui.play.deliver import close_private, deliver

LOG = logging.getLogger("taproom.post")

NAME: Final = 100
"""The most characters of a thread's name."""

A_WEEK: Final = 7 * 24 * 60
"""Minutes without a message after which Discord archives a thread; the next message reopens it."""


async def deliver_in_thread(request: Request, shown: Shown) -> None:
    """Post a new table in a new thread, and a line in the channel that leads there."""
    why = why_no_thread(request)
    thread = None
    if not why:
        if request.incoming.message is None:
            await request.defer(alone=False)
        else:  # the panel stays until the table is posted
            await request.answer.defer()
        try:
            thread = await _new_thread(request, shown)
        except discord.HTTPException as failure:
            LOG.warning("table=%s no thread could be opened: %s", shown.table.code, failure)
            reason = failure.text or str(failure.status)
            why = request.words("thread.refused", why=reason)
    if thread is None:
        await deliver(request, shown)
        await request.private(why)
        return
    moved = replace(shown, table=await request.session.lobby.move_into_thread(shown.table, thread.id))
    await _post_in_thread(request, moved, thread)


def has_threads(request: Request) -> bool:
    """Return whether the current channel can have threads, and the bot is a member there."""
    return isinstance(request.incoming.channel, discord.TextChannel) and not request.is_visiting


def why_no_thread(request: Request) -> str:
    """Return why no thread can be opened here; empty if one can."""
    words, channel = request.words, request.incoming.channel
    if isinstance(channel, discord.Thread):
        return words("thread.inside")
    if not has_threads(request):
        return words("thread.nowhere")
    granted, missing = request.incoming.bot_permissions, []
    if not granted.create_public_threads:
        missing.append(words("permission.create_public_threads"))
    if not granted.send_messages_in_threads:
        missing.append(words("permission.send_messages_in_threads"))
    return words("thread.may-not", names=words.join_list(tuple(missing))) if missing else ""


async def _new_thread(request: Request, shown: Shown) -> discord.Thread:
    """Create a public thread, named after the table, its game and its players."""
    assert isinstance(request.incoming.channel, discord.TextChannel)  # noqa: S101 - checked before
    words = words_at(shown.table)
    names = words.join_list(plain_names(shown.table))
    name = words("thread.name", game=shown.entry.game.title, names=names)
    return await open_thread(request.incoming.channel, " ".join(name.split())[:NAME])


async def open_thread(channel: discord.TextChannel, name: str) -> discord.Thread:
    """Create a public thread; announcement channels need their own kind."""
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    return await channel.create_thread(name=name, type=kind, auto_archive_duration=A_WEEK)


async def _post_in_thread(request: Request, shown: Shown, thread: discord.Thread) -> None:
    """Post the table in its thread, and the line that leads there."""
    table = shown.table
    async with request.surface.posting_lock(table.id):
        words = words_at(table)
        message = await board_message(request.surface, shown, request.trace)
        quiet = {request.person.id, *shown.asleep}
        message = replace(message, pings=tuple(user for user in message.pings if user not in quiet))
        with request.trace.span("answer"):
            with request.surface.retrying_on_failure(table):
                sent = await thread.send(
                    view=message.layout, files=message.files(), allowed_mentions=message.mentions()
                )
            await record_board(request.surface, table, Board(thread.id, sent.id))
            line = words(
                "thread.opened",
                game=shown.entry.game.title,
                name=escape_markdown(request.person.name),
                thread=thread.mention,
            )
            await request.say(note(line))
            await close_private(request, table)


async def restore_from_thread(request: Request, table: Table) -> Table:
    """Return the table, moved back to the current channel if its thread is gone."""
    if table.home_id is None or table.home_id != request.click.channel_id:
        return table
    try:
        await request.client.fetch_channel(table.channel_id)
    except discord.NotFound:
        return await request.session.lobby.move_out_of_thread(table)
    except FAILURES as failure:
        LOG.info("table=%s its thread could not be looked up: %s", table.code, failure)
    return table
