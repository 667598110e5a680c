"""What a server has settled, in words; and its tables, as those see them who manage it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import discord

from bot.store import Openers, Server, Table
from bot.ui.kit.desk import Desk, spoken_at
from bot.ui.table.lines import line_of
from bot.words import Words
from bot.words.languages import LANGUAGES

TOLD: Final = 3600
"""The most characters of a list of tables."""

COMMANDS: Final = ("`/server openers`", "`/server channels`", "`/server limit`", "`/server language`")


def settled(words: Words, interaction: discord.Interaction, server: Server, running: int) -> Iterator[str]:
    """What holds in a server, a line for each thing; `running` tables are open or being played there."""
    yield _openers(words, interaction.guild, server)
    yield from _channels(words, interaction.guild, server)
    if server.most:
        yield words("server.limit", most=server.most, running=running)
    else:
        yield words("server.limit.none", running=running)
    if server.language:
        yield words("server.language", language=LANGUAGES[server.language])
    else:
        yield words("server.language.auto", language=LANGUAGES[spoken_at(interaction)])


def is_gone(guild: discord.Guild | None, channel_id: int) -> bool:
    """Whether a channel was deleted; not known of a server that the bot does not see."""
    return guild is not None and guild.get_channel(channel_id) is None


def tables(desk: Desk, found: Sequence[Table]) -> Iterator[str]:
    """Tables with where and when somebody last did something, as many as there is room for."""
    words, room = desk.words, TOLD
    for number, table in enumerate(found):
        channel, when = f"<#{table.channel_id}>", f"<t:{int(table.changed_at)}:R>"
        line = words("server.running.line", line=line_of(desk, table), channel=channel, when=when)
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
    gone = [channel for channel in every if is_gone(guild, channel)]
    if gone == every:
        yield words("server.channels.nowhere")
        return
    there = ", ".join(f"<#{channel}>" for channel in every if channel not in gone)
    yield words("server.channels", channels=there)
    if gone:
        yield words("server.channels.gone", channels=", ".join(f"`{channel}`" for channel in gone))
