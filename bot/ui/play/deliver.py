"""How a table gets into the channel: edited in place within a turn, as a new message when the turn passes.

A turn that passes to whoever has just acted, with nobody else to wait for it, is edited in place, too, as
long as the message is young; and so is any turn between somebody and a bot.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Final

import discord
from discord.utils import snowflake_time

from bot.session import Shown
from bot.store import Board, Status, StoreError, Table, is_bot
from bot.ui.kit.frame import NOBODY, Layout, Message, followed, link, note, settled, words_at
from bot.ui.kit.request import DEAD, Request
from bot.ui.play import daily
from bot.ui.play.post import happened, table_message

LOG = logging.getLogger("taproom.post")

Left = Callable[[discord.Message, str], Layout]
"""What is left of a message whose table is shown elsewhere, with one line more."""

YOUNG: Final = timedelta(hours=1)
"""How long a message goes on changing from turn to turn. Discord slows down edits of older ones."""


async def deliver(request: Request, shown: Shown, *, ping: bool = True) -> None:
    """Show a table in answer to an interaction. What it shows is on disk already.

    It calls who must act, unless it is not to, or they were called before in the same turn, or it is who
    has just acted. One table is shown by one at a time, as it stands by then: so what is seen last is never
    older than what came before.
    """
    async with request.surface.posting(shown.table.id):
        clicked = request.clicked.id if is_board(request) else None
        now = await _now(request, shown)
        overtaken = now.table.revision != shown.table.revision
        target = _message_id(now) if clicked is None or overtaken else clicked
        alone, remarks = is_private(request, now.table), tuple[str, ...]()
        if now.table.day is not None:
            remarks = await daily.remarks(request.speaking(now.table.language), now, alone=alone)
        message = table_message(words_at(now.table), now, request.trace, remarks)
        called = message.pings if ping and now.new_turn else ()
        quiet = {request.person.id, *shown.asleep}
        message = replace(message, pings=tuple(user for user in called if user not in quiet))
        with request.trace.span("answer"):
            if alone:
                await _show(request, message)
                await _retire(request, now)
            elif now.new_turn and not (_stays(now) and _is_young(request, target)):
                await _post(request, now, message)
            elif clicked is None or clicked != target:
                await _edit_elsewhere(request, now, message)
            else:
                await _edit_clicked(request, now, message, clicked)
    if shown.table.status is Status.OVER:
        request.surface.wake()
    if alone and shown.events and shown.table.status is Status.OVER:
        await daily.announce(request, shown)


async def deliver_next(request: Request, shown: Shown) -> None:
    """Post a table in answer to a click on the board of the one that it follows. It is on disk already."""
    async with request.surface.posting(shown.table.id):
        message = table_message(words_at(shown.table), shown, request.trace)
        quiet = {request.person.id, *shown.asleep}
        message = replace(message, pings=tuple(user for user in message.pings if user not in quiet))
        with request.trace.span("answer"):
            board = await _send(request, message)
            await _remember(request, shown, board)
            words = words_at(shown.table)
            line = words("board.again", code=shown.table.code, link=link(shown.table, board))
            await _settle_clicked(request, shown, line, followed)


def is_private(request: Request, table: Table) -> bool:
    """Whether the table's board is for one person alone: others could yet play the same deal.

    Where somebody is alone with the bot, and began it there, it is a board like any other.
    """
    if table.day is None:
        return False
    return not (request.interaction.context.dm_channel and request.click.channel_id == table.channel_id)


async def _show(request: Request, message: Message) -> None:
    """The board for one: in the private message that was clicked, if it was one, else in a new one."""
    clicked = request.interaction.message
    if clicked is not None and clicked.flags.ephemeral:
        await request.redraw(message)
        return
    await request.show(message)


async def _retire(request: Request, shown: Shown) -> None:
    """A board of the table that was for everybody goes, now that it is shown to one alone."""
    before = shown.table.board
    if before is not None:
        await _remember(request, shown, None)
        await _settle(request, shown, before, words_at(shown.table)("board.elsewhere"))


async def _now(request: Request, shown: Shown) -> Shown:
    """The table as it is by now: others may have moved while this one waited to be shown."""
    table = await request.session.tables.get(shown.table.id)
    if table.revision <= shown.table.revision:
        return replace(shown, table=replace(shown.table, board=table.board))
    state = request.session.tables.shown(table).state
    return replace(shown, table=table, state=state, path="", picture=None, menu=None)


def _stays(shown: Shown) -> bool:
    """Whether a turn that passes needs no new message, if the one that is there is young."""
    return shown.stays or is_with_one_bot(shown.table)


def is_with_one_bot(table: Table) -> bool:
    """Whether somebody plays with a bot and nobody else, so that a board changes in front of them alone."""
    lent = any(player.substitute is not None for player in table.players)
    return not lent and sorted(is_bot(player.user_id) for player in table.players) == [False, True]


def _message_id(shown: Shown) -> int | None:
    return None if shown.table.board is None else shown.table.board.message_id


def _is_young(request: Request, message_id: int | None) -> bool:
    """Whether a message is there and younger than `YOUNG`: the ids tell, both by Discord's clock."""
    if message_id is None:
        return False
    return request.interaction.created_at - snowflake_time(message_id) < YOUNG


async def _edit_clicked(request: Request, shown: Shown, message: Message, clicked: int) -> None:
    """The message that was clicked, changed in place; it is the board from now on."""
    board = Board(request.click.channel_id, clicked)
    try:
        await request.redraw(message)
    except discord.HTTPException as failure:
        saved = bool(shown.events) or shown.news is not None
        if not (saved and failure.code in DEAD and await _edited(request, shown, board, message)):
            raise
    before = shown.table.board
    if before is not None and before.message_id != clicked:
        await _remember(request, shown, board)
        await _settle_elsewhere(request, shown, before, board)


