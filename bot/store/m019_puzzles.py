"""From schema 18 to 19: what people did with the puzzles of the day."""

from __future__ import annotations

import sqlite3


def m019_puzzles(connection: sqlite3.Connection) -> None:
    """A row for each person and game, as in `Attempts`."""
    connection.execute(
        """CREATE TABLE puzzles (
            user_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            day TEXT NOT NULL,
            tries INTEGER NOT NULL,
            found INTEGER NOT NULL CHECK (found IN (0, 1)),
            shared INTEGER NOT NULL CHECK (shared IN (0, 1)),
            streak INTEGER NOT NULL,
            last TEXT NOT NULL,
            PRIMARY KEY (user_id, game)
        ) STRICT, WITHOUT ROWID"""
    )
