"""From schema 32 to 33: for how long a game's time has stood still, as its channel was out of reach."""

from __future__ import annotations

import sqlite3


def m033_held(connection: sqlite3.Connection) -> None:
    """`held` is in seconds, all in all."""
    connection.execute("ALTER TABLE tables ADD COLUMN held REAL NOT NULL DEFAULT 0")
