"""The slash commands besides `/play`."""

from __future__ import annotations

import io
from typing import Any, Final

import discord
from discord import app_commands

from bot.export import files
from bot.seating import check_turn
from bot.session import Shown
from bot.store import Status, Table
from bot.trace import Trace
from bot.ui.controls import NOTATION_LIMIT, ask, board_text
from bot.ui.deliver import deliver
from bot.ui.desk import Desk, check_permissions, click_of, private
from bot.ui.play_command import play_group
from bot.ui.post import NOBODY, Text, draw, link, names_of, unlisted
from bot.words.menu import Menu

OFFERED: Final = 25
"""The most choices that Discord shows while somebody types."""

INSTALLS: Final = app_commands.AppInstallationType(guild=True, user=True)
CONTEXTS: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)

Tree = app_commands.CommandTree[Any]
Choices = list[app_commands.Choice[str]]


def add_commands(tree: Tree, desk: Desk) -> None:
    """Put every command of the bot into the tree."""
    tree.add_command(play_group(desk))
    _add_move(tree, desk)
    tree.add_command(_table_group(desk))
    _add_rules(tree, desk)


def _add_move(tree: Tree, desk: Desk) -> None:
    words = desk.words

    @tree.command(name="move", description=words("command.move"))
    @app_commands.describe(move=words("command.move.move", example="dE2-E10"), table=words("command.table"))
    async def move(
        interaction: discord.Interaction,
        move: app_commands.Range[str, 1, NOTATION_LIMIT],
        table: app_commands.Range[str, 1, 20] | None = None,
    ) -> None:
        async def handle(trace: Trace) -> None:
            check_permissions(words, interaction)
            click = click_of(interaction)
            found = await desk.session.find_own(click, table)
            shown = await desk.session.play(click, found.id, move, trace)
            await deliver(desk, interaction, shown, trace)

        await desk.serve(interaction, "command.move", handle)

    @move.autocomplete("move")
    async def moves(interaction: discord.Interaction, current: str) -> Choices:
        code = getattr(interaction.namespace, "table", None)
        lines = await desk.session.suggest(click_of(interaction), code, current, OFFERED)
        return [app_commands.Choice(name=line, value=line) for line in lines]

    @move.autocomplete("table")
    async def tables(interaction: discord.Interaction, current: str) -> Choices:
        return await _tables(desk, interaction, current)

    move.allowed_installs, move.allowed_contexts = INSTALLS, CONTEXTS


async def _tables(desk: Desk, interaction: discord.Interaction, current: str) -> Choices:
    """The tables that somebody may see here, live ones first, filtered by what is typed."""
    found = await desk.session.visible(click_of(interaction))
    lines = [(table.code, _plain_line(desk, table)) for table in found]
    typed = current.strip().casefold()
    fitting = [(code, line) for code, line in lines if typed in line.casefold()]
    return [app_commands.Choice(name=line[:100], value=code) for code, line in fitting[:OFFERED]]


def _plain_line(desk: Desk, table: Table) -> str:
    names = " / ".join(player.name for player in table.players)
    state = _state(desk, table)
    return f"{table.code} {desk.session.catalogue[table.game].game.title}: {names}; {state}"


def _state(desk: Desk, table: Table) -> str:
    if table.status is not Status.PLAYING:
        return desk.words(f"table.state.{table.status}")
    shown = desk.session.shown(table)
    acting = shown.entry.game.to_act(shown.state)
    names = tuple(player.name for player in table.players if player.seat in acting)
    return desk.words("table.state.playing", names=desk.words.listed(names))


def _table_group(desk: Desk) -> app_commands.Group:
    words = desk.words
    group = app_commands.Group(
        name="table",
        description=words("command.tables"),
        allowed_installs=INSTALLS,
        allowed_contexts=CONTEXTS,
    )
    for add in (_add_show, _add_text, _add_moves, _add_list, _add_resign):
        add(group, desk)
    return group


def _with_tables(desk: Desk, command: app_commands.Command[Any, ..., Any]) -> None:
    """Let the command's `table` option offer the tables that somebody may see."""

    @command.autocomplete("table")
    async def tables(interaction: discord.Interaction, current: str) -> Choices:
        return await _tables(desk, interaction, current)


def _add_show(group: app_commands.Group, desk: Desk) -> None:
    words = desk.words

    @group.command(name="show", description=words("command.show"))
    @app_commands.describe(table=words("command.table"), turned=words("command.show.turned"))
    async def show(
        interaction: discord.Interaction,
        table: app_commands.Range[str, 1, 20] | None = None,
        turned: bool = False,
    ) -> None:
        async def handle(trace: Trace) -> None:
            check_permissions(words, interaction)
            found = await desk.session.find(click_of(interaction), table)
            trace.table, trace.revision = found.code, found.revision
            shown = desk.session.shown(found)
            if turned:
                await _show_turned(desk, interaction, shown)
            else:
                await deliver(desk, interaction, shown, trace, ping=False)

        await desk.serve(interaction, "command.table.show", handle)

    _with_tables(desk, show)


