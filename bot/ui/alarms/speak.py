"""What the bot says without being asked: into a table's channel, or to one person."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

import discord

from bot.session import Shown
from bot.store import Alarm, Board, StoreError, Table
from bot.trace import Trace
from bot.ui.kit.frame import NOBODY, Message, note
from bot.ui.kit.keyboard import Verb, read
from bot.ui.kit.places import Reach
from bot.ui.kit.presence import THERE
from bot.ui.kit.request import FAILURES, SERVERS_FAULT, Surface
from bot.ui.play.living import is_enough, parted, remove
from bot.ui.play.post import board_message

LOG = logging.getLogger("taproom.post")

MARK: Final = 10_000_000
"""The component id from which on it tells which alarm a message was sent for."""

SEARCHED: Final = 100
"""How many messages are looked through for one that may have been sent before the bot died."""

_BOARDS: Final = (Verb.MORE, Verb.HISTORY, Verb.AGAIN, Verb.SIT, Verb.SEAT, Verb.START, Verb.CANCEL)
"""What only boards have: those of a game that goes on, of one that is over, and of a table that waits."""

Wanted = Callable[[discord.Message], bool]


def marked(message: Message, alarm_id: int) -> Message:
    """The message, its first text telling which alarm it was sent for."""
    texts = (item for item in message.layout.walk_children() if isinstance(item, discord.ui.TextDisplay))
    first: discord.ui.TextDisplay[Any] | None = next(texts, None)
    if first is not None:
        first.id = MARK + alarm_id
    return message


def is_marked(alarm_id: int) -> Wanted:
    """Whether a message was sent for an alarm."""

    def wanted(sent: discord.Message) -> bool:
        return any(getattr(part, "id", None) == MARK + alarm_id for part in parts_of(sent.components))

    return wanted


def tells_of_several(sent: discord.Message) -> bool:
    """Whether a message was sent for several alarms."""
    marks = [part for part in parts_of(sent.components) if (getattr(part, "id", None) or 0) >= MARK]
    return len(marks) > 1


def shows(table: Table) -> Wanted:
    """Whether a message shows a table as it stands: its controls say so."""

    def wanted(sent: discord.Message) -> bool:
        return revision_on(sent, table) == table.revision

    return wanted


def has_control(verb: str, table_id: int, revision: int, detail: str | None = None) -> Wanted:
    """Whether a message has a control that does this, about this table and revision."""

    def wanted(sent: discord.Message) -> bool:
        controls = (read(getattr(part, "custom_id", None) or "") for part in parts_of(sent.components))
        return any(
            one is not None
            and (one.verb, one.table, one.revision) == (verb, table_id, revision)
            and detail in (None, one.detail)
            for one in controls
        )

    return wanted


def revision_on(sent: discord.Message, table: Table) -> int | None:
    """At which revision a message shows a table; none if it is no board of it, or has no controls."""
    controls = (read(getattr(part, "custom_id", None) or "") for part in parts_of(sent.components))
    here = (one for one in controls if one is not None and one.table == table.id and not one.detail)
    return next((one.revision for one in here if one.verb in _BOARDS), None)


def parts_of(components: Any) -> list[Any]:  # noqa: ANN401 - any of Discord's components
    """Components and what is nested in them, in order."""
    found = []
    for part in components:
        found.append(part)
        found += parts_of(getattr(part, "children", ()))
    return found


async def in_channel(client: discord.Client, table: Table, message: Message, nonce: str) -> Board:
    """Post a message where a table is played. Discord takes one with the same nonce once in some minutes."""
    channel = client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    return await _sent(channel, message, nonce)


async def into(
    client: discord.Client, guild_id: int | None, channel_id: int, message: Message, nonce: str
) -> Board:
    """The same into a channel that no table is about."""
    return await _sent(client.get_partial_messageable(channel_id, guild_id=guild_id), message, nonce)


async def to_person(client: discord.Client, user_id: int, message: Message, nonce: str) -> Board:
    """Send somebody a direct message; raises `discord.Forbidden` if they take none."""
    user = client.get_user(user_id) or await client.fetch_user(user_id)
    return await _sent(await user.create_dm(), message, nonce)


async def _sent(channel: discord.abc.Messageable, message: Message, nonce: str) -> Board:
    sent = await channel.send(
        view=message.layout, files=message.files(), allowed_mentions=message.mentions(), nonce=nonce
    )
    return Board(sent.channel.id, sent.id)


async def was_sent(
    client: discord.Client, channel: discord.abc.Messageable, since: float, wanted: Wanted
) -> bool:
    """Whether such a message is there already; where the history may not be read, it is taken not to be."""
    try:
        return await _newest(client, channel, since, wanted) is not None
    except discord.HTTPException as failure:
        LOG.info("what was sent before cannot be looked up: %s", failure)
        return False


async def find(client: discord.Client, table: Table, since: float) -> Board | None:
    """The newest message since then that shows a table as it stands, where it is played.

    None, too, where the history may not be read; raises what may pass.
    """
    return await _found(client, table.guild_id, table.channel_id, since, shows(table))


async def _found(
    client: discord.Client, guild_id: int | None, channel_id: int, since: float, wanted: Wanted
) -> Board | None:
    channel = client.get_partial_messageable(channel_id, guild_id=guild_id)
    try:
        sent = await _newest(client, channel, since, wanted)
    except (discord.Forbidden, discord.NotFound) as failure:
        LOG.info("channel=%s what was sent before cannot be looked up: %s", channel_id, failure)
        return None
    return None if sent is None else Board(sent.channel.id, sent.id)


async def _newest(
    client: discord.Client, channel: discord.abc.Messageable, since: float, wanted: Wanted
) -> discord.Message | None:
    after = datetime.fromtimestamp(since - 60, UTC)
    async for sent in channel.history(limit=SEARCHED, after=after, oldest_first=False):
        if client.user is not None and sent.author.id == client.user.id and wanted(sent):
            return sent
    return None


async def handed_over(surface: Surface, table: Table, remarks: tuple[str, ...] = ()) -> bool:
    """Whether a table is another process's to show, which is told so: a board has but one hand to draw it."""
    if surface.session.tables.is_ours(table.guild_id):
        return False
    await surface.session.tables.hand_over(table, remarks)
    return True


