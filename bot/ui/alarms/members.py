"""Detects players who have left the server: they get no more calls, and the others are notified.

Discord does not report departures without the privileged members intent. So each player is looked up right
after a call, and awaited players once a day.
"""

from __future__ import annotations

import logging
from itertools import islice
from math import inf
from typing import Final

import discord

from bot.discord.budget import Priority, request_priority
from bot.discord.frame import escape_markdown, words_at
from bot.discord.request import FAILURES, Surface
from bot.kernel.errors import Refused, Stale
from bot.kernel.tables.seats import acting_for, has_gone, second_board_of
from bot.kernel.trace import Trace
from bot.store import HOUSE, Status, StoreError, Table
from bot.ui.alarms import messenger

LOG = logging.getLogger("taproom.places")

DAILY: Final = 24 * 60 * 60.0
"""Seconds for which a player who was seen in a server counts as a member."""

AGAIN: Final = 60.0
"""Seconds until a departure is recorded again that the database did not accept."""

MOST: Final = 5
"""The most users that are looked up at a time."""

TABLES: Final = 500
"""The most tables that are examined at a time."""

REMEMBERED: Final = 10_000
"""The most memberships that are remembered."""

GONE: Final = (10007, 10013)
"""Discord's error codes for a user who is not in a server, or has no account any more."""


class MembershipChecker:
    """Checks whether players who were called are still members of their server."""

    def __init__(self, surface: Surface, client: discord.Client) -> None:
        self._surface = surface
        self._client = client
        self._waiting = dict[int, None]()
        self._swept = -inf
        self._seen = dict[tuple[int, int], float]()
        self._again = dict[int, float]()
        self._is_looking = False

    def is_due(self) -> bool:
        """Return whether a check is due, and reserve it: the next one waits until it has ended."""
        if self._is_looking:
            return False
        now = self._surface.session.now()
        again = [table_id for table_id, due_at in self._again.items() if due_at <= now]
        for table_id in again:
            del self._again[table_id]
        # Players who were just called come first.
        called = self._surface.session.outbox.take_called()
        self._waiting = dict.fromkeys(called) | self._waiting | dict.fromkeys(again)
        self._is_looking = bool(self._waiting) or now >= self._swept + DAILY
        return self._is_looking

    async def check_members(self) -> None:
        """Look up the players who were called since the last check, or are awaited, if not seen today."""
        try:
            await self._check_waiting()
        finally:
            self._is_looking = False

    async def _check_waiting(self) -> None:
        session, lookups = self._surface.session, 0
        if session.now() >= self._swept + DAILY:
            self._swept = session.now()
            self._waiting |= dict.fromkeys(await session.schedule.tables_in_servers())
        for table_id in tuple(islice(self._waiting, TABLES)):
            if lookups >= MOST:
                return
            del self._waiting[table_id]
            table = await session.tables.find(table_id)
            if table is None or table.guild_id is None or self._client.get_guild(table.guild_id) is None:
                continue
            for user in _awaited_users(table, session.tables.acting_seats(table)):
                if self._was_seen(table.guild_id, user):
                    continue
                lookups += 1
                if await self._has_left(table.guild_id, user):
                    await self._record_departure(table, user)

    def _was_seen(self, guild_id: int, user: int) -> bool:
        seen_at = self._seen.get((guild_id, user))
        return seen_at is not None and self._surface.session.now() < seen_at + DAILY

    async def _has_left(self, guild_id: int, user: int) -> bool:
        """Return whether a user has left a server; false where Discord does not say."""
        guild = self._client.get_guild(guild_id)
        try:
            if guild is not None:
                with request_priority(Priority.TIDY):
                    await guild.fetch_member(user)
        except discord.NotFound as failure:
            return failure.code in GONE
        except FAILURES as failure:
            LOG.info("user=%s could not be looked up: %s", user, failure)
            return False
        self._seen[guild_id, user] = self._surface.session.now()
        while len(self._seen) > REMEMBERED:
            del self._seen[next(iter(self._seen))]
        return False

    async def _record_departure(self, table: Table, user: int) -> None:
        """Record that a player has left, and show it; the notice with the choices is an alarm."""
        trace, session = Trace("tick.gone", 0), self._surface.session
        name = next(player.name for player in table.players if user in (player.user_id, player.substitute))
        try:
            after = await session.absence.leave_server(table, user, trace)
        except (Refused, Stale, StoreError) as failure:
            LOG.info("table=%s that user=%s has left is noted later: %s", table.code, user, failure)
            self._again[table.id] = session.now() + AGAIN
            return
        if after is None:
            return
        LOG.info("table=%s user=%s has left the server", table.code, user)
        remarks = (
            ()
            if after.status is Status.PLAYING
            else (words_at(after)("lobby.gone", name=escape_markdown(name)),)
        )
        await messenger.refresh_board(self._surface, self._client, after, remarks)
        self._surface.wake()


def _awaited_users(table: Table, acting: frozenset[int]) -> tuple[int, ...]:
    """Return the user ids of the players whose turn it is, or who are challenged.

    Empty for tables over two servers, where the clock alone decides.
    """
    if second_board_of(table) is not None:
        return ()
    if table.status is Status.OPEN:
        return tuple(player.user_id for player in table.players if not player.seated)
    if table.status is not Status.PLAYING:
        return ()
    called = (player for player in table.players if player.seat in acting and not has_gone(player))
    return tuple(player.user_id for player in called if acting_for(player) == player.user_id > HOUSE)
