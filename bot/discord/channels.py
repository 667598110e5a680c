"""Where tables are played, as Discord tells: whether the bot can write there, and how often that is asked.

What the gateway has told is asked first, as it costs nothing. It says nothing of threads that are folded
away; those are looked up, once in an hour.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta
from enum import Enum
from functools import partial
from typing import Final, TypeAlias

import discord
from discord.utils import snowflake_time

from bot.discord.failures import FAILURES, FOLDED
from bot.kernel.session import Session

LOG = logging.getLogger("taproom.places")

NEEDED: Final = ("view_channel", "send_messages", "attach_files")
"""What the bot needs in a channel; in a thread, the right to write is one of its own."""

CONNECT: Final = "connect"
"""What it needs besides in the chat of a voice or stage channel."""

Spoken: TypeAlias = discord.VoiceChannel | discord.StageChannel
"""Channels where people talk, with a chat beside it."""

REMEMBERED: Final = 3600.0
"""Seconds for which what was looked up of a thread is taken to hold."""

AT_A_TIME: Final = 50
"""How many channels are looked at before others have their turn."""


FOLDS: Final = timedelta(hours=1)
"""The least time after which Discord folds away a thread that nobody writes in."""


class WriteAccess(Enum):
    """Whether the bot can show a table where it is played."""

    OPEN = "open"
    BARRED = "barred"  # it is there, but the bot may not write, or its host has blocked the server
    GONE = "gone"  # the channel is deleted, or the bot is not in the server any more


class ChannelDirectory:
    """Channels and threads, and whether the bot can write there.

    A server that the bot has never been in is open: there people have brought it along for themselves.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: set[int] | None = None
        self._looked_up: dict[int, tuple[float, WriteAccess]] = {}
        self._refused = set[int]()
        """The channels where Discord last refused a message, though by what it has told the bot may write."""

    async def meet(self, client: discord.Client) -> None:
        """Remember in which servers the bot is: should it be gone from one later, even after a restart."""
        known = await self._known_servers()
        if new := {guild.id for guild in client.guilds} - known:
            known |= new
            await self._session.tables.meet(new)

    async def is_new(self, guild_id: int) -> bool:
        """Whether the bot has never been in a server before. It is told so once: from now on it has."""
        known = await self._known_servers()
        if guild_id in known:
            return False
        known.add(guild_id)
        await self._session.tables.meet((guild_id,))
        return True

    async def _known_servers(self) -> set[int]:
        """The servers where the bot has been; what is added to them holds at once."""
        if self._known is None:
            met = await self._session.tables.known_servers()
            if self._known is None:  # nobody else was quicker
                self._known = met
        return self._known

    def invalidate(self, channel_id: int | None = None) -> None:
        """Something is new in a channel or thread, or anywhere: what was looked up may hold no more."""
        if channel_id is None:
            self._looked_up.clear()
        else:
            self._looked_up.pop(channel_id, None)

    async def access(self, client: discord.Client, guild_id: int | None, channel_id: int) -> WriteAccess:
        """Whether the bot can write in a channel; what cannot be found out is taken to be open."""
        if guild_id is None:
            return WriteAccess.OPEN
        if await self._session.block_list.is_blocked(guild_id):
            return WriteAccess.BARRED
        guild = client.get_guild(guild_id)
        if guild is None:
            return await self._access_elsewhere(client, guild_id, channel_id)
        return WriteAccess.BARRED if guild.unavailable else await self._access_here(client, guild, channel_id)

    async def _access_here(
        self, client: discord.Client, guild: discord.Guild, channel_id: int
    ) -> WriteAccess:
        """The same of a server where the bot is."""
        channel = guild.get_channel_or_thread(channel_id)
        if channel is None:
            return await self._cached_access(channel_id, partial(_fetch_access, client, channel_id, guild))
        reach = _access_in(channel, guild.me)
        if reach is WriteAccess.OPEN and channel_id in self._refused:
            return await self._cached_access(channel_id, partial(self.probe, client, guild.id, channel_id))
        self._looked_up.pop(channel_id, None)
        return reach

    def note_failure(self, channel_id: int, failure: BaseException) -> None:
        """Note that a message was refused in a channel; the next look tries whether one would be taken."""
        if isinstance(failure, discord.Forbidden):
            self._refused.add(channel_id)
            self._looked_up.pop(channel_id, None)

    async def probe(self, client: discord.Client, guild_id: int | None, channel_id: int) -> WriteAccess:
        """Whether Discord lets the bot write in a channel: it begins to type there.

        A channel that the gateway has not told of is taken to be open, and so is one of another server.
        """
        guild = None if guild_id is None else client.get_guild(guild_id)
        if guild is None or guild.get_channel_or_thread(channel_id) is None:
            return WriteAccess.OPEN
        try:
            await client.get_partial_messageable(channel_id, guild_id=guild_id).typing()
        except (discord.DiscordException, OSError, TimeoutError) as failure:
            self.note_failure(channel_id, failure)
            return WriteAccess.BARRED if channel_id in self._refused else WriteAccess.OPEN
        self._refused.discard(channel_id)
        return WriteAccess.OPEN

    async def _access_elsewhere(self, client: discord.Client, guild_id: int, channel_id: int) -> WriteAccess:
        """The same of a server that this process does not see: the bot is not there, or another one does."""
        if not self._session.tables.is_ours(guild_id):
            return await self._cached_access(channel_id, partial(_fetch_access, client, channel_id, None))
        if self._known is None:
            await self.meet(client)
        return WriteAccess.GONE if guild_id in await self._known_servers() else WriteAccess.OPEN

    async def _cached_access(
        self, channel_id: int, look: Callable[[], Awaitable[WriteAccess]]
    ) -> WriteAccess:
        """What was found out of a channel lately; else what a `look` tells now."""
        at, found = self._looked_up.get(channel_id, (float("-inf"), WriteAccess.OPEN))
        if self._session.now() >= at + REMEMBERED:
            found = await look()
            self._looked_up[channel_id] = (self._session.now(), found)
        return found

    async def inaccessible(
        self, client: discord.Client, places: Iterable[tuple[int | None, int]]
    ) -> frozenset[int]:
        """Those of the channels, each with its server, in which the bot cannot write."""
        await self.meet(client)
        found = set()
        for number, (guild_id, channel_id) in enumerate(places):
            if await self.access(client, guild_id, channel_id) is not WriteAccess.OPEN:
                found.add(channel_id)
            if number % AT_A_TIME == AT_A_TIME - 1:
                await asyncio.sleep(0)
        return frozenset(found)


