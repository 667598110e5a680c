"""`/server`: what those who manage a server settle for its tables. All in private.

Discord offers the command to those who may manage the server, unless they give it to others as well; whoever
uses it is asked for that right again, except where it only tells what holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.errors import Refused
from bot.session import Session
from bot.session.server import check_manages
from bot.store import Openers, Server, Table
from bot.ui.kit.command import OFFERED, Catalogue, Choices, Command, Completion, Group, Option
from bot.ui.kit.refusals import refusal
from bot.ui.kit.request import Request
from bot.ui.kit.translator import named
from bot.ui.table.language import chosen, languages_or_auto
from bot.ui.table.lines import line_of
from bot.words import LANGUAGES, Words

MOST: Final = 500
"""The largest limit of tables at once."""

INSTALLS: Final = app_commands.AppInstallationType(guild=True, user=False)
CONTEXTS: Final = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)

ROOM: Final = 3600
"""The most characters of a list of tables."""

CHANGES: Final = ("`/server openers`", "`/server channels`", "`/server limit`", "`/server language`")

Place = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.ForumChannel


async def show(request: Request) -> None:
    """`/server show`: what holds, to anybody."""
    await _tell(request, await request.session.server.settings(request.click), noted=False)


async def openers(request: Request, who: str, role: discord.Role | None = None) -> None:
    """`/server openers`: who may open tables."""
    check_manages(request.click)
    role_id = None if role is None else role.id
    await _tell(request, await request.session.server.set_openers(request.click, Openers(who), role_id))


def _everyone(_: Catalogue) -> list[app_commands.Choice[Any]]:
    """Who can be allowed to open tables."""
    return [
        app_commands.Choice(name=named("command.server.openers.everyone"), value=Openers.EVERYONE.value),
        app_commands.Choice(name=named("command.server.openers.holders"), value=Openers.ROLE.value),
        app_commands.Choice(name=named("command.server.openers.managers"), value=Openers.MANAGERS.value),
    ]


async def add(request: Request, channel: Place | None = None) -> None:
    """`/server channels add`: a channel where tables may be opened, this one if none is named."""
    check_manages(request.click)
    here = request.click.home_id or request.click.channel_id
    server = await request.session.server.allow_channel(
        request.click, here if channel is None else channel.id
    )
    await _tell(request, server)


async def remove(request: Request, channel: app_commands.Range[str, 1, 100]) -> None:
    """`/server channels remove`."""
    check_manages(request.click)
    server = await request.session.server.settings(request.click)
    meant = _meant(request.interaction.guild, server, channel)
    await _tell(request, await request.session.server.disallow_channel(request.click, meant))


async def _channels_named(request: Request, current: str) -> Choices:
    """The channels where tables may be opened, as they are typed; for those who manage the server."""
    if not request.click.manages:
        return []
    server, guild = await request.session.server.settings(request.click), request.interaction.guild
    names = {one: _channel_name(request.words, guild, one) for one in sorted(server.channels)}
    fitting = {one: name for one, name in names.items() if current.casefold() in name.casefold()}
    return [
        app_commands.Choice(name=name[:100], value=str(one)) for one, name in list(fitting.items())[:OFFERED]
    ]


async def allow_all(request: Request) -> None:
    """`/server channels all`: tables may be opened everywhere."""
    check_manages(request.click)
    await _tell(request, await request.session.server.allow_all_channels(request.click))


async def limit(request: Request, tables: app_commands.Range[int, 0, MOST]) -> None:
    """`/server limit`: how many tables there may be at once."""
    check_manages(request.click)
    await _tell(request, await request.session.server.set_most(request.click, tables))


async def speak(request: Request, language: str) -> None:
    """`/server language`: what new tables speak."""
    check_manages(request.click)
    await _tell(request, await request.session.server.set_language(request.click, chosen(language)))


async def list_running(request: Request) -> None:
    """`/server tables`: what is played in the server."""
    words, session = request.words, request.session
    found = await session.server.running(request.click)
    if not found:
        await request.private(words("server.running.none"))
        return
    lines = (words("server.running"), *_running(words, session, found), words("server.running.close"))
    await request.private("\n".join(lines))


async def _tell(request: Request, server: Server, *, noted: bool = True) -> None:
    """What holds, and what it means for the one who asks."""
    words, click, session = request.words, request.click, request.session
    running = await session.server.how_many(click)
    lines = [f"- {line}" for line in _settings(request, server, running)]
    try:
        most = await session.server.check_opening(click)
        if most is not None and running >= most:
            raise await session.server.no_room(click, most)
        lines.append(words("server.you.may"))
    except Refused as refused:
        lines.append(refusal(words, refused))
    if click.manages:
        lines.append(words("server.you.manage", commands=words.listed(CHANGES)))
    head = words("server.noted" if noted else "server.title")
    await request.private("\n".join((head, *lines)))


def _channel_name(words: Words, guild: discord.Guild | None, channel_id: int) -> str:
    """What a channel is called where one is chosen; one that was deleted has only its number."""
    channel = None if guild is None else guild.get_channel(channel_id)
    if channel is None or _is_gone(guild, channel_id):
        return words("server.channel.choice.gone", id=channel_id)
    return words("server.channel.choice", name=channel.name)


def _meant(guild: discord.Guild | None, server: Server, typed: str) -> int:
    """The channel that somebody has picked or typed: by its number, as a link, or by its name."""
    text = typed.strip().removeprefix("<").removesuffix(">").removeprefix("#")
    for channel_id in sorted(server.channels):
        channel = None if guild is None else guild.get_channel(channel_id)
        if text in (str(channel_id), None if channel is None else channel.name):
            return channel_id
    raise Refused("server-channel-unknown", text=typed)


def _settings(request: Request, server: Server, running: int) -> Iterator[str]:
    """What holds in a server, a line for each thing; `running` tables are open or being played there."""
    words, guild = request.words, request.interaction.guild
    yield _openers(words, guild, server)
    yield from _channels(words, guild, server)
    if server.most:
        yield words("server.limit", most=server.most, running=running)
    else:
        yield words("server.limit.none", running=running)
    if server.language:
        yield words("server.language", language=LANGUAGES[server.language])
    else:
        yield words("server.language.auto", language=LANGUAGES[request.click.language])


def _is_gone(guild: discord.Guild | None, channel_id: int) -> bool:
    """Whether a channel was deleted; not known of a server that the bot does not see."""
    return guild is not None and guild.get_channel(channel_id) is None


def _running(words: Words, session: Session, found: Sequence[Table]) -> Iterator[str]:
    """Tables with where and when somebody last did something, as many as there is room for."""
    room = ROOM
    for number, table in enumerate(found):
        channel, when = f"<#{table.channel_id}>", f"<t:{int(table.changed_at)}:R>"
        line = words("server.running.line", line=line_of(words, session, table), channel=channel, when=when)
        room -= len(line) + 1
        if room < 0:
            yield words("server.running.more", count=len(found) - number)
            return
        yield line


def _openers(words: Words, guild: discord.Guild | None, server: Server) -> str:
    match server.opener:
        case Openers.EVERYONE:
            return words("server.openers.everyone")
        case Openers.MANAGERS:
            return words("server.openers.managers")
        case Openers.ROLE:
            if guild is not None and guild.get_role(server.role_id or 0) is None:
                return words("server.openers.gone")
            return words("server.openers.role", role=f"<@&{server.role_id}>")


def _channels(words: Words, guild: discord.Guild | None, server: Server) -> Iterator[str]:
    """Where tables may be opened; what was deleted cannot be linked, and is told apart."""
    if not server.channels:
        yield words("server.channels.all")
        return
    every = sorted(server.channels)
    gone = [channel for channel in every if _is_gone(guild, channel)]
    if gone == every:
        yield words("server.channels.nowhere")
        return
    there = ", ".join(f"<#{channel}>" for channel in every if channel not in gone)
    yield words("server.channels", channels=there)
    if gone:
        yield words("server.channels.gone", channels=", ".join(f"`{channel}`" for channel in gone))


_WHO: Final = Option("command.server.openers.who", choices=_everyone)
_ONE: Final = Option(
    "command.server.channels.remove.channel", completion=Completion("channel", _channels_named)
)
_LANGUAGE: Final = Option("command.server.language.language", choices=languages_or_auto)

SERVER: Final = Group(
    "server",
    "command.server",
    (
        Command("show", "command.server.show", show),
        Command(
            "openers",
            "command.server.openers",
            openers,
            {"who": _WHO, "role": Option("command.server.openers.role")},
        ),
        Command("limit", "command.server.limit", limit, {"tables": Option("command.server.limit.tables")}),
        Command("language", "command.server.language", speak, {"language": _LANGUAGE}),
        Command("tables", "command.server.tables", list_running),
        Group(
            "channels",
            "command.server.channels",
            (
                Command(
                    "add",
                    "command.server.channels.add",
                    add,
                    {"channel": Option("command.server.channels.add.channel")},
                ),
                Command("remove", "command.server.channels.remove", remove, {"channel": _ONE}),
                Command("all", "command.server.channels.all", allow_all),
            ),
        ),
    ),
    INSTALLS,
    CONTEXTS,
    discord.Permissions(manage_guild=True),
)
