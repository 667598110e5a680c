"""From schema 10 to 11: who has left the server, and which tables nobody has touched for long."""

from __future__ import annotations

import sqlite3

_STEPS = (
    "ALTER TABLE seats ADD COLUMN gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1))",
    """CREATE INDEX tables_untouched ON tables (changed_at, guild_id, channel_id)
    WHERE status IN ('open', 'playing')""",
)


def m011_surroundings(connection: sqlite3.Connection) -> None:
    """A seat's owner may be `gone`: they have left the server, and are not called any more.

    The index is partial, as those of the channels are: it stays small, however many games are over. It holds
    where tables are played, which is asked once a minute.
    """
    for step in _STEPS:
        connection.execute(step)
