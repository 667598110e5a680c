"""The hello: one message in a server that the bot has just joined, and the way from there to a game."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Final

import discord

from bot.discord.channels import NEEDED
from bot.discord.endpoints import NO_TABLE, Endpoint, routes
from bot.discord.frame import NOBODY, WALNUT, Message, Panel, Text, panel_layout
from bot.discord.keyboard import Row
from bot.discord.request import FAILURES, Request, Surface
from bot.games.catalogue import words_in
from bot.ui.play.panel import show_panel
from bot.words import ENGLISH, Words, language_of
from bot.words.menu import ButtonLook

LOG = logging.getLogger("taproom.hello")


async def greet(surface: Surface, guild: discord.Guild) -> None:
    """Say hello in a server where the bot has never been; once, whatever comes of it.

    It is noted before it is said: of a hello that is said twice people hear more than of one that is not.
    """
    if not await surface.channels.is_new(guild.id) or await surface.session.block_list.is_blocked(guild.id):
        return
    channel = next(_greeting_channels(guild), None)
    if channel is None:
        LOG.info("server=%s there is no channel to say hello in", guild.id)
        return
    message = _hello_message(surface, words_in(language_of(str(guild.preferred_locale)) or ENGLISH))
    try:
        await channel.send(view=message.layout, files=message.files(), allowed_mentions=NOBODY)
    except FAILURES as failure:
        LOG.info("server=%s could not be said hello to: %s", guild.id, failure)


def _greeting_channels(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Where people talk and the bot may write: first where Discord greets people, then as they stand."""
    first = [] if guild.system_channel is None else [guild.system_channel]
    for channel in (*first, *guild.text_channels):
        granted = channel.permissions_for(guild.me)
        if _is_for_talking(channel) and all(getattr(granted, name) for name in NEEDED):
            yield channel


def _is_for_talking(channel: discord.TextChannel) -> bool:
    """Whether everybody reads and writes in a channel, and it is there for nothing else."""
    guild, everybody = channel.guild, channel.permissions_for(channel.guild.default_role)
    kept = (guild.rules_channel, guild.public_updates_channel, guild.safety_alerts_channel)
    if channel.is_news() or channel.is_nsfw() or channel in kept:
        return False
    return everybody.view_channel and everybody.send_messages


def _hello_message(surface: Surface, words: Words) -> Message:
    games = words.join_list(tuple(entry.game.title for entry in surface.session.catalogue.values()))
    text = words("hello", games=games, play=surface.command("play"), help=surface.command("help"))
    panel = Panel(Text(text), accent_colour=WALNUT)
    return Message(panel_layout(panel, [Row(TRY.button(words("button.try"), NO_TABLE, ButtonLook.GOOD))]))


async def show_games(request: Request) -> None:
    """What `/play` shows, to whoever clicks."""
    await show_panel(request)


TRY: Final = Endpoint("try", show_games, bare=True)

CONTROLS: Final = routes(TRY)
