"""Fair dice as people see them: `/table verify`, `/table export`, and the salt of a table that is open."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final

import discord
from discord import app_commands

from bot.errors import Refused
from bot.export import decoder
from bot.seating import check_open
from bot.session.lobby import SALT, check_chance, sits_down_to_salt
from bot.store import Line, Status, Table
from bot.trace import Trace
from bot.ui.fair.lines import (
    compared,
    elsewhere,
    opening,
    part_lines,
    problem_lines,
    quoted,
    stamp_of,
    verdict,
    waiting_lines,
    whereabouts,
)
from bot.ui.kit.desk import Desk, check_permissions, click_of, private
from bot.ui.kit.forms import typed
from bot.ui.kit.frame import NOBODY, Layout, Text, unlisted
from bot.ui.kit.ids import Control, Verb
from bot.ui.kit.translator import named
from bot.ui.kit.uploads import read_text
from bot.ui.play.deliver import deliver
from bot.ui.table.about_table import add_about_table
from engine.fairness import commitment
from engine.referee import Part
from engine.verify import Checked, checked

LARGEST: Final = 4 * 1024 * 1024
"""The most bytes of an export that is taken."""

Made = app_commands.Command[Any, ..., Any]


def add_verify(group: app_commands.Group, desk: Desk) -> Made:
    """The command `/table verify`."""

    @group.command(name="verify", description=named("command.verify"))
    @app_commands.describe(table=named("command.table"), file=named("command.verify.file"))
    async def verify(
        interaction: discord.Interaction,
        table: app_commands.Range[str, 1, 20] | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        async def handle(trace: Trace) -> None:
            if file is not None:
                await private(interaction, await _of_file(desk, file))
                return
            found = await desk.session.find(click_of(interaction), table)
            trace.table, trace.revision = found.code, found.revision
            await private(interaction, await _of_table(desk, found))

        await desk.serve(interaction, "command.table.verify", handle)

    return verify


def add_export(group: app_commands.Group, desk: Desk) -> None:
    """The command `/table export`."""
    add_about_table(group, desk, "export", named("command.export"), _export)


async def _export(desk: Desk, interaction: discord.Interaction, found: Table, _: Trace) -> None:
    _check_begun(found)
    name, text = next(iter((await desk.session.exported(found)).items()))
    running = found.status is Status.PLAYING
    told = desk.words("export.running" if running else "export.told", code=found.code)
    await interaction.response.send_message(
        view=with_file(told, name),
        file=discord.File(io.BytesIO(text.encode()), name),
        ephemeral=True,
        allowed_mentions=NOBODY,
    )


def with_file(told: str, name: str) -> Layout:
    """A message with a file that comes with it."""
    layout = Layout(timeout=None)
    layout.add_item(Text(told))
    layout.add_item(discord.ui.File(f"attachment://{name}"))
    return unlisted(layout)


def _check_begun(table: Table) -> None:
    if table.state is None:
        raise Refused("export.unbegun", table, code=table.code)


def add_salt(group: app_commands.Group, desk: Desk) -> Made:
    """The command `/table salt`."""

    @group.command(name="salt", description=named("command.salt"))
    @app_commands.describe(text=named("command.salt.text"), table=named("command.table"))
    async def salt(
        interaction: discord.Interaction,
        text: str = "",
        table: app_commands.Range[str, 1, 20] | None = None,
    ) -> None:
        async def handle(trace: Trace) -> None:
            check_permissions(desk.words, interaction)
            click = click_of(interaction)
            found = await desk.session.find(click, table)
            shown = await desk.session.salt(click, found.id, text, trace)
            await deliver(desk, interaction, shown, trace)

        await desk.serve(interaction, "command.table.salt", handle)

    return salt


async def ask_salt(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """The form to type a salt into. Its custom_id says all there is to know."""
    table = await desk.session.table(control.table)
    trace.table, trace.revision = table.code, table.revision
    check_open(table, None)
    check_chance(desk.session.catalogue[table.game])
    words = desk.words
    modal = discord.ui.Modal(
        title=words("salt.title", code=table.code)[:45],
        custom_id=str(Control(table.id, table.revision, Verb.SALTED)),
    )
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="salt", max_length=SALT, required=False
    )
    label = words("salt.label", most=SALT)[:45]
    sits = sits_down_to_salt(desk.session.catalogue[table.game], table, click_of(interaction).person)
    about = words("salt.about.seat" if sits else "salt.about")[:100]
    modal.add_item(discord.ui.Label(text=label, description=about, component=field))
    modal.stop()
    await interaction.response.send_modal(modal)


async def add_salted(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """What was typed into the form goes into the chance of the table."""
    check_permissions(desk.words, interaction)
    text = next(typed(dict(interaction.data or {})), "")
    shown = await desk.session.salt(click_of(interaction), control.table, text, trace)
    await deliver(desk, interaction, shown, trace)


async def _of_table(desk: Desk, table: Table) -> str:
    """Whether a table's log holds, and how anybody can tell; of one that waits, what its seal is good for."""
    words, entry = desk.words, desk.session.catalogue[table.game]
    if table.state is None:
        return "\n".join(waiting_lines(words, entry, table))
    found = await _checked(desk, next(iter((await desk.session.exported(table)).values())))
    if found.problems:
        return "\n".join((words("fair.fails", code=table.code), *problem_lines(words, found.problems)))
    last, chance, daily = found.parts[-1], entry.chance, table.day is not None
    lines = (
        verdict(words, f"**{table.code}**", last, chance=chance, daily=daily),
        *whereabouts(words, table),
        *part_lines(words, found.parts, chance=chance),
        words("fair.stamp", stamp=stamp_of(last)),
        *([words("fair.how")] if chance else []),
        words("fair.offline"),
    )
    return "\n".join(lines)


