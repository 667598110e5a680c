"""From schema 17 to 18: how far people have come in *Teach me*."""

from __future__ import annotations

import sqlite3


def m018_lessons(connection: sqlite3.Connection) -> None:
    """A row for each person and game, as in `Progress`; `lines` has one on each of its lines."""
    connection.execute(
        """CREATE TABLE lessons (
            user_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            done INTEGER NOT NULL,
            lines TEXT NOT NULL,
            PRIMARY KEY (user_id, game)
        ) STRICT, WITHOUT ROWID"""
    )
