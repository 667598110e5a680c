"""The store's part for time and people: alarms, clocks across tables, habits, results.

Every function runs inside a transaction of its caller; each call of a `Schedule` is one.
"""

# ruff: noqa: S608 - only constants of this module are put together

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.cluster.shards import Shards
from bot.store import results
from bot.store.cluster.news import ChangeNotice, ChangeSubject
from bot.store.model import Alarm, Habits, Kind, NewAlarm, Record, SeatClock
from bot.store.rows import add_alarms
from bot.store.sql import (
    Connections,
    SqlConnection,
    StorePart,
    Transactions,
    for_shards,
    lock_exclusively,
    notify,
    reads,
    skip_locked,
    upsert,
    writes,
)
from bot.store.tables import note, others_of, prune_interactions, set_note

LOG = logging.getLogger("taproom.store")

ALIVE: Final = "alive"
"""The note that tells when the bot was last known to be connected."""

LONGEST_ABSENCE: Final = 60 * 24 * 60 * 60.0
"""The most seconds that an absence gives back: twice the longest time for a turn.

More than that is rather a clock that was wrong than a bot that was away.
"""

BELIEVED: Final = 24 * 60 * 60.0
"""Seconds that a clock behind the note must go on evenly until it is the note that is taken to be wrong."""

REMEMBERED: Final = 4096
"""How many people's habits are kept in memory."""

_KINDS: Final = {kind.value: kind for kind in Kind}
_ALARM: Final = "id, kind, due, table_id, user_id, turn, detail, sending"
DUE: Final = f"SELECT {_ALARM} FROM alarms WHERE due <= ? AND sending IS NULL ORDER BY due, id LIMIT ?"
NEXT: Final = "SELECT due FROM alarms WHERE due > ? AND sending IS NULL ORDER BY due LIMIT 1"
OF_TABLE: Final = f"SELECT {_ALARM} FROM alarms WHERE table_id = ? ORDER BY due, id"
OF_PERSON: Final = f"SELECT {_ALARM} FROM alarms WHERE user_id = ? ORDER BY due, id"
UNDER_WAY: Final = f"SELECT {_ALARM} FROM alarms WHERE sending IS NOT NULL ORDER BY id"
TAKE: Final = (
    "UPDATE alarms SET sending = ? WHERE id ="
    " (SELECT id FROM alarms WHERE id = ? AND due = ? AND sending IS NULL{})"
)
PUT_BACK: Final = "UPDATE alarms SET sending = NULL, due = ? WHERE id = ?"
DROP: Final = "DELETE FROM alarms WHERE id = ?"
DROP_KINDS: Final = "DELETE FROM alarms WHERE user_id = ? AND kind = ?"
SET_CLOCK: Final = (
    "UPDATE clocks SET bank = ?, spent = ?, since = ?, up = ?, nudged = ?, last = ?"
    " WHERE table_id = ? AND seat = ?"
    " AND (SELECT turn FROM tables WHERE id = table_id) = ?"
)
_HABITS: Final = (
    "user_id, zone, wakes, sleeps, remind, digest, away_from, away_until, year, used, language, quiet,"
    " warned, known_as"
)
SELECT_HABITS: Final = f"SELECT {_HABITS} FROM people WHERE user_id = ?"
UPSERT_HABITS: Final = upsert("people", _HABITS, "user_id")
_THERE: Final = "SELECT id FROM tables WHERE channel_id = ? AND status IN ('open', 'playing')"
_PLAYED: Final = f"{_THERE.replace('?', ':channel')} AND status = 'playing'"
BEGIN_ANEW: Final = (
    "UPDATE clocks SET since = ? WHERE since BETWEEN ? AND ?",
    "UPDATE tables SET waiting_since = ? WHERE waiting_since BETWEEN ? AND ? AND status = 'playing'",
    "UPDATE tables SET changed_at = ? WHERE changed_at BETWEEN ? AND ? AND status IN ('open', 'playing')",
)
_LATER: Final = "CASE WHEN {0} >= :at THEN {0} WHEN {0} + :seconds <= :at THEN {0} + :seconds ELSE :at END"
HOLD_CLOCKS: Final = (
    f"UPDATE clocks SET since = {_LATER.format('since')} WHERE since IS NOT NULL AND table_id IN ({_PLAYED})"
)
HOLD_WAITS: Final = (
    f"UPDATE tables SET held = held + :seconds, waiting_since = {_LATER.format('waiting_since')}"
    f" WHERE id IN ({_PLAYED}) AND (clock > 0 OR patience > 0) RETURNING id"
)
HELD_LONG: Final = f"SELECT id FROM tables WHERE id IN ({_PLAYED}) AND held > :seconds ORDER BY id"
UNTOUCHED: Final = (
    "SELECT id FROM tables WHERE status IN ('open', 'playing') AND changed_at <= ? AND NOT EXISTS"
    " (SELECT 1 FROM alarms WHERE table_id = tables.id AND kind = 'idle') ORDER BY changed_at LIMIT ?"
)
PLACES: Final = (
    "SELECT guild_id, channel_id FROM tables WHERE status IN ('open', 'playing')"
    " UNION SELECT guild_id, channel_id FROM tables WHERE id IN (SELECT table_id FROM outbox)"
)
IN_SERVERS: Final = "SELECT id FROM tables WHERE status IN ('open', 'playing') AND guild_id IS NOT NULL"
WAKE: Final = (
    f"UPDATE alarms SET due = ? WHERE sending IS NULL AND table_id IN ({_THERE}) AND kind = ? AND due > ?"
)


