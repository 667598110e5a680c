"""`/review`: how a game stood from move to move, and the decisions that cost most, only for who asks."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.store import Table
from bot.trace import Trace
from bot.ui.kit.desk import Desk
from bot.ui.kit.frame import NOBODY
from bot.ui.kit.translator import named
from bot.ui.review.reviewing import review_message
from bot.ui.table.about_table import add_about_table


def add_review(tree: app_commands.CommandTree[Any], desk: Desk) -> None:
    """The command `/review`."""
    add_about_table(tree, desk, "review", named("command.review"), _tell)


async def _tell(desk: Desk, interaction: discord.Interaction, found: Table, _: Trace) -> None:
    told = await review_message(desk, found)
    await interaction.response.send_message(
        view=told.layout, files=told.files(), ephemeral=True, allowed_mentions=NOBODY
    )
