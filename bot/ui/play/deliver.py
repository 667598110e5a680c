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
from bot.store import Board, Status, StoreError
from bot.trace import Trace
from bot.ui.kit.desk import Desk, private
from bot.ui.kit.frame import NOBODY, Layout, Message, followed, link, note, settled
from bot.ui.play import daily
from bot.ui.play.beside_bots import is_with_one_bot
from bot.ui.play.post import happened, message

LOG = logging.getLogger("taproom.post")

Left = Callable[[discord.Message, str], Layout]
"""What is left of a message whose table is shown elsewhere, with one line more."""

YOUNG: Final = timedelta(hours=1)
"""How long a message goes on changing from turn to turn. Discord slows down edits of older ones."""

_DEAD = (10062, 10015, 50027, 40060)
"""Discord's codes for an interaction that cannot be answered any more: too late, or answered already."""


async def deliver(
    desk: Desk, interaction: discord.Interaction, shown: Shown, trace: Trace, *, ping: bool = True
) -> None:
    """Show a table in answer to an interaction. What it shows is on disk already.

    It calls who must act, unless it is not to, or they were called before in the same turn, or it is who
    has just acted. One table is shown by one at a time, as it stands by then: so what is seen last is never
    older than what came before.
    """
    async with desk.posting(shown.table.id):
        clicked = interaction.message.id if is_board(interaction) and interaction.message else None
        now = await _now(desk, shown)
        overtaken = now.table.revision != shown.table.revision
        target = _message_id(now) if clicked is None or overtaken else clicked
        alone = daily.is_private(interaction, now.table)
        with desk.speaking(now.table.language):
            remarks = await daily.remarks(desk, interaction, now, alone=alone)
        told = message(desk.words_at(now.table), now, trace, remarks)
        called = told.pings if ping and now.new_turn else ()
        quiet = {interaction.user.id, *shown.asleep}
        told = replace(told, pings=tuple(user for user in called if user not in quiet))
        with trace.span("answer"):
            if alone:
                await daily.show(interaction, told)
                await _retire(desk, interaction, now)
            elif now.new_turn and not (_stays(now) and _is_young(interaction, target)):
                await _post(desk, interaction, now, told)
            elif clicked is None or clicked != target:
                await _edit_elsewhere(desk, interaction, now, told)
            else:
                await _edit_clicked(desk, interaction, now, told, clicked)
    if shown.table.status is Status.OVER:
        desk.wake()
    if alone and shown.events and shown.table.status is Status.OVER:
        await daily.announce(desk, interaction, shown)


async def deliver_next(desk: Desk, interaction: discord.Interaction, shown: Shown, trace: Trace) -> None:
    """Post a table in answer to a click on the board of the one that it follows. It is on disk already."""
    async with desk.posting(shown.table.id):
        told = message(desk.words_at(shown.table), shown, trace)
        quiet = {interaction.user.id, *shown.asleep}
        told = replace(told, pings=tuple(user for user in told.pings if user not in quiet))
        with trace.span("answer"):
            board = await _send(interaction, told)
            await _remember(desk, shown, board)
            words = desk.words_at(shown.table)
            line = words("board.again", code=shown.table.code, link=link(shown.table, board))
            await _settle_clicked(interaction, shown, line, followed)


async def _retire(desk: Desk, interaction: discord.Interaction, shown: Shown) -> None:
    """A board of the table that was for everybody goes, now that it is shown to one alone."""
    before = shown.table.board
    if before is not None:
        await _remember(desk, shown, None)
        await _settle(interaction, shown, before, desk.words_at(shown.table)("board.elsewhere"))


async def _now(desk: Desk, shown: Shown) -> Shown:
    """The table as it is by now: others may have moved while this one waited to be shown."""
    table = await desk.session.table(shown.table.id)
    if table.revision <= shown.table.revision:
        return replace(shown, table=replace(shown.table, board=table.board))
    return replace(shown, table=table, state=desk.session.shown(table).state, path="", picture=None)


