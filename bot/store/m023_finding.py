"""From schema 22 to 23: people who look for an opponent, whom they find, and boards that are shown twice."""

from __future__ import annotations

import sqlite3

_STEPS = (
    """CREATE TABLE searches (
        user_id INTEGER NOT NULL,
        game TEXT NOT NULL,
        guild_id INTEGER NOT NULL,
        name TEXT NOT NULL,
        language TEXT NOT NULL,
        pace TEXT NOT NULL,
        rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
        near INTEGER NOT NULL CHECK (near IN (0, 1)),
        since REAL NOT NULL,
        ends REAL NOT NULL,
        PRIMARY KEY (user_id, game)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE avoided (
        user_id INTEGER NOT NULL,
        other_id INTEGER NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (user_id, other_id)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX avoided_other ON avoided (other_id)",
    """CREATE TABLE mirrors (
        table_id INTEGER PRIMARY KEY REFERENCES tables (id),
        user_id INTEGER NOT NULL,
        guild_id INTEGER,
        channel_id INTEGER NOT NULL,
        language TEXT NOT NULL,
        message_id INTEGER,
        revision INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        due REAL NOT NULL
    ) STRICT""",
    "CREATE INDEX mirrors_channel ON mirrors (channel_id)",
    "CREATE INDEX mirrors_user ON mirrors (user_id)",
    "CREATE INDEX mirrors_due ON mirrors (due)",
    "ALTER TABLE people ADD COLUMN known_as TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE servers ADD COLUMN finds INTEGER",
    "ALTER TABLE tables ADD COLUMN found INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX tables_found ON tables (created_at) WHERE found = 1",
)


def m023_finding(connection: sqlite3.Connection) -> None:
    """`searches` as in `Seeking`, `mirrors` as in `Mirror`; nobody looks for anybody yet.

    `finds` is the channel of a server for tables that were found; none: nobody looks for an opponent there.
    """
    for step in _STEPS:
        connection.execute(step)
