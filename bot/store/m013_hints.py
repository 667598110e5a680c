"""From schema 12 to 13: hints that somebody asks for while a duel goes on."""

from __future__ import annotations

import sqlite3


def m013_hints(connection: sqlite3.Connection) -> None:
    """`hints_asked` is as in `Table`. Of a duel that is under way nobody has asked anything yet."""
    connection.execute("ALTER TABLE tables ADD COLUMN hints_asked INTEGER")
