"""From schema 19 to 20: answers that people have prepared."""

from __future__ import annotations

import sqlite3


def m020_prepared(connection: sqlite3.Connection) -> None:
    """A row an answer, as in `Answer`; `way` has a seat and what it plays on each of its lines.

    One without an `answer` is being entered. `answering` is as in `Table`, `prepared` as in `Line`: nothing
    was prepared yet.
    """
    connection.execute(
        """CREATE TABLE prepared (
            table_id INTEGER NOT NULL REFERENCES tables (id),
            user_id INTEGER NOT NULL,
            number INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            ply INTEGER NOT NULL,
            way TEXT NOT NULL,
            answer TEXT NOT NULL,
            PRIMARY KEY (table_id, user_id, number)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute("CREATE INDEX prepared_user ON prepared (user_id)")
    connection.execute("ALTER TABLE tables ADD COLUMN answering INTEGER NOT NULL DEFAULT -2")
    connection.execute("ALTER TABLE lines ADD COLUMN prepared INTEGER NOT NULL DEFAULT 0")
