"""From schema 27 to 28: tables at which several people play the deal of a week together."""

from __future__ import annotations

import sqlite3

_STEPS = (
    "ALTER TABLE tables ADD COLUMN week TEXT",
    "CREATE INDEX tables_week ON tables (game, week) WHERE week IS NOT NULL",
    "CREATE INDEX tables_week_channel ON tables (channel_id, week) WHERE week IS NOT NULL",
    "CREATE INDEX tables_week_home ON tables (home_id, week) WHERE week IS NOT NULL",
)


def m028_weeks(connection: sqlite3.Connection) -> None:
    """`week` is as in `Table`: so far there are no such tables."""
    for step in _STEPS:
        connection.execute(step)
