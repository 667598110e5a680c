"""`/odds`: what somebody may want to know before a decision, to whoever may see the table."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.session import Shown
from bot.session.hints import Reckoned
from bot.store import Table
from bot.trace import Trace
from bot.ui.kit.desk import Desk
from bot.ui.kit.frame import NOBODY, WALNUT, Message, Panel, Text, laid_out, names_of, pictured, titled
from bot.ui.kit.translator import named
from bot.ui.play.post import sheet_of
from bot.ui.table.about_table import add_about_table
from bot.words import Words
from bot.words.menu import Menu
from bot.words.odds import Forecast
from render.kit.canvas import png


def add_odds(tree: app_commands.CommandTree[Any], desk: Desk) -> None:
    """The command `/odds`."""
    add_about_table(tree, desk, "odds", named("command.odds"), _tell, shows=True)


async def _tell(desk: Desk, interaction: discord.Interaction, found: Table, _: Trace) -> None:
    shown = desk.session.check_reckoning(found)
    await interaction.response.defer(ephemeral=True, thinking=True)
    told = await odds_message(desk.words, await desk.session.reckon(shown))
    await interaction.followup.send(
        view=told.layout, files=told.files(), ephemeral=True, allowed_mentions=NOBODY
    )


async def odds_message(words: Words, found: Reckoned) -> Message:
    """What may happen and how likely it is; with the board, where something is written on it."""
    shown, odds = found.shown, found.odds
    table, entry = shown.table, shown.entry
    view = entry.game.view(shown.state, None)
    told = Forecast(()) if entry.odds is None else entry.odds(words, names_of(table), view, odds)
    game = titled(words, entry.game.title, table.day)
    lines = told.lines or (words("odds.nothing"),)
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text("\n".join((words("odds.title", game=game, code=table.code), *lines))))
    picture, filename = None, f"{table.code}-{table.revision}-odds.png"
    if told.places:
        picture = await asyncio.to_thread(_painted, words, shown, told)
        alt = words("odds.alt", game=game, code=table.code)
        panel.add_item(pictured(filename, alt))
    if odds:
        exact = all(one.exact for one in odds)
        panel.add_item(Text(words("odds.exact") if exact else words("odds.estimated")))
    return Message(laid_out(panel), picture, filename)


def _painted(words: Words, shown: Shown, told: Forecast) -> bytes:
    """The board with what is written on it, as PNG."""
    view = shown.entry.game.view(shown.state, None)
    return png(shown.entry.paint(view, replace(sheet_of(words, shown, Menu()), written=told.places)))