def _stays(shown: Shown) -> bool:
    """Whether a turn that passes needs no new message, if the one that is there is young."""
    return shown.stays or is_with_one_bot(shown.table)


def _message_id(shown: Shown) -> int | None:
    return None if shown.table.board is None else shown.table.board.message_id


def _is_young(interaction: discord.Interaction, message_id: int | None) -> bool:
    """Whether a message is there and younger than `YOUNG`: the ids tell, both by Discord's clock."""
    if message_id is None:
        return False
    return interaction.created_at - snowflake_time(message_id) < YOUNG


async def _edit_clicked(
    desk: Desk, interaction: discord.Interaction, shown: Shown, told: Message, clicked: int
) -> None:
    """The message that was clicked, changed in place; it is the board from now on."""
    board = Board(interaction.channel_id or 0, clicked)
    try:
        await interaction.response.edit_message(
            view=told.layout, attachments=told.files(), allowed_mentions=NOBODY
        )
    except discord.HTTPException as failure:
        saved = bool(shown.events) or shown.news is not None
        if not (saved and failure.code in _DEAD and await _edited(interaction, shown, board, told)):
            raise
    before = shown.table.board
    if before is not None and before.message_id != clicked:
        await _remember(desk, shown, board)
        await _settle_elsewhere(desk, interaction, shown, before, board)


async def _edit_elsewhere(desk: Desk, interaction: discord.Interaction, shown: Shown, told: Message) -> None:
    """A private answer to who asked, and the board changed in place, wherever it is; else a new one."""
    await _answer(desk, interaction, happened(desk.words, shown))
    await _edit_there(desk, interaction, shown, told)


async def renew(
    desk: Desk, interaction: discord.Interaction, shown: Shown, trace: Trace, remarks: tuple[str, ...] = ()
) -> None:
    """The board changed in place, though no turn has passed; `remarks` are what there is to say besides.

    Whoever asked for that was answered before.
    """
    async with desk.posting(shown.table.id):
        now = await _now(desk, shown)
        told = message(desk.words_at(now.table), now, trace, remarks)
        with trace.span("answer"):
            await _edit_there(desk, interaction, now, replace(told, pings=()))


async def _edit_there(desk: Desk, interaction: discord.Interaction, shown: Shown, told: Message) -> None:
    """The board changed in place, wherever it is; else a new one."""
    before = shown.table.board
    if before is not None and await _edited(interaction, shown, before, told):
        return
    board = await _send(interaction, told)
    await _remember(desk, shown, board)
    if before is not None:
        await _settle_elsewhere(desk, interaction, shown, before, board)


async def _answer(desk: Desk, interaction: discord.Interaction, text: str) -> None:
    """Tell one person what they did: in the private message that was clicked, if it was one."""
    text = text or desk.words("done")
    asked = interaction.message
    if asked is None or not asked.flags.ephemeral or interaction.response.is_done():
        await private(interaction, text)
        return
    try:
        await interaction.response.edit_message(view=note(text), attachments=[], allowed_mentions=NOBODY)
    except discord.HTTPException as failure:
        LOG.warning("could not answer user=%s: %s", interaction.user.id, failure)


async def _edited(interaction: discord.Interaction, shown: Shown, board: Board, told: Message) -> bool:
    """Whether the board that is there could be changed: not if it is too old, gone, or out of reach."""
    channel = interaction.client.get_partial_messageable(board.channel_id, guild_id=shown.table.guild_id)
    try:
        await channel.get_partial_message(board.message_id).edit(
            view=told.layout, attachments=told.files(), allowed_mentions=NOBODY
        )
    except (TimeoutError, discord.HTTPException) as failure:
        LOG.info("table=%s the board could not be changed: %s", shown.table.code, failure)
        return False
    return True


