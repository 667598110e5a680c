"""`/table`: looking at tables, and leaving one."""

from __future__ import annotations

import io
from typing import Final

import discord
from discord import app_commands

from bot.errors import Refused
from bot.seating import Click, check_turn, name_at, parse_day, seat_of
from bot.session import Shown
from bot.session.vacant import as_of
from bot.store import Line, Status, Table
from bot.trace import Trace
from bot.ui.controls import board_text
from bot.ui.fair.dice import add_export, add_salt, add_verify
from bot.ui.history.fork import add_fork
from bot.ui.history.leafing import add_history
from bot.ui.history.log_command import add_log
from bot.ui.history.replay import add_replay
from bot.ui.history.undo import add_undo
from bot.ui.kit.desk import CONTEXTS, INSTALLS, Choices, Desk, check_permissions, click_of, private
from bot.ui.kit.frame import NOBODY, Text, dated, note, pictured, plain_names, titled, unlisted
from bot.ui.kit.translator import named
from bot.ui.people.standings import add_standings
from bot.ui.play.aside import LEAVE, ask
from bot.ui.play.daily import nobody_played, table_of_day
from bot.ui.play.deliver import deliver
from bot.ui.play.post import draw
from bot.ui.play.seats import add_sit
from bot.ui.play.threads import brought_back
from bot.ui.review.end_card import add_card
from bot.ui.review.luck import add_luck
from bot.ui.table.about_table import add_about_table, with_tables
from bot.ui.table.close import add_close
from bot.ui.table.language import add_table_language
from bot.ui.table.lines import line_of
from bot.ui.transfer.moving import add_arrive, add_move
from bot.words.menu import Menu
from engine.entries import HINT

DAYS: Final = 7
"""How many of the last days with results are offered."""


def table_group(desk: Desk) -> app_commands.Group:
    """The command with a subcommand for each thing one can do with a table besides moving."""
    group = app_commands.Group(
        name="table",
        description=named("command.tables"),
        allowed_installs=INSTALLS,
        allowed_contexts=CONTEXTS,
    )
    find_own = desk.session.find_own
    _add_show(group, desk)
    add_about_table(group, desk, "text", named("command.text"), _tell_text)
    add_about_table(group, desk, "moves", named("command.moves"), _tell_moves)
    _add_list(group, desk)
    add_about_table(group, desk, "leave", named("command.leave"), _leave, find=find_own)
    add_about_table(group, desk, "resign", named("command.resign"), _resign, find=find_own)
    add_standings(group, desk)
    with_tables(desk, add_history(group, desk))
    with_tables(desk, add_fork(group, desk))
    add_log(group, desk)
    with_tables(desk, add_undo(group, desk))
    add_sit(group, desk)
    with_tables(desk, add_replay(group, desk))
    add_card(group, desk)
    add_luck(group, desk)
    with_tables(desk, add_verify(group, desk))
    add_export(group, desk)
    with_tables(desk, add_salt(group, desk))
    with_tables(desk, add_move(group, desk))
    add_close(group, desk)
    with_tables(desk, add_table_language(group, desk), desk.session.addressable)
    add_arrive(group, desk)
    if any(entry.daily is not None for entry in desk.session.catalogue.values()):
        _add_day(group, desk)
    return group


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

    with_tables(desk, show)


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
    layout.add_item(pictured("board.png", alt))
    await interaction.response.send_message(
        view=unlisted(layout),
        file=discord.File(io.BytesIO(picture), "board.png"),
        ephemeral=True,
        allowed_mentions=NOBODY,
    )


async def _tell_text(desk: Desk, interaction: discord.Interaction, found: Table, _: Trace) -> None:
    await private(interaction, board_text(desk.words, desk.session.shown(found)))


async def _resign(desk: Desk, interaction: discord.Interaction, found: Table, _: Trace) -> None:
    check_turn(found, click_of(interaction).person, None)
    if desk.session.catalogue[found.game].game.cooperative:
        await _ask_to_leave(desk, interaction, found)
    else:
        await ask(desk, interaction, desk.session.shown(found), "resign")


async def _leave(desk: Desk, interaction: discord.Interaction, found: Table, trace: Trace) -> None:
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


async def _ask_to_leave(desk: Desk, interaction: discord.Interaction, table: Table) -> None:
    """Leaving needs no turn, so the answer holds even if others move meanwhile."""
    shown = desk.session.shown(table)
    await ask(desk, interaction, shown, LEAVE, aside=True)


async def _tell_moves(desk: Desk, interaction: discord.Interaction, table: Table, _: Trace) -> None:
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
