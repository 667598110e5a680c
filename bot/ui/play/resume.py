"""Showing a table without being asked by an interaction."""

from __future__ import annotations

import discord

from bot.store import Board, Table
from bot.trace import Trace
from bot.ui.kit.desk import Desk
from bot.ui.kit.frame import NOBODY
from bot.ui.play.post import message


async def show_again(desk: Desk, channel: object, table: Table) -> None:
    """Post a table into a channel as it stands, without pinging anybody."""
    if not isinstance(channel, discord.abc.Messageable):
        return
    told = message(desk.words_at(table), desk.session.shown(table), Trace("resume", 0))
    sent = await channel.send(view=told.layout, files=told.files(), allowed_mentions=NOBODY)
    await desk.session.post(table, Board(sent.channel.id, sent.id))
