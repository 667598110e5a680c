"""Opening a table that goes on from a move of another one: `/table fork`, and the button in a history.

The command says all there is to say. The button is easily tried, and what it opens everybody sees, so it
asks first, in private.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.errors import Refused
from bot.session import Shown
from bot.store import Board, StoreError, Table
from bot.trace import Trace
from bot.ui.kit.desk import Desk, check_company, check_permissions, click_of, private
from bot.ui.kit.frame import NOBODY, Layout, Message, link, note
from bot.ui.kit.ids import Control, Verb
from bot.ui.kit.keyboard import Row
from bot.ui.kit.translator import named
from bot.ui.play.post import message
from bot.ui.play.resume import show_again

LOG = logging.getLogger("taproom.post")

MOST: Final = 10**9 - 1
"""The largest number of a move that can be asked for."""

_YES: Final = "yes:"
"""Before the number of the move, in the answer to the question whether a table is to be opened."""

_NO: Final = "no"

_DEAD: Final = (10062, 10015, 50027, 40060)
"""Discord's codes for an interaction that cannot be answered any more."""


def add_fork(group: app_commands.Group, desk: Desk) -> app_commands.Command[Any, ..., Any]:
    """The command `/table fork`."""

    @group.command(name="fork", description=named("command.fork"))
    @app_commands.describe(table=named("command.table"), move=named("command.fork.move"))
    async def fork(
        interaction: discord.Interaction,
        table: app_commands.Range[str, 1, 20] | None = None,
        move: app_commands.Range[int, 0, MOST] | None = None,
    ) -> None:
        async def handle(trace: Trace) -> None:
            await desk.session.check_opening(click_of(interaction))
            found = await desk.session.find(click_of(interaction), table)
            _check(desk, interaction, found, trace)
            shown = await desk.session.fork(click_of(interaction), found.id, move, trace)
            with trace.span("answer"):
                await _post(desk, interaction, shown, trace)
            await private(interaction, _told(desk, found, shown))

        await desk.serve(interaction, "command.table.fork", handle)

    return fork


async def fork_here(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """The question whether to fork at the move that a page of a history shows, and its two answers."""
    trace.notation = control.detail
    if control.detail == _NO:
        await interaction.response.edit_message(view=note(desk.words("nothing-to-confirm")))
        return
    ply = control.detail.removeprefix(_YES)
    if not (ply.isascii() and ply.isdecimal()):
        raise Refused("old-control")
    await desk.session.check_opening(click_of(interaction))
    table = await desk.session.table(control.table)
    _check(desk, interaction, table, trace)
    if control.detail == ply:
        await _ask(desk, interaction, table, int(ply))
    else:
        await _fork_after_all(desk, interaction, table, int(ply), trace)


def _check(desk: Desk, interaction: discord.Interaction, parent: Table, trace: Trace) -> None:
    """Refuse what could not be posted here."""
    trace.table, trace.revision = parent.code, parent.revision
    check_permissions(desk.words, interaction)
    check_company(interaction, desk.session.catalogue[parent.game].game)


async def _ask(desk: Desk, interaction: discord.Interaction, parent: Table, ply: int) -> None:
    """The question, to one person, in a message of its own; refuses what cannot be forked."""
    await desk.session.beginning(click_of(interaction), parent.id, ply)
    words, good = desk.words, discord.ButtonStyle.success
    yes = discord.ui.Button[Layout](
        label=words("button.yes", what=words("fork.yes")),
        style=good,
        custom_id=_custom_id(parent, f"{_YES}{ply}"),
    )
    no = discord.ui.Button[Layout](label=words("button.back"), custom_id=_custom_id(parent, _NO))
    text = words("fork.ask", code=parent.code, ply=ply)
    await interaction.response.send_message(
        view=note(text, [Row(yes, no)]), ephemeral=True, allowed_mentions=NOBODY
    )


def _custom_id(parent: Table, detail: str) -> str:
    return str(Control(parent.id, 0, Verb.FORK, detail))  # a move is one at every revision


async def _fork_after_all(
    desk: Desk, interaction: discord.Interaction, parent: Table, ply: int, trace: Trace
) -> None:
    """Open the table that was asked about, once, however often the question's button is clicked.

    The question's message stands for the clicks, so the second is refused as one that was delivered twice.
    """
    assert interaction.message is not None  # noqa: S101 - a click comes from a message
    click = replace(click_of(interaction), interaction=interaction.message.id)
    shown = await desk.session.fork(click, parent.id, ply, trace)
    with trace.span("answer"):
        try:
            told = note(_told(desk, parent, shown))
            await interaction.response.edit_message(view=told, allowed_mentions=NOBODY)
        except discord.HTTPException as failure:
            if failure.code not in _DEAD:
                raise
            LOG.info("a question kept its buttons: %s", failure)
        await _post(desk, interaction, shown, trace)


def _told(desk: Desk, parent: Table, shown: Shown) -> str:
    """For whoever opened a fork: where it comes from."""
    assert shown.table.parent is not None  # noqa: S101 - it is a fork
    said: dict[str, str | int] = {
        "code": shown.table.code,
        "parent": parent.code,
        "ply": shown.table.parent[1],
    }
    if parent.board is None:
        return desk.words("fork.told.plain", **said)
    return desk.words("fork.told", link=link(parent, parent.board), **said)


async def _post(desk: Desk, interaction: discord.Interaction, shown: Shown, trace: Trace) -> None:
    """The new table for everybody; nobody is called, as whoever is to act has just opened it."""
    async with desk.posting(shown.table.id):
        told = replace(message(desk.words_at(shown.table), shown, trace), pings=())
        try:
            sent = await _send(interaction, told)
        except discord.HTTPException as failure:
            if failure.code not in _DEAD:
                raise
            LOG.warning("the interaction has expired; posting without it")
            await show_again(desk, interaction.channel, shown.table)
            return
        try:
            await desk.session.post(shown.table, Board(interaction.channel_id or 0, sent))
        except StoreError:
            LOG.exception("table=%s where it is shown could not be noted", shown.table.code)


async def _send(interaction: discord.Interaction, told: Message) -> int:
    """Send a message as the answer, or after it if there was one; returns its id."""
    if interaction.response.is_done():
        sent = await interaction.followup.send(
            view=told.layout, files=told.files(), allowed_mentions=told.mentions(), wait=True
        )
        return sent.id
    answered = await interaction.response.send_message(
        view=told.layout, files=told.files(), allowed_mentions=told.mentions()
    )
    return answered.message_id or 0
