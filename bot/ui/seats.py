"""`/table sit`, and the button of the same on a board: a seat that was left for good gets a new player."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.store import Table
from bot.trace import Trace
from bot.ui.deliver import deliver
from bot.ui.desk import Desk, check_permissions, click_of
from bot.ui.ids import Control
from bot.ui.translator import named


def add_sit(group: app_commands.Group, desk: Desk) -> app_commands.Command[Any, ..., Any]:
    """The command `/table sit`."""

    @group.command(name="sit", description=named("command.sit"))
    @app_commands.describe(table=named("command.table"))
    async def sit(
        interaction: discord.Interaction, table: app_commands.Range[str, 1, 20] | None = None
    ) -> None:
        async def handle(trace: Trace) -> None:
            found = await desk.session.find_vacant(click_of(interaction), table)
            await _take(desk, interaction, found, trace)

        await desk.serve(interaction, "command.table.sit", handle)

    return sit


async def take_vacant(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """The seat is theirs who click, however old the board is, as long as it is free."""
    await _take(desk, interaction, await desk.session.table(control.table), trace)


async def _take(desk: Desk, interaction: discord.Interaction, table: Table, trace: Trace) -> None:
    """Take it, and show the table: to all, with who has come."""
    check_permissions(desk.words, interaction)
    shown = await desk.session.take_over(click_of(interaction), table.id, trace)
    await deliver(desk, interaction, shown, trace)
    desk.wake()