async def _of_file(desk: Desk, file: discord.Attachment) -> str:
    """Whether an export holds; where its table is one of ours, whether it is what was played there."""
    found, words = await _checked(desk, await _text_of(file)), desk.words
    if found.problems:
        head = opening(words, file.filename, found.problems)
        return "\n".join((head, *problem_lines(words, found.problems)))
    last = found.parts[-1]
    own = await _own(desk, last)
    if own is None:
        end = elsewhere(words, last)
    else:
        ours = await desk.session.log(own)
        if (line := _differing(last, ours)) is not None:
            differs = words("fair.differs", line=line, code=own.code)
            return "\n".join((opening(words, file.filename, ()), differs))
        end = compared(words, own, len(last.stretch.lines), len(ours))
    chance = desk.session.catalogue[last.stretch.header.record["game"]].chance
    head = verdict(words, quoted(file.filename), last, chance=chance)
    return "\n".join((head, *part_lines(words, found.parts, chance=chance), *end))


async def _text_of(file: discord.Attachment) -> str:
    """The text of an export; its refusals are about such a file, and not about the value of an option."""
    try:
        return await read_text("file", file, LARGEST)
    except Refused as error:
        raise unread(error.key) from error


def unread(key: str) -> Refused:
    """The refusal of a file of a game, for the one of an option's file."""
    match key:
        case "file-empty":
            return Refused("export.empty")
        case "file-not-text":
            return Refused("export.not-text")
        case "file-too-large":
            return Refused("export.too-large", most=LARGEST // 1024)
        case _:
            return Refused("export.not-read")


async def _checked(desk: Desk, text: str) -> Checked:
    catalogue = desk.session.catalogue
    games = {key: entry.game for key, entry in catalogue.items()}
    return await asyncio.to_thread(checked, text, games, decode=decoder(catalogue))


async def _own(desk: Desk, part: Part) -> Table | None:
    """The table here where a file's last part was played; one of elsewhere can have the same number."""
    number = part.stretch.table.removeprefix("T")
    table = await desk.session.store.table(int(number)) if number.isdecimal() else None
    sealed = part.stretch.header.record["commitment"]
    return table if table is not None and table.state and commitment(table.seed) == sealed else None


def _differing(part: Part, ours: Sequence[Line]) -> int | None:
    """The first line of a file's last part that is not what our own log says; none if all of them are.

    Somebody may have rewritten all of a file, its hashes included; only the log itself can tell.
    """
    header, log = part.stretch.header, part.stretch.lines
    for row, line in zip_longest(log, ours[: len(log)]):
        if row is None or line is None or row.record["hash"] != line.hash:
            return header.number + 1 if row is None else row.number
    return None
