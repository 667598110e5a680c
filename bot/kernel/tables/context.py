"""What every service of a session works with: the context, and tables that are read, shown and saved."""

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

REMEMBERED: Final = 4096
"""Of how many things besides boards it is known how they were shown last."""


@dataclass(slots=True)
class Context:
    """What a session stands on: the disk, the games, and where time, chance and thoughts come from.

    `clock` gives seconds since 1970, `seeds` a new secret at each call. `thinking` is who answers for the
    minds of the games, `checking` who goes over exported ones. `most_each` is how many live tables one person
    may have opened; 0: any number. `storage` counts what each person stores in a day. `features` are asked in
    their order; `alarms` are the kernel's kinds.
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
        """All kinds of alarms, with those of the features."""
        more = (kind for feature in self.features for kind in feature.alarms)
        self.alarm_kinds = alarm_kinds((*self.alarms, *more))

    def now(self) -> float:
        """The moment, in seconds since 1970."""
        return self.clock()


@dataclass(frozen=True, slots=True)
class News:
    """What the house has to tell besides the game: the key of the sentence, and the names that fill it.

    `house` is the seat that it has just played for.
    """

    key: str
    name: str
    other: str = ""
    house: Seat | None = None


@dataclass(frozen=True)
class Shown:
    """A table to be shown: its state, what just happened, and how far a guided move has come.

    `new_turn` tells that somebody may have to be called. `asleep` are users for whom it is night: they are
    called when they wake up. `recalled` is what the last line did, where nothing is new. `by_time`: whoever
    has given up did so as their time was over. `overdue`: the others may act by now for who must.
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
    by_time: bool = False
    overdue: bool = False

    @cached_property
    def view(self) -> Any:  # noqa: ANN401 - each game has its own views
        """What everybody may see of the state; only of a game that has begun."""
        return self.entry.game.view(self.state, None)


class ShownCache:
    """How this process has shown things besides boards, so that it need not show them the same way again."""

    def __init__(self) -> None:
        self._known = OrderedDict[Hashable, object]()

    def note(self, what: Hashable, how: object) -> None:
        """Something was shown like this; what was shown longest ago is forgotten."""
        self._known[what] = how
        self._known.move_to_end(what)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def is_like(self, what: Hashable, how: object) -> bool:
        """Whether something was last shown like this."""
        return self._known.get(what) == how


