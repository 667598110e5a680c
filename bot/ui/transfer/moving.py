"""Moving house as people see it: `/table move` and the answers to it, `/table arrive`, and who is who."""

from __future__ import annotations

import io
import logging
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.errors import Refused
from bot.seating import Click, names_at
from bot.session.arriving import Unsound
from bot.session.moving import Leaving
from bot.store import Board, StoreError, Table
from bot.trace import Trace
from bot.ui.alarms import speak
from bot.ui.fair.dice import LARGEST, unread, with_file
from bot.ui.kit.desk import Desk, check_permissions, click_of, private
from bot.ui.kit.frame import NOBODY, WALNUT, Layout, Message, Panel, Text, laid_out, link, note, safe
from bot.ui.kit.ids import Control, Verb
from bot.ui.kit.keyboard import Key, Row, in_rows
from bot.ui.kit.translator import named
from bot.ui.kit.uploads import read_text
from bot.ui.play.deliver import deliver
from bot.words import Words
from bot.words.sentences import say

LOG = logging.getLogger("taproom.post")

Place = discord.TextChannel | discord.Thread
Made = app_commands.Command[Any, ..., Any]

_SURE: Final = "sure"
"""The answer of somebody who plays alone, or whom nobody else has to agree with."""


def add_move(group: app_commands.Group, desk: Desk) -> Made:
    """The command `/table move`."""

    @group.command(name="move", description=named("command.move-house"))
    @app_commands.describe(channel=named("command.move-house.channel"), table=named("command.table"))
    async def move(
        interaction: discord.Interaction,
        channel: discord.TextChannel | discord.Thread | None = None,
        table: app_commands.Range[str, 1, 20] | None = None,
    ) -> None:
        async def handle(trace: Trace) -> None:
            check_permissions(desk.words, interaction)
            click = click_of(interaction)
            found = await desk.session.find_own(click, table)
            trace.table, trace.revision = found.code, found.revision
            if channel is not None:
                await _check_place(desk, interaction, channel)
                await desk.session.check_opening(_there(interaction, channel.id))
            leaving = await desk.session.ask_to_move(click, found.id, None if channel is None else channel.id)
            if leaving.standing is not None and leaving.standing.message == leaving.departure.message:
                await _agree_again(desk, interaction, leaving)
            elif leaving.missing:
                await _ask(desk, interaction, leaving)
            else:
                await _ask_alone(desk, interaction, leaving)

        await desk.serve(interaction, "command.table.move", handle)

    return move


def add_arrive(group: app_commands.Group, desk: Desk) -> Made:
    """The command `/table arrive`."""

    @group.command(name="arrive", description=named("command.arrive"))
    @app_commands.describe(file=named("command.arrive.file"))
    async def arrive(interaction: discord.Interaction, file: discord.Attachment) -> None:
        async def handle(trace: Trace) -> None:
            check_permissions(desk.words, interaction)
            text = await _text_of(file)
            try:
                alone = bool(interaction.context.dm_channel)
                shown = await desk.session.arrive(click_of(interaction), text, trace, alone=alone)
            except Unsound as unsound:
                lines = [desk.words("arrive-unsound")]
                for problem in unsound.problems[:1]:
                    what = safe(say(desk.words, problem.sentence))
                    lines.append(desk.words("fair.problem", line=problem.line, what=what))
                await private(interaction, "\n".join(lines))
                return
            await deliver(desk, interaction, shown, trace, ping=False)

        await desk.serve(interaction, "command.table.arrive", handle)

    return arrive


async def _text_of(file: discord.Attachment) -> str:
    """The text of a game that arrives; its refusals say which file it takes, and not which option."""
    try:
        return await read_text("file", file, LARGEST)
    except Refused as error:
        match error.key:
            case "file-empty":
                raise Refused("arrive-empty") from error
            case "file-not-text":
                raise Refused("arrive-not-text") from error
            case key:
                raise unread(key) from error


