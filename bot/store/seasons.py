"""Months and weeks on disk: what was finished in one, that its end is told once, and who has won it.

Each call of a `Seasons` is one transaction; every function runs inside one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.store.model import NewAlarm, Record
from bot.store.results import in_month
from bot.store.rows import add_alarms
from bot.store.sql import SqlConnection, Transactions

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


class Seasons:
    """The store's part for the ladders of months."""

    def __init__(self, writer: Transactions, reader: Transactions) -> None:
        """`reader` is the one that may take its time."""
        self._writer = writer
        self._reader = reader

    async def records(self, channel_id: int, game: str, first: float, after: float) -> tuple[Record, ...]:
        """What was finished of a game at tables opened in a channel between two moments, in order."""
        return await self._reader.read(in_month, channel_id, game, first, after)

    async def ends(self, channel_id: int, game: str) -> tuple[float, ...]:
        """When games that count have ended there."""
        return await self._reader.read(_ends, channel_id, game)

    async def award(self, channel_id: int, month: str, winners: Iterable[tuple[str, int]]) -> None:
        """Who has won a month, or the deal of a week, by game and user id; once, however often it is said."""
        await self._writer.write(_award, channel_id, month, tuple(winners))

    async def won(self, user_id: int) -> dict[str, int]:
        """How many months somebody has won, by game."""
        return await self._reader.read(_won, MONTHS, user_id)

    async def won_weeks(self, user_id: int) -> dict[str, int]:
        """How many weeks' deals somebody has won, by game."""
        return await self._reader.read(_won, WEEKS, user_id)


def begin(connection: SqlConnection, alarm: NewAlarm, channel_id: int, table_id: int) -> None:
    """A month's end is told in a channel, if this is its first game there: `detail` says which month."""
    if connection.execute(NOTE, (f"season:{channel_id}:{alarm.detail}",)).rowcount == 1:
        add_alarms(connection, (alarm,), table_id)


def _ends(connection: SqlConnection, channel_id: int, game: str) -> tuple[float, ...]:
    return tuple(ended for (ended,) in connection.execute(ENDS, (channel_id, game)).fetchall())


def _award(
    connection: SqlConnection, channel_id: int, month: str, winners: tuple[tuple[str, int], ...]
) -> None:
    connection.executemany(INSERT, [(channel_id, month, game, user) for game, user in winners])


def _won(connection: SqlConnection, sql: str, user_id: int) -> dict[str, int]:
    return dict(connection.execute(sql, (user_id,)).fetchall())
