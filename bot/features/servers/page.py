"""`/server`: the settings of a server by its managers, in one private panel.

Anyone can read it. Each change checks the permission to manage the server.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import discord

from bot.discord.command import IN_SERVERS, ON_SERVERS, Command
from bot.discord.endpoints import NO_TABLE, Endpoint, routes
from bot.discord.forms import form, text_field
from bot.discord.frame import Layout, text_panel
from bot.discord.keyboard import Key, Row
from bot.discord.refusals import refusal
from bot.discord.request import Request
from bot.discord.setting_controls import SERVER_PICK, are_there, is_gone, server_list
from bot.kernel.errors import Refused
from bot.kernel.feature import Setting
from bot.kernel.people.servers import CHANNELS, check_manages
from bot.kernel.session import Session
from bot.store import Openers, ServerConfig, Table
from bot.ui.table.language import language_of_choice, language_options
from bot.ui.table.lines import describe_table
from bot.words import LANGUAGES, Words
from bot.words.menu import ButtonLook

MOST: Final = 500
"""The largest limit of tables at once."""

ROOM: Final = 3600
"""The most characters of a list of tables."""

PLACES: Final = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
]
"""The kinds of channels where tables can be opened; threads belong to their channel."""


# The panel


async def show(request: Request) -> None:
    """`/server`."""
    await request.ask(await _panel(request, await request.session.server.settings(request.click)))


async def _redraw_panel(request: Request, server: ServerConfig, *, which_role: bool = False) -> None:
    await request.change(await _panel(request, server, which_role=which_role))


async def _panel(request: Request, server: ServerConfig, *, which_role: bool = False) -> Layout:
    """The settings; for server managers, with their controls.

    `which_role`: the option *a role* was picked, and the panel asks which.
    """
    words, running = request.words, await request.session.server.how_many(request.click)
    lines = [words("server.title"), *(f"- {line}" for line in _setting_lines(request, server, running))]
    if not request.click.manages:
        lines += ["", await _permission_text(request, running)]
        return text_panel("\n".join(lines))
    opener = Openers.ROLE if which_role else server.opener
    languages = language_options(words, "server.language.same", server.language)
    rows = [
        _select_row("openers", words("server.openers"), _opener_options(words, opener)),
        *([_role_select(request, server)] if opener is Openers.ROLE else []),
        _channel_select(request, server),
        *filter(None, (setting.control(request, server) for setting in _feature_settings(request))),
        _select_row("language", words("server.language.pick"), languages),
        Row(*_buttons(words, server)),
    ]
    return text_panel("\n".join(lines), rows)


async def _permission_text(request: Request, running: int) -> str:
    """What the settings mean for the user."""
    session = request.session
    try:
        most = await session.server.check_opening(request.click)
        if most is not None and running >= most:
            raise await session.server.channel_full(request.click, most)
    except Refused as refused:
        return refusal(request.words, refused)
    return request.words("server.you.may")


def _select_row(which: str, title: str, options: list[discord.SelectOption]) -> Row:
    return Row(discord.ui.Select(custom_id=server_list(which), placeholder=title[:150], options=options))


def _opener_options(words: Words, opener: Openers) -> list[discord.SelectOption]:
    labels = {
        Openers.EVERYONE: words("server.openers.everyone.pick"),
        Openers.ROLE: words("server.openers.role.pick"),
        Openers.MANAGERS: words("server.openers.managers.pick"),
    }
    return [
        discord.SelectOption(label=label[:100], value=value.value, default=value is opener)
        for value, label in labels.items()
    ]


def _role_select(request: Request, server: ServerConfig) -> Row:
    guild, role = request.incoming.guild, server.role_id
    chosen = [] if role is None or (guild is not None and guild.get_role(role) is None) else [role]
    kind = discord.SelectDefaultValueType.role
    pick: discord.ui.RoleSelect[Layout] = discord.ui.RoleSelect(
        custom_id=server_list("role"),
        placeholder=request.words("server.role")[:150],
        default_values=[discord.SelectDefaultValue(id=role_id, type=kind) for role_id in chosen],
    )
    return Row(pick)


def _channel_select(request: Request, server: ServerConfig) -> Row:
    """The list of channels; none picked: all of them. Deleted ones are left out."""
    chosen = [channel for channel in sorted(server.channels) if not is_gone(request.incoming.guild, channel)]
    kind = discord.SelectDefaultValueType.channel
    pick: discord.ui.ChannelSelect[Layout] = discord.ui.ChannelSelect(
        custom_id=server_list("channels"),
        placeholder=request.words("server.channels.pick")[:150],
        channel_types=PLACES,
        min_values=0,
        max_values=CHANNELS,
        default_values=[discord.SelectDefaultValue(id=channel, type=kind) for channel in chosen],
    )
    return Row(pick)


def _buttons(words: Words, server: ServerConfig) -> Iterator[Key]:
    if server.channels:
        yield _button(words("button.server.everywhere"), "everywhere")
    yield _button(words("button.server.limit"), "limit")
    if server.keeps_record:
        yield _button(words("button.server.record.none"), "record:no")
    else:
        yield _button(words("button.server.record"), "record:yes")
    yield _button(words("button.server.games"), "games")


def _button(label: str, which: str) -> Key:
    return USE.button(label, NO_TABLE, ButtonLook.PLAIN, which)


# The settings as text


def _setting_lines(request: Request, server: ServerConfig, running: int) -> Iterator[str]:
    """A line for each setting; `running` tables are open or being played in the server."""
    words, guild = request.words, request.incoming.guild
    yield _opener_line(words, guild, server)
    yield _channels_line(words, guild, server)
    if server.most:
        yield words("server.limit", most=server.most, running=running)
    else:
        yield words("server.limit.none", running=running)
    if server.language:
        yield words("server.language", language=LANGUAGES[server.language])
    else:
        yield words("server.language.auto", language=LANGUAGES[request.click.language])
    yield words("server.record" if server.keeps_record else "server.record.none")
    yield from filter(None, (setting.line(request, server) for setting in _feature_settings(request)))


def _feature_settings(request: Request) -> list[Setting]:
    return [setting for feature in request.session.features for setting in feature.server_settings]


def _opener_line(words: Words, guild: discord.Guild | None, server: ServerConfig) -> str:
    match server.opener:
        case Openers.EVERYONE:
            return words("server.openers.everyone")
        case Openers.MANAGERS:
            return words("server.openers.managers")
        case Openers.ROLE:
            if guild is not None and guild.get_role(server.role_id or 0) is None:
                return words("server.openers.gone")
            return words("server.openers.role", role=f"<@&{server.role_id}>")


def _channels_line(words: Words, guild: discord.Guild | None, server: ServerConfig) -> str:
    """Where tables may be opened, without deleted channels."""
    if not server.channels:
        return words("server.channels.all")
    links = [f"<#{channel}>" for channel in sorted(server.channels) if not is_gone(guild, channel)]
    return words("server.channels", channels=", ".join(links)) if links else words("server.channels.nowhere")


# Handlers


async def use(request: Request, which: str) -> None:
    """A button: all channels, the record, the form for the limit, the running games, or back."""
    check_manages(request.click)
    settings, click = request.session.server, request.click
    match which:
        case "":
            await _redraw_panel(request, await settings.settings(click))
        case "everywhere":
            await _redraw_panel(request, await settings.set_channels(click, frozenset()))
        case "record:yes" | "record:no" as keeps:
            await _redraw_panel(request, await settings.set_record(click, keeps=keeps == "record:yes"))
        case "limit":
            await _ask_limit(request, await settings.settings(click))
        case "games":
            await _list_running(request)
        case _:
            raise Refused("old-control")


async def save_choice(request: Request, which: str) -> None:
    """A list: who opens tables, which role, in which channels, the language, and the features' lists."""
    check_manages(request.click)
    settings, click = request.session.server, request.click
    match which, request.values:
        case "openers", (Openers.ROLE.value,):
            await _redraw_panel(request, await settings.settings(click), which_role=True)
        case "openers", (Openers.EVERYONE.value | Openers.MANAGERS.value as who,):
            await _redraw_panel(request, await settings.set_openers(click, Openers(who)))
        case "role", (role,) if are_there(request, "roles"):
            await _redraw_panel(request, await settings.set_openers(click, Openers.ROLE, int(role)))
        case "channels", picked if len(picked) <= CHANNELS and are_there(request, "channels"):
            await _redraw_panel(request, await settings.set_channels(click, frozenset(map(int, picked))))
        case "language", (code,) if not language_of_choice(code) or code in LANGUAGES:
            await _redraw_panel(request, await settings.set_language(click, language_of_choice(code)))
        case which, _:
            setting = next((other for other in _feature_settings(request) if other.key == which), None)
            if setting is None:
                raise Refused("old-control")
            await _redraw_panel(request, await setting.use(request))