@dataclass(frozen=True, slots=True)
class TimeChange:
    """Clocks of any tables, alarms and habits, saved together.

    `clocks` are (table id, its turn, clock): one whose table has gone on to another turn is left alone.
    `dropped` are ids of alarms, `replaced` the kinds of which the person in `habits` keeps none but the new.
    """

    clocks: tuple[tuple[int, int, SeatClock], ...] = ()
    alarms: tuple[NewAlarm, ...] = ()
    dropped: tuple[int, ...] = ()
    habits: Habits | None = None
    replaced: tuple[str, ...] = ()


class StoredSchedule(StorePart):
    """What is to be done when, and for whom. Each call is one transaction, as in the store."""

    def __init__(
        self, store: Connections, patient: Transactions, speak: dict[int, str], shards: Shards | None = None
    ) -> None:
        """`shards` are those whose alarms are asked for; none: all."""
        super().__init__(store)
        self._patient = patient
        self._speak = speak
        self._shards = shards
        self.remembers = True
        """Whether what others change is heard of, so that it may be kept in memory."""
        self._behind: tuple[float, float] | None = None
        self._habits: OrderedDict[int, Habits] = OrderedDict()
        self._forgotten = 0
        """How often habits were forgotten: what was being read by then may be older."""

    async def save(self, change: TimeChange) -> None:
        """Clocks, alarms and habits, together. The tables of these clocks must be read anew after it."""
        habits = change.habits
        if habits is not None:
            self._habits.pop(habits.user_id, None)
        await self._writer.write(self._apply_and_tell, change)
        if habits is not None:
            if self.remembers:
                self._habits[habits.user_id] = habits
            self._speak[habits.user_id] = habits.language

    def _apply_and_tell(self, connection: SqlConnection, change: TimeChange) -> None:
        """Save all of it; other processes are told what they remember."""
        apply(connection, change)
        if self._shards is None:
            return
        for table_id in others_of(connection, {table for table, _, _ in change.clocks}, self._shards):
            notify(connection, str(ChangeNotice(ChangeSubject.TABLE, table_id)))
        if change.habits is not None:
            notify(
                connection,
                str(ChangeNotice(ChangeSubject.PERSON, change.habits.user_id, change.habits.language)),
            )

    @reads
    def due(self, connection: SqlConnection, at: float, limit: int = 50) -> tuple[Alarm, ...]:
        """At most `limit` alarms that are due, the earliest first."""
        return _alarms(connection.execute(for_shards(DUE, self._shards, "table_id"), (at, limit)))

    @reads
    def next_due(self, connection: SqlConnection, at: float) -> float | None:
        """When the first alarm falls due that is not due yet; none if there is no such one."""
        row: tuple[float] | None = connection.execute(
            for_shards(NEXT, self._shards, "table_id"), (at,)
        ).fetchone()
        return None if row is None else row[0]

    @reads
    def under_way(self, connection: SqlConnection) -> tuple[Alarm, ...]:
        """The alarms that were being sent when the bot was last stopped, or are now."""
        return _alarms(connection.execute(for_shards(UNDER_WAY, self._shards, "table_id")))

    @reads
    def of_table(self, connection: SqlConnection, table_id: int) -> tuple[Alarm, ...]:
        """A table's alarms, the earliest first."""
        return _alarms(connection.execute(OF_TABLE, (table_id,)))

    @reads
    def of_person(self, connection: SqlConnection, user_id: int) -> tuple[Alarm, ...]:
        """A person's alarms, the earliest first."""
        return _alarms(connection.execute(OF_PERSON, (user_id,)))

    @writes
    def claim(self, connection: SqlConnection, alarm: Alarm, at: float) -> bool:
        """Whether the alarm may be sent now: it was noted that it is being sent, and by nobody else.

        It is not if it was put off, or is gone. Of two who would take it at the same moment the second is not
        kept waiting for the first.
        """
        taking = TAKE.format(skip_locked(connection))
        return connection.execute(taking, (at, alarm.id, alarm.due)).rowcount == 1

    @writes
    def reschedule(self, connection: SqlConnection, alarm: Alarm, due: float) -> None:
        """The alarm was not sent, and will be at another time."""
        connection.execute(PUT_BACK, (due, alarm.id))

    @writes
    def drop(self, connection: SqlConnection, alarm: Alarm) -> None:
        """The alarm is done with."""
        connection.execute(DROP, (alarm.id,))

    async def habits(self, user_id: int) -> Habits:
        """How somebody wants to be treated: as everybody is, if they never said."""
        known = self._habits.get(user_id)
        if known is None:
            forgotten = self._forgotten
            known = await self._reader.read(habits, user_id) or Habits(user_id)
            if self.remembers and forgotten == self._forgotten:
                known = self._habits.setdefault(user_id, known)  # what was saved meanwhile is newer
            if len(self._habits) > REMEMBERED:
                self._habits.popitem(last=False)
        return known

    def forget(self, *user_ids: int) -> None:
        """Read the habits of these people anew when they are next asked for; of all, if none is named."""
        self._forgotten += 1
        for user_id in user_ids or tuple(self._habits):
            self._habits.pop(user_id, None)

    async def note_alive(self, at: float, patience: float) -> float:
        """Note that the bot is there; returns for how many seconds it was not: 0 up to `patience`.

        After a longer absence every clock is put off by it, in the same transaction: tables must be read
        anew then. That is `LONGEST_ABSENCE` at most. Of several processes each notes it of its own shards.

        A moment before the last one is not noted: a machine whose clock starts in 1970 would be away for
        decades once it is right. Only one that goes on like that for `BELIEVED` seconds is: then the note
        was made by a clock that was ahead. What began by such a clock begins anew when it is right.
        """
        parts = _alive_notes(self._shards)

        def measure_absence(connection: SqlConnection) -> tuple[float, float]:
            """How many seconds nobody could play, and for how many the last note says so."""
            lock_exclusively(connection)
            before = {part: _last_seen(connection, key) for part, key in parts.items()}
            gap = at - max((seen for seen in before.values() if seen is not None), default=at)
            if gap < 0 and not self._is_believed(at, patience):
                return 0.0, gap
            wrong = self._behind if gap > 0 else None
            if wrong is not None:
                begin_anew(connection, wrong[0] - patience, wrong[1] + patience, at - gap)
            longest = 0.0
            for part, seen in before.items():
                missed = 0.0 if seen is None else at - seen
                away = min(missed, LONGEST_ABSENCE) if missed > patience or wrong is not None else 0.0
                if away > 0:
                    delay_all(connection, away, part)
                longest = max(longest, away)
            for key in {ALIVE, *parts.values()}:
                set_note(connection, key, repr(at))
            prune_interactions(connection)
            return longest, gap

        away, gap = await self._writer.write(measure_absence)
        self._watch_clock(at, patience, gap)
        if gap > LONGEST_ABSENCE:
            LOG.warning(
                "the clock is %.1f days after the last sign of life; only %.0f of them are given back. Look "
                "whether the clock of this machine is right",
                gap / (24 * 60 * 60),
                LONGEST_ABSENCE / (24 * 60 * 60),
            )
        return away

    def _is_believed(self, at: float, patience: float) -> bool:
        """Whether a clock that is behind has gone on evenly for so long that it is right after all."""
        if self._behind is None:
            return False
        first, last = self._behind
        return 0 <= at - last <= patience and at - first >= BELIEVED

    def _watch_clock(self, at: float, patience: float, gap: float) -> None:
        """Remember since when the clock has been behind the note, and say so when it begins."""
        if gap >= 0:
            self._behind = None
            return
        if self._behind is not None and 0 <= at - self._behind[1] <= patience:
            self._behind = (self._behind[0], at)
            return
        self._behind = (at, at)
        LOG.warning(
            "the clock is %.0f s before the last sign of life; no clock of a table is put off by that. Look "
            "whether the clock of this machine is right",
            -gap,
        )

    @reads
    def idle_tables(self, connection: SqlConnection, before: float, limit: int) -> tuple[int, ...]:
        """The ids of at most `limit` live tables without a change since, and not asked about as yet."""
        return tuple(
            row[0] for row in connection.execute(for_shards(UNTOUCHED, self._shards), (before, limit))
        )

    @reads
    def live_channels(self, connection: SqlConnection) -> tuple[tuple[int | None, int], ...]:
        """The channels with live tables or with a board to be shown, each with its server."""
        found = (
            PLACES
            if self._shards is None
            else for_shards(f"SELECT * FROM ({PLACES}) AS places WHERE 1 = 1", self._shards)
        )
        return tuple((guild, channel) for guild, channel in connection.execute(found))

    @reads
    def tables_in_servers(self, connection: SqlConnection) -> tuple[int, ...]:
        """The ids of all live tables that are in servers."""
        return tuple(row[0] for row in connection.execute(for_shards(IN_SERVERS, self._shards)))

    @writes
    def pause_channels(
        self, connection: SqlConnection, channels: tuple[int, ...], seconds: float, at: float
    ) -> tuple[int, ...]:
        """In these channels nobody could play for so long: clocks that run, and waits, begin later by that.

        None of it begins after `at`. Returns the ids of these tables, which must be read anew.
        """
        found = list[int]()
        for channel in channels:
            values = {"at": at, "seconds": seconds, "channel": channel}
            connection.execute(HOLD_CLOCKS, values)
            rows = connection.execute(HOLD_WAITS, values).fetchall()
            found += [table_id for (table_id,) in rows]
        return tuple(found)

    @reads
    def long_paused_tables(
        self, connection: SqlConnection, channels: tuple[int, ...], seconds: float
    ) -> tuple[int, ...]:
        """The ids of the tables in these channels whose time has stood still for longer, all in all."""
        found = list[int]()
        for channel in channels:
            rows = connection.execute(HELD_LONG, {"channel": channel, "seconds": seconds})
            found += [table_id for (table_id,) in rows]
        return tuple(found)

    @writes
    def recheck_alarms(
        self, connection: SqlConnection, channels: tuple[int, ...], kinds: tuple[str, ...], at: float
    ) -> None:
        """What was to come later of these kinds, at the tables of these channels, is looked at now."""
        rows = [(at, channel, kind, at) for channel in channels for kind in kinds]
        connection.executemany(WAKE, rows)

    async def results_of_user(self, user_id: int) -> tuple[Record, ...]:
        """Everything that somebody has finished, in order."""
        return await self._patient.read(results.of_user, user_id)

    async def has_finished(self, user_id: int, game: str) -> bool:
        """Whether somebody has ever finished such a game."""
        return await self._reader.read(results.has_finished, user_id, game)

    async def results_of_channel(self, channel_id: int) -> tuple[Record, ...]:
        """Everything that was finished at tables opened in a channel, in order."""
        return await self._patient.read(results.of_channel, channel_id)

    async def results_of_game(self, game: str, after: tuple[float, int] = (0.0, 0)) -> tuple[Record, ...]:
        """All of a game that ended after a moment and table, in order."""
        return await self._patient.read(results.of_game, game, after)

    async def tables_without_records(self) -> tuple[int, ...]:
        """The ids of tables whose game is over and has no records yet."""
        return await self._patient.read(results.tables_without_records, self._shards)

    async def record(self, records: tuple[Record, ...]) -> None:
        """How games ended; what is known already stays."""
        await self._writer.write(results.add_records, records)


