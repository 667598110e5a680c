"""What the house's minds made of finished games. Nothing of people stands in it.

Every function runs inside a transaction of its caller (`bot.store.db`).
"""

from __future__ import annotations

import sqlite3
from typing import Final

SELECT: Final = "SELECT body FROM reviews WHERE table_id = ? AND plies = ?"
UPSERT: Final = "INSERT OR REPLACE INTO reviews (table_id, plies, body) VALUES (?, ?, ?)"


def review(connection: sqlite3.Connection, table_id: int, plies: int) -> str | None:
    """The JSON about a table's game as it was after so many lines, or none."""
    row = connection.execute(SELECT, (table_id, plies)).fetchone()
    return None if row is None else str(row[0])


def set_review(connection: sqlite3.Connection, table_id: int, plies: int, body: str) -> None:
    """Keep a review, in place of the one that was there."""
    connection.execute(UPSERT, (table_id, plies, body))
