"""Messages that the bot sends on its own: into a table's channel, or to one user."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import Any, Final

import discord

from bot.discord.channels import WriteAccess
from bot.discord.frame import NO_MENTIONS, Message, note
from bot.discord.interaction_data import ClickedMessage
from bot.discord.keyboard import parse_control
from bot.discord.request import FAILURES, Surface
from bot.kernel.session import Shown
from bot.kernel.trace import Trace
from bot.store import Alarm, Board, Table
from bot.ui.board.messages import (
    MessageFilter,
    edit_board,
    edit_message,
    find_message,
    is_applied,
    newest_message,
    record_board,
    remove_board,
    send_message,
    try_edit_board,
)
from bot.ui.board.messages import in_channel as in_channel  # noqa: PLC0414 - re-exported for alarms
from bot.ui.board.messages import into as into  # noqa: PLC0414
from bot.ui.board.messages import parts_of as parts_of  # noqa: PLC0414
from bot.ui.board.show import BoardUpdate, show_board, split_events
from bot.ui.play.board_layout import board_message

LOG = logging.getLogger("taproom.post")

MARK: Final = 10_000_000
"""Component ids from here on name the alarm that a message was sent for."""


def mark_message(message: Message, alarm_id: int) -> Message:
    """Put an alarm's id into the first text of a message, so that the message can be found again."""
    texts = (item for item in message.layout.walk_children() if isinstance(item, discord.ui.TextDisplay))
    first: discord.ui.TextDisplay[Any] | None = next(texts, None)
    if first is not None:
        first.id = MARK + alarm_id
    return message


def alarm_filter(alarm_id: int) -> MessageFilter:
    """Return a filter for the message that was sent for an alarm."""

    def matches(sent: discord.Message) -> bool:
        return any(getattr(part, "id", None) == MARK + alarm_id for part in parts_of(sent.components))

    return matches


def covers_several_alarms(sent: ClickedMessage) -> bool:
    """Return whether a message was sent for several alarms."""
    marks = [part for part in parts_of(sent.components) if (getattr(part, "id", None) or 0) >= MARK]
    return len(marks) > 1


def control_filter(verb: str, table_id: int, revision: int, detail: str | None = None) -> MessageFilter:
    """Return a filter for messages with a control of this verb, table and revision."""

    def matches(sent: discord.Message) -> bool:
        controls = (
            parse_control(getattr(part, "custom_id", None) or "") for part in parts_of(sent.components)
        )
        return any(
            control is not None
            and (control.verb, control.table, control.revision) == (verb, table_id, revision)
            and detail in (None, control.detail)
            for control in controls
        )

    return matches


async def send_direct(client: discord.Client, user_id: int, message: Message, nonce: str) -> Board:
    """Send a user a direct message; raises `discord.Forbidden` if they accept none."""
    user = client.get_user(user_id) or await client.fetch_user(user_id)
    return await send_message(await user.create_dm(), message, nonce)


async def was_sent(
    client: discord.Client, channel: discord.abc.Messageable, since: float, wanted: MessageFilter
) -> bool:
    """Return whether a matching message is there already; false where the history may not be read."""
    try:
        return await newest_message(client, channel, since, wanted) is not None
    except discord.HTTPException as failure:
        LOG.info("what was sent before cannot be looked up: %s", failure)
        return False


async def hand_to_owner(surface: Surface, table: Table, remarks: tuple[str, ...] = ()) -> bool:
    """Hand a table to the process that owns its server; return false if that is this one."""
    if surface.session.tables.is_ours(table.guild_id):
        return False
    await surface.session.tables.hand_over(table, remarks)
    return True


async def show_table(
    surface: Surface,
    client: discord.Client,
    shown: Shown,
    remarks: tuple[str, ...] = (),
    *,
    anew: bool = False,
) -> None:
    """Show a table on the bot's own initiative; pings the players whose turn it is, unless they sleep.

    `remarks` are further lines. `anew`: post a new board, as the old one could not be edited. Does nothing if
    the table is shown already.
    """
    if await hand_to_owner(surface, shown.table, remarks):
        return
    async with surface.posting_lock(shown.table.id):
        table = await surface.session.tables.get(shown.table.id)
        if surface.session.outbox.is_shown(table):
            return
        now = replace(shown, table=table)
        if table.revision != shown.table.revision:
            now = surface.session.tables.show(table)
        due = BoardUpdate(
            surface,
            client,
            now,
            Trace("tick", 0),
            board=None if anew else table.board,
            at=surface.session.now(),
            quiet=shown.asleep,
            remarks=remarks,
            number=f"{table.id}.{table.revision}",
        )
        with surface.retrying_on_failure(table):
            board = await show_board(due)
    if table.board is not None and board != table.board:
        await remove_board(surface, client, table, table.board)


async def show_if_reachable(
    surface: Surface,
    client: discord.Client,
    shown: Shown,
    remarks: tuple[str, ...] = (),
    *,
    anew: bool = False,
) -> None:
    """Show a table as `show_table` does; where the bot cannot write, that waits until it can."""
    table = shown.table
    if await surface.channels.access(client, table.guild_id, table.channel_id) is WriteAccess.OPEN:
        await show_table(surface, client, shown, remarks, anew=anew)


