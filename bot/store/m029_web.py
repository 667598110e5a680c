"""From schema 28 to 29: who opens boards in a browser."""

from __future__ import annotations

import sqlite3


def m029_web(connection: sqlite3.Connection) -> None:
    """Links that were used, how often somebody has logged out, and tables that are shown to all."""
    connection.execute(
        """CREATE TABLE web_codes (
            code TEXT PRIMARY KEY,
            ends REAL NOT NULL
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute(
        """CREATE TABLE web_epochs (
            user_id INTEGER PRIMARY KEY,
            epoch INTEGER NOT NULL
        ) STRICT"""
    )
    connection.execute(
        """CREATE TABLE web_shows (
            table_id INTEGER PRIMARY KEY REFERENCES tables (id),
            code TEXT NOT NULL UNIQUE
        ) STRICT"""
    )
