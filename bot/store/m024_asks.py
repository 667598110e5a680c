"""From schema 23 to 24: votes on a decision, and what a table does where time runs out on one."""

from __future__ import annotations

import sqlite3

_STEPS = (
    """CREATE TABLE asks (
        table_id INTEGER NOT NULL REFERENCES tables (id),
        number INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        ply INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        user_id INTEGER NOT NULL,
        begins TEXT NOT NULL,
        lines TEXT NOT NULL,
        at REAL NOT NULL,
        ends REAL NOT NULL,
        closed INTEGER NOT NULL CHECK (closed IN (0, 1)),
        channel_id INTEGER,
        message_id INTEGER,
        PRIMARY KEY (table_id)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX asks_user ON asks (user_id)",
    """CREATE TABLE ask_votes (
        table_id INTEGER NOT NULL REFERENCES asks (table_id) ON DELETE CASCADE,
        user_id INTEGER NOT NULL,
        choice INTEGER NOT NULL,
        PRIMARY KEY (table_id, user_id)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX ask_votes_user ON ask_votes (user_id)",
    "ALTER TABLE tables ADD COLUMN asking INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN overtime TEXT NOT NULL DEFAULT 'wait'",
)


def m024_asks(connection: sqlite3.Connection) -> None:
    """A row for the vote of a table, as in `Ask`, and one a vote; `asking` tells whether there is one.

    `overtime` is as in `NewTable`: nobody has agreed on anything so far.
    """
    for step in _STEPS:
        connection.execute(step)
