"""Watches servers, channels and permissions: clocks stop where no one can play, and messages wait.

All channels with live tables are checked once a minute; those of a server with changes at the next check. It
uses only what the gateway has sent; see `bot.discord.channels`.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from typing import Final

import discord

from bot.discord.request import Surface
from bot.store import Status, Table

LOG = logging.getLogger("taproom.places")

EVERY: Final = 60.0
"""Seconds between two checks of all channels."""


class ChannelAccess:
    """Tracks which channels with live tables are accessible, and what has changed since the last check."""

    def __init__(self, surface: Surface, client: discord.Client) -> None:
        self._surface = surface
        self._client = client
        self._schedule = surface.session.schedule
        self._looked: float | None = None
        self._given = dict[int, float]()
        """Channels out of reach, each with the time until which clocks were credited."""
        self._changed = set[int]()

    @property
    def closed_channels(self) -> frozenset[int]:
        """The channels with live tables where no one can play now."""
        return frozenset(self._given)

    def mark_changed(self, guild_id: int | None, channel_id: int | None = None) -> None:
        """Mark a server as changed, so that the next check includes it."""
        self._surface.channels.invalidate(channel_id)
        if guild_id is not None:
            self._changed.add(guild_id)

    def skip_absence(self) -> None:
        """Restart the accounting after an absence of the bot, whose time was credited already."""
        now = self._surface.session.now()
        self._looked = now
        self._given = dict.fromkeys(self._given, now)

    async def update(self) -> tuple[Table, ...]:
        """Credit clocks with the time in which no one could play; return tables that are back."""
        now = self._surface.session.now()
        is_full = self._looked is None or now >= self._looked + EVERY
        if not is_full and not self._changed:
            return ()
        servers, self._changed = self._changed, set()
        places = [place for place in await self._schedule.live_channels() if is_full or place[0] in servers]
        channels = {channel for _, channel in places}
        shut = await self._surface.channels.inaccessible(self._client, places)
        before = {channel for channel in self._given if is_full or channel in channels}
        await self._credit_clocks(shut | before, now)
        reopened = frozenset(before & channels) - shut
        self._given = {channel: at for channel, at in self._given.items() if channel not in before}
        self._given |= dict.fromkeys(shut, now)
        if is_full:
            self._looked = now
        for channel in shut - before:
            LOG.warning("channel=%s is out of reach: clocks stand still there", channel)
        return await self._retry_reopened(reopened) if reopened else ()

    async def _credit_clocks(self, channels: frozenset[int] | set[int], now: float) -> None:
        """Postpone the clocks of these channels by the time since the last check."""
        since = defaultdict[float, set[int]](set)
        for channel in channels:
            since[self._given.get(channel, now if self._looked is None else self._looked)].add(channel)
        for since_then, channel_ids in since.items():
            await self._schedule.pause_channels(frozenset(channel_ids), now - since_then)

    async def _retry_reopened(self, channels: frozenset[int]) -> tuple[Table, ...]:
        """Retry messages to channels that are back; return the tables whose clocks must be redrawn."""
        for channel in channels:
            LOG.warning("channel=%s is within reach again", channel)
        await self._surface.session.outbox.retry(channels)
        tables = await self._schedule.resume_channels(channels)
        return tuple(table for table in tables if table.terms.clock and table.status is Status.PLAYING)
