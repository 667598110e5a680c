"""How a table gets into the channel: edited in place within a turn, as a new message when the turn passes."""

from __future__ import annotations

import logging
from dataclasses import replace

import discord

from bot.session import Shown
from bot.store import Board, StoreError
from bot.trace import Trace
from bot.ui.desk import Desk
from bot.ui.post import NOBODY, Message, link, message, settled

LOG = logging.getLogger("taproom.post")

_DEAD = (10062, 10015, 50027, 40060)
"""Discord's codes for an interaction that cannot be answered any more: too late, or answered already."""


async def deliver(
    desk: Desk, interaction: discord.Interaction, shown: Shown, trace: Trace, *, ping: bool = True
) -> None:
    """Show a table in answer to an interaction. What it shows is on disk already.

    It calls who must act, unless it is not to, or they were called before in the same turn.
    """
    told = message(desk.words, shown, trace)
    if not (ping and shown.new_turn):
        told = replace(told, pings=())
    with trace.span("answer"):
        if not shown.new_turn and is_board(interaction):
            await interaction.response.edit_message(
                view=told.layout, attachments=told.files(), allowed_mentions=NOBODY
            )
            return
        board = await _send(interaction, told)
        before = shown.table.board
        await _remember(desk, shown, board)
        await _settle_clicked(desk, interaction, shown, board)
        clicked = interaction.message.id if interaction.message else None
        if before is not None and before.message_id not in (clicked, board.message_id):
            await _settle_elsewhere(desk, interaction, shown, before, board)


async def _remember(desk: Desk, shown: Shown, board: Board) -> None:
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
    if interaction.message is None:
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


async def _settle_clicked(desk: Desk, interaction: discord.Interaction, shown: Shown, board: Board) -> None:
    """Take the controls off the clicked message. If that fails, clicks on it are answered all the same."""
    if interaction.message is None:
        return
    line = desk.words("board.next", link=link(shown.table, board))
    try:
        await interaction.edit_original_response(view=settled(interaction.message, line))
    except discord.HTTPException as failure:
        if failure.code in _DEAD and is_board(interaction):
            clicked = Board(interaction.message.channel.id, interaction.message.id)
            await _settle_elsewhere(desk, interaction, shown, clicked, board)
        else:
            LOG.info("table=%s old board kept its controls: %s", shown.table.code, failure)


async def _settle_elsewhere(
    desk: Desk, interaction: discord.Interaction, shown: Shown, old: Board, board: Board
) -> None:
    """The same for a board that nobody clicked: it was answered by a command, or shown twice."""
    client = interaction.client
    line = desk.words("board.next", link=link(shown.table, board))
    channel = client.get_partial_messageable(old.channel_id, guild_id=shown.table.guild_id)
    try:
        message_ = await channel.fetch_message(old.message_id)
        await message_.edit(view=settled(message_, line), allowed_mentions=NOBODY)
    except (TimeoutError, discord.HTTPException) as failure:
        LOG.info("table=%s old board kept its controls: %s", shown.table.code, failure)