async def answer_move(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """Agree to move a game, refuse, or, where nobody else is asked, go."""
    check_permissions(desk.words, interaction)
    trace.table, trace.notation = f"T{control.table}", control.verb
    click, session = click_of(interaction), desk.session
    sure, _, stamp = control.detail.rpartition(":")
    if control.verb is Verb.MOVE_NO:
        await _refused(desk, interaction, await session.refuse_to_move(click, control.table, stamp))
        return
    if sure:
        leaving = await session.leaving(click, control.table, stamp)
    else:
        leaving = await session.agree_to_move(click, control.table, stamp)
    if leaving.missing:
        told = _question(desk, leaving, safe(_asker(leaving)))
        await interaction.response.edit_message(view=told.layout, allowed_mentions=NOBODY)
        return
    if leaving.departure.channel_id is None:
        await _go_away(desk, interaction, leaving, trace)
    else:
        await _go_there(desk, interaction, leaving, trace)


async def choose_seat(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """Somebody says who they are at a table of a game that goes on."""
    check_permissions(desk.words, interaction)
    trace.table, trace.revision = f"T{control.table}", control.revision
    data: dict[str, Any] = dict(interaction.data or {})
    chosen = next(map(str, data.get("values", ())), "")
    if not (chosen.isascii() and chosen.isdecimal()):
        raise Refused("old-control")
    shown = await desk.session.take_seat(click_of(interaction), control.table, int(chosen), trace)
    await deliver(desk, interaction, shown, trace)


async def _check_place(desk: Desk, interaction: discord.Interaction, place: Place) -> None:
    """Refuse a channel where the person cannot play, or the bot cannot show the board."""
    user = interaction.user
    channel = interaction.client.get_channel(place.id)
    guild = interaction.guild
    if not isinstance(channel, Place) or guild is None or not isinstance(user, discord.Member):
        raise Refused("move-nowhere")
    theirs, ours = channel.permissions_for(user), channel.permissions_for(guild.me)
    writes = "send_messages_in_threads" if isinstance(channel, discord.Thread) else "send_messages"
    if not (theirs.view_channel and getattr(theirs, writes)):
        raise Refused("move-unseen", channel=place.mention)
    needed = ("view_channel", writes, "attach_files")
    missing = tuple(desk.words(f"permission.{name}") for name in needed if not getattr(ours, name))
    if missing:
        raise Refused("missing-permissions", names=missing)


def _there(interaction: discord.Interaction, channel_id: int) -> Click:
    """The click as if it had been made in another channel of the server."""
    click = click_of(interaction)
    channel = interaction.client.get_channel(channel_id)
    home = channel.parent_id if isinstance(channel, discord.Thread) else None
    return replace(click, channel_id=channel_id, home_id=home)


async def _ask(desk: Desk, interaction: discord.Interaction, leaving: Leaving) -> None:
    """Post what the others have to agree to; it calls them, but nobody in their night."""
    told = _question(desk, leaving, safe(interaction.user.display_name))
    users = tuple(player.user_id for player in leaving.table.players if player.seat in leaving.missing)
    asleep = await desk.session.asleep(users)
    told = replace(told, pings=tuple(user for user in users if user not in asleep))
    sent = await interaction.response.send_message(view=told.layout, allowed_mentions=told.mentions())
    message = Board(interaction.channel_id or 0, sent.message_id or 0)
    await desk.session.store.charter.set_departure(replace(leaving.departure, message=message))
    if leaving.standing is not None and leaving.standing.message is not None:
        words, name = desk.words_at(leaving.table), safe(interaction.user.display_name)
        line = words("move.replaced", name=name, link=link(leaving.table, message))
        await _settled(interaction.client, leaving.table, leaving.standing.message, note(line))


async def _agree_again(desk: Desk, interaction: discord.Interaction, leaving: Leaving) -> None:
    """Whoever asks for what is asked already agrees to it; with the last one the game moves."""
    message = leaving.departure.message
    assert message is not None  # noqa: S101 - the question stands
    if leaving.missing:
        words = desk.words
        await private(interaction, words("move.standing", link=link(leaving.table, message)))
        told = _question(desk, leaving, safe(_asker(leaving)))
        await _settled(interaction.client, leaving.table, message, told.layout)
        return
    await _ask_alone(desk, interaction, leaving)


async def question_again(desk: Desk, client: discord.Client, table_id: int) -> None:
    """Post the question anew, in its place: what somebody at the table is called has changed."""
    leaving = await desk.session.asked_to_move(table_id)
    if leaving is None or leaving.departure.message is None:
        return
    told = _question(desk, leaving, safe(_asker(leaving)))
    await _settled(client, leaving.table, leaving.departure.message, told.layout)


async def _settled(client: discord.Client, table: Table, message: Board, layout: Layout) -> None:
    """Change the message of a question; if that fails, its buttons are answered all the same."""
    channel = client.get_partial_messageable(message.channel_id, guild_id=table.guild_id)
    try:
        await channel.get_partial_message(message.message_id).edit(view=layout, allowed_mentions=NOBODY)
    except (TimeoutError, discord.HTTPException) as failure:
        LOG.info("table=%s a question to move kept its buttons: %s", table.code, failure)


async def _ask_alone(desk: Desk, interaction: discord.Interaction, leaving: Leaving) -> None:
    """The question to somebody with whom nobody has to agree."""
    words, table = desk.words, leaving.table
    channel = leaving.departure.channel_id
    if channel is None:
        text = words("move.sure", code=table.code)
    else:
        text = words("move.sure.here", code=table.code, channel=f"<#{channel}>")
    detail = f"{_SURE}:{leaving.stamp}"
    yes = _key(table, words("button.yes", what=words("move.yes")), Verb.MOVE_YES, detail, good=True)
    back: Key = discord.ui.Button(
        label=words("button.back"), custom_id=str(Control(table.id, table.revision, Verb.NEVER_MIND))
    )
    layout = note("\n".join((text, _about(desk, words, leaving))), in_rows([yes, back]))
    await interaction.response.send_message(view=layout, ephemeral=True, allowed_mentions=NOBODY)


def _question(desk: Desk, leaving: Leaving, name: str) -> Message:
    """What the players of a table are asked, who has agreed, and the two answers."""
    table, words = leaving.table, desk.words_at(leaving.table)
    channel = leaving.departure.channel_id
    game = desk.session.catalogue[table.game].game.title
    if channel is None:
        head = words("move.ask.away", name=name, code=table.code, game=game)
    else:
        head = words("move.ask", name=name, code=table.code, game=game, channel=f"<#{channel}>")
    agreed = tuple(safe(one) for one in names_at(table, frozenset(leaving.departure.agreed)))
    missing = [player for player in table.players if player.seat in leaving.missing]
    mentions = words.listed(tuple(f"<@{player.user_id}>" for player in missing))
    lines = [head, words("move.agreed", names=words.listed(agreed))]
    if missing:
        lines.append(words("move.asked", mentions=mentions))
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text("\n".join((*lines, _about(desk, words, leaving)))))
    return Message(laid_out(panel, _answers(words, leaving)))


def _about(desk: Desk, words: Words, leaving: Leaving) -> str:
    """What a move means, in small print."""
    key = "move.about" if desk.session.hides(leaving.table) else "move.about.known"
    away = (words("move.about.away"),) if leaving.departure.channel_id is None else ()
    return "\n".join((words(key), *away))


def _answers(words: Words, leaving: Leaving) -> list[Row]:
    table, stamp = leaving.table, leaving.stamp
    return in_rows(
        [
            _key(table, words("button.move.agree"), Verb.MOVE_YES, stamp, good=True),
            _key(table, words("button.move.refuse"), Verb.MOVE_NO, stamp),
        ]
    )


def _key(table: Table, label: str, verb: Verb, detail: str, *, good: bool = False) -> Key:
    style = discord.ButtonStyle.success if good else discord.ButtonStyle.secondary
    custom_id = str(Control(table.id, 0, verb, detail))  # what is asked holds at every revision
    return discord.ui.Button(label=label[:80], style=style, custom_id=custom_id)


def _asker(leaving: Leaving) -> str:
    """What whoever asked is called at the table."""
    asker = leaving.departure.user_id
    return next((player.name for player in leaving.table.players if player.user_id == asker), "")


async def _refused(desk: Desk, interaction: discord.Interaction, leaving: Leaving) -> None:
    own = leaving.departure.user_id == interaction.user.id
    words = desk.words_at(leaving.table)
    key = "move.withdrawn" if own else "move.refused"
    line = words(key, name=safe(interaction.user.display_name), code=leaving.table.code)
    await interaction.response.edit_message(view=note(line), allowed_mentions=NOBODY)


async def _go_away(desk: Desk, interaction: discord.Interaction, leaving: Leaving, trace: Trace) -> None:
    """The game leaves as a file, which everybody who played gets here."""
    shown, told = await desk.session.move_away(click_of(interaction), leaving.table.id, trace)
    words, (name, text) = desk.words_at(shown.table), next(iter(told.items()))
    line = words("move.done.away", code=shown.table.code)
    alone = len(shown.table.players) == 1
    await interaction.response.edit_message(view=note(line), allowed_mentions=NOBODY)
    await interaction.followup.send(
        view=with_file(line, name),
        file=discord.File(io.BytesIO(text.encode()), name),
        ephemeral=alone,
        allowed_mentions=NOBODY,
    )
    await _settle_question(interaction, leaving, note(line))
    await speak.refresh(desk, interaction.client, shown.table)


async def _go_there(desk: Desk, interaction: discord.Interaction, leaving: Leaving, trace: Trace) -> None:
    """The game goes on in the other channel; what is left here leads there."""
    old, channel_id = leaving.table, leaving.departure.channel_id or 0
    there = _there(interaction, channel_id)
    shown = await desk.session.move_here(click_of(interaction), old.id, there, trace)
    try:
        await speak.show(desk, interaction.client, shown)
    except (discord.HTTPException, StoreError):
        LOG.exception("table=%s could not be shown where it moved to", shown.table.code)
    new = await desk.session.table(shown.table.id)
    line = _gone_line(desk.words_at(old), old, new)
    await interaction.response.edit_message(view=note(line), allowed_mentions=NOBODY)
    await _settle_question(interaction, leaving, note(line))
    left = await desk.session.table(old.id)
    await speak.refresh(desk, interaction.client, left)


async def _settle_question(interaction: discord.Interaction, leaving: Leaving, layout: Layout) -> None:
    """What everybody was asked says what came of it, where somebody answered in another message."""
    message, clicked = leaving.departure.message, interaction.message
    if message is not None and (clicked is None or clicked.id != message.message_id):
        await _settled(interaction.client, leaving.table, message, layout)


def _gone_line(words: Words, old: Table, new: Table) -> str:
    if new.board is None:
        return words("move.done.plain", code=old.code, next=new.code)
    return words("move.done", code=old.code, next=new.code, link=link(new, new.board))
