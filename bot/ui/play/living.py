"""The one living board of a table: when it changes in place, what stays of a move, and how messages go.

A board is changed in place while that is enough. A new message takes its place where somebody has to be
called who does not look on, and where the one that stands is old, out of sight, or gone. Then the old one is
deleted. See docs/decisions/one-living-board.md.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import discord
from discord.utils import snowflake_time

from bot.session import Shown
from bot.store import Board, Status, Table
from bot.ui.kit.budget import Rank, ranked
from bot.ui.kit.frame import words_at
from bot.ui.kit.places import has_thread
from bot.ui.kit.request import FAILURES, Surface
from bot.ui.play.post import happened

LOG = logging.getLogger("taproom.post")

YOUNG: Final = 60 * 60.0
"""Seconds for which a message goes on changing from turn to turn. Discord slows down edits of older ones."""


def is_enough(surface: Surface, table: Table, board: Board | None, called: Iterable[int], at: float) -> bool:
    """Whether a board can change in place: it is young and in sight, and whom it would call looks on.

    `at` is now, by the clock that the ids of messages go by.
    """
    if board is None or not is_young(board.message_id, at):
        return False
    presence = surface.presence
    if presence.has_drifted(board.channel_id, board.message_id):
        return False
    return presence.are_there(table.id, called, surface.session.now())


def is_young(message_id: int, at: float) -> bool:
    """Whether a message is younger than `YOUNG`."""
    return at - snowflake_time(message_id).timestamp() < YOUNG


def parted(surface: Surface, shown: Shown, events: tuple[Any, ...]) -> tuple[str, Shown]:
    """The line that stays in the channel of what has happened, mostly none; and the table as shown below it.

    It tells how a part of the game has come to its end, and each turn where the server keeps a record. The
    board tells the rest. At the end of all the board itself stays.
    """
    table, lasting = shown.table, shown.entry.speech.lasting
    if table.status is not Status.PLAYING or not (shown.new_turn and events):
        return "", shown
    told = 0 if lasting is None else lasting(events)
    if surface.session.server.keeps_record(table):
        told = len(events)
    if not told:
        return "", shown
    words = words_at(table)
    what = happened(words, replace(shown, events=events[:told], recalled=()))
    line = words("board.line", game=shown.entry.game.title, what=what)
    return line, replace(shown, events=events[told:], recalled=(), news=None)


async def remove(
    surface: Surface, client: discord.Client, table: Table, old: Board, *, is_noted: bool = True
) -> None:
    """Take a message away; if that fails, the bot tries it again by itself.

    It does so, too, where requests are scarce, if it `is_noted` on disk that the message is to go.
    """
    if is_noted and surface.budget.is_short:
        return
    if await surface.guests.remove(old):
        surface.session.outbox.settled(old)
        return
    try:
        await take_away(client, table, old)
    except FAILURES as failure:
        LOG.info("table=%s an old board stayed: %s", table.code, failure)
        return
    surface.session.outbox.settled(old)


async def take_away(client: discord.Client, table: Table, old: Board) -> None:
    """Delete a message; one that is gone already is as good. Raises where that is refused.

    Where people have opened a thread on it, it stays: it is what they talk about.
    """
    channel = client.get_partial_messageable(old.channel_id, guild_id=table.guild_id)
    with suppress(discord.NotFound), ranked(Rank.TIDY):
        if await has_thread(client, table.guild_id, old.channel_id, old.message_id):
            LOG.info("table=%s an old board stays, as it has a thread", table.code)
            return
        await channel.get_partial_message(old.message_id).delete()
