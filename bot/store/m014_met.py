"""From schema 13 to 14: the servers in which the bot has been."""

from __future__ import annotations

import json
import sqlite3


def m014_met(connection: sqlite3.Connection) -> None:
    """A row for each server in which the bot is or was; they stood in one note, for one process."""
    connection.execute("CREATE TABLE met (guild_id INTEGER PRIMARY KEY) STRICT")
    for (noted,) in connection.execute("SELECT value FROM notes WHERE key = 'servers'").fetchall():
        for guild_id in json.loads(noted):
            connection.execute("INSERT INTO met (guild_id) VALUES (?)", (guild_id,))
    connection.execute("DELETE FROM notes WHERE key = 'servers'")
