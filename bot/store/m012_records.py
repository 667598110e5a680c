"""From schema 11 to 12: servers that keep a line of each turn in the channel."""

from __future__ import annotations

import sqlite3


def m012_records(connection: sqlite3.Connection) -> None:
    """A board that goes leaves a line of what happened, where `keeps_record` is set."""
    connection.execute(
        "ALTER TABLE servers ADD COLUMN keeps_record INTEGER NOT NULL DEFAULT 0"
        " CHECK (keeps_record IN (0, 1))"
    )
