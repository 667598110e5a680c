"""From schema 29 to 30: which shards a process has, beside what it counts in PostgreSQL."""

from __future__ import annotations

import sqlite3
from typing import Final

from bot.store.sql import has_table

SHARDS: Final = "shard INTEGER, last_shard INTEGER, shards INTEGER"
"""The first and the last shard of a process, and how many there are in all: 0 if it runs all of them.

Nothing is known of older programs, and of commands of a host.
"""


def m030_writers(connection: sqlite3.Connection) -> None:
    """A file has no such table."""
    if has_table(connection, "writers"):
        for column in SHARDS.split(", "):
            connection.execute(f"ALTER TABLE writers ADD COLUMN IF NOT EXISTS {column}")
