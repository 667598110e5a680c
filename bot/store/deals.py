"""Deals that everybody plays, of a day or of a week: the tables at which they are played.

A period is an ISO date or an ISO week, such as `2026-11-21` and `2026-W47`. Every function runs inside a
transaction.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from bot.store import used_up
from bot.store.errors import DealtToForgotten, TriedBefore
from bot.store.model import Player, Table
from bot.store.rows import tables_of
from bot.store.sql import SqlConnection

TRIED: Final = (
    "SELECT t.id FROM tables t WHERE t.game = ? AND t.week = ? AND t.state IS NOT NULL AND"
    " (EXISTS (SELECT 1 FROM seats s WHERE s.table_id = t.id AND s.user_id = ?) OR"
    " EXISTS (SELECT 1 FROM authors a WHERE a.table_id = t.id AND a.user_id = ?)) ORDER BY t.id LIMIT 1"
)
BEGUN_BY: Final = (
    "SELECT game, day FROM tables WHERE host_id = :user AND day IS NOT NULL"
    " UNION SELECT t.game, t.week FROM seats s JOIN tables t ON t.id = s.table_id"
    " WHERE s.user_id = :user AND t.week IS NOT NULL AND t.state IS NOT NULL"
    " UNION SELECT t.game, t.week FROM authors a JOIN tables t ON t.id = a.table_id"
    " WHERE a.user_id = :user AND t.week IS NOT NULL AND t.state IS NOT NULL"
)
OF_DEAL: Final = "SELECT id FROM tables WHERE game = ? AND day = ? AND host_id = ?"
UNFINISHED: Final = "SELECT 1 FROM tables WHERE game = ? AND day = ? AND status = 'playing' LIMIT 1"
UNFINISHED_TOGETHER: Final = "SELECT 1 FROM tables WHERE game = ? AND week = ? AND status = 'playing' LIMIT 1"
OF_DAY: Final = "SELECT id FROM tables WHERE channel_id = ? AND day = ? ORDER BY id"
OF_WEEK: Final = (
    "SELECT id FROM tables WHERE channel_id = ? AND week = ? AND state IS NOT NULL"
    " UNION SELECT id FROM tables WHERE home_id = ? AND week = ? AND state IS NOT NULL ORDER BY 1"
)
_PERIODS: Final = (
    "SELECT DISTINCT day FROM tables WHERE channel_id = ? AND day IS NOT NULL AND status = 'over'"
    " AND substr(day, 6, 1) {} 'W' ORDER BY day DESC LIMIT ?"
)
DAYS: Final = _PERIODS.format("!=")
WEEKS: Final = _PERIODS.format("=")
TOGETHER: Final = (
    "SELECT week FROM tables WHERE channel_id = ? AND week IS NOT NULL AND status = 'over'"
    " UNION SELECT week FROM tables WHERE home_id = ? AND week IS NOT NULL AND status = 'over'"
    " ORDER BY 1 DESC LIMIT ?"
)


def of_person(connection: SqlConnection, game: str, period: str, host_id: int) -> Table | None:
    """The table at which somebody plays a deal alone, or none."""
    found = tables_of(connection, connection.execute(OF_DEAL, (game, period, host_id)))
    return found[0] if found else None


def earlier_table(connection: SqlConnection, game: str, week: str, user_id: int) -> Table | None:
    """The table at which somebody has played a week's deal with others: they sat there, or moved there."""
    found = tables_of(connection, connection.execute(TRIED, (game, week, user_id, user_id)))
    return found[0] if found else None


def refuse_played(connection: SqlConnection, game: str, week: str, players: Iterable[Player]) -> None:
    """Raises `TriedBefore` or `DealtToForgotten` if one of those who are about to begin it has played it."""
    for player in players:
        if player.user_id > 0:
            refuse_spent(connection, game, week, player.user_id)
        if (
            player.user_id > 0
            and (earlier := earlier_table(connection, game, week, player.user_id)) is not None
        ):
            raise TriedBefore(player.user_id, earlier.id)


def refuse_spent(connection: SqlConnection, game: str, period: str, user_id: int) -> None:
    """Raises `DealtToForgotten` if somebody had played a deal before they were forgotten."""
    if is_spent(connection, game, period, user_id):
        raise DealtToForgotten(user_id, period)


def is_spent(connection: SqlConnection, game: str, period: str, user_id: int) -> bool:
    """Whether somebody had played a deal before they were forgotten."""
    return used_up.end_of(connection, _mark_of(game, period, user_id)) is not None


def deals_begun_by(connection: SqlConnection, user_id: int) -> tuple[tuple[str, str], ...]:
    """The deals that somebody has begun, alone or with others: each one's game and period."""
    return tuple(connection.execute(BEGUN_BY, {"user": user_id}).fetchall())


def mark_spent(connection: SqlConnection, begun: Iterable[tuple[str, str]], user_id: int, at: float) -> None:
    """Whoever is forgotten plays none of these deals again, as long as its day or week goes on."""
    for game, period in begun:
        with suppress(ValueError):  # of a damaged row, whose deal nobody can play
            if end_of(period) > at:
                used_up.mark(connection, _mark_of(game, period, user_id), end_of(period))


def _mark_of(game: str, period: str, user_id: int) -> str:
    return f"deal of {game} {period} by {user_id}"


def is_week(period: str) -> bool:
    """Whether what a deal is for is a week, and no day."""
    return "W" in period


def end_of(period: str) -> int:
    """When the next day or week begins: whole seconds since 1970."""
    length = timedelta(weeks=1) if is_week(period) else timedelta(days=1)
    return int(datetime.combine(date.fromisoformat(period) + length, time(), UTC).timestamp())


def is_unfinished(connection: SqlConnection, game: str, period: str) -> bool:
    """Whether anybody anywhere still plays this deal."""
    return any(
        connection.execute(sql, (game, period)).fetchone() is not None
        for sql in (UNFINISHED, UNFINISHED_TOGETHER)
    )


def in_channel(connection: SqlConnection, channel_id: int, period: str) -> tuple[Table, ...]:
    """The tables of a channel that play a deal of this day or week, of any game, by id."""
    alone = connection.execute(OF_DAY, (channel_id, period)).fetchall()
    together = connection.execute(OF_WEEK, (channel_id, period, channel_id, period)).fetchall()
    return tables_of(connection, (*alone, *together))


def days(connection: SqlConnection, channel_id: int, limit: int) -> tuple[str, ...]:
    """At most `limit` dates whose deals were played to the end in a channel, the last first."""
    return tuple(row[0] for row in connection.execute(DAYS, (channel_id, limit)))


def weeks(connection: SqlConnection, channel_id: int, limit: int) -> tuple[str, ...]:
    """The same for weeks."""
    alone = connection.execute(WEEKS, (channel_id, limit)).fetchall()
    together = connection.execute(TOGETHER, (channel_id, channel_id, limit)).fetchall()
    return tuple(sorted({week for (week,) in (*alone, *together)}, reverse=True)[:limit])
