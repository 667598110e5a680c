"""Servers, channels and rights as they change: where nobody can play, time stands still, and news wait.

All channels with live tables are looked at once a minute, those of a server where something has changed at
the next look. What the gateway has told is enough for that; see `bot.discord.channels`.
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
"""Seconds between two looks at all channels."""


class ChannelAccess:
    """Where tables are played, and what has become of that since the last look."""

    def __init__(self, surface: Surface, client: discord.Client) -> None:
        self._surface = surface
        self._client = client
        self._schedule = surface.session.schedule
        self._looked: float | None = None
        self._given = dict[int, float]()
        """The channels that are shut, each with the moment until which its time was given back."""
        self._changed = set[int]()

    @property
    def closed_channels(self) -> frozenset[int]:
        """The channels with live tables where nobody can play now."""
        return frozenset(self._given)

    def mark_changed(self, guild_id: int | None, channel_id: int | None = None) -> None:
        """Something is new in a server: it is looked at soon."""
        self._surface.channels.invalidate(channel_id)
        if guild_id is not None:
            self._changed.add(guild_id)

    def skip_absence(self) -> None:
        """The bot was not there, and all time was given back: none of it is given a second time."""
        now = self._surface.session.now()
        self._looked = now
        self._given = dict.fromkeys(self._given, now)

    async def update(self) -> tuple[Table, ...]:
        """Give back the time in which nobody could play; returns the tables where they can again."""
        now = self._surface.session.now()
        everything = self._looked is None or now >= self._looked + EVERY
        if not everything and not self._changed:
            return ()
        servers, self._changed = self._changed, set()
        places = [
            place for place in await self._schedule.live_channels() if everything or place[0] in servers
        ]
        channels = {channel for _, channel in places}
        shut = await self._surface.channels.inaccessible(self._client, places)
        before = {channel for channel in self._given if everything or channel in channels}
        await self._credit_clocks(shut | before, now)
        reopened = frozenset(before & channels) - shut
        self._given = {channel: at for channel, at in self._given.items() if channel not in before}
        self._given |= dict.fromkeys(shut, now)
        if everything:
            self._looked = now
        for channel in shut - before:
            LOG.warning("channel=%s is out of reach: clocks stand still there", channel)
        return await self._retry_reopened(reopened) if reopened else ()

    async def _credit_clocks(self, channels: frozenset[int] | set[int], now: float) -> None:
        """Clocks in these channels have lost nothing since they were last looked at."""
        since = defaultdict[float, set[int]](set)
        for channel in channels:
            since[self._given.get(channel, now if self._looked is None else self._looked)].add(channel)
        for at, some in since.items():
            await self._schedule.pause_channels(frozenset(some), now - at)

    async def _retry_reopened(self, channels: frozenset[int]) -> tuple[Table, ...]:
        """What waited for these channels is due; the tables whose boards tell a time that is past."""
        for channel in channels:
            LOG.warning("channel=%s is within reach again", channel)
        await self._surface.session.outbox.retry(channels)
        tables = await self._schedule.resume_channels(channels)
        return tuple(table for table in tables if table.terms.clock and table.status is Status.PLAYING)
