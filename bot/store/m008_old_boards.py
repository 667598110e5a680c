"""From schema 7 to 8: which messages must lose their controls."""

from __future__ import annotations

import sqlite3

_STEPS = (
    """CREATE TABLE old_boards (
        message_id INTEGER PRIMARY KEY,
        channel_id INTEGER NOT NULL,
        table_id INTEGER NOT NULL REFERENCES tables (id),
        since REAL NOT NULL,
        tries INTEGER NOT NULL,
        due REAL NOT NULL
    ) STRICT""",
)


def m008_old_boards(connection: sqlite3.Connection) -> None:
    """A row for each message whose table is shown by another one, until it is known to have no controls.

    `since` is when the other one was noted, `due` when the bot tries to settle the message by itself, after
    `tries` in vain.
    """
    for step in _STEPS:
        connection.execute(step)
