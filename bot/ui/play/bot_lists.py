"""The house's own players where people see them: lists of them, and how one is called."""

from __future__ import annotations

import discord

from bot.store import Player, Table, is_bot
from bot.ui.kit.frame import Layout, safe
from bot.ui.kit.ids import Control, Verb
from bot.ui.kit.keyboard import Row
from bot.words import Words
from engine.mind import LEVELS

AWAY = "away"
"""The choice to send a bot away again."""


def bots_row(words: Words, table: Table, *, gathering: bool) -> Row:
    """The list of those who can sit down at a table that waits for its players."""
    options = levels_told(words)
    if gathering and any(is_bot(player.user_id) for player in table.players):
        options.append(discord.SelectOption(label=words("bots.away"), value=AWAY))
    title = words("bots.pick" if gathering else "bots.pick.duel")
    custom_id = str(Control(table.id, table.revision, Verb.BOT))
    return Row(discord.ui.Select[Layout](custom_id=custom_id, placeholder=title[:150], options=options))


def substitutes_row(words: Words, table: Table, turn: int) -> Row:
    """The list of those who can play for somebody absent."""
    custom_id = str(Control(table.id, turn, Verb.LATE, "bot!"))
    title = words("time.button.bot")
    options = levels_told(words)
    return Row(discord.ui.Select[Layout](custom_id=custom_id, placeholder=title[:150], options=options))


def levels_told(words: Words) -> list[discord.SelectOption]:
    """Who there is, the weakest first."""
    return [discord.SelectOption(label=words(f"bots.{level}"), value=level) for level in LEVELS]


def called(words: Words, player: Player) -> str:
    """How a board names a bot that must act: nobody is to be pinged."""
    if player.substitute is None:
        return words("call.bot", name=safe(player.name))
    return words("call.bot.for", name=player.substitute_name, other=safe(player.name))
