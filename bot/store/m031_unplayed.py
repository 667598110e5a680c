"""From schema 30 to 31: tables that nobody has played are found, and what refers to them, by indexes."""

from __future__ import annotations

import sqlite3

_STEPS = (
    """CREATE INDEX IF NOT EXISTS tables_unplayed ON tables (changed_at)
        WHERE status = 'closed' AND plies <= 1""",
    "CREATE INDEX IF NOT EXISTS tables_parent ON tables (parent_id) WHERE parent_id IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS tables_gone ON tables (gone_id) WHERE gone_id IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS authors_table ON authors (table_id)",
)


def m031_unplayed(connection: sqlite3.Connection) -> None:
    """A table that is deleted must not be a parent, or where another one went; a database looks for that."""
    for step in _STEPS:
        connection.execute(step)
