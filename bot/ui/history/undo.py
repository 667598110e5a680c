"""`/table undo`, the button of the same, and the buttons of what is asked before it is done."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.errors import Refused
from bot.session.undo import WayBack
from bot.store import Board, UndoOffer
from bot.trace import Trace
from bot.ui.history.undo_offer import asked, offer_message, question
from bot.ui.kit.desk import Desk, check_permissions, click_of, private
from bot.ui.kit.frame import NOBODY, link, safe, settled
from bot.ui.kit.ids import Control, Verb
from bot.ui.kit.translator import named
from bot.ui.play.deliver import deliver

LOG = logging.getLogger("taproom.post")

MOST: Final = 999
"""The most moves of one's own that can be taken back at once."""

LAST: Final = 10**9 - 1
"""The largest number of a move that can be asked for."""


def add_undo(group: app_commands.Group, desk: Desk) -> app_commands.Command[Any, ..., Any]:
    """The command `/table undo`."""

    @group.command(name="undo", description=named("command.undo"))
    @app_commands.describe(
        table=named("command.table"), moves=named("command.undo.moves"), to=named("command.undo.to")
    )
    async def undo(
        interaction: discord.Interaction,
        table: app_commands.Range[str, 1, 20] | None = None,
        moves: app_commands.Range[int, 1, MOST] | None = None,
        to: app_commands.Range[int, 0, LAST] | None = None,
    ) -> None:
        async def handle(trace: Trace) -> None:
            check_permissions(desk.words, interaction)
            click = click_of(interaction)
            found = await desk.session.find_played(click, table)
            trace.table, trace.revision = found.code, found.revision
            way = await desk.session.way_back(click, found.id, moves=moves, to=to)
            await _go(desk, interaction, way, trace)

        await desk.serve(interaction, "command.table.undo", handle)

    return undo


