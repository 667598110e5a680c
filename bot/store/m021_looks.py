"""From schema 20 to 21: up to where people have seen their tables."""

from __future__ import annotations

import sqlite3


def m021_looks(connection: sqlite3.Connection) -> None:
    """A row for each table and person, as in `Look`."""
    connection.execute(
        """CREATE TABLE looks (
            table_id INTEGER NOT NULL REFERENCES tables (id),
            user_id INTEGER NOT NULL,
            plies INTEGER NOT NULL,
            at REAL NOT NULL,
            PRIMARY KEY (table_id, user_id)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute("CREATE INDEX looks_user ON looks (user_id)")
