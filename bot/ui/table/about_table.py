"""Commands about one table: their option `table`, what it offers, and how the table is found."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.seating import Click
from bot.store import Table
from bot.trace import Trace
from bot.ui.kit.desk import CONTEXTS, INSTALLS, OFFERED, Choices, Desk, check_permissions, click_of
from bot.ui.kit.translator import named
from bot.ui.table.lines import plain_line

Parent: TypeAlias = app_commands.CommandTree[Any] | app_commands.Group
Finder: TypeAlias = Callable[[Click, str | None], Awaitable[Table]]
Among: TypeAlias = Callable[[Click], Awaitable[tuple[Table, ...]]]
Act: TypeAlias = Callable[[Desk, discord.Interaction, Table, Trace], Awaitable[None]]


def add_about_table(
    parent: Parent,
    desk: Desk,
    name: str,
    says: app_commands.locale_str,
    act: Act,
    *,
    find: Finder | None = None,
    among: Among | None = None,
    shows: bool = False,
) -> None:
    """A command whose only option is a table, which `find` finds and `act` answers for.

    Without `find` it is one that somebody may see. `among` are the tables that are offered, as in
    `offer_tables`. Where it `shows` a picture, what that needs is asked for before anything else.
    """
    kind = f"command.{parent.name}.{name}" if isinstance(parent, app_commands.Group) else f"command.{name}"

    @app_commands.describe(table=named("command.table"))
    async def command(
        interaction: discord.Interaction, table: app_commands.Range[str, 1, 20] | None = None
    ) -> None:
        async def handle(trace: Trace) -> None:
            if shows:
                check_permissions(desk.words, interaction)
            found = await (find or desk.session.find)(click_of(interaction), table)
            trace.table, trace.revision = found.code, found.revision
            await act(desk, interaction, found, trace)

        await desk.serve(interaction, kind, handle)

    made: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=name,
        description=says,
        callback=command,
        allowed_installs=INSTALLS,
        allowed_contexts=CONTEXTS,
    )
    parent.add_command(made)
    with_tables(desk, made, among)


def with_tables(desk: Desk, command: app_commands.Command[Any, ..., Any], among: Among | None = None) -> None:
    """Let the command's option `table` offer the tables that somebody may see, or those `among` others."""

    @command.autocomplete("table")
    async def tables(interaction: discord.Interaction, current: str) -> Choices:
        return await offer_tables(desk, interaction, current, among)


async def offer_tables(
    desk: Desk, interaction: discord.Interaction, current: str, among: Among | None = None
) -> Choices:
    """The tables that somebody may see here, live ones first, or those `among` others, as they are typed."""

    async def choose(click: Click) -> Choices:
        found = await (among or desk.session.visible)(click)
        lines = [(table.code, plain_line(desk, table)) for table in found]
        typed = current.strip().casefold()
        fitting = [(code, line) for code, line in lines if typed in line.casefold()]
        return [app_commands.Choice(name=line[:100], value=code) for code, line in fitting[:OFFERED]]

    return await desk.offer(interaction, "typing.table", choose)
