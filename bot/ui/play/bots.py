"""Asking the house's own players to a table that waits, and sending them away."""

from __future__ import annotations

from typing import Any

import discord

from bot.errors import Refused
from bot.trace import Trace
from bot.ui.kit.desk import Desk, check_permissions, click_of
from bot.ui.kit.ids import Control
from bot.ui.play.bot_lists import AWAY
from bot.ui.play.deliver import deliver
from engine.mind import LEVELS


def chosen_level(interaction: discord.Interaction) -> str:
    """Who was picked from a list; raises `Refused` for a list that is not ours."""
    level = _chosen(interaction)
    if level not in LEVELS:
        raise Refused("old-control")
    return level


async def seat_bot(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """One of the house's players sits down at a table that waits, or gets up again."""
    check_permissions(desk.words, interaction)
    trace.table, trace.revision = f"T{control.table}", control.revision
    click = click_of(interaction)
    if _chosen(interaction) == AWAY:
        shown = await desk.session.send_bot_away(click, control.table, trace)
    else:
        shown = await desk.session.seat_bot(click, control.table, chosen_level(interaction), trace)
    await deliver(desk, interaction, shown, trace)
    desk.wake()


def _chosen(interaction: discord.Interaction) -> str:
    data: dict[str, Any] = dict(interaction.data or {})
    return next(map(str, data.get("values", ())), "")
