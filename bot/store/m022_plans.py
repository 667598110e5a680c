"""From schema 21 to 22: plans for a turn, and who likes them."""

from __future__ import annotations

import sqlite3

_STEPS = (
    """CREATE TABLE plans (
        table_id INTEGER NOT NULL REFERENCES tables (id),
        turn INTEGER NOT NULL,
        number INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        user_id INTEGER NOT NULL,
        draft INTEGER NOT NULL CHECK (draft IN (0, 1)),
        name TEXT NOT NULL,
        begins TEXT NOT NULL,
        lines TEXT NOT NULL,
        at REAL NOT NULL,
        worth REAL,
        worth_now REAL,
        channel_id INTEGER,
        message_id INTEGER,
        PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID""",
    "CREATE UNIQUE INDEX plans_draft ON plans (table_id, user_id) WHERE draft = 1",
    "CREATE INDEX plans_user ON plans (user_id)",
    """CREATE TABLE plan_votes (
        table_id INTEGER NOT NULL,
        number INTEGER NOT NULL,
        user_id INTEGER NOT NULL,
        PRIMARY KEY (table_id, number, user_id),
        FOREIGN KEY (table_id, number) REFERENCES plans (table_id, number) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX plan_votes_user ON plan_votes (user_id)",
)


def m022_plans(connection: sqlite3.Connection) -> None:
    """A row for each plan, as in `Plan`; `lines` has one on each of its lines."""
    for step in _STEPS:
        connection.execute(step)
