"""`/table`: looking at tables, and leaving one."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord
from discord import app_commands

from bot.errors import Refused
from bot.seating import Click, check_turn, name_at, parse_day, seat_of
from bot.session import Shown
from bot.session.vacant import as_of
from bot.store import Line, Status, Table
from bot.trace import Trace
from bot.ui.aside import LEAVE, ask
from bot.ui.close import add_close
from bot.ui.controls import board_text
from bot.ui.daily import nobody_played, table_of_day
from bot.ui.deliver import deliver
from bot.ui.desk import Choices, Desk, check_permissions, click_of, private
from bot.ui.end_card import add_card
from bot.ui.fair import add_export, add_salt, add_verify
from bot.ui.fork import add_fork
from bot.ui.frame import NOBODY, Text, dated, link, names_of, note, plain_names, titled, unlisted
from bot.ui.history import add_history
from bot.ui.language import add_table_language
from bot.ui.log_command import add_log
from bot.ui.luck import add_luck
from bot.ui.moving import add_arrive, add_move
from bot.ui.post import draw
from bot.ui.replay import add_replay
from bot.ui.seats import add_sit
from bot.ui.standings import add_standings
from bot.ui.threads import brought_back
from bot.ui.translator import named
from bot.ui.undo import add_undo
from bot.words import Names
from bot.words.menu import Menu
from engine.entries import HINT

OFFERED: Final = 25
"""The most choices that Discord shows while somebody types."""

DAYS: Final = 7
"""How many of the last days with results are offered."""

INSTALLS: Final = app_commands.AppInstallationType(guild=True, user=True)
CONTEXTS: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)

Finder = Callable[[Click, str | None], Awaitable[Table]]
Among = Callable[[Click], Awaitable[tuple[Table, ...]]]
Act = Callable[[discord.Interaction, Table, Trace], Awaitable[None]]


async def offer_tables(
    desk: Desk, interaction: discord.Interaction, current: str, among: Among | None = None
) -> Choices:
    """The tables that somebody may see here, live ones first, or those `among` others, as they are typed."""

    async def choose(click: Click) -> Choices:
        found = await (among or desk.session.visible)(click)
        lines = [(table.code, _plain_line(desk, table)) for table in found]
        typed = current.strip().casefold()
        fitting = [(code, line) for code, line in lines if typed in line.casefold()]
        return [app_commands.Choice(name=line[:100], value=code) for code, line in fitting[:OFFERED]]

    return await desk.offer(interaction, "typing.table", choose)


def _plain_line(desk: Desk, table: Table) -> str:
    names = " / ".join(plain_names(table))
    state = _state(desk, table, plain_names(table))
    return f"{table.code} {_game(desk, table)}: {names}; {state}"


def _game(desk: Desk, table: Table) -> str:
    return titled(desk.words, desk.session.catalogue[table.game].game.title, table.day)


def _state(desk: Desk, table: Table, names: Names) -> str:
    if table.status is not Status.PLAYING:
        return desk.words(f"table.state.{table.status}")
    shown = desk.session.shown(table)
    acting = shown.entry.game.to_act(shown.state)
    called = tuple(name for player, name in zip(table.players, names, strict=True) if player.seat in acting)
    return desk.words("table.state.playing", names=desk.words.listed(called))


def table_group(desk: Desk) -> app_commands.Group:
    """The command with a subcommand for each thing one can do with a table besides moving."""
    group = app_commands.Group(
        name="table",
        description=named("command.tables"),
        allowed_installs=INSTALLS,
        allowed_contexts=CONTEXTS,
    )
    for add in (_add_show, _add_text, _add_moves, _add_list, _add_leave, _add_resign, add_standings):
        add(group, desk)
    _with_tables(desk, add_history(group, desk))
    _with_tables(desk, add_fork(group, desk))
    _with_tables(desk, add_log(group, desk))
    _with_tables(desk, add_undo(group, desk))
    _with_tables(desk, add_sit(group, desk))
    _with_tables(desk, add_replay(group, desk))
    _with_tables(desk, add_card(group, desk))
    _with_tables(desk, add_luck(group, desk))
    _with_tables(desk, add_verify(group, desk))
    _with_tables(desk, add_export(group, desk))
    _with_tables(desk, add_salt(group, desk))
    _with_tables(desk, add_move(group, desk))
    _with_tables(desk, add_close(group, desk), desk.session.closable)
    _with_tables(desk, add_table_language(group, desk), desk.session.addressable)
    add_arrive(group, desk)
    if any(entry.daily is not None for entry in desk.session.catalogue.values()):
        _add_day(group, desk)
    return group


def _with_tables(
    desk: Desk, command: app_commands.Command[Any, ..., Any], among: Among | None = None
) -> None:
    """Let the command's `table` option offer the tables that somebody may see, or those `among` others."""

    @command.autocomplete("table")
    async def tables(interaction: discord.Interaction, current: str) -> Choices:
        return await offer_tables(desk, interaction, current, among)


