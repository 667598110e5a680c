"""From schema 9 to 10: who may not use the bot, how many tables somebody has opened, who gets which side."""

from __future__ import annotations

import sqlite3

_STEPS = (
    """CREATE TABLE blocked (
        id INTEGER PRIMARY KEY,
        at REAL NOT NULL
    ) STRICT""",
    "CREATE INDEX tables_host_live ON tables (host_id) WHERE status IN ('open', 'playing')",
    "ALTER TABLE tables ADD COLUMN sides TEXT NOT NULL DEFAULT 'fixed'",
)


def m010_limits(connection: sqlite3.Connection) -> None:
    """A row for each person or server that is blocked; Discord gives no number to two of them.

    The partial index counts the live tables of a host, however many of theirs are over. At all tables that
    there are people sit where they play.
    """
    for step in _STEPS:
        connection.execute(step)