async def has_thread(client: discord.Client, guild_id: int | None, channel_id: int, message_id: int) -> bool:
    """Whether people have opened a thread on a message; it has the id of the message.

    The gateway has told of those that are not folded away, so that only old messages are looked up. Raises
    what discord.py and aiohttp raise.
    """
    channel = client.get_channel(channel_id)
    if guild_id is None or (channel is not None and not isinstance(channel, discord.TextChannel)):
        return False
    if client.get_channel(message_id) is not None:
        return True
    if channel is not None and discord.utils.utcnow() - snowflake_time(message_id) < FOLDS:
        return False
    try:
        await client.fetch_channel(message_id)
    except discord.NotFound:
        return False
    except discord.Forbidden:  # it is there, and the bot does not see it
        pass
    return True


def is_access_failure(failure: BaseException) -> bool:
    """Whether a message was refused since the bot cannot write there, for now or for good."""
    if isinstance(failure, discord.Forbidden | discord.NotFound):
        return True
    return isinstance(failure, discord.HTTPException) and failure.code in FOLDED


def permissions_needed_in(channel: object) -> tuple[str, ...]:
    """The permissions that the bot needs in a channel or thread."""
    if isinstance(channel, discord.Thread):
        return tuple("send_messages_in_threads" if name == "send_messages" else name for name in NEEDED)
    return (*NEEDED, CONNECT) if isinstance(channel, Spoken) else NEEDED


def sees(channel: discord.abc.GuildChannel, member: discord.Member) -> bool:
    """Whether a member can read a channel; the chat of a voice channel, only if they may join it."""
    granted = channel.permissions_for(member)
    return granted.view_channel and (granted.connect or not isinstance(channel, Spoken))


def _access_in(channel: discord.abc.GuildChannel | discord.Thread, me: discord.Member | None) -> WriteAccess:
    if me is None:
        return WriteAccess.OPEN
    try:
        granted = channel.permissions_for(me)
    except discord.ClientException:  # a thread whose channel the bot does not see
        return WriteAccess.BARRED
    if isinstance(channel, discord.Thread) and channel.locked and not granted.manage_threads:
        return WriteAccess.BARRED
    return (
        WriteAccess.OPEN
        if all(getattr(granted, name) for name in permissions_needed_in(channel))
        else WriteAccess.BARRED
    )


async def _fetch_access(client: discord.Client, channel_id: int, guild: discord.Guild | None) -> WriteAccess:
    """Whether the bot can write in a channel; without its `guild`, another process's, whether it sees it."""
    try:
        channel = await client.fetch_channel(channel_id)
    except discord.NotFound:
        return WriteAccess.GONE
    except discord.Forbidden:
        return WriteAccess.BARRED
    except (discord.DiscordException, *FAILURES) as failure:
        LOG.info("channel=%s could not be looked up: %s", channel_id, failure)
        return WriteAccess.OPEN
    if guild is not None and isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return _access_in(channel, guild.me)
    return WriteAccess.OPEN
