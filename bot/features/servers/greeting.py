"""The greeting: one message in a server that the bot has just joined, with a button to the games."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Final

import discord

from bot.discord.channels import NEEDED
from bot.discord.endpoints import NO_TABLE, Endpoint, routes
from bot.discord.frame import NO_MENTIONS, WALNUT, Message, Panel, Text, panel_layout
from bot.discord.keyboard import Row
from bot.discord.request import FAILURES, Request, Surface
from bot.games.catalogue import words_in
from bot.ui.play.panel import show_panel
from bot.words import ENGLISH, Words, language_of
from bot.words.menu import ButtonLook

LOG = logging.getLogger("taproom.hello")


async def greet(surface: Surface, guild: discord.Guild) -> None:
    """Post the greeting in a new server, at most once.

    It is noted before it is posted: a missing greeting is better than a repeated one.
    """
    if not await surface.channels.is_new(guild.id) or await surface.session.block_list.is_blocked(guild.id):
        return
    channel = next(_greeting_channels(guild), None)
    if channel is None:
        LOG.info("server=%s there is no channel to say hello in", guild.id)
        return
    message = _hello_message(surface, words_in(language_of(str(guild.preferred_locale)) or ENGLISH))
    try:
        await channel.send(view=message.layout, files=message.files(), allowed_mentions=NO_MENTIONS)
    except FAILURES as failure:
        LOG.info("server=%s could not be said hello to: %s", guild.id, failure)


def _greeting_channels(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Public channels where the bot may write: first Discord's channel for welcome messages."""
    first = [] if guild.system_channel is None else [guild.system_channel]
    for channel in (*first, *guild.text_channels):
        granted = channel.permissions_for(guild.me)
        if _is_for_talking(channel) and all(getattr(granted, name) for name in NEEDED):
            yield channel


def _is_for_talking(channel: discord.TextChannel) -> bool:
    """Whether everyone can read and write in a channel without a special purpose."""
    guild, everybody = channel.guild, channel.permissions_for(channel.guild.default_role)
    special = (guild.rules_channel, guild.public_updates_channel, guild.safety_alerts_channel)
    if channel.is_news() or channel.is_nsfw() or channel in special:
        return False
    return everybody.view_channel and everybody.send_messages


def _hello_message(surface: Surface, words: Words) -> Message:
    games = words.join_list(tuple(entry.game.title for entry in surface.session.catalogue.values()))
    text = words("hello", games=games, play=surface.command("play"), help=surface.command("help"))
    panel = Panel(Text(text), accent_colour=WALNUT)
    return Message(panel_layout(panel, [Row(TRY.button(words("button.try"), NO_TABLE, ButtonLook.GOOD))]))


async def show_games(request: Request) -> None:
    """Show the user what `/play` shows."""
    await show_panel(request)


TRY: Final = Endpoint("try", show_games, bare=True)

CONTROLS: Final = routes(TRY)