async def repost_for_alarm(surface: Surface, client: discord.Client, shown: Shown, alarm: Alarm) -> None:
    """Repost a table's board for an alarm; it pings that alarm's recipient only.

    The players whose turn it is have alarms of their own. Does nothing if the table has changed meanwhile.
    """
    async with surface.posting_lock(shown.table.id):
        table = await surface.session.tables.get(shown.table.id)
        if table.revision != shown.table.revision:
            return
        message = await board_message(surface, replace(shown, table=table), Trace("tick", 0))
        message = replace(mark_message(message, alarm.id), pings=(alarm.user_id or 0,))
        with surface.retrying_on_failure(table):
            board = await in_channel(client, table, message, f"alarm{alarm.id}"[:25])
        await record_board(surface, table, board, called=False)
    if table.board is not None:
        await remove_board(surface, client, table, table.board)


async def repost_board(surface: Surface, channel: object, table: Table) -> None:
    """Post a table's current state into a channel without pinging."""
    if not isinstance(channel, discord.abc.Messageable):
        return
    message = await board_message(surface, surface.session.tables.show(table), Trace("resume", 0))
    sent = await channel.send(view=message.layout, files=message.files(), allowed_mentions=NO_MENTIONS)
    surface.session.outbox.confirm(table)
    await surface.session.tables.set_board(table, Board(sent.channel.id, sent.id))


async def refresh_board(
    surface: Surface, client: discord.Client, table: Table, remarks: tuple[str, ...] = ()
) -> bool:
    """Redraw a table's board in place; return whether that worked. Callers may ignore a failure.

    `remarks` are further lines. If another process owns the table, that one redraws it.
    """
    if await hand_to_owner(surface, table, remarks):
        return True
    async with surface.posting_lock(table.id):
        now = surface.session.tables.show(await surface.session.tables.get(table.id))
        return await _redraw_board(
            surface, client, await surface.session.history.with_last_events(now), remarks
        )


async def add_remarks(
    surface: Surface, client: discord.Client, shown: Shown, remarks: tuple[str, ...]
) -> bool:
    """Add remarks to a board that still shows `shown`; return whether that worked."""
    if not surface.session.tables.is_ours(shown.table.guild_id):
        return False
    async with surface.posting_lock(shown.table.id):
        table = await surface.session.tables.get(shown.table.id)
        if table.revision != shown.table.revision:
            return False
        _, below = split_events(surface, replace(shown, table=table), shown.events)
        return await _redraw_board(surface, client, below, remarks)


async def _redraw_board(
    surface: Surface, client: discord.Client, shown: Shown, remarks: tuple[str, ...] = ()
) -> bool:
    table = shown.table
    if table.board is None:
        return False
    message = await board_message(surface, shown, Trace("tick", 0), remarks)
    try:
        with surface.retrying_on_failure(table):
            await edit_board(surface, client, table, table.board, message)
    except FAILURES as failure:
        LOG.info("table=%s the board could not be changed: %s", table.code, failure)
        return False
    surface.session.outbox.confirm(table, called=not message.pings)
    return True


async def update_if_present(
    surface: Surface, client: discord.Client, table: Table, board: Board, message: Message
) -> bool:
    """Update the message of a question; return whether it still exists.

    Assumes that it exists where Discord does not answer.
    """
    try:
        return await try_edit_board(surface, client, table, board, message)
    except FAILURES as failure:
        LOG.info("table=%s a question could not be looked at: %s", table.code, failure)
        return True


@dataclass(frozen=True, slots=True)
class Notice:
    """A message beside the boards, such as that of a vote: its channel and content.

    `known` is the message that shows it so far; without one, a message sent `since` that is `wanted` is
    looked for. `nonce` prevents sending it twice within some minutes.
    """

    guild_id: int | None
    channel_id: int
    known: Board | None
    since: float
    wanted: MessageFilter
    message: Message
    nonce: str


async def show_notice(client: discord.Client, notice: Notice) -> Board:
    """Edit a notice's message, or post a new one if it is gone or was never sent; return the message."""
    board = notice.known
    if board is None:
        board = await find_message(client, notice.guild_id, notice.channel_id, notice.since, notice.wanted)
    if board is not None and await is_applied(
        edit_message(client, notice.guild_id, board, notice.message), board
    ):
        return board
    return await into(client, notice.guild_id, notice.channel_id, notice.message, notice.nonce[:25])


async def resolve_notice(surface: Surface, client: discord.Client, table: Table, line: str) -> None:
    """Replace the buttons of a table's time notice with a line about what was chosen."""
    where = await surface.session.tables.note(notice_key(table))
    if where is None:
        return
    channel_id, _, message_id = where.partition(":")
    channel = client.get_partial_messageable(int(channel_id), guild_id=table.guild_id)
    try:
        await channel.get_partial_message(int(message_id)).edit(view=note(line), allowed_mentions=NO_MENTIONS)
    except FAILURES as failure:
        LOG.info("table=%s the notice kept its buttons: %s", table.code, failure)


def notice_key(table: Table) -> str:
    """Return the key of the note that holds the place of a table's last notice."""
    return f"notice:{table.id}"
