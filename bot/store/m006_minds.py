"""From schema 5 to 6: hints, and what the house's minds made of finished games."""

from __future__ import annotations

import sqlite3

_STEPS = (
    "ALTER TABLE tables ADD COLUMN hints INTEGER NOT NULL DEFAULT 0",
    "UPDATE tables SET hints = -1 WHERE game IN ('thrag', 'trogdor')",
    """CREATE TABLE reviews (
        table_id INTEGER PRIMARY KEY REFERENCES tables (id),
        plies INTEGER NOT NULL,
        body TEXT NOT NULL
    ) STRICT""",
)


def m006_minds(connection: sqlite3.Connection) -> None:
    """How many hints each seat may take, and reviews that were made.

    `tables.hints` is negative where there may be any number; in the duels that were under way there are
    none, since nobody agreed to them. `reviews.body` is JSON about the positions of a finished game after
    `plies` lines: what a seat could expect and what was better, nothing of people.
    """
    for step in _STEPS:
        connection.execute(step)
