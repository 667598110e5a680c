"""Stored time and people: alarms, clocks across tables, preferences, results.

Every function runs inside a transaction of its caller; each call of a `StoredSchedule` is one.
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
"""The note of when the bot was last known to be connected."""

LONGEST_ABSENCE: Final = 60 * 24 * 60 * 60.0
"""The most seconds by which an absence delays clocks: twice the longest time for a turn.

A longer one is more likely a wrong clock than an absent bot.
"""

BELIEVED: Final = 24 * 60 * 60.0
"""Seconds that a clock behind the note must run evenly until the note counts as wrong."""

REMEMBERED: Final = 4096
"""How many people's preferences are kept in memory."""

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
    """Changes of clocks, alarms and preferences, saved together.

    `clocks` are (table id, its turn, clock): one whose table has gone on to another turn is left alone.
    `dropped` are ids of alarms, `replaced` the kinds of which the person in `habits` keeps only the new ones.
    """

    clocks: tuple[tuple[int, int, SeatClock], ...] = ()
    alarms: tuple[NewAlarm, ...] = ()
    dropped: tuple[int, ...] = ()
    habits: Habits | None = None
    replaced: tuple[str, ...] = ()


class StoredSchedule(StorePart):
    """Stored alarms, clocks and preferences. Each call is one transaction."""

    def __init__(
        self, store: Connections, patient: Transactions, speak: dict[int, str], shards: Shards | None = None
    ) -> None:
        """`shards` are those whose alarms are returned; None: all."""
        super().__init__(store)
        self._patient = patient
        self._speak = speak
        self._shards = shards
        self.remembers = True
        """Whether other processes' changes are heard, so that data may be cached."""
        self._behind: tuple[float, float] | None = None
        self._habits: OrderedDict[int, Habits] = OrderedDict()
        self._forgotten = 0
        """How often the cache was cleared: data read before may be older."""

    async def save(self, change: TimeChange) -> None:
        """Save clocks, alarms and preferences. The tables of these clocks must be read again after it."""
        habits = change.habits
        if habits is not None:
            self._habits.pop(habits.user_id, None)
        await self._writer.write(self._apply_and_tell, change)
        if habits is not None:
            if self.remembers:
                self._habits[habits.user_id] = habits
            self._speak[habits.user_id] = habits.language

    def _apply_and_tell(self, connection: SqlConnection, change: TimeChange) -> None:
        """Save a change, and notify other processes of what they cache."""
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
        """Return at most `limit` due alarms, the earliest first."""
        return _alarms(connection.execute(for_shards(DUE, self._shards, "table_id"), (at, limit)))

    @reads
    def next_due(self, connection: SqlConnection, at: float) -> float | None:
        """Return when the next alarm falls due that is not due yet; None if there is none."""
        row: tuple[float] | None = connection.execute(
            for_shards(NEXT, self._shards, "table_id"), (at,)
        ).fetchone()
        return None if row is None else row[0]

    @reads
    def under_way(self, connection: SqlConnection) -> tuple[Alarm, ...]:
        """Return the alarms that were being sent when the bot was last stopped, or are now."""
        return _alarms(connection.execute(for_shards(UNDER_WAY, self._shards, "table_id")))

    @reads
    def of_table(self, connection: SqlConnection, table_id: int) -> tuple[Alarm, ...]:
        """Return a table's alarms, the earliest first."""
        return _alarms(connection.execute(OF_TABLE, (table_id,)))

    @reads
    def of_person(self, connection: SqlConnection, user_id: int) -> tuple[Alarm, ...]:
        """Return a person's alarms, the earliest first."""
        return _alarms(connection.execute(OF_PERSON, (user_id,)))

    @writes
    def claim(self, connection: SqlConnection, alarm: Alarm, at: float) -> bool:
        """Claim an alarm: mark it as being sent; returns false if it is claimed, postponed or gone.

        Of two concurrent claims the second does not wait for the first.
        """
        taking = TAKE.format(skip_locked(connection))
        return connection.execute(taking, (at, alarm.id, alarm.due)).rowcount == 1

    @writes
    def reschedule(self, connection: SqlConnection, alarm: Alarm, due: float) -> None:
        """Return an unsent alarm to the queue, for another time."""
        connection.execute(PUT_BACK, (due, alarm.id))

    @writes
    def drop(self, connection: SqlConnection, alarm: Alarm) -> None:
        """Delete a finished alarm."""
        connection.execute(DROP, (alarm.id,))

    async def habits(self, user_id: int) -> Habits:
        """Return a user's preferences: the defaults, if they never set any."""
        cached = self._habits.get(user_id)
        if cached is None:
            forgotten = self._forgotten
            cached = await self._reader.read(habits, user_id) or Habits(user_id)
            if self.remembers and forgotten == self._forgotten:
                cached = self._habits.setdefault(user_id, cached)  # what was saved meanwhile is newer
            if len(self._habits) > REMEMBERED:
                self._habits.popitem(last=False)
        return cached

    def forget(self, *user_ids: int) -> None:
        """Remove these people's preferences from the cache; all, if none is named."""
        self._forgotten += 1
        for user_id in user_ids or tuple(self._habits):
            self._habits.pop(user_id, None)

    async def note_alive(self, at: float, patience: float) -> float:
        """Note that the bot runs; returns by how many seconds clocks were delayed.

        0 for an absence of up to `patience` seconds, unless the clock ran behind the note before.

        After a longer absence every clock is delayed by it, in the same transaction: tables must be read
        again then. That is `LONGEST_ABSENCE` at most. Of several processes each notes it for its own shards.

        A moment before the last one is not noted: a machine whose clock starts in 1970 would be away for
        decades once it is right. Only a clock that goes on like that for `BELIEVED` seconds is trusted: then
        the note was made by a clock that was ahead. What began by such a clock begins again when it is right.
        """
        parts = _alive_notes(self._shards)

        def measure_absence(connection: SqlConnection) -> tuple[float, float]:
            """Return the longest delay, and the seconds since the last note; below 0: the clock is behind."""
            lock_exclusively(connection)
            before = {part: _last_seen(connection, key) for part, key in parts.items()}
            gap = at - max((seen for seen in before.values() if seen is not None), default=at)
            if gap < 0 and not self._is_believed(at, patience):
                return 0.0, gap
            wrong = self._behind if gap > 0 else None  # since and until when the clock ran behind the note
            if wrong is not None:
                # from the last note on: the loop below adds the absence since
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
        """Whether a clock that is behind has run evenly for so long that it is right after all."""
        if self._behind is None:
            return False
        first, last = self._behind
        return 0 <= at - last <= patience and at - first >= BELIEVED

    def _watch_clock(self, at: float, patience: float, gap: float) -> None:
        """Remember since when the clock has been behind the note, and log when it begins."""
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
        """Return the ids of at most `limit` live tables without a change since, and not asked about yet."""
        return tuple(
            row[0] for row in connection.execute(for_shards(UNTOUCHED, self._shards), (before, limit))
        )

    @reads
    def live_channels(self, connection: SqlConnection) -> tuple[tuple[int | None, int], ...]:
        """Return the channels with live tables or with a board to be shown, each with its server."""
        channels = (
            PLACES
            if self._shards is None
            else for_shards(f"SELECT * FROM ({PLACES}) AS places WHERE 1 = 1", self._shards)
        )
        return tuple((guild, channel) for guild, channel in connection.execute(channels))

    @reads
    def tables_in_servers(self, connection: SqlConnection) -> tuple[int, ...]:
        """Return the ids of all live tables in servers."""
        return tuple(row[0] for row in connection.execute(for_shards(IN_SERVERS, self._shards)))

    @writes
    def pause_channels(
        self, connection: SqlConnection, channels: tuple[int, ...], seconds: float, at: float
    ) -> tuple[int, ...]:
        """Delay running clocks and waits in channels where no one could play for so long.

        None of them begins after `at`. Returns the ids of these tables, which must be read again.
        """
        table_ids = list[int]()
        for channel in channels:
            values = {"at": at, "seconds": seconds, "channel": channel}
            connection.execute(HOLD_CLOCKS, values)
            rows = connection.execute(HOLD_WAITS, values).fetchall()
            table_ids += [table_id for (table_id,) in rows]
        return tuple(table_ids)

    @reads
    def long_paused_tables(
        self, connection: SqlConnection, channels: tuple[int, ...], seconds: float
    ) -> tuple[int, ...]:
        """Return the ids of the tables in these channels that were paused for longer, in total."""
        table_ids = list[int]()
        for channel in channels:
            rows = connection.execute(HELD_LONG, {"channel": channel, "seconds": seconds})
            table_ids += [table_id for (table_id,) in rows]
        return tuple(table_ids)

    @writes
    def recheck_alarms(
        self, connection: SqlConnection, channels: tuple[int, ...], kinds: tuple[str, ...], at: float
    ) -> None:
        """Make pending alarms of these kinds, at the tables of these channels, due now."""
        rows = [(at, channel, kind, at) for channel in channels for kind in kinds]
        connection.executemany(WAKE, rows)

    async def results_of_user(self, user_id: int) -> tuple[Record, ...]:
        """Return all records of a user, in order."""
        return await self._patient.read(results.of_user, user_id)

    async def has_finished(self, user_id: int, game: str) -> bool:
        """Whether a user has ever finished a game of this kind."""
        return await self._reader.read(results.has_finished, user_id, game)

    async def results_of_channel(self, channel_id: int) -> tuple[Record, ...]:
        """Return all records of tables opened in a channel, in order."""
        return await self._patient.read(results.of_channel, channel_id)

    async def results_of_game(self, game: str, after: tuple[float, int] = (0.0, 0)) -> tuple[Record, ...]:
        """Return a game's records after a moment and table, in order."""
        return await self._patient.read(results.of_game, game, after)

    async def tables_without_records(self) -> tuple[int, ...]:
        """Return the ids of finished tables without records."""
        return await self._patient.read(results.tables_without_records, self._shards)

    async def record(self, records: tuple[Record, ...]) -> None:
        """Write records of games; existing ones stay."""
        await self._writer.write(results.add_records, records)


