"""From schema 6 to 7: what must be shown."""

from __future__ import annotations

import sqlite3

_STEPS = (
    """CREATE TABLE outbox (
        table_id INTEGER PRIMARY KEY REFERENCES tables (id),
        revision INTEGER NOT NULL,
        turn INTEGER,
        since REAL NOT NULL,
        tries INTEGER NOT NULL,
        due REAL NOT NULL
    ) STRICT""",
)


def m007_outbox(connection: sqlite3.Connection) -> None:
    """A row for each table whose newest revision is not known to be shown; what was there is taken to be.

    `turn` is the one for which people were last called, none where the table was never shown; `since` is
    when the revision was saved, `due` when the bot tries to show it by itself, after `tries` in vain.
    """
    for step in _STEPS:
        connection.execute(step)
