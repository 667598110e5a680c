"""Whom the host has blocked: a person, or a whole server. Every request asks here before anything else."""

from __future__ import annotations

from typing import Final

from bot.kernel.clicks import Click
from bot.kernel.errors import Refused
from bot.kernel.tables.context import Context

EVERY: Final = 3.0
"""Seconds for which it is known who is blocked: `python -m bot block` changes it while the bot runs."""


class BlockList:
    """Who may not use the bot. Nothing of theirs changes: their seats and tables stay as they are.

    In a server that is blocked nobody can play, so it is out of reach: see `bot.discord.channels`.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._blocked = frozenset[int]()
        self._read_at: float | None = None

    async def check(self, click: Click) -> None:
        """Raises `Refused` for a click of somebody who is blocked, or from a server that is."""
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
        """Read anew who is blocked, unless it was read within the last seconds."""
        now = self._context.now()
        if self._read_at is None or abs(now - self._read_at) >= EVERY:  # a clock that was set back, too
            self._blocked = frozenset(await self._context.store.servers.block_list())
            self._read_at = now
