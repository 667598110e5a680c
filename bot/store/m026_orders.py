"""From schema 25 to 26: what people have ordered to be done by itself."""

from __future__ import annotations

import sqlite3


def m026_orders(connection: sqlite3.Connection) -> None:
    """`orders` is as in `Habits`, with a space between two: nobody has ordered anything yet."""
    connection.execute("ALTER TABLE people ADD COLUMN orders TEXT NOT NULL DEFAULT ''")