# What is done inside a transaction


def apply(connection: SqlConnection, change: TimeChange) -> None:
    """Save all of it."""
    for table_id, turn, one in change.clocks:
        values = (one.bank, one.spent, one.since, one.up, one.nudged, one.last)
        connection.execute(SET_CLOCK, (*values, table_id, one.seat, turn))
    connection.executemany(DROP, [(alarm,) for alarm in change.dropped])
    if change.habits is not None:
        connection.executemany(DROP_KINDS, [(change.habits.user_id, kind) for kind in change.replaced])
        set_habits(connection, change.habits)
    add_alarms(connection, change.alarms)


def habits(connection: SqlConnection, user_id: int) -> Habits | None:
    """How somebody wants to be treated; none if they never said."""
    row = connection.execute(SELECT_HABITS, (user_id,)).fetchone()
    if row is None:
        return None
    *said, quiet, warned, known_as = row
    return replace(Habits(*said), quiet=bool(quiet), warned=bool(warned), known_as=known_as)


def set_habits(connection: SqlConnection, habits: Habits) -> None:
    """Remember how somebody wants to be treated."""
    row = (habits.user_id, habits.zone, habits.wakes, habits.sleeps, habits.remind, habits.digest)
    spent = (habits.away_from, habits.away_until, habits.year, habits.used)
    rest = (habits.language, habits.quiet, habits.warned, habits.known_as)
    connection.execute(UPSERT_HABITS, (*row, *spent, *rest))


