"""Idle tables: the players are asked once whether to go on; a table that no one keeps is closed later.

One message asks about all idle tables of a channel. Where the bot cannot write there, the players are asked
by direct message, as they are about a deal of the day, which no one else sees.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.discord.channels import WriteAccess, is_access_failure
from bot.discord.frame import (
    WALNUT,
    Layout,
    Message,
    Panel,
    Text,
    escape_markdown,
    link,
    names_of,
    note,
    panel_layout,
    words_at,
)
from bot.discord.interaction_data import ClickedMessage
from bot.discord.keyboard import Control, Key, Verb, in_rows
from bot.discord.request import FAILURES, Request, Route, Surface
from bot.games.catalogue import AnyEntry, words_in
from bot.kernel.tables.seats import acting_for, has_gone
from bot.kernel.time.schedule import DueAlarm
from bot.kernel.trace import Trace
from bot.store import HOUSE, StoreError, Table
from bot.ui.alarms import messenger
from bot.words import Words

LOG = logging.getLogger("taproom.idle")

DAY: Final = 24 * 60 * 60.0


@dataclass(frozen=True, slots=True)
class IdlePolicy:
    """Days without an action until a table's players are asked, and more days until it is closed.

    With 0 `days` idle tables are left alone.
    """

    days: int = 30
    grace: int = 14


def idle_question(
    words: Words,
    catalogue: Mapping[str, AnyEntry],
    tables: Sequence[tuple[int, Table]],
    idle: IdlePolicy,
    now: float,
) -> Message:
    """Return the question whether these tables go on, each with its alarm's id; it pings their players."""
    panel, keys = Panel(accent_colour=WALNUT), list[Key]()
    when = f"<t:{int(now + idle.grace * DAY)}:R>"
    panel.add_item(Text(words("idle.ask", days=idle.days, when=when)))
    users = dict[int, None]()
    for alarm, table in tables:
        users |= dict.fromkeys(player_ids(table))
        mentions = tuple(f"<@{user}>" for user in player_ids(table)) or names_of(table)
        line = words(
            "idle.table",
            code=table.code,
            game=catalogue[table.game].game.title,
            names=words.join_list(mentions),
        )
        if table.board is not None:
            line = f"{line}\n{words('time.link', link=link(table, table.board))}"
        panel.add_item(Text(line, id=messenger.MARK + alarm))
        custom_id = str(Control(table.id, table.revision, Verb.KEEP))
        keys.append(discord.ui.Button(label=words("idle.button.keep", code=table.code), custom_id=custom_id))
    return Message(panel_layout(panel, in_rows(keys)), pings=tuple(users))


def player_ids(table: Table) -> tuple[int, ...]:
    """Return the user ids of a table's present players, without those who play from another server."""
    here = (player for player in table.players if player.afar is None and not has_gone(player))
    users = map(acting_for, here)
    return tuple(user for user in dict.fromkeys(users) if user > HOUSE)


async def ask_to_keep(surface: Surface, client: discord.Client, due: DueAlarm, idle: IdlePolicy) -> None:
    """Ask in the channel, or by direct message, whether idle tables go on."""
    session, now = surface.session, surface.session.now()
    tables = [
        (due_table.alarm.id, due_table.table) for due_table in due.all_alarms if due_table.table is not None
    ]
    first = tables[0][1]
    reach = await surface.channels.access(client, first.guild_id, first.channel_id)
    if first.terms.day is None and reach is WriteAccess.OPEN:
        message = idle_question(words_at(first), session.catalogue, tables, idle, now)
        try:
            await messenger.in_channel(client, first, message, f"idle{due.alarm.id}")
        except discord.HTTPException as failure:
            if not is_access_failure(failure):
                raise
        else:
            return
    for alarm, table in tables:
        for user in player_ids(table):
            words = words_in(session.tables.language_of(user, table.terms.language))
            message = idle_question(words, session.catalogue, [(alarm, table)], idle, now)
            try:
                await messenger.send_direct(client, user, message, f"idle{alarm}.{user}"[:25])
            except FAILURES as failure:
                LOG.info("table=%s user=%s could not be asked: %s", table.code, user, failure)


async def close_idle(surface: Surface, client: discord.Client, due: DueAlarm, idle: IdlePolicy) -> None:
    """Close a table that no one kept; its board says why and how to go on, and pings no one."""
    table, session = due.table, surface.session
    assert table is not None  # noqa: S101 - the alarm has a table
    late, trace = session.absence.absent_player(table), Trace("tick.idle", 0)
    shown, questions = await session.management.close_idle(due.alarm, table, trace)
    words, days = words_at(table), idle.days + idle.grace
    key = "idle.closed" if shown.state is not None else "idle.closed.open"
    line = words(key, days=days)
    LOG.info("table=%s is closed: it was idle for long", table.code)
    if not await messenger.refresh_board(surface, client, shown.table, (line,)):
        try:
            await messenger.show_if_reachable(surface, client, shown, (line,), anew=True)
        except (*FAILURES, StoreError) as failure:
            LOG.info("table=%s that it is closed could not be shown: %s", table.code, failure)
    text = words("time.closed", code=table.code)
    if late is not None:
        await messenger.resolve_notice(surface, client, shown.table, text)
    for message in questions:
        channel = client.get_partial_messageable(message.channel_id, guild_id=table.guild_id)
        try:
            await channel.get_partial_message(message.message_id).edit(view=note(text), attachments=[])
        except FAILURES as failure:
            LOG.info("table=%s a question kept its buttons: %s", table.code, failure)


async def keep_table(request: Request) -> None:
    """Keep an idle table; the other tables of the same question stay open to an answer."""
    table = request.note_table(
        await request.session.management.keep_open(
            request.click, request.control.table, request.control.revision, request.trace
        )
    )
    line = words_at(table)("idle.kept", name=escape_markdown(request.person.name), code=table.code)
    if messenger.covers_several_alarms(request.clicked_message):
        await request.change(_question_without(request.clicked_message, request.control))
        await request.private(line)
    else:
        await request.change(note(line))
    await messenger.refresh_board(request.surface, request.client, table)


def _question_without(message: ClickedMessage, used: Control) -> Layout:
    """Return the question without the button that was used."""
    panel, keys = Panel(accent_colour=WALNUT), list[Key]()
    for part in messenger.parts_of(message.components):
        if isinstance(part, discord.TextDisplay):
            panel.add_item(Text(part.content, id=part.id))
        elif isinstance(part, discord.Button) and part.custom_id and part.custom_id != str(used):
            keys.append(discord.ui.Button(label=part.label, custom_id=part.custom_id))
    return panel_layout(panel, in_rows(keys))


CONTROLS: Final = {Verb.KEEP: Route(keep_table)}
