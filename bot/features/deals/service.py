"""The deals that everybody plays once, of the day and of the week: a table is opened for them."""

from __future__ import annotations

from dataclasses import replace

from bot.features.deals.storage import DealStorage
from bot.kernel.clicks import Click, Opening
from bot.kernel.errors import Refused
from bot.kernel.session import Session, Shown
from bot.kernel.tables.opening import NewTables
from bot.kernel.time.timing import Timing
from bot.kernel.trace import Trace
from bot.store import HINTS_SETTLED, DealtBefore
from bot.store.deals import of_person


class Deals:
    """Opening tables of deals."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._store = session.context.store
        self._secrets = DealStorage(session.context.store)
        self._tables = session.tables
        self._access = session.access
        self._new_tables = NewTables(session.context, session.tables, Timing(session.context), session.server)

    async def open_deal(self, click: Click, opening: Opening, trace: Trace, *, weekly: bool = False) -> Shown:
        """The person's game of today's deal: begun now, or the one they have begun before, as it stands.

        `weekly`: of this week's deal (Rule thrag:weekly-1). Rule thrag:daily-1.
        """
        if opening.options or opening.terms.clock or opening.hints is not None:
            raise Refused("daily-options")
        game, day = opening.game, self._access.this_week() if weekly else self._access.today()
        own = await self._store.reader.read(of_person, game, day, click.person.id)
        if own is not None:
            return self._tables.show(own)
        seed = await self._secrets.secret(game, day, self._context.seeds())
        language = self._tables.language_of(click.person.id, click.own_language)  # nobody else sees the board
        new = self._new_tables.draft(click, opening, seed)
        new = replace(new, terms=replace(new.terms, day=day, language=language, hints=0))
        try:
            return await self._new_tables.create(click, new, trace)
        except DealtBefore as error:  # by another click meanwhile
            return self._tables.show(await self._tables.get(error.table_id))

    async def open_weekly(self, click: Click, opening: Opening, trace: Trace) -> Shown:
        """A table that waits for those who play this week's deal together.

        Nothing of it is agreed, but how it is timed (Rules trogdor:weekly-1, trogdor:weekly-2).
        """
        if opening.options or opening.hints is not None:
            raise Refused("daily-options")
        week = self._access.this_week()
        await self._access.check_may_open_deal(click.person, opening.game, week)
        seed = await self._secrets.secret(opening.game, week, self._context.seeds())
        new = self._new_tables.draft(click, opening, seed)
        terms = replace(new.terms, week=week, hints=0, hints_asked=HINTS_SETTLED)
        return await self._new_tables.create(click, replace(new, terms=terms), trace)
