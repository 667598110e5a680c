"""Boards in a browser: web sessions, and tables shown to anyone with a link."""

from __future__ import annotations

import secrets

from bot.kernel.clicks import Person
from bot.kernel.errors import Refused
from bot.kernel.tables.context import Context
from bot.kernel.tables.seats import seat_of
from bot.store import Table


class WebSessions:
    """Stores web sessions and public links."""

    def __init__(self, context: Context) -> None:
        self._store = context.store

    @staticmethod
    def may_show(person: Person, table: Table) -> bool:
        """Whether a person may show a table to everyone: a player, unless others play the same deal."""
        return seat_of(table, person) is not None and table.deal is None

    async def code_of(self, table: Table) -> str | None:
        """Return the code of a table's public link; None if it has none."""
        return await self._store.visits.code_of(table.id)

    async def table_shown_by(self, code: str) -> int | None:
        """Return the id of the table that this public code shows."""
        return await self._store.visits.table_shown_by(code)

    async def show(self, person: Person, table: Table, *, shown: bool) -> None:
        """Create or delete a table's public link; raises `Refused`."""
        if not self.may_show(person, table):
            raise Refused("watch-not-yours", table, code=table.code)
        if shown:
            await self._store.visits.show(table.id, secrets.token_urlsafe(16))
        else:
            await self._store.visits.hide(table.id)

    async def expire(self, now: float) -> None:
        """Delete expired data of links and of forgotten people."""
        await self._store.visits.expire(now)

    async def log_out(self, person: Person) -> None:
        """End all web sessions of a person."""
        await self._store.visits.log_out(person.id)
