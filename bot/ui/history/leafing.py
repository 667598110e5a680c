"""Leafing through a game: `/table history`, the button of that name, and the controls of its message.

The message is no board of its table: nothing remembers it, and its custom_ids say all there is to know. So
it works for ever, whoever uses it, and whatever becomes of the game.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.errors import Refused
from bot.store import Table
from bot.trace import Trace
from bot.ui.history.page import Page, page_message, step
from bot.ui.kit.desk import Desk, check_permissions, click_of, private
from bot.ui.kit.frame import NOBODY, Message
from bot.ui.kit.ids import Control
from bot.ui.kit.translator import named

MOST = 10**9 - 1
"""The largest number of a move that can be asked for."""


def add_history(group: app_commands.Group, desk: Desk) -> app_commands.Command[Any, ..., Any]:
    """The command `/table history`."""

    @group.command(name="history", description=named("command.history"))
    @app_commands.describe(table=named("command.table"), move=named("command.history.move"))
    async def history(
        interaction: discord.Interaction,
        table: app_commands.Range[str, 1, 20] | None = None,
        move: app_commands.Range[int, 0, MOST] | None = None,
    ) -> None:
        async def handle(trace: Trace) -> None:
            check_permissions(desk.words, interaction)
            found = await desk.session.find(click_of(interaction), table)
            trace.table, trace.revision = found.code, found.revision
            page = await page_at(desk, found, move)
            with trace.span("picture"):
                alone = _is_for_one(interaction, found)
                told = page_message(desk.words if alone else desk.words_at(found), page)
            await _send(interaction, told, alone=alone)

        await desk.serve(interaction, "command.table.history", handle)

    return history


async def open_history(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """The history of a table for whoever clicked, at the control's move or the newest."""
    page = await _page(desk, control, control.detail or None, trace)
    await _send(interaction, page_message(desk.words, page), alone=True)


async def leaf(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """The page that a control of the message leads to, in its place."""
    table = await desk.session.table(control.table)
    trace.table, trace.revision, trace.notation = table.code, table.revision, control.detail
    positions = await desk.session.positions(table)
    ply = step(control.detail, positions[0].ply, positions[-1].ply)
    if ply is None:
        raise Refused("old-control")
    clicked = interaction.message
    private_ = clicked is not None and clicked.flags.ephemeral
    words = desk.words if private_ else desk.words_at(table)
    told = page_message(words, await page_at(desk, table, ply))
    await interaction.response.edit_message(
        view=told.layout, attachments=told.files(), allowed_mentions=NOBODY
    )


async def leaf_text(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """The board at a move as text, to one person."""
    page = await _page(desk, control, control.detail, trace)
    game = page.entry.game
    await private(interaction, f"```\n{game.text(game.view(page.position.state, None), desk.words)}\n```")


async def page_at(desk: Desk, table: Table, ply: int | None) -> Page:
    """The page of a move, of the newest if none is named; raises `Refused` where there is no such move."""
    position = await desk.session.position_at(table, ply)
    positions = await desk.session.positions(table)
    return Page(
        table,
        desk.session.catalogue[table.game],
        positions,
        await desk.session.log(table),
        position.ply - positions[0].ply,
        parent=None if table.parent is None else await desk.session.store.table(table.parent[0]),
        forks=await desk.session.is_published(table),
    )


async def _page(desk: Desk, control: Control, detail: str | None, trace: Trace) -> Page:
    """The page that a control names."""
    table = await desk.session.table(control.table)
    trace.table, trace.revision, trace.notation = table.code, table.revision, control.detail
    if detail is not None and not (detail.isascii() and detail.isdecimal()):
        raise Refused("old-control")
    return await page_at(desk, table, None if detail is None else int(detail))


def _is_for_one(interaction: discord.Interaction, table: Table) -> bool:
    """Whether the answer is for one person: a deal that others could yet play, a table of elsewhere."""
    return table.day is not None or interaction.channel_id != table.channel_id


async def _send(interaction: discord.Interaction, told: Message, *, alone: bool) -> None:
    await interaction.response.send_message(
        view=told.layout, files=told.files(), ephemeral=alone, allowed_mentions=NOBODY
    )
