"""Messages that show tables: sent, changed, found again, and taken away."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

import discord

from bot.discord.budget import Priority, request_priority
from bot.discord.channels import has_thread
from bot.discord.frame import NOBODY, Message
from bot.discord.interaction_data import ClickedMessage
from bot.discord.keyboard import Verb, parse_control
from bot.discord.request import FAILURES, SERVERS_FAULT, Surface
from bot.store import Board, StoreError, Table

LOG = logging.getLogger("taproom.post")

SEARCHED: Final = 100
"""How many messages are looked through for one that may have been sent before the bot died."""

_BOARDS: Final = (Verb.MORE, "history", "fair", Verb.AGAIN, Verb.SIT, Verb.SEAT, Verb.START, Verb.CANCEL)
"""What only boards have: those of a game that goes on, of one that is over, and of a table that waits."""

Wanted = Callable[[discord.Message], bool]


def board_filter(table: Table) -> Wanted:
    """Whether a message shows a table as it stands: its controls say so."""

    def matches(sent: discord.Message) -> bool:
        return shown_revision(sent, table) == table.revision

    return matches


def shown_revision(sent: ClickedMessage, table: Table) -> int | None:
    """At which revision a message shows a table; none if it is no board of it, or has no controls."""
    controls = (parse_control(getattr(part, "custom_id", None) or "") for part in parts_of(sent.components))
    here = (one for one in controls if one is not None and one.table == table.id and not one.detail)
    return next((one.revision for one in here if one.verb in _BOARDS), None)


def parts_of(components: Any) -> list[Any]:  # noqa: ANN401 - any of Discord's components
    """Components and what is nested in them, in order."""
    found = []
    for part in components:
        found.append(part)
        found += parts_of(getattr(part, "children", ()))
    return found


async def in_channel(client: discord.Client, table: Table, message: Message, nonce: str | None) -> Board:
    """Post a message where a table is played. Discord takes one with the same nonce once in some minutes."""
    channel = client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    return await send_message(channel, message, nonce)


async def into(
    client: discord.Client, guild_id: int | None, channel_id: int, message: Message, nonce: str | None
) -> Board:
    """The same into a channel that no table is about."""
    return await send_message(client.get_partial_messageable(channel_id, guild_id=guild_id), message, nonce)


async def send_message(channel: discord.abc.Messageable, message: Message, nonce: str | None) -> Board:
    """Post a message into any channel; without a nonce the same may stand there twice."""
    content: dict[str, Any] = {} if nonce is None else {"nonce": nonce}
    sent = await channel.send(
        view=message.layout, files=message.files(), allowed_mentions=message.mentions(), **content
    )
    return Board(sent.channel.id, sent.id)


async def find_board(client: discord.Client, table: Table, since: float) -> Board | None:
    """The newest message since then that shows a table as it stands, where it is played.

    None, too, where the history may not be read; raises what may pass.
    """
    return await find_message(client, table.guild_id, table.channel_id, since, board_filter(table))


async def find_message(
    client: discord.Client, guild_id: int | None, channel_id: int, since: float, wanted: Wanted
) -> Board | None:
    """The same of any message that is wanted, in any channel."""
    channel = client.get_partial_messageable(channel_id, guild_id=guild_id)
    try:
        sent = await newest_message(client, channel, since, wanted)
    except (discord.Forbidden, discord.NotFound) as failure:
        LOG.info("channel=%s what was sent before cannot be looked up: %s", channel_id, failure)
        return None
    return None if sent is None else Board(sent.channel.id, sent.id)


async def newest_message(
    client: discord.Client, channel: discord.abc.Messageable, since: float, wanted: Wanted
) -> discord.Message | None:
    """The newest message of ours since then that is wanted; raises where that cannot be looked up."""
    after = datetime.fromtimestamp(since - 60, UTC)
    async for sent in channel.history(limit=SEARCHED, after=after, oldest_first=False):
        if client.user is not None and sent.author.id == client.user.id and wanted(sent):
            return sent
    return None


async def is_board_current(client: discord.Client, table: Table) -> bool:
    """Whether the board of a table shows it as it stands; not so where that cannot be looked up."""
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
    """Change a table's board in place."""
    if not await surface.guests.change(board, message):
        await edit_message(client, table.guild_id, board, message)


async def edit_message(client: discord.Client, guild_id: int | None, board: Board, message: Message) -> None:
    """Change any message of ours in place."""
    channel = client.get_partial_messageable(board.channel_id, guild_id=guild_id)
    await channel.get_partial_message(board.message_id).edit(
        view=message.layout, attachments=message.files(), allowed_mentions=NOBODY
    )


async def try_edit_board(
    surface: Surface, client: discord.Client, table: Table, board: Board, message: Message
) -> bool:
    """Whether a board could be changed: not if it is too old, gone, or out of reach; raises what may pass."""
    return await is_applied(edit_board(surface, client, table, board, message), board)


async def is_applied(change: Awaitable[None], board: Board) -> bool:
    """Whether a change was taken; raises what may pass."""
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
    """Note that a table is shown as it stands, and where. A disk that fails here costs only links to it.

    `called`: nobody needs to be called any more. Another message that showed it is to go from now on, and so
    is `left`.
    """
    surface.session.outbox.confirm(table, called=called)
    try:
        await surface.session.tables.set_board(table, board, left=left)
    except StoreError:
        LOG.exception("table=%s where it is shown could not be noted", table.code)


async def remove_board(
    surface: Surface, client: discord.Client, table: Table, old: Board, *, is_noted: bool = True
) -> None:
    """Take a message away; if that fails, the bot tries it again by itself.

    It does so, too, where requests are scarce, if it `is_noted` on disk that the message is to go.
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
    """Delete a message; one that is gone already is as good. Raises where that is refused.

    Where people have opened a thread on it, it stays: it is what they talk about.
    """
    channel = client.get_partial_messageable(old.channel_id, guild_id=table.guild_id)
    with suppress(discord.NotFound), request_priority(Priority.TIDY):
        if await has_thread(client, table.guild_id, old.channel_id, old.message_id):
            LOG.info("table=%s an old board stays, as it has a thread", table.code)
            return
        await channel.get_partial_message(old.message_id).delete()
