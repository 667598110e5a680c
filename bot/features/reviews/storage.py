"""Reviews on disk: one for a table, as its game was after so many lines. Nothing of people stands in them.

A game that is over gets its card soon, and then its review: the alarm of the card is written with the end.
"""

from __future__ import annotations

from typing import Final

from bot.store import NewAlarm
from bot.store.hooks import SavedChange, StorageHooks
from bot.store.rows import add_alarms
from bot.store.sql import SqlConnection, StorePart, reads, upsert, writes

CARD: Final = "card"
"""The alarm that posts the card of a game that is over."""

REVIEW: Final = "review"
"""The alarm that has a review made; its user is whoever has asked for it."""

_FIRST: Final = """
-- What a mind made of a finished game after so many lines, as JSON about its positions, with nothing of
-- people.

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
    """The reviews on disk."""

    @reads
    def find(self, connection: SqlConnection, table_id: int, plies: int) -> str | None:
        """What a mind made of a table's game as it was after so many lines, as JSON, or none."""
        row = connection.execute(SELECT, (table_id, plies)).fetchone()
        return None if row is None else str(row[0])

    @writes
    def keep(self, connection: SqlConnection, table_id: int, plies: int, body: str) -> None:
        """Keep a review, in place of the one that was there."""
        connection.execute(UPSERT, (table_id, plies, body))


# Inside the transactions of others


def _plan_card(connection: SqlConnection, saved: SavedChange) -> None:
    """Once a game is over its card is due; one that was closed has none."""
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
