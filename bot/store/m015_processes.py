"""From schema 14 to 15: the bots that use the database."""

from __future__ import annotations

import sqlite3


def m015_processes(connection: sqlite3.Connection) -> None:
    """A row a bot's process, as in `Process`; `rules` is JSON, moments are those of the database's clock."""
    connection.execute(
        """CREATE TABLE processes (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            host TEXT NOT NULL,
            pid INTEGER NOT NULL,
            shards TEXT NOT NULL,
            version TEXT NOT NULL,
            schema INTEGER NOT NULL,
            rules TEXT NOT NULL,
            started REAL NOT NULL,
            seen REAL NOT NULL
        ) STRICT"""
    )
