"""`Play again` under a board that is over."""

from __future__ import annotations

import discord

from bot.trace import Trace
from bot.ui.kit.desk import Desk, check_company, check_permissions, click_of
from bot.ui.kit.ids import Control
from bot.ui.play.deliver import deliver_next


async def play_again(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """Open the table that follows, and post it; the old board keeps everything but this button."""
    check_permissions(desk.words, interaction)
    old = await desk.session.table(control.table)
    trace.table, trace.revision = old.code, old.revision
    check_company(interaction, desk.session.catalogue[old.game].game)
    shown = await desk.session.again(click_of(interaction), old.id, trace)
    await deliver_next(desk, interaction, shown, trace)
