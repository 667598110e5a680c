"""What becomes of a tournament when something else is saved: its game ends or moves, somebody is forgotten.

Every function runs inside a transaction of its caller (`bot.store.db`).
"""

from __future__ import annotations

from typing import Final

from bot.store.model import NAMELESS, Kind, NewAlarm
from bot.store.rows import add_alarms
from bot.store.sql import SqlConnection

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


def ended(connection: SqlConnection, table_id: int, at: float) -> None:
    """A table is over or put away: if its game is one of a tournament, that goes on."""
    row = connection.execute(OF_TABLE, (table_id,)).fetchone()
    if row is not None:
        add_alarms(connection, (NewAlarm(Kind.ROUND, at, table_id, detail=str(row[0])),))


def moved(connection: SqlConnection, left: int, arrived: int) -> None:
    """A game has moved from one table to another: it is still the game of its tournament."""
    row = connection.execute(OF_TABLE, (left,)).fetchone()
    if row is not None:
        connection.execute(CHANGED, (row[0],))
        connection.execute(MOVE, (arrived, left))


def forget(connection: SqlConnection, user_id: int) -> None:
    """Somebody is nameless in every tournament, and in those that they have called."""
    for sql in ERASE:
        values = {"user": user_id, "name": NAMELESS} if ":name" in sql else {"user": user_id}
        connection.execute(sql, values)