async def _edit_elsewhere(request: Request, shown: Shown, message: Message) -> None:
    """A private answer to who asked, and the board changed in place, wherever it is; else a new one."""
    await _answer(request, happened(request.words, shown))
    await _edit_there(request, shown, message)


async def renew(request: Request, shown: Shown, remarks: tuple[str, ...] = ()) -> None:
    """The board changed in place, though no turn has passed; `remarks` are what there is to say besides.

    Whoever asked for that was answered before.
    """
    async with request.surface.posting(shown.table.id):
        now = await _now(request, shown)
        message = table_message(words_at(now.table), now, request.trace, remarks)
        with request.trace.span("answer"):
            await _edit_there(request, now, replace(message, pings=()))


async def _edit_there(request: Request, shown: Shown, message: Message) -> None:
    """The board changed in place, wherever it is; else a new one."""
    before = shown.table.board
    if before is not None and await _edited(request, shown, before, message):
        return
    board = await _send(request, message)
    await _remember(request, shown, board)
    if before is not None:
        await _settle_elsewhere(request, shown, before, board)


async def _answer(request: Request, text: str) -> None:
    """Tell one person what they did: in the private message that was clicked, if it was one."""
    text = text or request.words("done")
    asked = request.interaction.message
    if asked is None or not asked.flags.ephemeral or request.answer.is_given:
        await request.private(text)
        return
    try:
        await request.redraw(Message(note(text)))
    except discord.HTTPException as failure:
        LOG.warning("could not answer user=%s: %s", request.person.id, failure)


async def _edited(request: Request, shown: Shown, board: Board, message: Message) -> bool:
    """Whether the board that is there could be changed: not if it is too old, gone, or out of reach."""
    channel = request.client.get_partial_messageable(board.channel_id, guild_id=shown.table.guild_id)
    try:
        await channel.get_partial_message(board.message_id).edit(
            view=message.layout, attachments=message.files(), allowed_mentions=NOBODY
        )
    except (TimeoutError, discord.HTTPException) as failure:
        LOG.info("table=%s the board could not be changed: %s", shown.table.code, failure)
        return False
    return True


async def _post(request: Request, shown: Shown, message: Message) -> None:
    """A new message, and no more controls on the ones before it."""
    board = await _send(request, message)
    before = shown.table.board
    await _remember(request, shown, board)
    await _settle_clicked(request, shown, _next_line(shown, board), settled)
    clicked = request.interaction.message.id if request.interaction.message else None
    if before is not None and before.message_id not in (clicked, board.message_id):
        await _settle_elsewhere(request, shown, before, board)


async def _remember(request: Request, shown: Shown, board: Board | None) -> None:
    """Note where the table is shown now. It is shown, so a disk that fails here costs only links to it."""
    try:
        await request.session.tables.set_board(shown.table, board)
    except StoreError:
        LOG.exception("table=%s where it is shown could not be noted", shown.table.code)


def is_board(request: Request) -> bool:
    """Whether the interaction came from a control of a message that everybody sees."""
    return request.interaction.message is not None and not request.interaction.message.flags.ephemeral


async def _send(request: Request, message: Message) -> Board:
    """A new message: by the request, or, if that has died meanwhile, as a plain message of the bot."""
    try:
        return await _send_as_answer(request, message)
    except (discord.HTTPException, discord.InteractionResponded) as failure:
        if isinstance(failure, discord.HTTPException) and failure.code not in DEAD:
            raise
        channel = request.interaction.channel
        if not isinstance(channel, discord.abc.Messageable):
            raise
        LOG.warning("the interaction has expired; posting without it")
        sent = await channel.send(
            view=message.layout, files=message.files(), allowed_mentions=message.mentions()
        )
        return Board(sent.channel.id, sent.id)


async def _send_as_answer(request: Request, message: Message) -> Board:
    if request.interaction.message is not None:
        await request.answer.defer()
    return Board(request.click.channel_id, await request.post(message))


def _next_line(shown: Shown, board: Board) -> str:
    key = "board.last" if shown.table.status is Status.OVER else "board.next"
    return words_at(shown.table)(key, link=link(shown.table, board))


async def _settle_clicked(request: Request, shown: Shown, line: str, left: Left) -> None:
    """Take the controls off the clicked message. If that fails, clicks on it are answered all the same."""
    if request.interaction.message is None:
        return
    try:
        await request.interaction.edit_original_response(view=left(request.interaction.message, line))
    except discord.HTTPException as failure:
        if failure.code in DEAD and is_board(request):
            clicked = Board(request.interaction.message.channel.id, request.interaction.message.id)
            await _settle(request, shown, clicked, line, left)
        else:
            LOG.info("table=%s old board kept its controls: %s", shown.table.code, failure)


async def _settle_elsewhere(request: Request, shown: Shown, old: Board, board: Board) -> None:
    """The same for a board that nobody clicked: it was answered by a command, or shown twice."""
    await _settle(request, shown, old, _next_line(shown, board))


async def _settle(request: Request, shown: Shown, old: Board, line: str, left: Left = settled) -> None:
    channel = request.client.get_partial_messageable(old.channel_id, guild_id=shown.table.guild_id)
    try:
        message_ = await channel.fetch_message(old.message_id)
        await message_.edit(view=left(message_, line), allowed_mentions=NOBODY)
    except (TimeoutError, discord.HTTPException) as failure:
        LOG.info("table=%s old board kept its controls: %s", shown.table.code, failure)