def _add_show(group: app_commands.Group, desk: Desk) -> None:

    @group.command(name="show", description=named("command.show"))
    @app_commands.describe(table=named("command.table"), turned=named("command.show.turned"))
    async def show(
        interaction: discord.Interaction,
        table: app_commands.Range[str, 1, 20] | None = None,
        turned: bool = False,
    ) -> None:
        async def handle(trace: Trace) -> None:
            check_permissions(desk.words, interaction)
            found = await desk.session.find(click_of(interaction), table)
            found = await brought_back(desk, interaction, found)
            trace.table, trace.revision = found.code, found.revision
            shown = desk.session.shown(found)
            others_deal = found.day is not None and seat_of(found, click_of(interaction).person) is None
            if turned or others_deal or found.channel_id != interaction.channel_id:
                await _show_privately(desk, interaction, shown, turned=turned)
            else:
                await deliver(desk, interaction, await desk.session.recalled(shown), trace, ping=False)

        await desk.serve(interaction, "command.table.show", handle)

    _with_tables(desk, show)


async def _show_privately(
    desk: Desk, interaction: discord.Interaction, shown: Shown, *, turned: bool
) -> None:
    """The board for one person and without controls: from the other side, or of another channel's table."""
    board_text(desk.words, shown)  # refuses a game that has not begun
    picture = draw(desk.words, shown, Menu(), turned=turned)
    view = shown.entry.game.view(shown.state, None)
    alt = shown.entry.alt(desk.words, plain_names(shown.table), view, shown.table.code)
    layout = discord.ui.LayoutView(timeout=None)
    game = titled(desk.words, shown.entry.game.title, shown.table.day)
    title = desk.words("table.title", game=game, code=shown.table.code)
    layout.add_item(Text(f"### {title}"))
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery(
        discord.MediaGalleryItem("attachment://board.png", description=alt[:1024])
    )
    layout.add_item(gallery)
    await interaction.response.send_message(
        view=unlisted(layout),
        file=discord.File(io.BytesIO(picture), "board.png"),
        ephemeral=True,
        allowed_mentions=NOBODY,
    )


def _add_text(group: app_commands.Group, desk: Desk) -> None:
    async def text(interaction: discord.Interaction, found: Table, _: Trace) -> None:
        await private(interaction, board_text(desk.words, desk.session.shown(found)))

    _add(group, desk, "text", desk.session.find, text)


def _add_moves(group: app_commands.Group, desk: Desk) -> None:
    async def moves(interaction: discord.Interaction, found: Table, _: Trace) -> None:
        await _send_moves(desk, interaction, found)

    _add(group, desk, "moves", desk.session.find, moves)


def _add_resign(group: app_commands.Group, desk: Desk) -> None:
    async def resign(interaction: discord.Interaction, found: Table, _: Trace) -> None:
        check_turn(found, click_of(interaction).person, None)
        if desk.session.catalogue[found.game].game.cooperative:
            await _ask_to_leave(desk, interaction, found)
        else:
            await ask(desk, interaction, desk.session.shown(found), "resign")

    _add(group, desk, "resign", desk.session.find_own, resign)


def _add_leave(group: app_commands.Group, desk: Desk) -> None:
    async def leave(interaction: discord.Interaction, found: Table, trace: Trace) -> None:
        click = click_of(interaction)
        if found.status is Status.OPEN:
            check_permissions(desk.words, interaction)
            shown = await desk.session.leave(click, found.id, trace)
            await deliver(desk, interaction, shown, trace)
            return
        check_turn(found, click.person, None)
        if not desk.session.catalogue[found.game].game.cooperative:
            alone = len(found.players) == 1
            raise Refused("leave-alone" if alone else "leave-is-resign", found, code=found.code)
        await _ask_to_leave(desk, interaction, found)

    _add(group, desk, "leave", desk.session.find_own, leave)


async def _ask_to_leave(desk: Desk, interaction: discord.Interaction, table: Table) -> None:
    """Leaving needs no turn, so the answer holds even if others move meanwhile."""
    shown = desk.session.shown(table)
    await ask(desk, interaction, shown, LEAVE, aside=True)


def _add(group: app_commands.Group, desk: Desk, name: str, find: Finder, act: Act) -> None:
    """A command about one table, which `find` finds and `act` answers for."""

    @app_commands.describe(table=named("command.table"))
    async def command(
        interaction: discord.Interaction, table: app_commands.Range[str, 1, 20] | None = None
    ) -> None:
        async def handle(trace: Trace) -> None:
            found = await find(click_of(interaction), table)
            trace.table, trace.revision = found.code, found.revision
            await act(interaction, found, trace)

        await desk.serve(interaction, f"command.table.{name}", handle)

    made: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=name, description=named(f"command.{name}"), callback=command
    )
    group.add_command(made)
    _with_tables(desk, made)


