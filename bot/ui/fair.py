"""Fair dice as people see them: `/table verify`, `/table export`, and the salt of a table that is open."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final

import discord
from discord import app_commands

from bot.errors import Refused
from bot.export import decoder
from bot.seating import check_open
from bot.session.lobby import SALT
from bot.store import Status, Table
from bot.trace import Trace
from bot.ui.deliver import deliver
from bot.ui.desk import Desk, check_permissions, click_of, private
from bot.ui.forms import typed
from bot.ui.frame import NOBODY, Layout, Text, safe, unlisted
from bot.ui.ids import Control, Verb
from bot.ui.translator import named
from bot.ui.uploads import read_text
from bot.words import Words
from bot.words.sentences import say
from engine.faults import Problem
from engine.referee import Part, Unchecked
from engine.verify import Checked, checked

LARGEST: Final = 4 * 1024 * 1024
"""The most bytes of an export that is taken."""

TOLD: Final = 8
"""How many faults are told; a file that is all wrong needs no more."""

STAMP: Final = 6
"""Characters of the log's hash under each picture."""

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


def add_export(group: app_commands.Group, desk: Desk) -> Made:
    """The command `/table export`."""

    @group.command(name="export", description=named("command.export"))
    @app_commands.describe(table=named("command.table"))
    async def export(
        interaction: discord.Interaction, table: app_commands.Range[str, 1, 20] | None = None
    ) -> None:
        async def handle(trace: Trace) -> None:
            found = await desk.session.find(click_of(interaction), table)
            trace.table, trace.revision = found.code, found.revision
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

        await desk.serve(interaction, "command.table.export", handle)

    return export


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
    words = desk.words
    modal = discord.ui.Modal(
        title=words("salt.title", code=table.code)[:45],
        custom_id=str(Control(table.id, table.revision, Verb.SALTED)),
    )
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="salt", max_length=SALT, required=False
    )
    label = words("salt.label", most=SALT)[:45]
    modal.add_item(discord.ui.Label(text=label, description=words("salt.about")[:100], component=field))
    modal.stop()
    await interaction.response.send_modal(modal)


async def add_salted(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """What was typed into the form goes into the chance of the table."""
    check_permissions(desk.words, interaction)
    text = next(typed(dict(interaction.data or {})), "")
    shown = await desk.session.salt(click_of(interaction), control.table, text, trace)
    await deliver(desk, interaction, shown, trace)


async def _of_table(desk: Desk, table: Table) -> str:
    """Whether a table's log holds, and how anybody can tell."""
    _check_begun(table)
    text = next(iter((await desk.session.exported(table)).values()))
    found = await _checked(desk, text)
    words, code = desk.words, table.code
    if found.problems:
        return "\n".join((words("fair.fails", code=code), *_problems(words, found.problems)))
    last = found.parts[-1]
    if last.unchecked is Unchecked.SEALED or "seed" not in last.stretch.header.record:
        head = words("fair.holds.sealed" if table.day is None else "fair.holds.sealed.day", code=code)
    elif last.unchecked is not None:
        head = words("fair.holds.continued", code=code, since=last.since)
    else:
        head = words("fair.holds", code=code)
    return "\n".join((head, *_parts(words, found.parts), words("fair.how")))


async def _of_file(desk: Desk, file: discord.Attachment) -> str:
    """Whether an export holds; where its table is one of ours, whether it is what was played there."""
    text = await read_text("file", file, LARGEST)
    found, words, name = await _checked(desk, text), desk.words, safe(file.filename)
    if found.problems:
        return "\n".join((words("fair.fails.file", file=name), *_problems(words, found.problems)))
    last = found.parts[-1]
    if (differs := await _differs(desk, last)) is not None:
        return "\n".join((words("fair.fails.file", file=name), differs))
    if "seed" not in last.stretch.header.record:
        head = words("fair.holds.file.sealed", file=name)
    elif last.unchecked is not None:
        head = words("fair.holds.file.continued", file=name, since=last.since)
    else:
        head = words("fair.holds.file", file=name)
    return "\n".join((head, *_parts(words, found.parts)))


async def _checked(desk: Desk, text: str) -> Checked:
    catalogue = desk.session.catalogue
    games = {key: entry.game for key, entry in catalogue.items()}
    return await asyncio.to_thread(checked, text, games, decode=decoder(catalogue))


async def _differs(desk: Desk, part: Part) -> str | None:
    """The first line of a file's last part that is not what our own log says, if it is of one of our tables.

    Somebody may have rewritten all of a file, its hashes included; only the log itself can tell.
    """
    header, log = part.stretch.header, part.stretch.lines
    number = part.stretch.table.removeprefix("T")
    table = await desk.session.store.table(int(number)) if number.isdecimal() else None
    if table is None:
        return None
    own = next(iter((await desk.session.exported(table)).values())).splitlines() if table.state else []
    if not any(f'"{header.record["commitment"]}"' in line for line in own):
        return None  # a table of another installation that has the same number
    lines = await desk.session.log(table)
    for row, line in zip_longest(log, lines[: len(log)]):
        if row is None or line is None or row.record["hash"] != line.hash:
            at = header.number + 1 if row is None else row.number
            return desk.words("fair.differs", line=at, code=table.code)
    return None


def _problems(words: Words, problems: Sequence[Problem]) -> Iterator[str]:
    """A line for each fault, for the first of them."""
    for problem in problems[:TOLD]:
        yield words("fair.problem", line=problem.line, what=safe(say(words, problem.said)))
    if len(problems) > TOLD:
        yield words.some("fair.more", len(problems) - TOLD)


def _parts(words: Words, parts: Sequence[Part]) -> Iterator[str]:
    """What each part of a game commits to, and the hash that stands on its last board."""
    for part in parts:
        header = part.stretch.header.record
        key = "fair.part.secret" if "seed" not in header else "fair.part.seed"
        seed = words(key, seed=header.get("seed", ""))
        if salts := header.get("salts"):
            told = words.listed(tuple(f"`{safe(str(salt))}`" for salt in salts))
            seed = ", ".join((seed, words("fair.part.salts", salts=told)))
        lines = words.some("fair.lines", len(part.stretch.lines))
        code, sealed = part.stretch.table, str(header["commitment"])
        yield words("fair.part", code=code, lines=lines, commitment=sealed, seed=seed)
    yield words("fair.stamp", stamp=parts[-1].stretch.head[:STAMP])
