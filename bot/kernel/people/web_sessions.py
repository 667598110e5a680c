"""Boards in a browser: who may be let in once more, and which tables are shown to anybody who has a link."""

from __future__ import annotations

import secrets

from bot.kernel.clicks import Person
from bot.kernel.errors import Refused
from bot.kernel.tables.context import Context
from bot.kernel.tables.seats import seat_of
from bot.store import Table


class WebSessions:
    """What is kept of those who open tables in a browser."""

    def __init__(self, context: Context) -> None:
        self._store = context.store

    @staticmethod
    def may_show(person: Person, table: Table) -> bool:
        """Whether somebody may show a table to all: who plays there, unless others play the same deal."""
        return seat_of(table, person) is not None and table.deal is None

    async def code_of(self, table: Table) -> str | None:
        """The code with which anybody may look at a table; none if that is not allowed."""
        return await self._store.visits.code_of(table.id)

    async def table_shown_by(self, code: str) -> int | None:
        """The number of the table that anybody may look at who has this code."""
        return await self._store.visits.table_shown_by(code)

    async def show(self, person: Person, table: Table, *, shown: bool) -> None:
        """Let anybody look at a table who has the link, or nobody any more; raises `Refused`."""
        if not self.may_show(person, table):
            raise Refused("watch-not-yours", table, code=table.code)
        if shown:
            await self._store.visits.show(table.id, secrets.token_urlsafe(16))
        else:
            await self._store.visits.hide(table.id)

    async def expire(self, now: float) -> None:
        """Delete what was kept of links, and of people who were forgotten, and holds no longer."""
        await self._store.visits.expire(now)

    async def log_out(self, person: Person) -> None:
        """Nothing lets somebody in any more that let them in before."""
        await self._store.visits.log_out(person.id)