async def _send_moves(desk: Desk, interaction: discord.Interaction, table: Table) -> None:
    lines = await desk.session.log(table)
    if not lines:
        await private(interaction, desk.words("table.moves.none", code=table.code))
        return
    told = [desk.words.some("table.moves", len(lines), code=table.code), "```"]
    last = lines[-40:]
    told += [_move(desk, table, line) for line in last]
    published = await desk.session.is_published(table)
    if table.status is Status.OVER and not published:
        told.insert(1, desk.words("table.moves.sealed"))
    exported = await desk.session.exported(table)
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(Text("\n".join([*told, "```"])[:3900]))
    for name in exported:
        layout.add_item(discord.ui.File(f"attachment://{name}"))
    await interaction.response.send_message(
        view=unlisted(layout),
        files=[discord.File(io.BytesIO(text.encode()), name) for name, text in exported.items()],
        ephemeral=True,
        allowed_mentions=NOBODY,
    )


def _move(desk: Desk, table: Table, line: Line) -> str:
    """A line of the log, in a block of code: nothing in it is markdown, and names must not end the block.

    Who did it is named where the notation does not tell, and where somebody did it for somebody else.
    """
    then = as_of(table, line.ply)
    players = {player.user_id: player for player in then.players}
    actor, who = players.get(line.user_id or 0), _plain(name_at(then, line.seat))
    if actor is not None and actor.seat != line.seat:
        who = desk.words("table.moves.stood-in", name=_plain(actor.name), other=who)
    elif not desk.session.catalogue[table.game].game.cooperative and line.action != HINT:
        return f"{line.ply:>3}  {line.action}"
    return f"{line.ply:>3}  {who}: {line.action}"


def _plain(name: str) -> str:
    """A name inside a block of code."""
    return name.replace("`", "'")


def _add_list(group: app_commands.Group, desk: Desk) -> None:

    @group.command(name="list", description=named("command.list"))
    @app_commands.describe(mine=named("command.list.mine"))
    async def list_(interaction: discord.Interaction, mine: bool = False) -> None:
        async def handle(_: Trace) -> None:
            tables = await desk.session.listed(click_of(interaction), mine=mine)
            if tables:
                head = desk.words("table.list.mine" if mine else "table.list.here")
            else:
                head = desk.words("table.list.none.mine" if mine else "table.list.none.here")
            await private(interaction, "\n".join([head, *(line_of(desk, table) for table in tables)]))

        await desk.serve(interaction, "command.table.list", handle)


def _add_day(group: app_commands.Group, desk: Desk) -> None:

    @group.command(name="day", description=named("command.day"))
    @app_commands.describe(day=named("command.day.day"))
    async def day_(
        interaction: discord.Interaction, day: app_commands.Range[str, 1, 20] | None = None
    ) -> None:
        async def handle(_: Trace) -> None:
            wanted = desk.session.today() if day is None else parse_day(day)
            if wanted is None:
                raise Refused("no-day", text=str(day))
            with desk.speaking(desk.session.language_at(click_of(interaction))):
                told = await table_of_day(desk, interaction.channel_id or 0, wanted)
            if told:
                layout = note("\n\n".join(told))
                await interaction.response.send_message(view=layout, allowed_mentions=NOBODY)
            else:
                await private(interaction, nobody_played(desk, wanted))

        await desk.serve(interaction, "command.table.day", handle)

    @day_.autocomplete("day")
    async def days(interaction: discord.Interaction, current: str) -> Choices:
        async def choose(click: Click) -> Choices:
            found = await desk.session.store.days(click.channel_id, DAYS)
            dates = [(day, f"{dated(desk.words, day)} ({day})") for day in found]
            return [
                app_commands.Choice(name=name, value=day)
                for day, name in dates
                if current.casefold() in name.casefold()
            ]

        return await desk.offer(interaction, "typing.day", choose)


def line_of(desk: Desk, table: Table) -> str:
    """A table in one line, for who asks: its code, game, people, whose move it is, and where its board is."""
    names = " / ".join(names_of(table))
    where = "" if table.home_id is None else desk.words("thread.at", thread=f"<#{table.channel_id}>")
    if table.board is not None:
        where = desk.words("table.line.link", link=link(table, table.board))
    state = _state(desk, table, names_of(table))
    return desk.words(
        "table.line", code=table.code, game=_game(desk, table), names=names, state=state, link=where
    )
