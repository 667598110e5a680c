"""Messages that show tables: send, edit, find and delete them."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

import discord

from bot.discord.budget import Priority, request_priority
from bot.discord.channels import has_thread
from bot.discord.frame import NO_MENTIONS, Message
from bot.discord.interaction_data import ClickedMessage
from bot.discord.keyboard import Verb, parse_control
from bot.discord.request import FAILURES, SERVERS_FAULT, Surface
from bot.store import Board, StoreError, Table

LOG = logging.getLogger("taproom.post")

SEARCHED: Final = 100
"""The most messages that are searched for one that may have been sent before a crash."""

_BOARDS: Final = (Verb.MORE, "history", "fair", Verb.AGAIN, Verb.SIT, Verb.SEAT, Verb.START, Verb.CANCEL)
"""Controls that only boards have: of running games, of finished ones, and of lobbies."""

MessageFilter = Callable[[discord.Message], bool]


def board_filter(table: Table) -> MessageFilter:
    """Return a filter for messages that show a table's current revision, by their controls."""

    def matches(sent: discord.Message) -> bool:
        return shown_revision(sent, table) == table.revision

    return matches


def shown_revision(sent: ClickedMessage, table: Table) -> int | None:
    """Return the revision of a table that a message shows; none if it is no board of it."""
    controls = (parse_control(getattr(part, "custom_id", None) or "") for part in parts_of(sent.components))
    matching = (
        control
        for control in controls
        if control is not None and control.table == table.id and not control.detail
    )
    return next((control.revision for control in matching if control.verb in _BOARDS), None)


def parts_of(components: Any) -> list[Any]:  # noqa: ANN401 - any of Discord's components
    """Return components and what is nested in them, in order."""
    parts = []
    for part in components:
        parts.append(part)
        parts += parts_of(getattr(part, "children", ()))
    return parts


async def in_channel(client: discord.Client, table: Table, message: Message, nonce: str | None) -> Board:
    """Post a message where a table is played. Discord drops a repeated nonce for some minutes."""
    channel = client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    return await send_message(channel, message, nonce)


async def into(
    client: discord.Client, guild_id: int | None, channel_id: int, message: Message, nonce: str | None
) -> Board:
    """Post a message into a channel that belongs to no table."""
    return await send_message(client.get_partial_messageable(channel_id, guild_id=guild_id), message, nonce)


async def send_message(channel: discord.abc.Messageable, message: Message, nonce: str | None) -> Board:
    """Post a message into any channel; without a nonce it may appear twice."""
    content: dict[str, Any] = {} if nonce is None else {"nonce": nonce}
    sent = await channel.send(
        view=message.layout, files=message.files(), allowed_mentions=message.mentions(), **content
    )
    return Board(sent.channel.id, sent.id)


async def find_board(client: discord.Client, table: Table, since: float) -> Board | None:
    """Return the newest message that shows a table's current state where it is played.

    None as well where the history may not be read; raises temporary failures.
    """
    return await find_message(client, table.guild_id, table.channel_id, since, board_filter(table))


async def find_overtaken_boards(client: discord.Client, table: Table, since: float) -> list[Board]:
    """Return the messages that show former states of a table where it is played.

    Empty where the history may not be read; raises temporary failures.
    """

    def is_overtaken(sent: discord.Message) -> bool:
        revision = shown_revision(sent, table)
        return revision is not None and revision < table.revision

    channel = client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    try:
        return [
            Board(sent.channel.id, sent.id)
            async for sent in own_messages(client, channel, since, is_overtaken)
        ]
    except (discord.Forbidden, discord.NotFound):
        return []


async def find_message(
    client: discord.Client, guild_id: int | None, channel_id: int, since: float, wanted: MessageFilter
) -> Board | None:
    """Return the newest matching message in a channel.

    None as well where the history may not be read; raises temporary failures.
    """
    channel = client.get_partial_messageable(channel_id, guild_id=guild_id)
    try:
        sent = await newest_message(client, channel, since, wanted)
    except (discord.Forbidden, discord.NotFound) as failure:
        LOG.info("channel=%s what was sent before cannot be looked up: %s", channel_id, failure)
        return None
    return None if sent is None else Board(sent.channel.id, sent.id)


