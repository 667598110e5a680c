"""Stored reviews: one for a table, for its game after a number of lines. They contain no personal data.

A finished game gets its card soon, then its review: the alarm of the card is saved with the end of the game.
"""

from __future__ import annotations

from typing import Final

from bot.store import NewAlarm
from bot.store.hooks import SavedChange, StorageHooks
from bot.store.rows import add_alarms
from bot.store.sql import SqlConnection, StorePart, reads, upsert, writes

CARD: Final = "card"
"""The alarm that posts the card of a finished game."""

REVIEW: Final = "review"
"""The alarm that makes a review; its user is the one who requested it."""

_FIRST: Final = """
-- The engine's review of a finished game after so many lines, as JSON about its positions, without personal
-- data.

CREATE TABLE reviews (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    plies INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
"""

SELECT: Final = "SELECT body FROM reviews WHERE table_id = ? AND plies = ?"
UPSERT: Final = upsert("reviews", "table_id, plies, body", "table_id")
OVER: Final = "SELECT turn FROM tables WHERE id = ? AND status = 'over'"


class ReviewStorage(StorePart):
    """The stored reviews."""

    @reads
    def find(self, connection: SqlConnection, table_id: int, plies: int) -> str | None:
        """The review of a table's game after a number of lines, as JSON, or none."""
        row = connection.execute(SELECT, (table_id, plies)).fetchone()
        return None if row is None else str(row[0])

    @writes
    def keep(self, connection: SqlConnection, table_id: int, plies: int, body: str) -> None:
        """Store a review in place of the previous one."""
        connection.execute(UPSERT, (table_id, plies, body))


# Hooks, run inside other transactions


def _plan_card(connection: SqlConnection, saved: SavedChange) -> None:
    """Schedule the card of a finished game; a closed table has none."""
    row = connection.execute(OVER, (saved.table,)).fetchone() if saved.ended else None
    if row is not None:
        add_alarms(connection, (NewAlarm(CARD, saved.at, saved.table, turn=row[0]),))


HOOKS: Final = StorageHooks(
    key="reviews",
    schema=(_FIRST,),
    on_saved=_plan_card,
    tables=("reviews",),
    personal={},
    forget=lambda *_: None,
)
