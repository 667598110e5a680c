"""Settings of servers: who may open tables, in which channels, and how many at once.

They apply to every click from that server, also of people who brought the bot along for themselves. See
docs/decisions/server-settings.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.kernel.clicks import Click
from bot.kernel.errors import Refused
from bot.kernel.tables.context import Context
from bot.store import Openers, ServerConfig, Table

CHANNELS: Final = 25
"""The most channels in a server's setting; as many can be picked from a list."""

OWN: Final = 10
"""How many of a person's own tables are named when there is no room for one more."""

EVERY: Final = 10_000
"""A limit above any person's or server's number of live tables."""


class ServerSettings:
    """Reads, checks and changes the settings of servers."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._store = context.store
        self._settling = asyncio.Lock()
        """Settings are changed one at a time."""

    def keeps_record(self, table: Table) -> bool:
        """Whether each board of a table leaves a line in the channel when the next one comes."""
        return table.guild_id in self._store.servers.recorded

    # Permissions

    async def check_opening(self, click: Click, *, opener: bool = True) -> int | None:
        """Return the limit on live tables where a person wants to open one; None: no limit.

        `opener`: check that the person may open tables; false where that was checked before.

        Raises `Refused` if they may not open any, or not in that channel. The limit itself is checked when
        the table is saved.
        """
        if click.guild_id is None:
            return None
        server = await self._store.servers.server(click.guild_id)
        if opener and not _may_open(server, click):
            raise _not_an_opener(server)
        if not _is_place(server, click):
            raise _no_place(server, click)
        return server.most or None

    async def check_opener(self, click: Click) -> None:
        """Raise `Refused` for a person who may open no tables in the server, in whatever channel."""
        server = await self.settings(click)
        if not _may_open(server, click):
            raise _not_an_opener(server)

    async def channel_full(self, click: Click, most: int) -> Refused:
        """Return the refusal where the server's limit is reached, with what would make room."""
        running = max(most, await self.how_many(click))
        over = running > most  # the limit was lowered meanwhile
        mine = await self._store.of_user(click.person.id, live_only=True, limit=EVERY)
        codes = ", ".join([table.code for table in mine if table.guild_id == click.guild_id][:OWN])
        if click.manages:
            key = "opening-full-manager"
        elif codes:
            key = "opening-full-own-over" if over else "opening-full-own"
        else:
            key = "opening-full-over" if over else "opening-full"
        return Refused(key, running=running, most=most, ends=running - most + 1, codes=codes)

    async def too_many_tables(self, click: Click, most: int) -> Refused:
        """Return the refusal for a person with too many open tables, naming some of them."""
        mine = await self._store.of_user(click.person.id, live_only=True, limit=EVERY)
        codes = ", ".join([table.code for table in mine if table.host_id == click.person.id][:OWN])
        key = "opening-own-most" if codes else "opening-own-most-elsewhere"
        return Refused(key, most=most, codes=codes)

    # Settings

    async def settings(self, click: Click) -> ServerConfig:
        """Return the settings of the click's server; raises `Refused` outside of servers."""
        if click.guild_id is None:
            raise Refused("server-nowhere")
        return await self._store.servers.server(click.guild_id)

    async def set_openers(self, click: Click, opener: Openers, role_id: int | None = None) -> ServerConfig:
        """Set who may open tables; the role is given with `Openers.ROLE`."""
        if role_id == click.guild_id:  # the role @everyone
            opener, role_id = Openers.EVERYONE, None
        return await self._change_settings(
            click, lambda server: replace(server, opener=opener, role_id=role_id)
        )

    async def set_channels(self, click: Click, channels: frozenset[int]) -> ServerConfig:
        """Set the channels in which tables may be opened; empty: all."""
        return await self._change_settings(click, lambda server: replace(server, channels=channels))

    async def set_most(self, click: Click, most: int) -> ServerConfig:
        """Set the limit on live tables; 0: none. Existing tables stay."""
        return await self._change_settings(click, lambda server: replace(server, most=most))

    async def set_language(self, click: Click, language: str) -> ServerConfig:
        """Set the language of new tables; empty: the one of Discord's server settings."""
        return await self._change_settings(click, lambda server: replace(server, language=language))

    async def live_tables(self, click: Click) -> tuple[Table, ...]:
        """Return all live tables of the server, for its managers."""
        check_manages(click)
        return await self._store.servers.live(click.guild_id or 0, EVERY)

    async def how_many(self, click: Click) -> int:
        """Count the live tables of the server."""
        return await self._store.servers.how_many(click.guild_id or 0)

    async def set_record(self, click: Click, *, keeps: bool) -> ServerConfig:
        """Set whether an old board leaves a line in the channel."""
        return await self._change_settings(click, lambda server: replace(server, keeps_record=keeps))

    async def set_finds(self, click: Click, channel_id: int | None) -> ServerConfig:
        """Set the channel for matchmaking's tables; None: no matchmaking from this server."""
        return await self._change_settings(click, lambda server: replace(server, finds=channel_id))

    async def _change_settings(
        self, click: Click, change: Callable[[ServerConfig], ServerConfig]
    ) -> ServerConfig:
        """Change the settings, and return them; raises `Refused` unless the person manages the server."""
        check_manages(click)
        async with self._settling:
            server = change(await self.settings(click))
            await self._store.servers.set_server(server)
        return server


def manages(click: Click, table: Table) -> bool:
    """Whether the person manages the server of a table, as far as the click tells."""
    return click.manages and table.guild_id is not None and table.guild_id == click.guild_id


def check_manages(click: Click) -> None:
    """Refuse a person who does not manage the server."""
    if click.guild_id is None:
        raise Refused("server-nowhere")
    if not click.manages:
        raise Refused("server-not-yours")


def _may_open(server: ServerConfig, click: Click) -> bool:
    """Whether the person may open tables in the server; its managers always may."""
    if server.opener is Openers.EVERYONE or click.manages:
        return True
    return server.opener is Openers.ROLE and server.role_id in click.roles


def _is_place(server: ServerConfig, click: Click) -> bool:
    """Whether tables may be opened in the channel, or in threads of its parent."""
    return not server.channels or bool(server.channels & {click.channel_id, click.home_id})


def _not_an_opener(server: ServerConfig) -> Refused:
    if server.opener is Openers.ROLE:
        return Refused("opening-role", role=f"<@&{server.role_id}>")
    return Refused("opening-managers")


def _no_place(server: ServerConfig, click: Click) -> Refused:
    key = "opening-channel-manager" if click.manages else "opening-channel"
    return Refused(key, channels=", ".join(f"<#{channel}>" for channel in sorted(server.channels)))
