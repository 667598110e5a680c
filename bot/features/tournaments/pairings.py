"""What becomes of a tournament when something else is saved: its game ends or moves, somebody is forgotten.

Every function runs inside a transaction of its caller (`bot.store.db`).
"""

from __future__ import annotations

from typing import Final

from bot.store import NAMELESS, NewAlarm
from bot.store.hooks import Saved, StorageHooks
from bot.store.rows import add_alarms
from bot.store.sql import SqlConnection

ROUND: Final = "round"
"""The alarm that leads a tournament on; its detail is the number of the tournament."""

PODIUM: Final = "podium"
"""The alarm that tells who has won; the same."""

OF_TABLE: Final = "SELECT tournament_id FROM pairings WHERE table_id = ?"
MOVE: Final = "UPDATE pairings SET table_id = ? WHERE table_id = ?"
CHANGED: Final = "UPDATE tournaments SET revision = revision + 1 WHERE id = ?"
OF_ENTRANT: Final = "SELECT tournament_id FROM entrants WHERE user_id = :user"
ERASE: Final = (
    f"UPDATE tournaments SET revision = revision + 1 WHERE id IN ({OF_ENTRANT})",  # noqa: S608 - a constant
    "UPDATE entrants SET user_id = NULL, name = :name WHERE user_id = :user",
    (
        "UPDATE tournaments SET host_id = NULL, host_name = :name, revision = revision + 1"
        " WHERE host_id = :user"
    ),
)


def of_table(connection: SqlConnection, table_id: int) -> int | None:
    """The tournament that a table's game belongs to, or none."""
    row = connection.execute(OF_TABLE, (table_id,)).fetchone()
    return None if row is None else int(row[0])


def _follow(connection: SqlConnection, saved: Saved) -> None:
    """A table is over or put away: if its game is one of a tournament, that goes on."""
    tournament_id = of_table(connection, saved.table) if saved.ended else None
    if tournament_id is not None:
        add_alarms(connection, (NewAlarm(ROUND, saved.at, saved.table, detail=str(tournament_id)),))


def _move(connection: SqlConnection, left: int, arrived: int) -> None:
    """A game has moved from one table to another: it is still the game of its tournament."""
    tournament_id = of_table(connection, left)
    if tournament_id is not None:
        connection.execute(CHANGED, (tournament_id,))
        connection.execute(MOVE, (arrived, left))


def _forget(connection: SqlConnection, user_id: int, _: float) -> None:
    """Somebody is nameless in every tournament, and in those that they have called."""
    for sql in ERASE:
        values = {"user": user_id, "name": NAMELESS} if ":name" in sql else {"user": user_id}
        connection.execute(sql, values)


HOOKS: Final = StorageHooks(
    on_saved=_follow,
    on_moved=_move,
    needs="EXISTS (SELECT 1 FROM pairings p WHERE p.table_id = tables.id)",
    personal={
        "tournaments": (
            "SELECT id AS number, game, form, status, guild_id AS server, channel_id AS channel,"
            " at AS opened, host_name AS name FROM tournaments WHERE host_id = :user ORDER BY id"
        ),
        "entries": (
            "SELECT t.id AS number, t.game, t.status, t.guild_id AS server, t.channel_id AS channel, e.name,"
            " e.number AS seed, e.out AS withdrawn, e.place FROM entrants e"
            " JOIN tournaments t ON t.id = e.tournament_id WHERE e.user_id = :user ORDER BY t.id"
        ),
    },
    forget=_forget,
)