# Within a transaction


def apply(connection: SqlConnection, change: TimeChange) -> None:
    """Save a change."""
    for table_id, turn, clock in change.clocks:
        values = (clock.bank, clock.spent, clock.since, clock.up, clock.nudged, clock.last)
        connection.execute(SET_CLOCK, (*values, table_id, clock.seat, turn))
    connection.executemany(DROP, [(alarm,) for alarm in change.dropped])
    if change.habits is not None:
        connection.executemany(DROP_KINDS, [(change.habits.user_id, kind) for kind in change.replaced])
        set_habits(connection, change.habits)
    add_alarms(connection, change.alarms)


def habits(connection: SqlConnection, user_id: int) -> Habits | None:
    """Return a user's preferences; None if they never set any."""
    row = connection.execute(SELECT_HABITS, (user_id,)).fetchone()
    if row is None:
        return None
    *others, quiet, warned, known_as = row
    return replace(Habits(*others), quiet=bool(quiet), warned=bool(warned), known_as=known_as)


def set_habits(connection: SqlConnection, habits: Habits) -> None:
    """Store a user's preferences."""
    row = (habits.user_id, habits.zone, habits.wakes, habits.sleeps, habits.remind, habits.digest)
    spent = (habits.away_from, habits.away_until, habits.year, habits.used)
    rest = (habits.language, habits.quiet, habits.warned, habits.known_as)
    connection.execute(UPSERT_HABITS, (*row, *spent, *rest))


