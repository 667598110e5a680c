"""What all services of a session share: the context, and reading, showing and saving tables."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from bot.games.catalogue import AnyEntry
from bot.kernel.check_pool import CheckPool
from bot.kernel.clicks import Click
from bot.kernel.errors import AlreadyDone, Refused, Stale
from bot.kernel.feature import Feature
from bot.kernel.people.storage import LINE, StorageLimits
from bot.kernel.tables.seats import is_overdue
from bot.kernel.time.alarms import AlarmKind, alarm_kinds
from bot.kernel.trace import Trace
from bot.minds.pool import SearchPool
from bot.store import (
    Alarm,
    Board,
    Change,
    CorruptState,
    Line,
    Repeated,
    StaleRevision,
    Status,
    Store,
    Table,
    TimeChange,
    note_unreadable,
)
from bot.words import ENGLISH
from engine.core import Seat
from engine.replay import LogPosition

REMEMBERED: Final = 4096
"""The number of cache entries."""


@dataclass(slots=True)
class Context:
    """The dependencies of a session: database, games, clock, secrets and search.

    `clock` gives seconds since 1970, `seeds` a new secret at each call. `search_pool` answers for the engines
    of the games, `check_pool` checks exported games. `most_each` is how many live tables one person may have
    opened; 0: any number. `storage` counts what each person stores in a day. `features` are asked in their
    order; `alarms` are the kernel's kinds.
    """

    store: Store
    catalogue: Mapping[str, AnyEntry]
    clock: Callable[[], float]
    seeds: Callable[[], str]
    search_pool: SearchPool = field(default_factory=SearchPool)
    most_each: int = 0
    check_pool: CheckPool = field(default_factory=CheckPool)
    storage: StorageLimits = field(default_factory=StorageLimits)
    features: Sequence[Feature] = ()
    alarms: Sequence[AlarmKind] = ()
    alarm_kinds: Mapping[str, AlarmKind] = field(init=False)

    def __post_init__(self) -> None:
        """Collect all kinds of alarms, with those of the features."""
        more = (kind for feature in self.features for kind in feature.alarms)
        self.alarm_kinds = alarm_kinds((*self.alarms, *more))

    def now(self) -> float:
        """Return the current time, in seconds since 1970."""
        return self.clock()


@dataclass(frozen=True, slots=True)
class News:
    """A notice besides the game's events: the key of its sentence, and its names.

    `house` is the seat that the house has just played for.
    """

    key: str
    name: str
    other: str = ""
    house: Seat | None = None


@dataclass(frozen=True)
class Shown:
    """A table to be shown: its state, the last events, and the path of a guided move.

    `new_turn`: a player may have to be called. `asleep` are users for whom it is night: they are called when
    they wake up. `recalled` are the events of the last line, where there are no new ones. `turns` are the
    positions of the turns that these events end, the one before them first; empty where no turn ended.
    `by_time`: the resignation was due to time. `overdue`: the others may act for the absent player.
    """

    table: Table
    entry: AnyEntry
    state: Any | None
    events: tuple[Any, ...] = ()
    path: str = ""
    new_turn: bool = True
    news: News | None = None
    asleep: frozenset[int] = frozenset()
    recalled: tuple[Any, ...] = ()
    turns: tuple[LogPosition, ...] = ()
    by_time: bool = False
    overdue: bool = False

    @cached_property
    def view(self) -> Any:  # noqa: ANN401 - each game has its own views
        """The public view of the state; only of a game that has begun."""
        return self.entry.game.view(self.state, None)


class ShownCache:
    """Caches how this process has shown things besides boards, so that unchanged ones are not shown again."""

    def __init__(self) -> None:
        self._known = OrderedDict[Hashable, object]()

    def note(self, what: Hashable, how: object) -> None:
        """Note how a thing was shown; the oldest entry is dropped."""
        self._known[what] = how
        self._known.move_to_end(what)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def is_like(self, what: Hashable, how: object) -> bool:
        """Whether a thing was last shown in this way."""
        return self._known.get(what) == how


class Tables:
    """Reads, shows and saves tables, one transaction at a time."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._store = context.store

    # Reading

    async def get(self, table_id: int) -> Table:
        """Return the table with this id; raises `Refused` if there is none."""
        table = await self.find(table_id)
        if table is None:
            raise Refused("no-table", code=f"T{table_id}")
        return table

    async def find(self, table_id: int) -> Table | None:
        """Return the table with this id, or None."""
        return await self._store.table(table_id)

    async def live_in(self, channel_id: int) -> tuple[Table, ...]:
        """Return a channel's live tables, without its threads, but with other servers' second boards."""
        here = await self._store.in_channel(channel_id, live_only=True)
        return (*here, *await self._store.mirrors.in_channel(channel_id, live_only=True))

    def show(self, table: Table) -> Shown:
        """Return the table in its current state, to be shown again."""
        entry = self._context.catalogue[table.game]
        state = None if table.state is None else entry.codec.load(table.state)
        return Shown(table, entry, state, overdue=is_overdue(table, self._context.now()))

    def is_readable(self, table: Table) -> bool:
        """Whether the game at a table can be read; if not, this is logged.

        In a list of tables, one that cannot be read must not break the others.
        """
        try:
            self.show(table)
        except CorruptState as error:
            note_unreadable(table.id, str(error))
            return False
        except KeyError:
            if table.game in self._context.catalogue:
                raise
            note_unreadable(table.id, f"there is no game {table.game}")
            return False
        return True

    def readable(self, tables: Iterable[Table]) -> tuple[Table, ...]:
        """Return the tables that can be read as far as a list needs it: the state only of running games."""

        def listable(table: Table) -> bool:
            idle = table.status is not Status.PLAYING and table.game in self._context.catalogue
            return idle or self.is_readable(table)

        return tuple(filter(listable, tables))

    def acting_seats(self, table: Table) -> frozenset[Seat]:
        """Return the seats that must act."""
        entry = self._context.catalogue[table.game]
        return entry.game.to_act(entry.codec.load(table.state)) if table.state else frozenset()

    async def log(self, table: Table, *, after: int = 0) -> tuple[Line, ...]:
        """Return the lines of the table's log after a ply: a long log takes a while to read."""
        return await self._store.log(table.id, after=after)

    async def lines_of(self, table_id: int) -> tuple[Line, ...]:
        """Return the log of the table with this id; empty if there is none."""
        return await self._store.log(table_id)

    async def guests(self, table_id: int) -> dict[int, str]:
        """Return the names of all who have ever played for an absent player at a table, by user id."""
        return await self._store.guests(table_id)

    # Languages

    def language_of(self, user_id: int, spoken: str) -> str:
        """Return the language for a user: the one they chose, or else `spoken`."""
        return self._store.servers.people_speak.get(user_id) or spoken

    def language_at(self, click: Click) -> str:
        """Return the language of a new table: the server's, or without a server the person's."""
        if click.guild_id is None:
            return self.language_of(click.person.id, click.own_language)
        return self._store.servers.servers_speak.get(click.guild_id) or click.language

    def language_in(self, table: Table) -> str:
        """Return the language of a table's server, or, where none was chosen, of the table."""
        return self._store.servers.servers_speak.get(table.guild_id or 0) or table.terms.language

    def language_there(self, guild_id: int | None, click: Click) -> str:
        """Return the language of a server, for a user who may have clicked elsewhere."""
        if guild_id == click.guild_id:
            return self.language_at(click)
        return self._store.servers.servers_speak.get(guild_id or 0) or ENGLISH

    # Changing

    def change(self, click: Click, table: Table) -> Change:
        """Return an empty change for a click."""
        return replace(self.automatic_change(table), interaction=click.interaction)

    def automatic_change(self, table: Table) -> Change:
        """Return an empty change that is not due to a click."""
        return Change(
            table=table.id,
            revision=table.revision,
            interaction=None,
            status=table.status,
            players=table.players,
            state=table.state,
            counter=table.counter,
            at=self._context.now(),
            head=table.head,
            goes_by=table.time.clocks,
        )

    async def save(self, change: Change, trace: Trace) -> Table:
        """Save a change; returns the table. Raises `Stale` after a concurrent change, and `AlreadyDone`."""
        author = None if change.line is None or change.interaction is None else change.line.user_id
        counting = self._context.storage.reserve(author, LINE, self._context.now())
        with counting, trace.span("store"):
            try:
                table = await self._store.save(change)
            except StaleRevision as error:
                raise Stale(error.current) from error
            except Repeated as error:
                raise await self.already_done(error) from error
        trace.table, trace.revision, trace.saved = table.code, table.revision, True
        return table

    async def already_done(self, error: Repeated) -> AlreadyDone:
        """Return the error for an interaction that was saved before."""
        return AlreadyDone(await self.get(error.table_id))

    async def close(self, click: Click, table: Table, trace: Trace) -> Shown:
        """Close a table before its game began."""
        saved = await self.save(replace(self.change(click, table), status=Status.CLOSED), trace)
        return Shown(saved, self._context.catalogue[table.game], None, new_turn=False)

    async def save_time(self, table: Table, change: TimeChange) -> Table:
        """Save a change of clocks and alarms; returns the table."""
        await self._store.schedule.save(change)
        self._store.forget(table.id)
        return await self.get(table.id)

    # Messages

    async def set_board(self, table: Table, board: Board | None, *, left: Board | None = None) -> None:
        """Store which message shows the table now, if any.

        The previous one loses its controls, and so does `left`.
        """
        await self._store.set_board(table.id, board, self._context.now(), left=left)

    def is_ours(self, guild_id: int | None) -> bool:
        """Whether this process shows the tables of a server."""
        return self._store.cluster.has(guild_id)

    async def hand_over(self, table: Table, lines: tuple[str, ...] = ()) -> None:
        """Have a table shown by the process that owns it; `lines` are texts for it to add."""
        await self._store.cluster.hand_over(table.id, lines)

    async def known_servers(self) -> set[int]:
        """Return the servers in which the bot is or was."""
        return await self._store.servers.known_servers()

    async def meet(self, guild_ids: Iterable[int]) -> None:
        """Store that the bot is in these servers."""
        await self._store.servers.meet(guild_ids)

    async def note(self, key: str) -> str | None:
        """Return the note under `key`, such as where a card was posted; or None."""
        return await self._store.note(key)

    async def set_note(self, key: str, value: str) -> None:
        """Store a note under `key`, replacing the previous one."""
        await self._store.set_note(key, value)


async def latest_table(context: Context, table: Table) -> Table:
    """Return the table where the game is now, following transfers within this installation."""
    while (
        table.journey.gone is not None
        and (next_table := await context.store.table(table.journey.gone)) is not None
    ):
        table = next_table
    return table


async def original_table(context: Context, table: Table) -> Table:
    """Return the table where the game began, following transfers within this installation."""
    while table.journey.moved is not None:
        left = await context.store.table(int(table.journey.moved[0].removeprefix("T")))
        # Another installation's table can have the same code.
        if left is None or left.journey.gone != table.id:
            break
        table = left
    return table


def alarm_interaction(alarm: Alarm, table: Table) -> int:
    """Return the pseudo interaction id of an alarm, which makes it act only once at a revision."""
    return -(alarm.id * 10**9 + table.revision)
