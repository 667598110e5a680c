"""What a person and a server settle: a name that other servers see, and a channel for tables with them."""

from __future__ import annotations

from typing import Final

import discord

from bot.discord.channels import WriteAccess
from bot.discord.forms import Form, form, list_field, text_field
from bot.discord.frame import Layout, escape_markdown
from bot.discord.keyboard import Key, Row
from bot.discord.request import Request
from bot.discord.setting_controls import are_there, is_gone, server_list, settings_form, settings_key
from bot.features.matchmaking.service import NAME, Matchmaking
from bot.kernel.errors import Refused
from bot.kernel.feature import Setting
from bot.store import Habits, ServerConfig
from bot.words import Words

_NAME: Final = "known-as"
_CHANNEL: Final = "finds"


# The name, in /settings


def _name_line(request: Request, habits: Habits) -> str:
    return (
        request.words("settings.known-as", name=escape_markdown(habits.known_as)) if habits.known_as else ""
    )


def _name_button(request: Request, habits: Habits) -> Key | None:
    if not habits.known_as:
        return None
    return settings_key(request.words("button.known-as"), _NAME)


async def _ask_name(request: Request) -> None:
    habits = await request.session.people.habits(request.person.id)
    avoided = await request.session.service(Matchmaking).count_avoided(request.person.id)
    await request.open(_name_form(request.words, habits, avoided))


def _name_form(words: Words, habits: Habits, avoided: int) -> Form:
    """The name, which may be taken back; and whether to take anybody again, where somebody is not wanted."""
    about = words("settings.known-as.about")
    fields = [text_field("name", words("finding.name"), habits.known_as, about=about, longest=NAME)]
    if avoided:
        options = [
            discord.SelectOption(
                label=words.some("settings.avoided", avoided)[:100], value="same", default=True
            ),
            discord.SelectOption(label=words("settings.avoided.none")[:100], value="nobody"),
        ]
        fields.append(list_field("avoided", words("settings.avoided.title"), options))
    return form(words("finding.name.form"), settings_form(_NAME), *fields)


async def _set_name(request: Request) -> Habits:
    match dict(request.form_values):
        case {"name": (name,), **rest}:
            finding, user = request.session.service(Matchmaking), request.person.id
            habits = await finding.set_name(user, name)
            if rest.get("avoided") == ("nobody",):
                await finding.clear_avoided(user)
            return habits
        case _:
            raise Refused("old-control")


# The channel, in /server


def _channel_line(request: Request, server: ServerConfig) -> str:
    words = request.words
    if server.finds is None:
        return words("server.finds.none")
    if is_gone(request.incoming.guild, server.finds):
        return words("server.finds.gone")
    return words("server.finds", channel=f"<#{server.finds}>")


def _channel_list(request: Request, server: ServerConfig) -> Row:
    """The list of one channel, for tables of people whom the bot brings together; none picked: no tables."""
    finds, guild = server.finds, request.incoming.guild
    there = [] if finds is None or is_gone(guild, finds) else [finds]
    kind = discord.SelectDefaultValueType.channel
    pick: discord.ui.ChannelSelect[Layout] = discord.ui.ChannelSelect(
        custom_id=server_list(_CHANNEL),
        placeholder=request.words("server.finds.pick")[:150],
        channel_types=[discord.ChannelType.text],
        min_values=0,
        max_values=1,
        default_values=[discord.SelectDefaultValue(id=one, type=kind) for one in there],
    )
    return Row(pick)


async def _set_channel(request: Request) -> ServerConfig:
    server, click = request.session.server, request.click
    match request.values:
        case ():
            return await server.set_finds(click, None)
        case (channel,) if are_there(request, "channels"):
            await _check_writable(request, int(channel))
            return await server.set_finds(click, int(channel))
        case _:
            raise Refused("old-control")


async def _check_writable(request: Request, channel_id: int) -> None:
    """Refuse a channel where the bot could not show a table."""
    surface = request.surface
    reach = await surface.channels.access(request.client, request.click.guild_id, channel_id)
    if reach is not WriteAccess.OPEN:
        raise Refused("server-finds-shut", channel=f"<#{channel_id}>")


NAME_ELSEWHERE: Final = Setting(
    key=_NAME, line=_name_line, control=_name_button, use=_ask_name, fill_in=_set_name
)
CHANNEL: Final = Setting(key=_CHANNEL, line=_channel_line, control=_channel_list, use=_set_channel)