async def show(
    surface: Surface,
    client: discord.Client,
    shown: Shown,
    remarks: tuple[str, ...] = (),
    *,
    anew: bool = False,
) -> None:
    """Show a table by ourselves: its board changed where that is enough, else by a new one.

    That calls who must act, unless it is their night. `remarks` are what there is to say besides; `anew`: the
    board could not be changed. Nothing is done where somebody was quicker.
    """
    if await handed_over(surface, shown.table, remarks):
        return
    async with surface.posting(shown.table.id):
        table = await surface.session.tables.get(shown.table.id)
        if surface.session.outbox.is_shown(table):
            return
        now = replace(shown, table=table)
        if table.revision != shown.table.revision:
            now = surface.session.tables.shown(table)
        line, below = parted(surface, now, now.events)
        message = await board_message(surface, below, Trace("tick", 0), remarks)
        pings = message.pings if now.new_turn else ()
        message = replace(message, pings=tuple(user for user in pings if user not in shown.asleep))
        with surface.showing(table):
            board = None if anew or line else await _put_up_in_place(surface, client, table, message)
            board = board or await put_anew(surface, client, table, message, line)
        if board != table.board:
            await remember(surface, table, board)
    if table.board is not None and board != table.board:
        await remove(surface, client, table, table.board)