async def _post(desk: Desk, interaction: discord.Interaction, shown: Shown, told: Message) -> None:
    """A new message, and no more controls on the ones before it."""
    board = await _send(interaction, told)
    before = shown.table.board
    await _remember(desk, shown, board)
    await _settle_clicked(interaction, shown, _next_line(desk, shown, board), settled)
    clicked = interaction.message.id if interaction.message else None
    if before is not None and before.message_id not in (clicked, board.message_id):
        await _settle_elsewhere(desk, interaction, shown, before, board)


async def _remember(desk: Desk, shown: Shown, board: Board | None) -> None:
    """Note where the table is shown now. It is shown, so a disk that fails here costs only links to it."""
    try:
        await desk.session.post(shown.table, board)
    except StoreError:
        LOG.exception("table=%s where it is shown could not be noted", shown.table.code)


def is_board(interaction: discord.Interaction) -> bool:
    """Whether the interaction came from a control of a message that everybody sees."""
    return interaction.message is not None and not interaction.message.flags.ephemeral


async def _send(interaction: discord.Interaction, told: Message) -> Board:
    """A new message: by the interaction, or, if that has died meanwhile, as a plain message of the bot."""
    try:
        return await _send_as_answer(interaction, told)
    except (discord.HTTPException, discord.InteractionResponded) as failure:
        if isinstance(failure, discord.HTTPException) and failure.code not in _DEAD:
            raise
        channel = interaction.channel
        if not isinstance(channel, discord.abc.Messageable):
            raise
        LOG.warning("the interaction has expired; posting without it")
        sent = await channel.send(view=told.layout, files=told.files(), allowed_mentions=told.mentions())
        return Board(sent.channel.id, sent.id)


async def _send_as_answer(interaction: discord.Interaction, told: Message) -> Board:
    if interaction.message is None and not interaction.response.is_done():
        answered = await interaction.response.send_message(
            view=told.layout, files=told.files(), allowed_mentions=told.mentions()
        )
        return Board(interaction.channel_id or 0, answered.message_id or 0)
    if not interaction.response.is_done():
        await interaction.response.defer()
    sent = await interaction.followup.send(
        view=told.layout, files=told.files(), allowed_mentions=told.mentions(), wait=True
    )
    return Board(sent.channel.id, sent.id)


def _next_line(desk: Desk, shown: Shown, board: Board) -> str:
    key = "board.last" if shown.table.status is Status.OVER else "board.next"
    return desk.words_at(shown.table)(key, link=link(shown.table, board))


async def _settle_clicked(interaction: discord.Interaction, shown: Shown, line: str, left: Left) -> None:
    """Take the controls off the clicked message. If that fails, clicks on it are answered all the same."""
    if interaction.message is None:
        return
    try:
        await interaction.edit_original_response(view=left(interaction.message, line))
    except discord.HTTPException as failure:
        if failure.code in _DEAD and is_board(interaction):
            clicked = Board(interaction.message.channel.id, interaction.message.id)
            await _settle(interaction, shown, clicked, line, left)
        else:
            LOG.info("table=%s old board kept its controls: %s", shown.table.code, failure)


async def _settle_elsewhere(
    desk: Desk, interaction: discord.Interaction, shown: Shown, old: Board, board: Board
) -> None:
    """The same for a board that nobody clicked: it was answered by a command, or shown twice."""
    await _settle(interaction, shown, old, _next_line(desk, shown, board))


async def _settle(
    interaction: discord.Interaction, shown: Shown, old: Board, line: str, left: Left = settled
) -> None:
    channel = interaction.client.get_partial_messageable(old.channel_id, guild_id=shown.table.guild_id)
    try:
        message_ = await channel.fetch_message(old.message_id)
        await message_.edit(view=left(message_, line), allowed_mentions=NOBODY)
    except (TimeoutError, discord.HTTPException) as failure:
        LOG.info("table=%s old board kept its controls: %s", shown.table.code, failure)