async def _show_turned(desk: Desk, interaction: discord.Interaction, shown: Shown) -> None:
    """The board from the other side, for one person and without controls."""
    board_text(shown)  # refuses a game that has not begun
    picture = draw(desk.words, shown, Menu(), turned=True)
    view = shown.entry.game.view(shown.state, None)
    alt = shown.entry.alt(desk.words, names_of(shown.table), view, shown.table.code)
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(Text(desk.words("table.title", game=shown.entry.game.title, code=shown.table.code)))
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery(
        discord.MediaGalleryItem("attachment://turned.png", description=alt[:1024])
    )
    layout.add_item(gallery)
    await interaction.response.send_message(
        view=unlisted(layout),
        file=discord.File(io.BytesIO(picture), "turned.png"),
        ephemeral=True,
        allowed_mentions=NOBODY,
    )


def _add_text(group: app_commands.Group, desk: Desk) -> None:
    words = desk.words

    @group.command(name="text", description=words("command.text"))
    @app_commands.describe(table=words("command.table"))
    async def text(
        interaction: discord.Interaction, table: app_commands.Range[str, 1, 20] | None = None
    ) -> None:
        async def handle(trace: Trace) -> None:
            found = await desk.session.find(click_of(interaction), table)
            trace.table, trace.revision = found.code, found.revision
            await private(interaction, board_text(desk.session.shown(found)))

        await desk.serve(interaction, "command.table.text", handle)

    _with_tables(desk, text)


def _add_moves(group: app_commands.Group, desk: Desk) -> None:
    words = desk.words

    @group.command(name="moves", description=words("command.moves"))
    @app_commands.describe(table=words("command.table"))
    async def moves(
        interaction: discord.Interaction, table: app_commands.Range[str, 1, 20] | None = None
    ) -> None:
        async def handle(trace: Trace) -> None:
            found = await desk.session.find(click_of(interaction), table)
            trace.table, trace.revision = found.code, found.revision
            await _send_moves(desk, interaction, found)

        await desk.serve(interaction, "command.table.moves", handle)

    _with_tables(desk, moves)


async def _send_moves(desk: Desk, interaction: discord.Interaction, table: Table) -> None:
    lines = await desk.session.log(table)
    if not lines:
        await private(interaction, desk.words("table.moves.none", code=table.code))
        return
    told = [desk.words("table.moves", code=table.code, count=len(lines)), "```"]
    last = lines[-40:]
    told += [f"{line.ply:>3}  {line.action}" for line in last]
    exported = files(desk.session.catalogue[table.game], table, lines)
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


def _add_list(group: app_commands.Group, desk: Desk) -> None:
    words = desk.words

    @group.command(name="list", description=words("command.list"))
    @app_commands.describe(mine=words("command.list.mine"))
    async def list_(interaction: discord.Interaction, mine: bool = False) -> None:
        async def handle(_: Trace) -> None:
            tables = await desk.session.listed(click_of(interaction), mine=mine)
            where = words("table.list.mine" if mine else "table.list.here")
            head = words("table.list" if tables else "table.list.none", where=where)
            await private(interaction, "\n".join([head, *(_line(desk, table) for table in tables)]))

        await desk.serve(interaction, "command.table.list", handle)


def _line(desk: Desk, table: Table) -> str:
    names = " / ".join(names_of(table))
    where = "" if table.board is None else desk.words("table.line.link", link=link(table, table.board))
    game = desk.session.catalogue[table.game].game.title
    return desk.words(
        "table.line", code=table.code, game=game, names=names, state=_state(desk, table), link=where
    )


def _add_resign(group: app_commands.Group, desk: Desk) -> None:
    words = desk.words

    @group.command(name="resign", description=words("command.resign"))
    @app_commands.describe(table=words("command.table"))
    async def resign(
        interaction: discord.Interaction, table: app_commands.Range[str, 1, 20] | None = None
    ) -> None:
        async def handle(trace: Trace) -> None:
            click = click_of(interaction)
            found = await desk.session.find_own(click, table)
            trace.table, trace.revision = found.code, found.revision
            check_turn(found, click.person, None)
            await ask(desk, interaction, desk.session.shown(found), "resign")

        await desk.serve(interaction, "command.table.resign", handle)

    _with_tables(desk, resign)


def _add_rules(tree: Tree, desk: Desk) -> None:
    words, catalogue = desk.words, desk.session.catalogue

    @tree.command(name="rules", description=words("command.rules"))
    @app_commands.describe(game=words("command.rules.game"))
    @app_commands.choices(
        game=[app_commands.Choice(name=entry.game.title, value=key) for key, entry in catalogue.items()]
    )
    async def rules(interaction: discord.Interaction, game: str) -> None:
        async def handle(_: Trace) -> None:
            await private(interaction, words(f"{game}.rules"))

        await desk.serve(interaction, "command.rules", handle)

    rules.allowed_installs, rules.allowed_contexts = INSTALLS, CONTEXTS