def _alive_notes(shards: Shards | None) -> dict[Shards | None, str]:
    """Return the note for each shard, as another process may run it tomorrow; or the only one."""
    if shards is None:
        return {None: ALIVE}
    each = (Shards(number, number, shards.count) for number in shards.numbers)
    return {part: f"{ALIVE}:{part}" for part in each}


def _last_seen(connection: SqlConnection, key: str) -> float | None:
    """Return when the bot last ran, by this note; after a change of shards, by any of them."""
    noted = note(connection, key) or note(connection, ALIVE)
    return None if noted is None else float(noted)


def delay_all(connection: SqlConnection, seconds: float, shards: Shards | None = None) -> None:
    """Delay every running clock and every wait by a time in which no one could play.

    The same for the days until an idle table ends. The alarms of the clocks stay where they are. None is late
    then, and an early one is postponed to its right time, which depends on people's nights.
    """
    clocks = "UPDATE clocks SET since = since + ? WHERE since IS NOT NULL"
    waits = "UPDATE tables SET waiting_since = waiting_since + ? WHERE status = 'playing'"
    rests = "UPDATE alarms SET due = due + ? WHERE kind = ?"
    connection.execute(for_shards(clocks, shards, "table_id"), (seconds,))
    connection.execute(for_shards(waits, shards), (seconds,))
    connection.execute(for_shards(rests, shards, "table_id"), (seconds, Kind.IDLE))


def begin_anew(connection: SqlConnection, first: float, last: float, at: float) -> None:
    """Let what began between two moments of a wrong clock begin at another one: clocks, waits, rests.

    Anything that really began at such a moment gains by it, and no player loses.
    """
    for query in BEGIN_ANEW:
        connection.execute(query, (at, first, last))


def _alarms(rows: Iterable[tuple[Any, ...]]) -> tuple[Alarm, ...]:
    return tuple(
        Alarm(id_, _KINDS.get(kind, kind), due_, table_id, user_id, turn, detail, sending)
        for id_, kind, due_, table_id, user_id, turn, detail, sending in rows
    )
