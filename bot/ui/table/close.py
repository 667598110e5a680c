"""`/table close`: a question, and then the last board of a table, which says who closed it."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from bot.errors import Refused
from bot.session import Shown
from bot.store import Board, Status, StoreError, Table
from bot.trace import Trace
from bot.ui.alarms import speak
from bot.ui.kit.desk import Desk, click_of, private
from bot.ui.kit.frame import NOBODY, Layout, names_of, note, safe
from bot.ui.kit.ids import Control, Verb
from bot.ui.kit.keyboard import Row
from bot.ui.kit.translator import named
from bot.ui.table.about_table import add_about_table

LOG = logging.getLogger("taproom.post")


def add_close(group: app_commands.Group, desk: Desk) -> None:
    """The command `/table close`."""
    says, find, among = named("command.close"), desk.session.find_closable, desk.session.closable
    add_about_table(group, desk, "close", says, _ask, find=find, among=among)


async def _ask(desk: Desk, interaction: discord.Interaction, table: Table, _: Trace) -> None:
    """Whether they mean it: it cannot be taken back."""
    desk.session.check_close(click_of(interaction), table)
    words, game = desk.words, desk.session.catalogue[table.game].game.title
    if table.status is Status.OPEN:
        text = words("close.ask.open", code=table.code, game=game)
    else:
        names = words.listed(names_of(table))
        text = words("close.ask.playing", code=table.code, game=game, names=names)
    yes = discord.ui.Button[Layout](
        label=words("button.yes", what=words("close.yes")),
        style=discord.ButtonStyle.danger,
        custom_id=str(Control(table.id, table.revision, Verb.CLOSE, table.status)),
    )
    no = discord.ui.Button[Layout](
        label=words("button.back"), custom_id=str(Control(table.id, table.revision, Verb.NEVER_MIND))
    )
    await interaction.response.send_message(
        view=note(text, [Row(yes, no)]), ephemeral=True, allowed_mentions=NOBODY
    )


async def close_after_all(
    desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace
) -> None:
    """Close the table that was asked about, and show it as it is then; nobody is called."""
    if control.detail not in (Status.OPEN, Status.PLAYING):
        raise Refused("old-control")
    before = await desk.session.table(control.table)
    trace.table, trace.revision = before.code, before.revision
    late = desk.session.late(before)
    shown, asked = await desk.session.close(click_of(interaction), before.id, Status(control.detail), trace)
    table = shown.table
    await interaction.response.edit_message(
        view=note(desk.words("close.done", code=table.code)), allowed_mentions=NOBODY
    )
    if not await _tell(desk, interaction, shown):
        channel = f"<#{table.channel_id}>"
        await private(interaction, desk.words("close.done.unshown", code=table.code, channel=channel))
    line = desk.words_at(table)("time.closed", code=table.code)
    if late is not None:
        await speak.settle_notice(desk, interaction.client, table, line)
    for message in asked:
        await _take_off(interaction, table, message, line)


async def _tell(desk: Desk, interaction: discord.Interaction, shown: Shown) -> bool:
    """Whether the board says who closed the table: the one that is there, or else a new one."""
    words, name = desk.words_at(shown.table), safe(interaction.user.display_name)
    line = words("close.by.open", name=name) if shown.state is None else words("close.by", name=name)
    if await speak.refresh(desk, interaction.client, shown.table, (line,)):
        return True
    try:
        await speak.show(desk, interaction.client, shown, (line,))
    except (TimeoutError, discord.HTTPException, StoreError) as failure:
        LOG.warning("table=%s that it is closed could not be shown: %s", shown.table.code, failure)
        return False
    return True


async def _take_off(interaction: discord.Interaction, table: Table, message: Board, line: str) -> None:
    """What the players were asked is asked no longer; whoever answers it all the same is told so."""
    channel = interaction.client.get_partial_messageable(message.channel_id, guild_id=table.guild_id)
    try:
        await channel.get_partial_message(message.message_id).edit(
            view=note(line), attachments=[], allowed_mentions=NOBODY
        )
    except (TimeoutError, discord.HTTPException) as failure:
        LOG.info("table=%s a question kept its buttons: %s", table.code, failure)
