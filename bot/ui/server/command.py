"""`/server`: what those who manage a server settle for its tables. All in private.

Discord offers the command to those who may manage the server, unless they give it to others as well; whoever
uses it is asked for that right again, except where it only tells what holds.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import discord
from discord import app_commands

from bot.errors import Refused
from bot.seating import Click
from bot.session.house_rules import check_manages
from bot.store import Openers, Server
from bot.trace import Trace
from bot.ui.kit.desk import OFFERED, Choices, Desk, click_of, private, refusal
from bot.ui.kit.translator import named
from bot.ui.server.lines import COMMANDS, is_gone, settled, tables
from bot.ui.table.language import chosen, languages_or_auto

MOST: Final = 500
"""The largest limit of tables at once."""

INSTALLS: Final = app_commands.AppInstallationType(guild=True, user=False)
CONTEXTS: Final = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)

Place = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.ForumChannel


def server_group(desk: Desk) -> app_commands.Group:
    """The command with a subcommand for each thing that a server settles."""
    group = app_commands.Group(
        name="server",
        description=named("command.server"),
        allowed_installs=INSTALLS,
        allowed_contexts=CONTEXTS,
        default_permissions=discord.Permissions(manage_guild=True),
    )
    for add in (_add_show, _add_openers, _add_limit, _add_language, _add_tables):
        add(group, desk)
    channels = app_commands.Group(name="channels", description=named("command.server.channels"), parent=group)
    for add in (_add_channel, _add_removal, _add_all):
        add(channels, desk)
    return group


def _add_show(group: app_commands.Group, desk: Desk) -> None:

    @group.command(name="show", description=named("command.server.show"))
    async def show(interaction: discord.Interaction) -> None:
        async def handle(_: Trace) -> None:
            await _tell(desk, interaction, await desk.session.server(click_of(interaction)), noted=False)

        await desk.serve(interaction, "command.server.show", handle)


def _add_openers(group: app_commands.Group, desk: Desk) -> None:

    @group.command(name="openers", description=named("command.server.openers"))
    @app_commands.describe(who=named("command.server.openers.who"), role=named("command.server.openers.role"))
    @app_commands.choices(
        who=[
            app_commands.Choice(name=named("command.server.openers.everyone"), value=Openers.EVERYONE.value),
            app_commands.Choice(name=named("command.server.openers.holders"), value=Openers.ROLE.value),
            app_commands.Choice(name=named("command.server.openers.managers"), value=Openers.MANAGERS.value),
        ]
    )
    async def openers(interaction: discord.Interaction, who: str, role: discord.Role | None = None) -> None:
        async def set_(click: Click) -> Server:
            return await desk.session.set_openers(click, Openers(who), None if role is None else role.id)

        await _settle(desk, interaction, "command.server.openers", set_)


def _add_channel(group: app_commands.Group, desk: Desk) -> None:

    @group.command(name="add", description=named("command.server.channels.add"))
    @app_commands.describe(channel=named("command.server.channels.add.channel"))
    async def add(
        interaction: discord.Interaction,
        channel: Place | None = None,
    ) -> None:
        async def allow(click: Click) -> Server:
            here = click.home_id or click.channel_id
            return await desk.session.allow_channel(click, here if channel is None else channel.id)

        await _settle(desk, interaction, "command.server.channels.add", allow)


def _add_removal(group: app_commands.Group, desk: Desk) -> None:

    @group.command(name="remove", description=named("command.server.channels.remove"))
    @app_commands.describe(channel=named("command.server.channels.remove.channel"))
    async def remove(interaction: discord.Interaction, channel: app_commands.Range[str, 1, 100]) -> None:
        async def disallow(click: Click) -> Server:
            server = await desk.session.server(click)
            return await desk.session.disallow_channel(click, _meant(interaction.guild, server, channel))

        await _settle(desk, interaction, "command.server.channels.remove", disallow)

    @remove.autocomplete("channel")
    async def channels(interaction: discord.Interaction, current: str) -> Choices:
        async def choose(click: Click) -> Choices:
            if not click.manages:
                return []
            server = await desk.session.server(click)
            named_ = {one: _channel_name(desk, interaction.guild, one) for one in sorted(server.channels)}
            fitting = {one: name for one, name in named_.items() if current.casefold() in name.casefold()}
            return [
                app_commands.Choice(name=name[:100], value=str(one))
                for one, name in list(fitting.items())[:OFFERED]
            ]

        return await desk.offer(interaction, "typing.channel", choose)


def _add_all(group: app_commands.Group, desk: Desk) -> None:

    @group.command(name="all", description=named("command.server.channels.all"))
    async def all_(interaction: discord.Interaction) -> None:
        await _settle(desk, interaction, "command.server.channels.all", desk.session.allow_all_channels)


def _add_limit(group: app_commands.Group, desk: Desk) -> None:

    @group.command(name="limit", description=named("command.server.limit"))
    @app_commands.describe(tables=named("command.server.limit.tables"))
    async def limit(interaction: discord.Interaction, tables: app_commands.Range[int, 0, MOST]) -> None:
        async def set_(click: Click) -> Server:
            return await desk.session.set_most(click, tables)

        await _settle(desk, interaction, "command.server.limit", set_)


def _add_language(group: app_commands.Group, desk: Desk) -> None:

    @group.command(name="language", description=named("command.server.language"))
    @app_commands.describe(language=named("command.server.language.language"))
    @app_commands.choices(language=languages_or_auto())
    async def language_(interaction: discord.Interaction, language: str) -> None:
        async def set_(click: Click) -> Server:
            return await desk.session.set_server_language(click, chosen(language))

        await _settle(desk, interaction, "command.server.language", set_)


def _add_tables(group: app_commands.Group, desk: Desk) -> None:

    @group.command(name="tables", description=named("command.server.tables"))
    async def tables_(interaction: discord.Interaction) -> None:
        async def handle(_: Trace) -> None:
            found = await desk.session.running(click_of(interaction))
            if not found:
                await private(interaction, desk.words("server.running.none"))
                return
            lines = (desk.words("server.running"), *tables(desk, found), desk.words("server.running.close"))
            await private(interaction, "\n".join(lines))

        await desk.serve(interaction, "command.server.tables", handle)


async def _settle(
    desk: Desk, interaction: discord.Interaction, kind: str, change: Callable[[Click], Awaitable[Server]]
) -> None:
    """Settle something, and tell what holds by then."""

    async def handle(_: Trace) -> None:
        check_manages(click_of(interaction))
        await _tell(desk, interaction, await change(click_of(interaction)))

    await desk.serve(interaction, kind, handle)


async def _tell(desk: Desk, interaction: discord.Interaction, server: Server, *, noted: bool = True) -> None:
    """What holds, and what it means for the one who asks."""
    words, click, session = desk.words, click_of(interaction), desk.session
    running = await session.how_many(click)
    lines = [f"- {line}" for line in settled(words, interaction, server, running)]
    try:
        most = await session.check_opening(click)
        if most is not None and running >= most:
            raise await session.no_room(click, most)
        lines.append(words("server.you.may"))
    except Refused as refused:
        lines.append(refusal(words, refused))
    if click.manages:
        lines.append(words("server.you.manage", commands=words.listed(COMMANDS)))
    head = words("server.noted" if noted else "server.title")
    await private(interaction, "\n".join((head, *lines)))


def _channel_name(desk: Desk, guild: discord.Guild | None, channel_id: int) -> str:
    """What a channel is called where one is chosen; one that was deleted has only its number."""
    channel = None if guild is None else guild.get_channel(channel_id)
    if channel is None or is_gone(guild, channel_id):
        return desk.words("server.channel.choice.gone", id=channel_id)
    return desk.words("server.channel.choice", name=channel.name)


def _meant(guild: discord.Guild | None, server: Server, typed: str) -> int:
    """The channel that somebody has picked or typed: by its number, as a link, or by its name."""
    text = typed.strip().removeprefix("<").removesuffix(">").removeprefix("#")
    for channel_id in sorted(server.channels):
        channel = None if guild is None else guild.get_channel(channel_id)
        if text in (str(channel_id), None if channel is None else channel.name):
            return channel_id
    raise Refused("server-channel-unknown", text=typed)
