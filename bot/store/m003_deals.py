"""From schema 2 to 3: the deals of the day, and which tables play one of them."""

from __future__ import annotations

import sqlite3

_STEPS = (
    """CREATE TABLE deals (
        game TEXT NOT NULL,
        day TEXT NOT NULL,
        seed TEXT NOT NULL,
        PRIMARY KEY (game, day)
    ) STRICT, WITHOUT ROWID""",
    "ALTER TABLE tables ADD COLUMN day TEXT",
    "CREATE UNIQUE INDEX tables_deal ON tables (game, day, host_id) WHERE day IS NOT NULL",
    "CREATE INDEX tables_day ON tables (channel_id, day) WHERE day IS NOT NULL",
)


def m003_deals(connection: sqlite3.Connection) -> None:
    """A secret for each game and date, and the date of the tables that are played with it.

    Nobody begins a deal twice; the other index finds a channel's tables of a day.
    """
    for step in _STEPS:
        connection.execute(step)
