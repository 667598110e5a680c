"""Deals that everybody plays, of a day or of a week: their secrets, and the tables at which they are played.

A period is an ISO date or an ISO week, such as `2026-11-21` and `2026-W47`. Each call of a `Deals` is one
transaction; every function runs inside one.
"""

from __future__ import annotations

from typing import Final

from bot.store.model import Table
from bot.store.rows import tables_of
from bot.store.sql import SqlConnection, Transactions

INSERT_DEAL: Final = "INSERT INTO deals (game, day, seed) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
SELECT_DEAL: Final = "SELECT seed FROM deals WHERE game = ? AND day = ?"
OF_DEAL: Final = "SELECT id FROM tables WHERE game = ? AND day = ? AND host_id = ?"
UNFINISHED: Final = "SELECT 1 FROM tables WHERE game = ? AND day = ? AND status = 'playing' LIMIT 1"
OF_DAY: Final = "SELECT id FROM tables WHERE channel_id = ? AND day = ? ORDER BY id"
_PERIODS: Final = (
    "SELECT DISTINCT day FROM tables WHERE channel_id = ? AND day IS NOT NULL AND status = 'over'"
    " AND substr(day, 6, 1) {} 'W' ORDER BY day DESC LIMIT ?"
)
DAYS: Final = _PERIODS.format("!=")
WEEKS: Final = _PERIODS.format("=")


class Deals:
    """The store's part for the deals of the day and of the week."""

    def __init__(self, writer: Transactions, reader: Transactions) -> None:
        self._writer = writer
        self._reader = reader

    async def secret(self, game: str, period: str, seed: str) -> str:
        """The secret of a deal: `seed`, unless somebody has asked for it before."""
        return await self._writer.write(secret, game, period, seed)

    async def of_person(self, game: str, period: str, host_id: int) -> Table | None:
        """The table at which somebody plays a deal alone, or none."""
        return await self._reader.read(of_person, game, period, host_id)

    async def is_unfinished(self, game: str, period: str) -> bool:
        """Whether anybody anywhere still plays this deal."""
        return await self._reader.read(_is_unfinished, game, period)

    async def in_channel(self, channel_id: int, period: str) -> tuple[Table, ...]:
        """The tables of a channel that play a deal of this day or week, of any game, by id."""
        return await self._reader.read(_in_channel, channel_id, period)

    async def days(self, channel_id: int, limit: int) -> tuple[str, ...]:
        """At most `limit` dates whose deals were played to the end in a channel, the last first."""
        return await self._reader.read(periods, DAYS, channel_id, limit)

    async def weeks(self, channel_id: int, limit: int) -> tuple[str, ...]:
        """The same for weeks."""
        return await self._reader.read(periods, WEEKS, channel_id, limit)


def of_person(connection: SqlConnection, game: str, period: str, host_id: int) -> Table | None:
    """The table at which somebody plays a deal alone, or none."""
    found = tables_of(connection, connection.execute(OF_DEAL, (game, period, host_id)))
    return found[0] if found else None


def secret(connection: SqlConnection, game: str, period: str, seed: str) -> str:
    """The secret of a deal: `seed`, unless somebody has asked for it before."""
    connection.execute(INSERT_DEAL, (game, period, seed))
    return str(connection.execute(SELECT_DEAL, (game, period)).fetchone()[0])


def _is_unfinished(connection: SqlConnection, game: str, period: str) -> bool:
    return connection.execute(UNFINISHED, (game, period)).fetchone() is not None


def _in_channel(connection: SqlConnection, channel_id: int, period: str) -> tuple[Table, ...]:
    return tables_of(connection, connection.execute(OF_DAY, (channel_id, period)))


def periods(connection: SqlConnection, sql: str, channel_id: int, limit: int) -> tuple[str, ...]:
    """At most `limit` dates or weeks, by `DAYS` or `WEEKS`."""
    return tuple(row[0] for row in connection.execute(sql, (channel_id, limit)))
