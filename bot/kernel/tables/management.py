"""Closing tables and changing their language, by players and server managers.

Closing a table deletes nothing, and there is no winner; but a table without any move is deleted four weeks
later. Allowed are server managers without a part in the game, the opener of a lobby, and a single player,
also with bots. See docs/decisions/server-settings.md.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.kernel.clicks import Click
from bot.kernel.errors import NotSeated, Refused, Stale
from bot.kernel.feature import questions_of
from bot.kernel.people.servers import EVERY, manages
from bot.kernel.tables.context import Context, Shown, Tables, alarm_interaction
from bot.kernel.tables.lookup import TableSearch, parse_code, the_only
from bot.kernel.tables.results import has_begun, is_duel
from bot.kernel.tables.seats import LIVE, is_for_one, player_of, refuse_closed, seat_of
from bot.kernel.time.alarms import AlarmScope
from bot.kernel.trace import Trace
from bot.store import Alarm, Board, Change, Kind, Status, Table, TimeChange, is_bot

TRIES: Final = 20
"""How often a change is retried after a concurrent change."""

UNPLAYED: Final = 28 * 24 * 60 * 60.0
"""Seconds after which a table that was closed before any move is deleted."""

HARDLY: Final = 100
"""The longest log of a duel that has hardly begun, including talk and undone moves."""

SOME: Final = 500
"""The most tables deleted at a time, once an hour."""


class TableManagement:
    """Closes tables and changes their language."""

    def __init__(self, context: Context, tables: Tables, search: TableSearch) -> None:
        self._context = context
        self._store = context.store
        self._tables = tables
        self._search = search

    async def find_managed(self, click: Click, code: str) -> Table:
        """Find a table by code: one that the user may look at here, or any of the server they manage."""
        wanted = parse_code(code)
        table = None if wanted is None else await self._store.table(wanted)
        return table if table is not None and manages(click, table) else await self._search.find(click, code)

    # Closing

    async def closable(self, click: Click) -> tuple[Table, ...]:
        """Return the tables that a user may close, of their server or their own, the last changed first."""
        tables = list(await self._store.of_user(click.person.id, live_only=True, limit=EVERY))
        if click.manages and click.guild_id is not None:
            tables += await self._store.servers.live(click.guild_id, EVERY)
        affecting = await self._tables_affecting(click)
        by_id = {table.id: table for table in tables if await self._may_close_by_now(click, table, affecting)}
        return tuple(sorted(by_id.values(), key=lambda table: table.time.changed_at, reverse=True))

    async def find_closable(self, click: Click, code: str | None) -> Table:
        """Find the table to close: by its code, or the only one of the channel that the user may close.

        If they may close none here, it is one they may not, so that the refusal says why.
        """
        if code:
            return await self.find_managed(click, code)
        here = await self._store.around(click.channel_id, live_only=True)
        rivals = await self._tables_affecting(click)
        fitting = [table for table in here if await self._may_close_by_now(click, table, rivals)]
        return (
            the_only(fitting, "no-table-here", self._context.catalogue)
            if fitting
            else await self._search.find(click, None)
        )

    async def check_close(self, click: Click, table: Table) -> None:
        """Refuse to close a table that is over or closed, and one that the user may not close."""
        if table.status is Status.CLOSED:
            raise refuse_closed(table)
        if table.status is Status.OVER:
            raise Refused("game-over", table, code=table.code)
        rivals = await self._tables_affecting(click)
        if not await self._may_close_by_now(click, table, rivals):
            raise self._refusal_to_close(click, table, rivals)

    async def close(
        self, click: Click, table_id: int, expected: Status, trace: Trace
    ) -> tuple[Shown, tuple[Board, ...]]:
        """Close a table; returns it with the messages whose questions are void now.

        The position and the log stay, and there is no result. Its clocks and alarms are gone. Raises
        `Refused`, and `Stale` where its game has begun since the user `expected`.
        """
        for _ in range(TRIES):
            table = await self._tables.get(table_id)
            await self.check_close(click, table)
            if table.status is not expected:
                break
            with suppress(Stale):  # a concurrent move or join does not matter
                change = replace(self._tables.change(click, table), status=Status.CLOSED, clocks=())
                saved, asked_there = await self._close_silently(change, trace)
                return replace(self._tables.show(saved), new_turn=False), asked_there
        raise Stale(await self._tables.get(table_id))

    async def close_idle(self, alarm: Alarm, table: Table, trace: Trace) -> tuple[Shown, tuple[Board, ...]]:
        """Close an idle table; returns it with the messages whose questions are void now.

        Raises `Stale` after a concurrent action.
        """
        change = replace(
            self._tables.automatic_change(table),
            interaction=alarm_interaction(alarm, table),
            status=Status.CLOSED,
            clocks=(),
        )
        saved, questions = await self._close_silently(change, trace)
        return replace(self._tables.show(saved), new_turn=False), questions

    async def close_automatically(self, table: Table, trace: Trace) -> None:
        """Close a table by a decision made elsewhere; raises `Stale` after a concurrent change."""
        change = replace(self._tables.automatic_change(table), status=Status.CLOSED, clocks=())
        await self._close_silently(change, trace)

    async def remove_unplayed(self) -> tuple[int, ...]:
        """Delete tables that were closed long ago, before any move; returns their ids."""
        return await self._store.remove_unplayed(self._context.now() - UNPLAYED, SOME)

    async def keep_open(self, click: Click, table_id: int, revision: int, trace: Trace) -> Table:
        """Keep an idle table open, for its players and server managers.

        Refused where no question was asked, or the table has changed since.
        """
        for _ in range(TRIES):
            table = await self._tables.get(table_id)
            if table.status not in LIVE:
                raise (
                    refuse_closed(table)
                    if table.status is Status.CLOSED
                    else Refused("game-over", table, code=table.code)
                )
            if seat_of(table, click.person) is None and not manages(click, table):
                raise NotSeated(table)
            if not await self._is_asked_about(table, revision):
                raise Refused("idle-kept", table, code=table.code)
            with suppress(Stale):
                return await self._tables.save(self._tables.change(click, table), trace)
        raise Stale(await self._tables.get(table_id))

    async def _is_asked_about(self, table: Table, revision: int) -> bool:
        """Whether a question was asked about an idle table at this revision, and it has not changed since."""
        alarms = await self._store.schedule.of_table(table.id)
        about = [alarm.detail.partition(":")[2] for alarm in alarms if alarm.kind is Kind.IDLE]
        return revision == table.revision and str(revision) in about

    async def _tables_affecting(self, click: Click) -> frozenset[int]:
        """Return the ids of the tables whose results matter to a user without a seat there."""
        if not click.manages:
            return frozenset()
        lookups = [
            feature.at_table.related_tables
            for feature in self._context.features
            if feature.at_table.related_tables
        ]
        return frozenset().union(*[await related(self._store, click.person.id) for related in lookups])

    async def _may_close_by_now(self, click: Click, table: Table, affecting: frozenset[int]) -> bool:
        """Whether the user may close the table in its current state."""
        return self._may_close(click, table, affecting) or await self._may_abort(click, table)

    async def _may_abort(self, click: Click, table: Table) -> bool:
        """Whether the user plays a duel that has hardly begun, which they may abort at no cost.

        A game is not aborted where others wait for its result.
        """
        entry = self._context.catalogue.get(table.game)
        if entry is None or not is_duel(entry.game) or table.status is not Status.PLAYING:
            return False
        if player_of(table, click.person) is None or table.plies > HARDLY:
            return False
        awaited = [
            feature.at_table.is_awaited for feature in self._context.features if feature.at_table.is_awaited
        ]
        if any([await is_awaited(self._store, table.id) for is_awaited in awaited]):
            return False
        return not has_begun([await self._store.log(table.id)])

    def _may_close(self, click: Click, table: Table, affecting: frozenset[int]) -> bool:
        """Whether the user may close the table. A deal of the day is given up by its player.

        A server manager with a part in the game, or in its tournament, counts as a player.
        """
        if table.status not in LIVE or table.terms.day is not None:
            return False
        begun = table.status is Status.PLAYING
        concerned = begun and (seat_of(table, click.person) is not None or table.id in affecting)
        if manages(click, table) and not concerned:
            return True
        if table.status is Status.OPEN:
            return table.host_id == click.person.id
        if table.game not in self._context.catalogue:
            return False
        people = [player for player in table.players if not is_bot(player.user_id)]
        alone = is_for_one(self._context.catalogue[table.game].game) or len(people) == 1
        return alone and player_of(table, click.person) is not None

    def _refusal_to_close(self, click: Click, table: Table, affecting: frozenset[int]) -> Refused:
        """Return the refusal to close a table, with what the user can do instead."""
        code, seated = table.code, seat_of(table, click.person) is not None
        if table.terms.day is not None and not seated:
            return Refused("close-deal-others", code=code) if manages(click, table) else NotSeated(table)
        if table.terms.day is not None:
            return Refused("close-deal", table, code=code)
        if not seated:
            key = "close-rival" if manages(click, table) and table.id in affecting else "close-others"
            return Refused(key, table, code=code)
        if player_of(table, click.person) is None:
            return Refused("close-friend", table, code=code)
        if table.status is Status.OPEN:
            host = next(player.name for player in table.players if player.user_id == table.host_id)
            return Refused("close-open", table, code=code, name=host)
        shared = self._context.catalogue[table.game].game.cooperative
        return Refused("close-leave" if shared else "close-resign", table, code=code)

    async def _close_silently(self, change: Change, trace: Trace) -> tuple[Table, tuple[Board, ...]]:
        """Close a table without a notice; returns it with the questions to its players."""
        questions = await questions_of(self._context.features, self._store, change.table)
        table = await self._tables.save(change, trace)
        schedule = self._store.schedule
        alarms = await schedule.of_table(table.id)
        kinds = self._context.alarm_kinds
        own = [
            alarm.id
            for alarm in alarms
            if alarm.kind in kinds and kinds[alarm.kind].about is not AlarmScope.NOTHING
        ]
        await schedule.save(TimeChange(dropped=tuple(own)))
        return table, tuple(questions)

    # Languages

    async def language_choosable(self, click: Click) -> tuple[Table, ...]:
        """Return the tables whose language a user may choose, their own first."""
        tables = list(await self._store.of_user(click.person.id, live_only=True, limit=EVERY))
        if click.manages and click.guild_id is not None:
            tables += await self._store.servers.live(click.guild_id, EVERY)
        return tuple(
            {table.id: table for table in tables if self._may_choose_language(click, table)}.values()
        )

    def check_language(self, click: Click, table: Table) -> None:
        """Refuse a user who may not choose a table's language, and a table that is over or closed."""
        if table.status is Status.CLOSED:
            raise refuse_closed(table)
        if table.status not in LIVE:
            raise Refused("game-over", table, code=table.code)
        if not self._may_choose_language(click, table):
            raise Refused("speak-not-yours", None if table.terms.day else table, code=table.code)

    def _may_choose_language(self, click: Click, table: Table) -> bool:
        """Whether a user sits at a table, or manages its server; a deal of the day is for one alone."""
        own = player_of(table, click.person) is not None
        return own or (table.terms.day is None and manages(click, table))

    async def set_language(self, click: Click, table_id: int, language: str, trace: Trace) -> Shown:
        """Set the language of a table, for everyone; raises `Refused`."""
        for _ in range(TRIES):
            table = await self._tables.get(table_id)
            self.check_language(click, table)
            if table.terms.language == language:
                raise Refused("table-speaks-already", table, code=table.code)
            with suppress(Stale):  # a concurrent move or join does not matter
                terms = replace(table.terms, language=language)
                saved = await self._tables.save(
                    replace(self._tables.change(click, table), terms=terms), trace
                )
                return replace(self._tables.show(saved), new_turn=False)
        raise Stale(await self._tables.get(table_id))