class Tables:
    """The tables on disk: read, shown, and changed one transaction at a time."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._store = context.store

    # Reading

    async def get(self, table_id: int) -> Table:
        """The table with this id; raises `Refused` if there is none."""
        found = await self.find(table_id)
        if found is None:
            raise Refused("no-table", code=f"T{table_id}")
        return found

    async def find(self, table_id: int) -> Table | None:
        """The table with this id, or none."""
        return await self._store.table(table_id)

    async def live_in(self, channel_id: int) -> tuple[Table, ...]:
        """The live tables of a channel, without its threads; also of other servers that are shown there."""
        here = await self._store.in_channel(channel_id, live_only=True)
        return (*here, *await self._store.mirrors.in_channel(channel_id, live_only=True))

    def show(self, table: Table) -> Shown:
        """The table as it stands, to be shown again."""
        entry = self._context.catalogue[table.game]
        state = None if table.state is None else entry.codec.load(table.state)
        return Shown(table, entry, state, overdue=is_overdue(table, self._context.now()))

    def is_readable(self, table: Table) -> bool:
        """Whether the game at a table can be read; if it cannot, the log names it.

        Where several tables are looked through, one that cannot be read must not take the others with it.
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
        """Those of the tables that can be read as far as a list needs it: a state only where people play."""

        def listable(table: Table) -> bool:
            idle = table.status is not Status.PLAYING and table.game in self._context.catalogue
            return idle or self.is_readable(table)

        return tuple(filter(listable, tables))

    def acting_seats(self, table: Table) -> frozenset[Seat]:
        """The seats that must act."""
        entry = self._context.catalogue[table.game]
        return entry.game.to_act(entry.codec.load(table.state)) if table.state else frozenset()

    async def log(self, table: Table, *, after: int = 0) -> tuple[Line, ...]:
        """The lines of the table's log after a ply: a long log takes a while to read."""
        return await self._store.log(table.id, after=after)

    async def lines_of(self, table_id: int) -> tuple[Line, ...]:
        """The log of the table with this id; empty if there is none."""
        return await self._store.log(table_id)

    async def guests(self, table_id: int) -> dict[int, str]:
        """What those are called who have ever played for somebody at a table, by user id."""
        return await self._store.guests(table_id)

    # What is spoken

    def language_of(self, user_id: int, spoken: str) -> str:
        """What somebody is answered in: the language that they chose, or else the one that is `spoken`."""
        return self._store.servers.people_speak.get(user_id) or spoken

    def language_at(self, click: Click) -> str:
        """What a table speaks that is opened there: the server's language, without a server the person's."""
        if click.guild_id is None:
            return self.language_of(click.person.id, click.own_language)
        return self._store.servers.servers_speak.get(click.guild_id) or click.language

    def language_in(self, table: Table) -> str:
        """What is spoken in the server of a table; where nothing was chosen, what the table speaks."""
        return self._store.servers.servers_speak.get(table.guild_id or 0) or table.terms.language

    def language_there(self, guild_id: int | None, click: Click) -> str:
        """What is spoken in a server, for somebody who may have clicked elsewhere."""
        if guild_id == click.guild_id:
            return self.language_at(click)
        return self._store.servers.servers_speak.get(guild_id or 0) or ENGLISH

    # Changing

    def change(self, click: Click, table: Table) -> Change:
        """A change that changes nothing yet."""
        return replace(self.automatic_change(table), interaction=click.interaction)

    def automatic_change(self, table: Table) -> Change:
        """A change that changes nothing yet, and that nobody has clicked for."""
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
        """The table after a change; raises `Stale` where somebody was quicker, and `AlreadyDone`."""
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
        """What to raise for an interaction that was saved before."""
        return AlreadyDone(await self.get(error.table_id))

    async def close(self, click: Click, table: Table, trace: Trace) -> Shown:
        """A table that is closed before its game began."""
        saved = await self.save(replace(self.change(click, table), status=Status.CLOSED), trace)
        return Shown(saved, self._context.catalogue[table.game], None, new_turn=False)

    async def save_time(self, table: Table, change: TimeChange) -> Table:
        """The table after its clocks have changed."""
        await self._store.schedule.save(change)
        self._store.forget(table.id)
        return await self.get(table.id)

    # Messages

    async def set_board(self, table: Table, board: Board | None, *, left: Board | None = None) -> None:
        """Remember which message shows the table now, or that none does.

        The one that did before is to lose its controls, and `left`, too.
        """
        await self._store.set_board(table.id, board, self._context.now(), left=left)

    def is_ours(self, guild_id: int | None) -> bool:
        """Whether it is this process that shows the tables of a server, and not another one."""
        return self._store.cluster.has(guild_id)

    async def hand_over(self, table: Table, lines: tuple[str, ...] = ()) -> None:
        """Have a table shown by the process whose it is; `lines` are what there is to say besides."""
        await self._store.cluster.hand_over(table.id, lines)

    async def known_servers(self) -> set[int]:
        """The servers in which the bot is, or was."""
        return await self._store.servers.known_servers()

    async def meet(self, guild_ids: Iterable[int]) -> None:
        """The bot is in these servers."""
        await self._store.servers.meet(guild_ids)

    async def note(self, key: str) -> str | None:
        """What was noted under `key`, such as where a card was posted; or none."""
        return await self._store.note(key)

    async def set_note(self, key: str, value: str) -> None:
        """Note `value` under `key`, in place of what was there."""
        await self._store.set_note(key, value)


async def latest_table(context: Context, table: Table) -> Table:
    """The table where its game is now, as far as it has moved within this installation; or itself."""
    while (
        table.journey.gone is not None
        and (there := await context.store.table(table.journey.gone)) is not None
    ):
        table = there
    return table


async def original_table(context: Context, table: Table) -> Table:
    """The table where its game began, as far as it has moved within this installation; or itself."""
    while table.journey.moved is not None:
        left = await context.store.table(int(table.journey.moved[0].removeprefix("T")))
        if left is None or left.journey.gone != table.id:  # that of another installation has such a code
            break
        table = left
    return table


def alarm_interaction(alarm: Alarm, table: Table) -> int:
    """What stands for an interaction where nobody clicked: no alarm does anything twice at one revision."""
    return -(alarm.id * 10**9 + table.revision)