async def newest_message(
    client: discord.Client, channel: discord.abc.Messageable, since: float, wanted: MessageFilter
) -> discord.Message | None:
    """Return the newest matching message of the bot since then; raises if the history cannot be read."""
    async for sent in own_messages(client, channel, since, wanted):
        return sent
    return None


async def own_messages(
    client: discord.Client, channel: discord.abc.Messageable, since: float, wanted: MessageFilter
) -> AsyncIterator[discord.Message]:
    """Yield the matching messages of the bot since then, newest first; raises if they cannot be read."""
    after = datetime.fromtimestamp(since - 60, UTC)
    async for sent in channel.history(limit=SEARCHED, after=after, oldest_first=False):
        if client.user is not None and sent.author.id == client.user.id and wanted(sent):
            yield sent


async def is_board_current(client: discord.Client, table: Table) -> bool:
    """Return whether a table's board shows its current state; false if that cannot be looked up."""
    if table.board is None:
        return False
    channel = client.get_partial_messageable(table.board.channel_id, guild_id=table.guild_id)
    try:
        return board_filter(table)(await channel.fetch_message(table.board.message_id))
    except (TimeoutError, discord.HTTPException) as failure:
        LOG.info("table=%s the board could not be looked at: %s", table.code, failure)
        return False


async def edit_board(
    surface: Surface, client: discord.Client, table: Table, board: Board, message: Message
) -> None:
    """Edit a table's board."""
    if not await surface.guests.change(board, message):
        await edit_message(client, table.guild_id, board, message)


async def edit_message(client: discord.Client, guild_id: int | None, board: Board, message: Message) -> None:
    """Edit any message of the bot."""
    channel = client.get_partial_messageable(board.channel_id, guild_id=guild_id)
    await channel.get_partial_message(board.message_id).edit(
        view=message.layout, attachments=message.files(), allowed_mentions=NO_MENTIONS
    )


async def try_edit_board(
    surface: Surface, client: discord.Client, table: Table, board: Board, message: Message
) -> bool:
    """Return whether a board was edited: false if too old or gone; raises temporary failures."""
    return await is_applied(edit_board(surface, client, table, board, message), board)


async def is_applied(change: Awaitable[None], board: Board) -> bool:
    """Return whether an edit was accepted; raises temporary failures."""
    try:
        await change
    except discord.HTTPException as failure:
        if failure.status >= SERVERS_FAULT:
            raise
        LOG.info("message=%s could not be changed: %s", board.message_id, failure)
        return False
    return True


async def record_board(
    surface: Surface, table: Table, board: Board | None, *, called: bool = True, left: Board | None = None
) -> None:
    """Record where a table's current state is shown. If that cannot be saved, only links to it are lost.

    `called`: no player needs a call any more. The previous board and the `left` message are to be deleted.
    """
    surface.session.outbox.confirm(table, called=called)
    try:
        await surface.session.tables.set_board(table, board, left=left)
    except StoreError:
        LOG.exception("table=%s where it is shown could not be noted", table.code)


async def remove_board(
    surface: Surface, client: discord.Client, table: Table, old: Board, *, is_noted: bool = True
) -> None:
    """Delete an old message; a failure is tried again automatically.

    The same where requests are scarce, if it `is_noted` on disk that the message is to be deleted.
    """
    if is_noted and surface.budget.is_short:
        return
    if await surface.guests.remove(old):
        surface.session.outbox.confirm_removed(old)
        return
    try:
        await delete_message(client, table, old)
    except FAILURES as failure:
        LOG.info("table=%s an old board stayed: %s", table.code, failure)
        return
    surface.session.outbox.confirm_removed(old)


async def delete_message(client: discord.Client, table: Table, old: Board) -> None:
    """Delete a message, if it still exists; raises where that is refused.

    A message with a thread stays: people talk about it.
    """
    channel = client.get_partial_messageable(old.channel_id, guild_id=table.guild_id)
    with suppress(discord.NotFound), request_priority(Priority.TIDY):
        if await has_thread(client, table.guild_id, old.channel_id, old.message_id):
            LOG.info("table=%s an old board stays, as it has a thread", table.code)
            return
        await channel.get_partial_message(old.message_id).delete()
