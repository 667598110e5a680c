"""What every part of a session does with a table: read it, begin its game, save a change to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.errors import AlreadyDone, Refused, Stale
from bot.games.catalogue import AnyEntry
from bot.seats import Click
from bot.session.shown import Shown
from bot.store import Change, Line, Repeated, StaleRevision, Status, Store, Table
from bot.store.codec import canonical
from bot.thinking import Thinking
from bot.trace import Trace
from bot.words import ENGLISH
from engine.core import BadDocument, BadOption, read_settings
from engine.rng import SeededRng


class Tables:
    """The tables on disk. `clock` gives seconds since 1970, `seeds` a new secret at each call.

    `thinking` is who answers for the minds of the games.
    """

    def __init__(
        self,
        store: Store,
        catalogue: Mapping[str, AnyEntry],
        clock: Callable[[], float],
        seeds: Callable[[], str],
        thinking: Thinking | None = None,
    ) -> None:
        self.store = store
        self.thinking = thinking or Thinking()
        self.catalogue = catalogue
        self._clock = clock
        self._seeds = seeds

    def now(self) -> float:
        """The moment, in seconds since 1970."""
        return self._clock()

    def language_of(self, user_id: int, said: str) -> str:
        """What somebody is answered in: the language that they chose, or else what Discord has `said`."""
        return self.store.charter.people_speak.get(user_id) or said

    def language_at(self, click: Click) -> str:
        """What a table speaks that is opened there: the server's language, without a server the person's."""
        if click.guild_id is None:
            return self.language_of(click.person.id, click.own_language)
        return self.store.charter.servers_speak.get(click.guild_id) or click.language

    def language_there(self, guild_id: int | None, click: Click) -> str:
        """What is spoken in a server, for somebody who may have clicked elsewhere."""
        if guild_id == click.guild_id:
            return self.language_at(click)
        return self.store.charter.servers_speak.get(guild_id or 0) or ENGLISH

    async def table(self, table_id: int) -> Table:
        """The table with this id; raises `Refused` if there is none."""
        found = await self.store.table(table_id)
        if found is None:
            raise Refused("no-table", code=f"T{table_id}")
        return found

    def shown(self, table: Table) -> Shown:
        """The table as it stands, to be shown again."""
        entry = self.catalogue[table.game]
        state = None if table.state is None else entry.codec.load(table.state)
        return Shown(table, entry, state)

    async def log(self, table: Table) -> tuple[Line, ...]:
        """The table's log."""
        return await self.store.log(table.id)

    async def _close(self, click: Click, table: Table, trace: Trace) -> Shown:
        change = replace(self._change(click, table), status=Status.CLOSED)
        return Shown(await self._save(change, trace), self.catalogue[table.game], None, new_turn=False)

    def _change(self, click: Click, table: Table) -> Change:
        """A change that changes nothing yet."""
        return replace(self._silent(table), interaction=click.interaction)

    def _silent(self, table: Table) -> Change:
        """A change that changes nothing yet, and that nobody has clicked for."""
        return Change(
            table=table.id,
            revision=table.revision,
            interaction=None,
            status=table.status,
            players=table.players,
            state=table.state,
            counter=table.counter,
            at=self._clock(),
            head=table.head,
        )

    async def _save(self, change: Change, trace: Trace) -> Table:
        with trace.span("store"):
            try:
                table = await self.store.save(change)
            except StaleRevision as error:
                raise Stale(error.current) from error
            except Repeated as error:
                raise await self._done(error) from error
        trace.table, trace.revision, trace.saved = table.code, table.revision, True
        return table

    async def _done(self, error: Repeated) -> AlreadyDone:
        return AlreadyDone(await self.table(error.table_id))


def begun(entry: AnyEntry, options: Mapping[str, str], seats: int, seed: str) -> tuple[str, Any, int]:
    """What was agreed, as canonical JSON; the first state; and how many random words were drawn for it.

    Raises `Refused`.
    """
    rng = SeededRng(seed)
    try:
        settings = read_settings(entry.game, options, seats)
    except BadOption as error:
        raise bad_option(error) from error
    return canonical(settings), entry.game.start(settings, seats, rng), rng.counter


def bad_option(error: BadOption) -> Refused:
    """The refusal of an option: each fault of a file has a line of its own."""
    if isinstance(error, BadDocument):
        return Refused("bad-file", option=error.key, faults=error.sentences)
    return Refused("bad-option", option=error.key, value=error.value, allowed=error.why)
