"""From schema 31 to 32: how a game of a tournament came to its end."""

from __future__ import annotations

import sqlite3


def m032_pairings(connection: sqlite3.Connection) -> None:
    """`how` is as in `Pairing`; those from before are taken to have been played."""
    connection.execute("ALTER TABLE pairings ADD COLUMN how TEXT NOT NULL DEFAULT ''")