async def show_within_reach(
    surface: Surface,
    client: discord.Client,
    shown: Shown,
    remarks: tuple[str, ...] = (),
    *,
    anew: bool = False,
) -> None:
    """The same for what nobody has asked for: where the bot cannot write, it is shown once it can."""
    table = shown.table
    if await surface.places.reach(client, table.guild_id, table.channel_id) is Reach.OPEN:
        await show(surface, client, shown, remarks, anew=anew)


async def call_to(surface: Surface, client: discord.Client, shown: Shown, alarm: Alarm) -> None:
    """Post a table's board anew for an alarm: it calls whom that is for, and nobody else.

    Whoever must act is called in their own time. Nothing is done where somebody was quicker.
    """
    async with surface.posting(shown.table.id):
        table = await surface.session.tables.get(shown.table.id)
        if table.revision != shown.table.revision:
            return
        message = await board_message(surface, replace(shown, table=table), Trace("tick", 0))
        message = replace(marked(message, alarm.id), pings=(alarm.user_id or 0,))
        with surface.showing(table):
            board = await in_channel(client, table, message, f"alarm{alarm.id}"[:25])
        await remember(surface, table, board, called=False)
    if table.board is not None:
        await remove(surface, client, table, table.board)


async def _put_up_in_place(
    surface: Surface, client: discord.Client, table: Table, message: Message
) -> Board | None:
    """The board of a table, changed in place; none where that is not enough, or could not be done.

    Whom it would call is called later, unless they act.
    """
    board, now = table.board, surface.session.now()
    if board is None or not is_enough(surface, table, board, message.pings, now):
        return None
    if not await changed(surface, client, table, board, message):
        return None
    surface.session.outbox.confirm(table, called=not message.pings)
    if message.pings:
        surface.session.outbox.call_later(table, THERE)
    return board


async def put_anew(
    surface: Surface, client: discord.Client, table: Table, message: Message, line: str
) -> Board:
    """Post a board where its table is played, below a `line` that stays, if there is one.

    The same again is not posted twice within some minutes. Where the bot is a guest, nothing stays.
    """
    if (board := await surface.guests.post(table.board, message)) is not None:
        return board
    number = f"{table.id}.{table.revision}"
    if line:
        await in_channel(client, table, Message(note(line)), f"l{number}"[:25])
    return await in_channel(client, table, message, f"b{number}"[:25])


async def remember(surface: Surface, table: Table, board: Board, *, called: bool = True) -> None:
    """Note that a table is shown as it stands, and where. A disk that fails here costs only links to it.

    `called`: nobody needs to be called any more.
    """
    surface.session.outbox.confirm(table, called=called)
    try:
        await surface.session.tables.set_board(table, board)
    except StoreError:
        LOG.exception("table=%s where it is shown could not be noted", table.code)


async def show_again(surface: Surface, channel: object, table: Table) -> None:
    """Post a table into a channel as it stands, without pinging anybody."""
    if not isinstance(channel, discord.abc.Messageable):
        return
    message = await board_message(surface, surface.session.tables.shown(table), Trace("resume", 0))
    sent = await channel.send(view=message.layout, files=message.files(), allowed_mentions=NOBODY)
    surface.session.outbox.confirm(table)
    await surface.session.tables.set_board(table, Board(sent.channel.id, sent.id))


async def is_shown(client: discord.Client, table: Table) -> bool:
    """Whether the board of a table shows it as it stands; not so where that cannot be looked up."""
    if table.board is None:
        return False
    channel = client.get_partial_messageable(table.board.channel_id, guild_id=table.guild_id)
    try:
        return shows(table)(await channel.fetch_message(table.board.message_id))
    except (TimeoutError, discord.HTTPException) as failure:
        LOG.info("table=%s the board could not be looked at: %s", table.code, failure)
        return False


