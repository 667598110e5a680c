"""What those who manage a server have settled: who opens tables there, in which channels, how many at once.

It holds wherever a click comes from that server, also of people who brought the bot along for themselves.
See docs/decisions/server-settings.md.
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
"""The most channels that a server names; so many can be picked from a list."""

OWN: Final = 10
"""As many of somebody's own tables are named when there is no room for one more."""

EVERY: Final = 10_000
"""More live tables than anybody has, or any server lists."""


class ServerSettings:
    """Servers, and what they allow."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._store = context.store
        self._settling = asyncio.Lock()
        """Settings are changed one at a time."""

    def keeps_record(self, table: Table) -> bool:
        """Whether each board of a table leaves a line of what happened when the next one comes."""
        return table.guild_id in self._store.servers.recorded

    # What is allowed

    async def check_opening(self, click: Click, *, opener: bool = True) -> int | None:
        """How many tables there may be where somebody wants to open one; none: any number.

        `opener`: whether they must be somebody who may open tables; it may have been seen to before.

        Raises `Refused` if they may not open any, or not in that channel. Whether there is room for one more
        is known when it is written.
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
        """Raises `Refused` for who may open no tables in the server, wherever that is."""
        server = await self.settings(click)
        if not _may_open(server, click):
            raise _not_an_opener(server)

    async def channel_full(self, click: Click, most: int) -> Refused:
        """Why no table can be opened where there are as many as there may be, and what would make room."""
        running = max(most, await self.how_many(click))
        over = running > most  # it was lowered while they ran
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
        """Why somebody can open no table who has opened as many as one person may, and which these are."""
        mine = await self._store.of_user(click.person.id, live_only=True, limit=EVERY)
        codes = ", ".join([table.code for table in mine if table.host_id == click.person.id][:OWN])
        key = "opening-own-most" if codes else "opening-own-most-elsewhere"
        return Refused(key, most=most, codes=codes)

    # What is settled

    async def settings(self, click: Click) -> ServerConfig:
        """What holds where somebody is; raises `Refused` outside of servers."""
        if click.guild_id is None:
            raise Refused("server-nowhere")
        return await self._store.servers.server(click.guild_id)

    async def set_openers(self, click: Click, opener: Openers, role_id: int | None = None) -> ServerConfig:
        """From now on these may open tables; the role is given with `Openers.ROLE`."""
        if role_id == click.guild_id:  # the role that everybody has
            opener, role_id = Openers.EVERYONE, None
        return await self._change_settings(
            click, lambda server: replace(server, opener=opener, role_id=role_id)
        )

    async def set_channels(self, click: Click, channels: frozenset[int]) -> ServerConfig:
        """From now on tables may be opened in these channels; in all, if there is none."""
        return await self._change_settings(click, lambda server: replace(server, channels=channels))

    async def set_most(self, click: Click, most: int) -> ServerConfig:
        """So many tables there may be at once; 0: any number. Those that are there stay."""
        return await self._change_settings(click, lambda server: replace(server, most=most))

    async def set_language(self, click: Click, language: str) -> ServerConfig:
        """What new tables speak; empty: what Discord says."""
        return await self._change_settings(click, lambda server: replace(server, language=language))

    async def live_tables(self, click: Click) -> tuple[Table, ...]:
        """Every table of the server that is open or being played, for those who manage it."""
        check_manages(click)
        return await self._store.servers.live(click.guild_id or 0, EVERY)

    async def how_many(self, click: Click) -> int:
        """How many tables of the server are open or being played."""
        return await self._store.servers.how_many(click.guild_id or 0)

    async def set_record(self, click: Click, *, keeps: bool) -> ServerConfig:
        """Whether a board that goes leaves a line of what happened."""
        return await self._change_settings(click, lambda server: replace(server, keeps_record=keeps))

    async def set_finds(self, click: Click, channel_id: int | None) -> ServerConfig:
        """Where tables of people are shown whom the bot brings together; none: nobody looks from here."""
        return await self._change_settings(click, lambda server: replace(server, finds=channel_id))

    async def _change_settings(
        self, click: Click, change: Callable[[ServerConfig], ServerConfig]
    ) -> ServerConfig:
        """What holds once it is changed; raises `Refused` for who may not manage the server."""
        check_manages(click)
        async with self._settling:
            server = change(await self.settings(click))
            await self._store.servers.set_server(server)
        return server


def manages(click: Click, table: Table) -> bool:
    """Whether the person manages the server of a table, as far as a click from there can tell."""
    return click.manages and table.guild_id is not None and table.guild_id == click.guild_id


def check_manages(click: Click) -> None:
    """Refuse what only those may do who manage the server."""
    if click.guild_id is None:
        raise Refused("server-nowhere")
    if not click.manages:
        raise Refused("server-not-yours")


def _may_open(server: ServerConfig, click: Click) -> bool:
    """Whether the person may open tables in the server; those who manage it always may."""
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
