"""From schema 26 to 27: who has won a month in a channel."""

from __future__ import annotations

import sqlite3


def m027_trophies(connection: sqlite3.Connection) -> None:
    """A row for each who was first on the ladder of a game when a month ended; several may have been."""
    connection.execute(
        """CREATE TABLE trophies (
            channel_id INTEGER NOT NULL,
            month TEXT NOT NULL,
            game TEXT NOT NULL,
            user_id INTEGER NOT NULL,
            PRIMARY KEY (channel_id, month, game, user_id)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute("CREATE INDEX trophies_user ON trophies (user_id)")
