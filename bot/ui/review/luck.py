"""The luck report of a game that is over: `/table luck`, and the button of that name under its last board."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands

from bot.errors import Refused
from bot.seating import DONE, closed
from bot.store import Status, Table
from bot.trace import Trace
from bot.ui.kit.desk import Desk, private
from bot.ui.kit.frame import names_of, titled
from bot.ui.kit.ids import Control
from bot.ui.kit.translator import named
from bot.ui.table.about_table import add_about_table
from engine.replay import lasting


def add_luck(group: app_commands.Group, desk: Desk) -> None:
    """The command `/table luck`."""
    add_about_table(group, desk, "luck", named("command.luck"), _answer)


async def show_luck(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """The report for whoever clicked."""
    await _answer(desk, interaction, await desk.session.table(control.table), trace)


async def _answer(desk: Desk, interaction: discord.Interaction, table: Table, trace: Trace) -> None:
    trace.table, trace.revision = table.code, table.revision
    await private(interaction, await luck_of(desk, table))


async def luck_of(desk: Desk, table: Table) -> str:
    """What chance gave in a game, in the language of whoever asks; one that goes on could yet learn from it.

    Raises `Refused` where nothing is left to chance, and where the game is not over or cannot be replayed.
    """
    entry, words = desk.session.catalogue[table.game], desk.words
    if entry.luck is None:
        raise Refused("luck-no-chance", game=entry.game.title)
    if table.state is None:
        raise closed(table) if table.status is Status.CLOSED else Refused("not-begun", table, code=table.code)
    if table.status not in DONE:
        raise Refused("luck-running", table, code=table.code)
    positions = await desk.session.positions(table)
    told = await asyncio.to_thread(entry.luck, words, names_of(table), lasting(positions))
    title = words("luck.title", game=titled(words, entry.game.title, table.day), code=table.code)
    since = positions[0].ply
    return "\n".join((title, *told, *([words("luck.since", ply=since)] if since else [])))
