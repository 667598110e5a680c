"""`/table sit`, and the button of the same on a board: a seat that was left for good gets a new player."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.store import Table
from bot.trace import Trace
from bot.ui.kit.desk import Desk, check_permissions, click_of
from bot.ui.kit.ids import Control
from bot.ui.kit.translator import named
from bot.ui.play.deliver import deliver
from bot.ui.table.about_table import add_about_table


def add_sit(group: app_commands.Group, desk: Desk) -> None:
    """The command `/table sit`."""
    add_about_table(group, desk, "sit", named("command.sit"), _take, find=desk.session.find_vacant)


async def take_vacant(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """The seat is theirs who click, however old the board is, as long as it is free."""
    await _take(desk, interaction, await desk.session.table(control.table), trace)


async def _take(desk: Desk, interaction: discord.Interaction, table: Table, trace: Trace) -> None:
    """Take it, and show the table: to all, with who has come."""
    check_permissions(desk.words, interaction)
    shown = await desk.session.take_over(click_of(interaction), table.id, trace)
    await deliver(desk, interaction, shown, trace)
    desk.wake()
