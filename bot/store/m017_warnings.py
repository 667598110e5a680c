"""From schema 16 to 17: who wants to be warned before a blunder."""

from __future__ import annotations

import sqlite3


def m017_warnings(connection: sqlite3.Connection) -> None:
    """`warned` is as in `Habits`: nobody has said so yet."""
    connection.execute("ALTER TABLE people ADD COLUMN warned INTEGER NOT NULL DEFAULT 0")