def _alive_notes(shards: Shards | None) -> dict[Shards | None, str]:
    """The note of a sign of life for each shard, as another process may run it tomorrow; or the only one."""
    if shards is None:
        return {None: ALIVE}
    each = (Shards(number, number, shards.count) for number in shards.numbers)
    return {one: f"{ALIVE}:{one}" for one in each}


def _last_seen(connection: SqlConnection, key: str) -> float | None:
    """When the bot was there, by this note; shards that were dealt out anew were there when any was."""
    noted = note(connection, key) or note(connection, ALIVE)
    return None if noted is None else float(noted)


def delay_all(connection: SqlConnection, seconds: float, shards: Shards | None = None) -> None:
    """Nobody could play for so long: every clock that runs, and every wait, begins that much later.

    So do the days in which a table can be kept that nobody has touched. The alarms of the clocks stay where
    they are. None comes too late so, and one that comes too early is put off to where it belongs, which
    depends on people's nights.
    """
    clocks = "UPDATE clocks SET since = since + ? WHERE since IS NOT NULL"
    waits = "UPDATE tables SET waiting_since = waiting_since + ? WHERE status = 'playing'"
    rests = "UPDATE alarms SET due = due + ? WHERE kind = ?"
    connection.execute(for_shards(clocks, shards, "table_id"), (seconds,))
    connection.execute(for_shards(waits, shards), (seconds,))
    connection.execute(for_shards(rests, shards, "table_id"), (seconds, Kind.IDLE))


def begin_anew(connection: SqlConnection, first: float, last: float, at: float) -> None:
    """What began between two moments of a clock that was wrong begins at another one: clocks, waits, rests.

    Whatever really began at such a moment gains by it, and nobody loses.
    """
    for query in BEGIN_ANEW:
        connection.execute(query, (at, first, last))


def _alarms(rows: Iterable[tuple[Any, ...]]) -> tuple[Alarm, ...]:
    return tuple(
        Alarm(id_, _KINDS.get(kind, kind), due_, table_id, user_id, turn, detail, sending)
        for id_, kind, due_, table_id, user_id, turn, detail, sending in rows
    )