async def fill_in(request: Request, which: str) -> None:
    """The form for the limit."""
    check_manages(request.click)
    match which, dict(request.form_values):
        case "limit", {"most": (text,)}:
            most = text.strip() or "0"
            if not most.isdecimal() or not 0 <= int(most) <= MOST:
                raise Refused("server-limit", most=MOST)
            await _redraw_panel(request, await request.session.server.set_most(request.click, int(most)))
        case _:
            raise Refused("old-control")


async def _ask_limit(request: Request, server: ServerConfig) -> None:
    words, most = request.words, str(server.most) if server.most else ""
    about = words("server.limit.about")
    field = text_field(
        "most", words("server.limit.most"), most, about=about, example="20", longest=len(str(MOST))
    )
    await request.open(form(words("server.limit.form"), FILL_IN.control(NO_TABLE, "limit"), field))


async def _list_running(request: Request) -> None:
    """Show the running games of the server, in place of the panel."""
    words, session = request.words, request.session
    tables = await session.server.live_tables(request.click)
    back = Row(_button(words("button.back"), ""))
    if not tables:
        await request.change(text_panel(words("server.running.none"), [back]))
        return
    lines = (words("server.running"), *_running_lines(words, session, tables), words("server.running.close"))
    await request.change(text_panel("\n".join(lines), [back]))


def _running_lines(words: Words, session: Session, tables: Sequence[Table]) -> Iterator[str]:
    """Tables with their channel and the time of the last action, as many as there is room for."""
    room = ROOM
    for number, table in enumerate(tables):
        channel, when = f"<#{table.channel_id}>", f"<t:{int(table.time.changed_at)}:R>"
        line = words(
            "server.running.line", line=describe_table(words, session, table), channel=channel, when=when
        )
        room -= len(line) + 1
        if room < 0:
            yield words("server.running.more", count=len(tables) - number)
            return
        yield line


SERVER: Final = Command("server", "command.server", show, installs=ON_SERVERS, contexts=IN_SERVERS)

USE: Final = Endpoint("server", use, bare=True, private=True)
PICK: Final = Endpoint(SERVER_PICK, save_choice, bare=True, private=True)
FILL_IN: Final = Endpoint("serverform", fill_in, bare=True, private=True)

CONTROLS: Final = routes(USE, PICK, FILL_IN)
