"""How a tournament is led on by the bot itself: its tables are put up, and its message changed.

Every step is on disk before it is shown. Whatever is left undone by a bot that dies is done by the next one:
tables that were opened are shown by the repair, and the alarm that led on is carried out once more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from math import inf
from typing import Final

import discord

from bot.errors import Stale
from bot.features.tournaments.model import Tournament
from bot.features.tournaments.page import end_of_game, message_of, podium
from bot.features.tournaments.service import Step, Tournaments
from bot.games.catalogue import words_in
from bot.store import Alarm, Board, Status, Table
from bot.trace import Trace
from bot.ui.alarms import speak
from bot.ui.kit.frame import Message, note, plain_names, words_at
from bot.ui.kit.keyboard import Verb
from bot.ui.kit.places import Reach, has_thread
from bot.ui.kit.request import FAILURES, Surface, is_refused
from bot.ui.play.threads import NAME, open_thread

LOG = logging.getLogger("taproom.tournament")

HEARD_OF: Final = 2.0
"""Seconds after which a thread was not opened of which Discord has told nothing."""


async def go_on(surface: Surface, client: discord.Client, tournament_id: int) -> bool:
    """A game has ended, or somebody has withdrawn: what follows is opened, and shown.

    Whether its message leads to the boards of all games that go on, so that nothing is left to be shown.
    """
    step = await surface.session.service(Tournaments).advance(tournament_id, Trace("tick.round", 0))
    for table_id in step.decided:
        table = await surface.session.tables.get(table_id)
        words = words_at(table)
        line = words("tournament.decided.board", end=end_of_game(words, step.tournament, table))
        await speak.refresh(surface, client, table, (line,))
    why = await put_up(surface, client, step)
    await show(surface, client, tournament_id)
    surface.wake()  # games that were given up, and the podium
    if why:
        of = step.tournament
        told = Message(note(words_in(of.language)("thread.refused", why=why)))
        await speak.into(client, of.guild_id, of.channel_id, told, f"w{of.id}.{of.revision}")
    _, boards = await surface.session.service(Tournaments).look_of(step.tournament)
    return step.tournament.status is not Status.PLAYING or (not step.opened and None not in boards)


async def put_up(surface: Surface, client: discord.Client, step: Step) -> str:
    """Show the tables that a step has opened, in threads of their own if that was said.

    Returns why no thread was opened; empty if it was.
    """
    why = ""
    for table_id in step.opened:
        if step.tournament.threads:
            async with surface.posting(table_id):
                table = await surface.session.tables.get(table_id)
                if table.board is None and table.home_id is None:
                    why = await _into_thread(surface, client, step.tournament, table) or why
        surface.session.outbox.failed(table_id)  # so the repair shows it now, and calls whose turn it is
    if step.opened:
        surface.wake()
    return why


async def _into_thread(surface: Surface, client: discord.Client, of: Tournament, table: Table) -> str:
    """A thread for a table; where none can be opened, it stays in the channel. Returns why; else empty."""
    channel = client.get_channel(of.channel_id)
    if not isinstance(channel, discord.TextChannel):
        return ""
    words, game = words_in(of.language), surface.session.catalogue[of.game].game.title
    name = words("thread.name", game=game, names=words.listed(plain_names(table)))
    name, known = " ".join(name.split())[:NAME], {thread.id for thread in channel.threads}
    why, thread = "", None
    try:
        thread = await open_thread(channel, name)
    except FAILURES as failure:
        LOG.info("table=%s no thread could be opened: %s", table.code, failure)
        why = getattr(failure, "text", "") or str(failure) or type(failure).__name__
        if not is_refused(failure):
            thread = await _opened_unanswered(surface, client, channel, name, known)
    if thread is None:
        return why
    await surface.session.lobby.into_thread(table, thread.id)
    return ""


async def _opened_unanswered(
    surface: Surface, client: discord.Client, channel: discord.TextChannel, name: str, known: Collection[int]
) -> discord.Thread | None:
    """The thread of this name that was opened all the same, though the answer was lost; none if none was.

    Discord tells of new threads; it is waited for that, where there is any hurry.
    """

    def is_it(thread: discord.Thread) -> bool:
        return thread.id not in known and (thread.parent_id, thread.name) == (channel.id, name)

    told = next(filter(is_it, channel.threads), None)
    if told is None and surface.patience < inf:
        with suppress(TimeoutError):
            told = await client.wait_for("thread_create", check=is_it, timeout=HEARD_OF)
    return told


async def bring_home(surface: Surface, client: discord.Client) -> None:
    """Games whose thread or channel is gone go on where their tournament is held, if the bot can write there.

    One in a channel that is only shut is not lost.
    """
    for table, channel_id in await surface.session.service(Tournaments).under_way():
        if table.channel_id == channel_id or table.status is not Status.PLAYING:
            continue
        places = surface.places
        if await places.reach(client, table.guild_id, table.channel_id) is not Reach.GONE:
            continue
        if await places.reach(client, table.guild_id, channel_id) is not Reach.OPEN:
            continue
        with suppress(Stale):  # somebody did something from elsewhere: it is found at the next look
            await surface.session.service(Tournaments).bring_home(table, channel_id, Trace("tick.home", 0))
            LOG.warning("table=%s its channel is gone: it goes on where its tournament is held", table.code)
            surface.session.outbox.failed(table.id)
            surface.wake()


def showing(surface: Surface, tournament_id: int) -> asyncio.Lock:
    """The lock for showing a tournament."""
    return surface.posting(f"tournament {tournament_id}")


async def show(surface: Surface, client: discord.Client, tournament_id: int, *, anew: bool = False) -> None:
    """Show a tournament as it stands, unless that is known to be done: by its message or by a new one.

    `anew`: also where it is, as what people are called has changed.
    """
    tournaments = surface.session.service(Tournaments)
    async with showing(surface, tournament_id):
        of = await tournaments.get(tournament_id)
        look = await tournaments.look_of(of)
        is_wanted = anew or not tournaments.is_shown(of, look)
        if not is_wanted or (of.message is None and of.status is Status.CLOSED):
            return
        notice = speak.Notice(
            of.guild_id,
            of.channel_id,
            of.message,
            of.at,
            speak.has_control(Verb.CUP, of.id, 0),
            await message_of(surface.session, of),
            f"t{of.id}.{of.revision}",
        )
        board = await speak.show_notice(client, notice)
        if board != of.message:
            await tournaments.set_message(of, board)
        tournaments.showed(replace(of, message=board), look)
    if of.message not in (None, board):
        await take_away(client, of, of.message)


async def show_soon(
    surface: Surface, client: discord.Client, tournament_id: int, *, anew: bool = False
) -> None:
    """The same for whoever has changed it: if it fails, an alarm does it, which was left with the change."""
    try:
        await show(surface, client, tournament_id, anew=anew)
    except FAILURES as failure:
        LOG.info("tournament=%s is shown later: %s", tournament_id, failure)


async def take_away(client: discord.Client, of: Tournament, old: Board) -> None:
    """A message that showed a tournament before goes, unless people have opened a thread on it."""
    channel = client.get_partial_messageable(old.channel_id, guild_id=of.guild_id)
    try:
        if await has_thread(client, of.guild_id, old.channel_id, old.message_id):
            return
        await channel.get_partial_message(old.message_id).delete()
    except FAILURES as failure:
        LOG.info("tournament=%s an old message of it stayed: %s", of.id, failure)


async def tell(surface: Surface, client: discord.Client, alarm: Alarm) -> None:
    """Say where it was held who has won."""
    of = await surface.session.service(Tournaments).get(int(alarm.detail))
    if of.status is not Status.OVER:
        return
    message = speak.marked(await podium(surface.session, of), alarm.id)
    await speak.into(client, of.guild_id, of.channel_id, message, f"alarm{alarm.id}"[:25])
    await show_soon(surface, client, of.id)
