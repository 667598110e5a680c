"""Who may look at what: a deal of the day is hidden from those who have yet to play it."""

from __future__ import annotations

from bot.calendar import day_of
from bot.clicks import Person
from bot.errors import NotSeated, Refused
from bot.seats import seat_of
from bot.session.tables import Context
from bot.store import Status, Table


class Access:
    """Looking at tables."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._store = context.store

    def today(self) -> str:
        """The date whose deal is played now, in ISO form."""
        return day_of(self._context.now())

    async def check_look(self, person: Person, table: Table) -> None:
        """Refuse a look at a deal of the day to somebody who plays it, or still may (Rule thrag:daily-1)."""
        refused = await self._hidden(person, table)
        if refused is not None:
            raise refused

    async def check_use(self, person: Person, table: Table, *, looks: bool) -> None:
        """Refuse a control of a deal of the day to whom it is not for.

        What only shows something (`looks`) is for all who may look; the rest for whoever plays there.
        """
        if not looks and seat_of(table, person) is None:
            raise NotSeated(table)
        await self.check_look(person, table)

    async def visible(self, person: Person, tables: tuple[Table, ...]) -> tuple[Table, ...]:
        """Those of the tables that somebody may look at."""
        return tuple([table for table in tables if await self._hidden(person, table) is None])

    async def is_published(self, table: Table) -> bool:
        """Whether the seed of a game that is over is no secret any more.

        That of a deal of the day is one until its date is past and nobody plays it (Rule thrag:daily-3).
        """
        if table.day is None:
            return True
        return table.day < self.today() and not await self._store.is_unfinished(table.game, table.day)

    async def _hidden(self, person: Person, table: Table) -> Refused | None:
        """Why somebody may not look at a table; none if they may.

        The refusal is about no table: it would lead to the board.
        """
        if table.day is None or seat_of(table, person) is not None:
            return None
        own = await self._store.of_deal(table.game, table.day, person.id)
        title = self._context.catalogue[table.game].game.title
        if own is not None:
            running = own.status is Status.PLAYING
            return Refused("daily-playing", game=title, code=own.code) if running else None
        if table.day < self.today():
            return None
        return Refused("daily-unplayed", game=title, play=table.game)