async def take_back(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """One's own last move, by the button of the board."""
    check_permissions(desk.words, interaction)
    trace.table, trace.revision = f"T{control.table}", control.revision
    click = click_of(interaction)
    way = await desk.session.way_back(click, control.table, revision=control.revision)
    await _go(desk, interaction, way, trace)


async def take_back_after_all(
    desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace
) -> None:
    """What was asked about in private, and meant."""
    check_permissions(desk.words, interaction)
    trace.table, trace.revision, trace.notation = f"T{control.table}", control.revision, control.detail
    click, ply = click_of(interaction), _ply(control)
    way = await desk.session.way_back(click, control.table, to=ply, revision=control.revision)
    await deliver(desk, interaction, await desk.session.take_back(click, way, trace), trace)


async def answer(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """Agree to an offer, decline it, or withdraw it; one that does not stand any more loses its buttons."""
    check_permissions(desk.words, interaction)
    trace.table, trace.revision, trace.notation = f"T{control.table}", control.revision, control.detail
    try:
        if control.verb is Verb.UNDO_AGREE:
            await _agree(desk, interaction, control, trace)
        else:
            await _end(desk, interaction, control)
    except Refused as refused:
        if refused.key == "undo-off":
            words = desk.words_at(await desk.session.table(control.table))
            await _close(interaction, words("undo.lapsed"))
        raise


async def _go(desk: Desk, interaction: discord.Interaction, way: WayBack, trace: Trace) -> None:
    """Go back where that is free; else ask the others, or who asks if there is nobody else."""
    if way.back.is_free:
        shown = await desk.session.take_back(click_of(interaction), way, trace)
        await deliver(desk, interaction, shown, trace)
    elif way.voters:
        await _offer(desk, interaction, way, trace)
    else:
        told = question(desk.words, way, trace)
        await interaction.response.send_message(
            view=told.layout, files=told.files(), ephemeral=True, allowed_mentions=NOBODY
        )


async def _offer(desk: Desk, interaction: discord.Interaction, way: WayBack, trace: Trace) -> None:
    """Post an offer for the others to answer, or lead to the same one that stands already.

    It calls those who are asked, but nobody in their night.
    """
    words, table = desk.words_at(way.table), way.table
    made = await desk.session.offer_undo(click_of(interaction), way)
    if not made.fresh and made.offer.message is not None:
        await private(interaction, desk.words("undo.standing", link=link(table, made.offer.message)))
        return
    told = offer_message(words, way, made.offer, trace)
    asleep = await desk.session.asleep(asked(way))
    told = replace(told, pings=tuple(user for user in told.pings if user not in asleep))
    sent = await interaction.response.send_message(
        view=told.layout, files=told.files(), allowed_mentions=told.mentions()
    )
    message = Board(interaction.channel_id or 0, sent.message_id or 0)
    await desk.session.note_offer(made.offer, message)
    if made.before is not None and made.before.message is not None:
        line = words("undo.lapsed")
        if made.before.revision == made.offer.revision:
            name = safe(interaction.user.display_name)
            line = words("undo.replaced", name=name, link=link(table, message))
        await _settle(interaction, made.before.message, line)


async def _agree(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """Agree; with the last one who must, the game goes back and its board is posted anew."""
    click, ply = click_of(interaction), _ply(control)
    async with desk.posting(control.table):
        said = await desk.session.agree(click, control.table, control.revision, ply, trace)
        if said.shown is None:
            told = offer_message(desk.words_at(said.way.table), said.way, said.offer, trace)
            await interaction.response.edit_message(
                view=told.layout, attachments=told.files(), allowed_mentions=NOBODY
            )
            return
    try:
        await deliver(desk, interaction, said.shown, trace)
    finally:
        table = await desk.session.table(control.table)
        words = desk.words_at(table)
        lines = [words("undo.accepted", name=safe(click.person.name))]
        if table.board is not None:
            lines.append(words("board.next", link=link(table, table.board)))
        await _close(interaction, "\n".join(lines), said.offer)


async def _end(desk: Desk, interaction: discord.Interaction, control: Control) -> None:
    """Decline or withdraw an offer."""
    click, session, ply = click_of(interaction), desk.session, _ply(control)
    withdraws = control.verb is Verb.UNDO_WITHDRAW
    end = session.withdraw_undo if withdraws else session.decline_undo
    offer = await end(click, control.table, control.revision, ply)
    key = "undo.withdrawn" if withdraws else "undo.declined"
    words = desk.words_at(await session.table(control.table))
    await _close(interaction, words(key, name=safe(click.person.name)), offer)


async def _close(interaction: discord.Interaction, line: str, offer: UndoOffer | None = None) -> None:
    """Take the buttons off the clicked offer, and say what became of it; off where else it was posted, too.

    If that fails, clicks on it are answered all the same.
    """
    clicked = interaction.message
    assert clicked is not None  # noqa: S101 - a click comes from a message
    try:
        if interaction.response.is_done():
            await interaction.edit_original_response(view=settled(clicked, line))
        else:
            await interaction.response.edit_message(view=settled(clicked, line), allowed_mentions=NOBODY)
    except discord.HTTPException as failure:
        LOG.info("an offer kept its buttons: %s", failure)
    twin = None if offer is None else offer.message
    if twin is not None and twin.message_id != clicked.id:
        await _settle(interaction, twin, line)


def _ply(control: Control) -> int:
    """The number of the move that a control is about."""
    if not (control.detail.isascii() and control.detail.isdecimal()):
        raise Refused("old-control")
    return int(control.detail)


async def _settle(interaction: discord.Interaction, message: Board, line: str) -> None:
    """The same for an offer that nobody clicked."""
    channel = interaction.client.get_partial_messageable(message.channel_id, guild_id=interaction.guild_id)
    try:
        old = await channel.fetch_message(message.message_id)
        await old.edit(view=settled(old, line), allowed_mentions=NOBODY)
    except (TimeoutError, discord.HTTPException) as failure:
        LOG.info("an offer kept its buttons: %s", failure)