async def refresh(
    surface: Surface, client: discord.Client, table: Table, remarks: tuple[str, ...] = ()
) -> bool:
    """Change a table's board in place; whether that could be done. Mostly it does not matter if it fails.

    `remarks` are what there is to say besides. Another process does it in its own time, if the table is its.
    """
    if await handed_over(surface, table, remarks):
        return True
    async with surface.posting(table.id):
        now = surface.session.tables.shown(await surface.session.tables.get(table.id))
        return await _changed(surface, client, await surface.session.history.recalled(now), remarks)


async def add(surface: Surface, client: discord.Client, shown: Shown, remarks: tuple[str, ...]) -> bool:
    """Say something more on a board that still stands as it was `shown`; whether that could be done."""
    if not surface.session.tables.is_ours(shown.table.guild_id):
        return False
    async with surface.posting(shown.table.id):
        table = await surface.session.tables.get(shown.table.id)
        if table.revision != shown.table.revision:
            return False
        _, below = parted(surface, replace(shown, table=table), shown.events)
        return await _changed(surface, client, below, remarks)


async def _changed(
    surface: Surface, client: discord.Client, shown: Shown, remarks: tuple[str, ...] = ()
) -> bool:
    table = shown.table
    if table.board is None:
        return False
    message = await board_message(surface, shown, Trace("tick", 0), remarks)
    try:
        with surface.showing(table):
            await edit(surface, client, table, table.board, message)
    except FAILURES as failure:
        LOG.info("table=%s the board could not be changed: %s", table.code, failure)
        return False
    surface.session.outbox.confirm(table, called=not message.pings)
    return True


async def edit(
    surface: Surface, client: discord.Client, table: Table, board: Board, message: Message
) -> None:
    """Change a table's board in place."""
    if not await surface.guests.change(board, message):
        await _edit(client, table.guild_id, board, message)


async def _edit(client: discord.Client, guild_id: int | None, board: Board, message: Message) -> None:
    channel = client.get_partial_messageable(board.channel_id, guild_id=guild_id)
    await channel.get_partial_message(board.message_id).edit(
        view=message.layout, attachments=message.files(), allowed_mentions=NOBODY
    )


async def changed(
    surface: Surface, client: discord.Client, table: Table, board: Board, message: Message
) -> bool:
    """Whether a board could be changed: not if it is too old, gone, or out of reach; raises what may pass."""
    return await _is_done(edit(surface, client, table, board, message), board)


async def still_there(
    surface: Surface, client: discord.Client, table: Table, board: Board, message: Message
) -> bool:
    """Whether the message of a question is still there; it shows `message` then.

    It is taken to be there where Discord does not answer.
    """
    try:
        return await changed(surface, client, table, board, message)
    except FAILURES as failure:
        LOG.info("table=%s a question could not be looked at: %s", table.code, failure)
        return True


async def _is_done(change: Awaitable[None], board: Board) -> bool:
    try:
        await change
    except discord.HTTPException as failure:
        if failure.status >= SERVERS_FAULT:
            raise
        LOG.info("message=%s could not be changed: %s", board.message_id, failure)
        return False
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
        board = await _found(client, notice.guild_id, notice.channel_id, notice.since, notice.wanted)
    if board is not None and await _is_done(_edit(client, notice.guild_id, board, notice.message), board):
        return board
    return await into(client, notice.guild_id, notice.channel_id, notice.message, notice.nonce[:25])


async def settle_notice(surface: Surface, client: discord.Client, table: Table, line: str) -> None:
    """The notice that time is up says what was chosen, and has no buttons any more."""
    where = await surface.session.tables.note(notice_of(table))
    if where is None:
        return
    channel_id, _, message_id = where.partition(":")
    channel = client.get_partial_messageable(int(channel_id), guild_id=table.guild_id)
    try:
        await channel.get_partial_message(int(message_id)).edit(view=note(line), allowed_mentions=NOBODY)
    except FAILURES as failure:
        LOG.info("table=%s the notice kept its buttons: %s", table.code, failure)


def notice_of(table: Table) -> str:
    """What it is noted under where a table's last notice is."""
    return f"notice:{table.id}"
