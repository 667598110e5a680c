"""From what somebody wants to what is on disk. Knows tables, seats and revisions; knows nothing of Discord.

Every method that changes something saves it as one transaction and returns the table as it is then. What
cannot be is refused with `bot.kernel.errors.Refused`; failures of the disk come as `bot.store.StoreError`.

Each service is a small class over one `Context` and the services that it is given; what stands on what is
written down once, in `Session.over`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeVar, cast

from bot.games.catalogue import AnyEntry
from bot.kernel.check_pool import CheckPool
from bot.kernel.feature import Feature
from bot.kernel.people.blocks import BlockList
from bot.kernel.people.people import People
from bot.kernel.people.privacy import ForgetResult, Privacy
from bot.kernel.people.servers import ServerSettings
from bot.kernel.people.web_sessions import WebSessions
from bot.kernel.second_boards import SecondBoards
from bot.kernel.tables.context import Context, News, Shown, Tables
from bot.kernel.tables.history import History
from bot.kernel.tables.lobby import Lobby
from bot.kernel.tables.lookup import TableAccess, TableSearch
from bot.kernel.tables.management import TableManagement
from bot.kernel.tables.opening import NewTables
from bot.kernel.tables.outbox import Outbox
from bot.kernel.tables.play import Play
from bot.kernel.tables.results import Records, Scores
from bot.kernel.time.absence import Absence
from bot.kernel.time.alarms import AlarmKind
from bot.kernel.time.schedule import DueAlarm, Schedule
from bot.kernel.time.timing import Timing
from bot.kernel.trace import Trace
from bot.store import Alarm, Table

T = TypeVar("T")

__all__ = ["Context", "News", "Session", "Shown"]


@dataclass(frozen=True, slots=True)
class Session:
    """The tables of this bot: seating people, playing, and finding the table that somebody means."""

    context: Context
    tables: Tables
    access: TableAccess
    search: TableSearch
    server: ServerSettings
    lobby: Lobby
    play: Play
    history: History
    absence: Absence
    schedule: Schedule
    outbox: Outbox
    people: People
    scores: Scores
    privacy: Privacy
    management: TableManagement
    block_list: BlockList
    second_boards: SecondBoards
    web_sessions: WebSessions
    services: dict[type, object]

    @classmethod
    def over(cls, context: Context) -> Self:
        """The services, each given what it uses."""
        tables, timing, history = Tables(context), Timing(context), History(context)
        access, server = TableAccess(context), ServerSettings(context)
        search = TableSearch(context, tables, access)
        new_tables = NewTables(context, tables, timing, server)
        play = Play(context, tables, timing, Records(context))
        absence = Absence(context, tables, timing, play, access)
        outbox = Outbox(context, tables, history, absence)
        scores, blocks = Scores(context, tables, history), BlockList(context)
        management = TableManagement(context, tables, search)
        session = cls(
            context=context,
            tables=tables,
            access=access,
            search=search,
            server=server,
            lobby=Lobby(context, tables, access, server, new_tables),
            play=play,
            history=history,
            absence=absence,
            schedule=Schedule(context, tables, timing, absence),
            outbox=outbox,
            people=People(context, tables),
            scores=scores,
            privacy=Privacy(context, tables, timing),
            management=management,
            block_list=blocks,
            second_boards=SecondBoards(context, tables, outbox),
            web_sessions=WebSessions(context),
            services={},
        )
        for feature in context.features:
            if feature.service is not None:
                service = feature.service(session)
                session.services[type(service)] = service
        return session

    @property
    def features(self) -> Sequence[Feature]:
        """What stands on it, in the order in which it is asked."""
        return self.context.features

    @property
    def alarm_kinds(self) -> Mapping[str, AlarmKind]:
        """The kinds of alarms, by key."""
        return self.context.alarm_kinds

    def service(self, kind: type[T]) -> T:
        """What a feature does, by its class; raises `KeyError` where the feature is not there."""
        return cast("T", self.services[kind])

    @property
    def catalogue(self) -> Mapping[str, AnyEntry]:
        """The games, by key."""
        return self.context.catalogue

    @property
    def check_pool(self) -> CheckPool:
        """Who goes over exported games."""
        return self.context.check_pool

    def now(self) -> float:
        """The moment, in seconds since 1970."""
        return self.context.now()

    async def assess(self, alarm: Alarm) -> DueAlarm | float | None:
        """The alarm with what it is about; a later moment where it is too early; none where it is void."""
        kind = self.context.alarm_kinds.get(alarm.kind)
        if kind is None:
            return None
        if kind.assess is None:
            return await self.schedule.assess(alarm)
        table = await self.schedule.table_of(alarm)
        return await kind.assess(self, alarm, table) if isinstance(table, Table) else table

    async def forget(self, user_id: int) -> ForgetResult:
        """Take somebody out of every feature, and then forget them (`Privacy.forget`)."""
        trace = Trace("forget", user_id)
        self.forget_cached(user_id)  # so that nothing of it is saved meanwhile
        leaving = [
            (one.key, one.for_person.leave_all) for one in self.context.features if one.for_person.leave_all
        ]
        left = {key: await leave(self, user_id, trace) for key, leave in leaving}
        found = replace(await self.privacy.forget(user_id), left=left)
        self.forget_cached(user_id)
        return found

    def forget_cached(self, user_id: int) -> None:
        """Keep nothing of somebody in mind who is forgotten, here or by another process."""
        self.scores.forget_ladders()
        for feature in self.features:
            if feature.for_person.drop is not None:
                feature.for_person.drop(self, user_id)

    async def close(self) -> None:
        """Come to rest: nobody thinks or checks any more, and what is being saved is saved."""
        await self.context.search_pool.close()
        await self.context.check_pool.close()
        for feature in self.features:
            if feature.on_close is not None:
                await feature.on_close(self)
        await self.context.store.close()
