"""*Challenge to a game*, in a user's menu: asks in private which duel to play."""

from __future__ import annotations

from typing import Final

import discord

from bot.discord.channels import sees
from bot.discord.command import PersonMenu, Someone
from bot.discord.request import Request
from bot.kernel.clicks import Person
from bot.kernel.errors import Refused
from bot.kernel.tables.lobby import check_guest
from bot.ui.play.panel import show_panel


async def ask_game(request: Request, someone: Someone) -> None:
    """Show the panel of `/play` for an opponent; refuses users who could not play here."""
    itself = request.client.user
    if itself is None or someone.id != itself.id:
        check_guest(request.person, Person(someone.id, someone.display_name, someone.bot))
        _check_here(request, someone)
    await show_panel(request, someone.id)


def _check_here(request: Request, someone: Someone) -> None:
    """Refuse a user who would not see the table. As a guest in a server the bot cannot know that."""
    if request.click.guild_id is None or request.is_visiting:
        return
    if not isinstance(someone, discord.Member):
        raise Refused("guest-gone", name=someone.display_name)
    channel = request.incoming.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if isinstance(channel, discord.abc.GuildChannel) and not sees(channel, someone):
        raise Refused("guest-elsewhere", name=someone.display_name)


CHALLENGE: Final = PersonMenu("challenge", "menu.challenge", ask_game)
