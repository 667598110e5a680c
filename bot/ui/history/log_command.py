"""`/table log`: the whole game as text, only for who asks."""

from __future__ import annotations

import asyncio
import io
from typing import Final

import discord
from discord import app_commands

from bot.errors import Refused
from bot.store import Table
from bot.trace import Trace
from bot.ui.history.log_text import Block, Log, dated
from bot.ui.kit.desk import Desk
from bot.ui.kit.frame import NOBODY, Layout, Text, unlisted
from bot.ui.kit.translator import named
from bot.ui.table.about_table import add_about_table

SHOWN: Final = 3800
"""The most characters of the log in the message; the file has the rest."""


def add_log(group: app_commands.Group, desk: Desk) -> None:
    """The command `/table log`."""
    add_about_table(group, desk, "log", named("command.log"), _tell)


async def _tell(desk: Desk, interaction: discord.Interaction, found: Table, _: Trace) -> None:
    await _send(interaction, found.code, await _log(desk, found))


async def _log(desk: Desk, table: Table) -> Log:
    """The log of a game that has begun; raises `Refused` for one that has not."""
    entry = desk.session.catalogue[table.game]
    if table.state is None:
        raise Refused("not-begun", table, code=table.code)
    try:
        positions = await desk.session.positions(table)
    except Refused:
        positions = None
    lines = await desk.session.log(table)
    guests = await desk.session.store.guests(table.id)
    return Log(desk.words, entry, table, lines[: table.plies], positions, guests)


async def _send(interaction: discord.Interaction, code: str, log: Log) -> None:
    """The last lines in a block of code, and the whole as a file."""
    text, last = await asyncio.to_thread(lambda: (log.text(), _last(log.blocks())))
    name = f"{code}-log.txt"
    told = log.words.some("log.title", len(log.lines), code=code)
    if not last:
        told = log.words("table.moves.none", code=code)
    layout = Layout(timeout=None)
    layout.add_item(Text(f"{told}\n```\n{last}\n```" if last else told))
    layout.add_item(discord.ui.File[Layout](f"attachment://{name}"))
    await interaction.response.send_message(
        view=unlisted(layout),
        file=discord.File(io.BytesIO(text.encode()), name),
        ephemeral=True,
        allowed_mentions=NOBODY,
    )


def _last(blocks: tuple[Block, ...]) -> str:
    """The last lines, as many as fit; of one that does not fit alone, the beginning."""
    kept = blocks[-1:]
    for block in reversed(blocks[:-1]):
        if len(_text((block, *kept))) > SHOWN:
            break
        kept = (block, *kept)
    return _text(kept)[:SHOWN]


def _text(blocks: tuple[Block, ...]) -> str:
    return "\n".join(dated(blocks))
