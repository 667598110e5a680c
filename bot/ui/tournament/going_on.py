"""How a tournament is led on by the bot itself: its tables are put up, and its message changed.

Every step is on disk before it is shown. Whatever is left undone by a bot that dies is done by the next one:
tables that were opened are shown by the repair, and the alarm that led on is carried out once more.
"""

from __future__ import annotations

import logging
from dataclasses import replace

import discord

from bot.games.catalogue import words_in
from bot.session.tournaments import Step
from bot.store import Alarm, Status, Table, Tournament
from bot.trace import Trace
from bot.ui.alarms import speak
from bot.ui.kit.frame import NOBODY, plain_names
from bot.ui.kit.request import FAILURES, Surface
from bot.ui.play.threads import A_WEEK, NAME
from bot.ui.tournament.page import message_of, podium

LOG = logging.getLogger("taproom.tournament")


async def go_on(surface: Surface, client: discord.Client, tournament_id: int) -> None:
    """A game has ended, or somebody has withdrawn: what follows is opened, and shown."""
    step = await surface.session.tournaments.advance(tournament_id, Trace("tick.round", 0))
    await put_up(surface, client, step)
    await show(surface, client, step.tournament)
    surface.wake()  # games that were given up, and the podium


async def put_up(surface: Surface, client: discord.Client, step: Step) -> None:
    """Show the tables that a step has opened, in threads of their own if that was said."""
    for table_id in step.opened:
        if step.tournament.threads:
            async with surface.posting(table_id):
                table = await surface.session.tables.get(table_id)
                if table.board is None and table.home_id is None:
                    await _into_thread(surface, client, step.tournament, table)
        surface.session.outbox.failed(table_id)  # so the repair shows it now, and calls whose turn it is
    if step.opened:
        surface.wake()


async def _into_thread(surface: Surface, client: discord.Client, of: Tournament, table: Table) -> None:
    """A thread for a table; where none can be opened, it stays in the channel."""
    channel = client.get_channel(of.channel_id)
    if not isinstance(channel, discord.TextChannel):
        return
    words, game = words_in(of.language), surface.session.catalogue[of.game].game.title
    name = words("thread.name", game=game, names=words.listed(plain_names(table)))
    try:
        thread = await channel.create_thread(
            name=" ".join(name.split())[:NAME],
            type=discord.ChannelType.public_thread,
            auto_archive_duration=A_WEEK,
        )
    except FAILURES as failure:
        LOG.info("table=%s no thread could be opened: %s", table.code, failure)
        return
    await surface.session.lobby.into_thread(table, thread.id)


async def show(surface: Surface, client: discord.Client, of: Tournament) -> None:
    """Change the message of a tournament to how it stands. If that fails, the next change brings it along."""
    if of.message is None:
        return
    message = await message_of(surface.session, of)
    channel = client.get_partial_messageable(of.message.channel_id, guild_id=of.guild_id)
    try:
        await channel.get_partial_message(of.message.message_id).edit(
            view=message.layout, attachments=message.files(), allowed_mentions=NOBODY
        )
    except FAILURES as failure:
        LOG.info("tournament=%s its message could not be changed: %s", of.id, failure)


async def tell(surface: Surface, client: discord.Client, alarm: Alarm) -> None:
    """Say where it was held who has won."""
    of = await surface.session.tournaments.get(int(alarm.detail))
    if of.status is not Status.OVER:
        return
    message = speak.marked(await podium(surface.session, of), alarm.id)
    await speak.into(client, of.guild_id, of.channel_id, message, f"alarm{alarm.id}"[:25])
    await show(surface, client, replace(of))
