"""From schema 15 to 16: who wants to be warned before a blunder."""

from __future__ import annotations

import sqlite3


def m016_warnings(connection: sqlite3.Connection) -> None:
    """`warned` is as in `Habits`: nobody has said so yet."""
    connection.execute("ALTER TABLE people ADD COLUMN warned INTEGER NOT NULL DEFAULT 0")
