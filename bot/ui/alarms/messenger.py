"""What the bot says without being asked: into a table's channel, or to one person."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import Any, Final

import discord

from bot.discord.channels import WriteAccess
from bot.discord.frame import NOBODY, Message, note
from bot.discord.interaction_data import ClickedMessage
from bot.discord.keyboard import parse_control
from bot.discord.request import FAILURES, Surface
from bot.kernel.session import Shown
from bot.kernel.trace import Trace
from bot.store import Alarm, Board, Table
from bot.ui.board.messages import (
    Wanted,
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
from bot.ui.board.messages import in_channel as in_channel  # noqa: PLC0414 - known here to alarms
from bot.ui.board.messages import into as into  # noqa: PLC0414
from bot.ui.board.messages import parts_of as parts_of  # noqa: PLC0414
from bot.ui.board.show import BoardUpdate, show_board, split_events
from bot.ui.play.board_layout import board_message

LOG = logging.getLogger("taproom.post")

MARK: Final = 10_000_000
"""The component id from which on it tells which alarm a message was sent for."""


def mark_message(message: Message, alarm_id: int) -> Message:
    """The message, its first text telling which alarm it was sent for."""
    texts = (item for item in message.layout.walk_children() if isinstance(item, discord.ui.TextDisplay))
    first: discord.ui.TextDisplay[Any] | None = next(texts, None)
    if first is not None:
        first.id = MARK + alarm_id
    return message


def alarm_filter(alarm_id: int) -> Wanted:
    """Whether a message was sent for an alarm."""

    def matches(sent: discord.Message) -> bool:
        return any(getattr(part, "id", None) == MARK + alarm_id for part in parts_of(sent.components))

    return matches


def covers_several_alarms(sent: ClickedMessage) -> bool:
    """Whether a message was sent for several alarms."""
    marks = [part for part in parts_of(sent.components) if (getattr(part, "id", None) or 0) >= MARK]
    return len(marks) > 1


def control_filter(verb: str, table_id: int, revision: int, detail: str | None = None) -> Wanted:
    """Whether a message has a control that does this, about this table and revision."""

    def matches(sent: discord.Message) -> bool:
        controls = (
            parse_control(getattr(part, "custom_id", None) or "") for part in parts_of(sent.components)
        )
        return any(
            one is not None
            and (one.verb, one.table, one.revision) == (verb, table_id, revision)
            and detail in (None, one.detail)
            for one in controls
        )

    return matches


async def send_direct(client: discord.Client, user_id: int, message: Message, nonce: str) -> Board:
    """Send somebody a direct message; raises `discord.Forbidden` if they take none."""
    user = client.get_user(user_id) or await client.fetch_user(user_id)
    return await send_message(await user.create_dm(), message, nonce)


async def was_sent(
    client: discord.Client, channel: discord.abc.Messageable, since: float, wanted: Wanted
) -> bool:
    """Whether such a message is there already; where the history may not be read, it is taken not to be."""
    try:
        return await newest_message(client, channel, since, wanted) is not None
    except discord.HTTPException as failure:
        LOG.info("what was sent before cannot be looked up: %s", failure)
        return False


async def hand_to_owner(surface: Surface, table: Table, remarks: tuple[str, ...] = ()) -> bool:
    """Whether a table is another process's to show, which is told so: a board has but one hand to draw it."""
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
    """Show a table by ourselves, which calls who must act, unless it is their night.

    `remarks` are what there is to say besides; `anew`: the board could not be changed. Nothing is done where
    somebody was quicker.
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
    """The same for what nobody has asked for: where the bot cannot write, it is shown once it can."""
    table = shown.table
    if await surface.channels.access(client, table.guild_id, table.channel_id) is WriteAccess.OPEN:
        await show_table(surface, client, shown, remarks, anew=anew)


async def repost_for_alarm(surface: Surface, client: discord.Client, shown: Shown, alarm: Alarm) -> None:
    """Post a table's board anew for an alarm: it calls whom that is for, and nobody else.

    Whoever must act is called in their own time. Nothing is done where somebody was quicker.
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
    """Post a table into a channel as it stands, without pinging anybody."""
    if not isinstance(channel, discord.abc.Messageable):
        return
    message = await board_message(surface, surface.session.tables.show(table), Trace("resume", 0))
    sent = await channel.send(view=message.layout, files=message.files(), allowed_mentions=NOBODY)
    surface.session.outbox.confirm(table)
    await surface.session.tables.set_board(table, Board(sent.channel.id, sent.id))


async def refresh_board(
    surface: Surface, client: discord.Client, table: Table, remarks: tuple[str, ...] = ()
) -> bool:
    """Change a table's board in place; whether that could be done. Mostly it does not matter if it fails.

    `remarks` are what there is to say besides. Another process does it in its own time, if the table is its.
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
    """Say something more on a board that still stands as it was `shown`; whether that could be done."""
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
    """Whether the message of a question is still there; it shows `message` then.

    It is taken to be there where Discord does not answer.
    """
    try:
        return await try_edit_board(surface, client, table, board, message)
    except FAILURES as failure:
        LOG.info("table=%s a question could not be looked at: %s", table.code, failure)
        return True


@dataclass(frozen=True, slots=True)
class Notice:
    """A message of its own beside the boards, such as that of a vote: where it belongs, and what it shows.

    `known` is the message that shows it so far; none if that was never noted: then one that was sent `since`
    is looked for by what it is `wanted` to have. `nonce` keeps it from being sent twice within some minutes.
    """

    guild_id: int | None
    channel_id: int
    known: Board | None
    since: float
    wanted: Wanted
    message: Message
    nonce: str


async def show_notice(client: discord.Client, notice: Notice) -> Board:
    """Show a notice by its message, or by a new one where that is gone or was never sent; returns which."""
    board = notice.known
    if board is None:
        board = await find_message(client, notice.guild_id, notice.channel_id, notice.since, notice.wanted)
    if board is not None and await is_applied(
        edit_message(client, notice.guild_id, board, notice.message), board
    ):
        return board
    return await into(client, notice.guild_id, notice.channel_id, notice.message, notice.nonce[:25])


async def resolve_notice(surface: Surface, client: discord.Client, table: Table, line: str) -> None:
    """The notice that time is up says what was chosen, and has no buttons any more."""
    where = await surface.session.tables.note(notice_key(table))
    if where is None:
        return
    channel_id, _, message_id = where.partition(":")
    channel = client.get_partial_messageable(int(channel_id), guild_id=table.guild_id)
    try:
        await channel.get_partial_message(int(message_id)).edit(view=note(line), allowed_mentions=NOBODY)
    except FAILURES as failure:
        LOG.info("table=%s the notice kept its buttons: %s", table.code, failure)


def notice_key(table: Table) -> str:
    """What it is noted under where a table's last notice is."""
    return f"notice:{table.id}"
