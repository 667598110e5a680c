"""Opening a table that goes on from a move of another one: `/table fork`, and the button in a history."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.errors import Refused
from bot.session import Shown
from bot.store import Board, StoreError, Table
from bot.trace import Trace
from bot.ui.desk import Desk, check_company, check_permissions, click_of, private
from bot.ui.frame import link
from bot.ui.ids import Control
from bot.ui.post import message
from bot.ui.resume import show_again

LOG = logging.getLogger("taproom.post")

MOST: Final = 10**9 - 1
"""The largest number of a move that can be asked for."""

_DEAD: Final = (10062, 10015, 50027, 40060)
"""Discord's codes for an interaction that cannot be answered any more."""


def add_fork(group: app_commands.Group, desk: Desk) -> app_commands.Command[Any, ..., Any]:
    """The command `/table fork`."""
    words = desk.words

    @group.command(name="fork", description=words("command.fork"))
    @app_commands.describe(table=words("command.table"), move=words("command.fork.move"))
    async def fork(
        interaction: discord.Interaction,
        table: app_commands.Range[str, 1, 20] | None = None,
        move: app_commands.Range[int, 0, MOST] | None = None,
    ) -> None:
        async def handle(trace: Trace) -> None:
            found = await desk.session.find(click_of(interaction), table)
            await _fork(desk, interaction, found, move, trace)

        await desk.serve(interaction, "command.table.fork", handle)

    return fork


async def fork_here(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """A fork at the move that a page of a history shows."""
    if not (control.detail.isascii() and control.detail.isdecimal()):
        raise Refused("old-control")
    table = await desk.session.table(control.table)
    await _fork(desk, interaction, table, int(control.detail), trace)


async def _fork(
    desk: Desk, interaction: discord.Interaction, parent: Table, ply: int | None, trace: Trace
) -> None:
    """Open the table and post it as a message of its own; whoever opened it hears where it comes from."""
    trace.table, trace.revision = parent.code, parent.revision
    check_permissions(desk.words, interaction)
    check_company(interaction, desk.session.catalogue[parent.game].game)
    shown = await desk.session.fork(click_of(interaction), parent.id, ply, trace)
    with trace.span("answer"):
        await _post(desk, interaction, shown, trace)
    if parent.board is not None and shown.table.parent is not None:
        where = link(parent, parent.board)
        told = desk.words(
            "fork.told", code=shown.table.code, parent=parent.code, link=where, ply=shown.table.parent[1]
        )
        await private(interaction, told)


async def _post(desk: Desk, interaction: discord.Interaction, shown: Shown, trace: Trace) -> None:
    """The new table for everybody; nobody is called, as whoever is to act has just opened it."""
    async with desk.posting(shown.table.id):
        told = replace(message(desk.words, shown, trace), pings=())
        try:
            sent = await interaction.response.send_message(
                view=told.layout, files=told.files(), allowed_mentions=told.mentions()
            )
        except discord.HTTPException as failure:
            if failure.code not in _DEAD:
                raise
            LOG.warning("the interaction has expired; posting without it")
            await show_again(desk, interaction.channel, shown.table)
            return
        try:
            await desk.session.post(shown.table, Board(interaction.channel_id or 0, sent.message_id or 0))
        except StoreError:
            LOG.exception("table=%s where it is shown could not be noted", shown.table.code)
