"""`/review`: how a game stood from move to move, and the decisions that cost most, only for who asks."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.trace import Trace
from bot.ui.desk import Choices, Desk, click_of
from bot.ui.frame import NOBODY
from bot.ui.review import review_message
from bot.ui.table_commands import CONTEXTS, INSTALLS, offer_tables
from bot.ui.translator import named


def add_review(tree: app_commands.CommandTree[Any], desk: Desk) -> None:
    """The command `/review`."""

    @tree.command(name="review", description=named("command.review"))
    @app_commands.describe(table=named("command.table"))
    async def review(
        interaction: discord.Interaction, table: app_commands.Range[str, 1, 20] | None = None
    ) -> None:
        async def handle(trace: Trace) -> None:
            found = await desk.session.find(click_of(interaction), table)
            trace.table, trace.revision = found.code, found.revision
            told = await review_message(desk, found)
            await interaction.response.send_message(
                view=told.layout, files=told.files(), ephemeral=True, allowed_mentions=NOBODY
            )

        await desk.serve(interaction, "command.review", handle)

    @review.autocomplete("table")
    async def tables(interaction: discord.Interaction, current: str) -> Choices:
        return await offer_tables(desk, interaction, current)

    review.allowed_installs, review.allowed_contexts = INSTALLS, CONTEXTS
