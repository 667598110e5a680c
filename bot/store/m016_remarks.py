"""From schema 15 to 16: who wants to hear nothing of what bots remark, and at which tables they do not."""

from __future__ import annotations

import sqlite3


def m016_remarks(connection: sqlite3.Connection) -> None:
    """`quiet` is as in `Habits` and in `NewTable`: nobody has said so yet."""
    connection.execute("ALTER TABLE people ADD COLUMN quiet INTEGER NOT NULL DEFAULT 0")
    connection.execute("ALTER TABLE tables ADD COLUMN quiet INTEGER NOT NULL DEFAULT 0")
