"""Which language people are told things in, and which one a table speaks."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.errors import Refused, Stale
from bot.seats import LIVE, Click, closed, player_of
from bot.session.server import EVERY, manages
from bot.session.shown import Shown
from bot.session.tables import Tables
from bot.store import Habits, Status, Table, TimeChange
from bot.trace import Trace

TRIES: Final = 20
"""How often it is tried anew where somebody else was quicker; every time that was somebody's change."""


class Speaking(Tables):
    """Languages that somebody has chosen."""

    async def speak(self, user_id: int, language: str) -> Habits:
        """From now on somebody is told things in this language; empty: in the one that Discord says."""
        said = replace(await self.store.agenda.habits(user_id), language=language)
        await self.store.agenda.save(TimeChange(habits=said))
        return said

    async def addressable(self, click: Click) -> tuple[Table, ...]:
        """The tables of which somebody may choose what they speak, their own first."""
        found = list(await self.store.of_user(click.person.id, live_only=True, limit=EVERY))
        if click.manages and click.guild_id is not None:
            found += await self.store.charter.live(click.guild_id, EVERY)
        return tuple({table.id: table for table in found if self._may_speak(click, table)}.values())

    def check_speak(self, click: Click, table: Table) -> None:
        """Refuse who may not choose what a table speaks, and a table that is over or closed."""
        if table.status is Status.CLOSED:
            raise closed(table)
        if table.status not in LIVE:
            raise Refused("game-over", table, code=table.code)
        if not self._may_speak(click, table):
            raise Refused("speak-not-yours", None if table.day else table, code=table.code)

    def _may_speak(self, click: Click, table: Table) -> bool:
        """Whether somebody sits at a table, or manages its server; a deal of the day is for one alone."""
        own = player_of(table, click.person) is not None
        return own or (table.day is None and manages(click, table))

    async def speak_at(self, click: Click, table_id: int, language: str, trace: Trace) -> Shown:
        """From now on a table speaks this language, for everybody; raises `Refused`."""
        for _ in range(TRIES):
            table = await self.table(table_id)
            self.check_speak(click, table)
            if table.language == language:
                raise Refused("table-speaks-already", table, code=table.code)
            with suppress(Stale):  # somebody moved or sat down meanwhile, which does not matter
                saved = await self._save(replace(self._change(click, table), language=language), trace)
                return replace(self.shown(saved), new_turn=False)
        raise Stale(await self.table(table_id))
