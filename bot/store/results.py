"""How finished games ended, seat by seat, for statistics and ratings.

Every function runs inside a transaction of its caller (`bot.store.db`).
"""

# ruff: noqa: S608 - only constants of this module are put together

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from bot.cluster.shards import Shards
from bot.store.model import Record, Result
from bot.store.sql import SqlConnection, for_shards

_COLUMNS: Final = (
    "table_id, seat, user_id, name, game, guild_id, channel_id, result, points, seats, plies, began, ended,"
    " counts"
)
INSERT_RECORD: Final = (
    f"INSERT INTO results ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING"
)
OF_USER: Final = f"SELECT {_COLUMNS} FROM results WHERE user_id = ? ORDER BY ended, table_id, seat"
HAS_FINISHED: Final = "SELECT 1 FROM results WHERE user_id = ? AND game = ? LIMIT 1"
OF_CHANNEL: Final = f"SELECT {_COLUMNS} FROM results WHERE channel_id = ? ORDER BY ended, table_id, seat"
IN_MONTH: Final = (
    f"SELECT {_COLUMNS} FROM results WHERE channel_id = ? AND game = ? AND ended >= ? AND ended < ?"
    " ORDER BY ended, table_id, seat"
)
OF_GAME: Final = (
    f"SELECT {_COLUMNS} FROM results WHERE game = ? AND (ended, table_id) > (?, ?)"
    " ORDER BY ended, table_id, seat"
)
MISSING: Final = (
    "SELECT id FROM tables WHERE status = 'over' AND NOT EXISTS"
    " (SELECT 1 FROM results WHERE table_id = tables.id) ORDER BY id"
)


def add_records(connection: SqlConnection, records: Iterable[Record]) -> None:
    """Write how a game ended for each seat; what is known already stays."""
    rows = [
        (
            one.table_id,
            one.seat,
            one.user_id,
            one.name,
            one.game,
            one.guild_id,
            one.channel_id,
            one.result,
            one.points,
            one.seats,
            one.plies,
            one.began,
            one.ended,
            one.counts,
        )
        for one in records
    ]
    connection.executemany(INSERT_RECORD, rows)


def of_user(connection: SqlConnection, user_id: int) -> tuple[Record, ...]:
    """Everything that somebody has finished, in order."""
    return _records(connection.execute(OF_USER, (user_id,)))


def has_finished(connection: SqlConnection, user_id: int, game: str) -> bool:
    """Whether somebody has ever finished such a game."""
    return connection.execute(HAS_FINISHED, (user_id, game)).fetchone() is not None


def of_channel(connection: SqlConnection, channel_id: int) -> tuple[Record, ...]:
    """Everything that was finished at tables opened in a channel, in order."""
    return _records(connection.execute(OF_CHANNEL, (channel_id,)))


def in_month(
    connection: SqlConnection, channel_id: int, game: str, first: float, after: float
) -> tuple[Record, ...]:
    """What was finished of a game at tables opened in a channel between two moments, in order."""
    return _records(connection.execute(IN_MONTH, (channel_id, game, first, after)))


def of_game(connection: SqlConnection, game: str, after: tuple[float, int] = (0.0, 0)) -> tuple[Record, ...]:
    """All of a game that ended after a moment and table, in order; both seats of a duel beside each other."""
    return _records(connection.execute(OF_GAME, (game, *after)))


def tables_without_records(connection: SqlConnection, shards: Shards | None = None) -> tuple[int, ...]:
    """The ids of tables whose game is over and has no records yet: from before there were any."""
    return tuple(row[0] for row in connection.execute(for_shards(MISSING, shards)))


def _records(rows: Iterable[tuple[Any, ...]]) -> tuple[Record, ...]:
    return tuple(_record(*row) for row in rows)


def _record(*row: Any) -> Record:  # noqa: ANN401 - a row of `_COLUMNS`
    *front, result, points, seats, plies, began, ended, counts = row
    table_id, seat, user_id, name, game, guild_id, channel_id = front
    return Record(
        table_id=table_id,
        seat=seat,
        user_id=user_id,
        name=name,
        game=game,
        guild_id=guild_id,
        channel_id=channel_id,
        result=Result(result),
        points=points,
        seats=seats,
        plies=plies,
        began=began,
        ended=ended,
        counts=bool(counts),
    )
