"""The host's block list of persons and servers. Every request checks it first."""

from __future__ import annotations

from typing import Final

from bot.kernel.clicks import Click
from bot.kernel.errors import Refused
from bot.kernel.tables.context import Context

EVERY: Final = 3.0
"""Seconds for which the list is cached: `python -m bot block` changes it while the bot runs."""


class BlockList:
    """Who may not use the bot. Their seats and tables stay as they are.

    A blocked server counts as out of reach: see `bot.discord.channels`.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._blocked = frozenset[int]()
        self._read_at: float | None = None

    async def check(self, click: Click) -> None:
        """Raise `Refused` for a click of a blocked person, or from a blocked server."""
        await self._refresh()
        if click.person.id in self._blocked:
            raise Refused("blocked-person")
        if click.guild_id in self._blocked:
            raise Refused("blocked-server")

    async def is_blocked(self, number: int) -> bool:
        """Whether a person or a server is blocked."""
        await self._refresh()
        return number in self._blocked

    async def _refresh(self) -> None:
        """Read the list again, unless it was read within the last seconds."""
        now = self._context.now()
        if self._read_at is None or abs(now - self._read_at) >= EVERY:  # also after the clock was set back
            self._blocked = frozenset(await self._context.store.servers.block_list())
            self._read_at = now
