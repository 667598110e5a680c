"""Months and weeks on disk: what was finished in one, that its end is told once, and who has won it.

Each call of a `LadderStorage` is one transaction; every function runs inside one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.games.catalogue import CATALOGUE
from bot.kernel.months import bounds, month_of
from bot.kernel.tables.results import SETTLED, is_duel
from bot.kernel.time.calendar import end_of, is_week
from bot.store import Change, NewAlarm, Record, Store, Table
from bot.store.hooks import StorageHooks
from bot.store.results import in_month
from bot.store.rows import add_alarms
from bot.store.sql import SqlConnection, StorePart, reads

_FIRST: Final = """
-- Who was first on the ladder of a game when a month ended; several may have been.

CREATE TABLE trophies (
    channel_id INTEGER NOT NULL,
    month TEXT NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (channel_id, month, game, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX trophies_user ON trophies (user_id);
"""

SEASON: Final = "season"
"""The alarm that tells of the end of a month or a week in a channel; its detail is which."""

NOTE: Final = "INSERT INTO notes (key, value) VALUES (?, '') ON CONFLICT (key) DO NOTHING"
ENDS: Final = "SELECT DISTINCT ended FROM results WHERE channel_id = ? AND game = ? AND counts = 1"
INSERT: Final = (
    "INSERT INTO trophies (channel_id, month, game, user_id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
WON: Final = (
    "SELECT game, count(*) FROM trophies WHERE user_id = ? AND substr(month, 6, 1) {} 'W'"
    " GROUP BY game ORDER BY game"
)
MONTHS: Final = WON.format("!=")
WEEKS: Final = WON.format("=")


class LadderStorage(StorePart):
    """The ladders of months on disk."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._reader = store.patient

    async def records(self, channel_id: int, game: str, first: float, after: float) -> tuple[Record, ...]:
        """What was finished of a game at tables opened in a channel between two moments, in order."""
        return await self._reader.read(in_month, channel_id, game, first, after)

    @reads
    def ends(self, connection: SqlConnection, channel_id: int, game: str) -> tuple[float, ...]:
        """When games that count have ended there."""
        return tuple(ended for (ended,) in connection.execute(ENDS, (channel_id, game)).fetchall())

    async def award(self, channel_id: int, month: str, winners: Iterable[tuple[str, int]]) -> None:
        """Who has won a month, or the deal of a week, by game and user id; once, however often it is said."""
        await self._writer.write(_insert_trophies, channel_id, month, tuple(winners))

    async def months_won(self, user_id: int) -> dict[str, int]:
        """How many months somebody has won, by game."""
        return await self._reader.read(_count_trophies, MONTHS, user_id)

    async def weeks_won(self, user_id: int) -> dict[str, int]:
        """How many weeks' deals somebody has won, by game."""
        return await self._reader.read(_count_trophies, WEEKS, user_id)


def _plan_season_end(connection: SqlConnection, after: Table, change: Change) -> Table:
    """The end of a month or week is told in a channel, if this is its first game there."""
    alarm = _season_alarm(after, change.records)
    if alarm is not None:
        note = f"season:{change.records[0].channel_id}:{alarm.detail}"
        if connection.execute(NOTE, (note,)).rowcount == 1:
            add_alarms(connection, (alarm,), after.id)
    return after


def _season_alarm(table: Table, records: Sequence[Record]) -> NewAlarm | None:
    """That the end of its month is told where a duel that counts has ended; none for other games.

    Where a game of a week's deal has ended in time, it is the end of the week.
    """
    if not records:
        return None
    if table.guild_id is not None and is_week(table.deal or ""):
        end = end_of(table.deal or "")
        return NewAlarm(SEASON, end + SETTLED, detail=table.deal or "") if records[0].ended < end else None
    entry = CATALOGUE.get(table.game)
    if entry is None or not is_duel(entry.game) or not all(one.counts for one in records):
        return None
    month = month_of(records[0].ended)
    return NewAlarm(SEASON, bounds(month)[1] + SETTLED, detail=month)


def _insert_trophies(
    connection: SqlConnection, channel_id: int, month: str, winners: tuple[tuple[str, int], ...]
) -> None:
    connection.executemany(INSERT, [(channel_id, month, game, user) for game, user in winners])


def _count_trophies(connection: SqlConnection, sql: str, user_id: int) -> dict[str, int]:
    return dict(connection.execute(sql, (user_id,)).fetchall())


def _forget(connection: SqlConnection, user_id: int, _at: float) -> None:
    connection.execute("DELETE FROM trophies WHERE user_id = ?", (user_id,))


HOOKS: Final = StorageHooks(
    key="ladders",
    schema=(_FIRST,),
    on_settled=_plan_season_end,
    personal={
        "trophies": (
            "SELECT channel_id AS channel, month, game FROM trophies WHERE user_id = :user"
            " ORDER BY month, game"
        )
    },
    forget=_forget,
)
