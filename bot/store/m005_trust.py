"""From schema 4 to 5: languages, salts, games that move house, what servers allow."""

from __future__ import annotations

import sqlite3

_COLUMNS = (
    "ALTER TABLE tables ADD COLUMN language TEXT NOT NULL DEFAULT 'en'",
    "ALTER TABLE tables ADD COLUMN salts TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE tables ADD COLUMN moved_code TEXT",
    "ALTER TABLE tables ADD COLUMN moved_ply INTEGER",
    "ALTER TABLE tables ADD COLUMN moved_head TEXT",
    "ALTER TABLE tables ADD COLUMN away INTEGER NOT NULL DEFAULT 0 CHECK (away IN (0, 1))",
    "ALTER TABLE tables ADD COLUMN gone_id INTEGER REFERENCES tables (id)",
    "ALTER TABLE seats ADD COLUMN salt TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE seats ADD COLUMN from_ply INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE people ADD COLUMN language TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX tables_moved ON tables (moved_head) WHERE moved_head IS NOT NULL",
    "CREATE INDEX tables_guild_live ON tables (guild_id) WHERE status IN ('open', 'playing')",
)
_TABLES = (
    """CREATE TABLE stretches (
        table_id INTEGER PRIMARY KEY REFERENCES tables (id),
        text TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE departures (
        table_id INTEGER PRIMARY KEY REFERENCES tables (id),
        user_id INTEGER NOT NULL,
        channel_id INTEGER,
        agreed TEXT NOT NULL,
        at REAL NOT NULL,
        message_channel_id INTEGER,
        message_id INTEGER
    ) STRICT""",
    """CREATE TABLE servers (
        guild_id INTEGER PRIMARY KEY,
        opener TEXT NOT NULL CHECK (opener IN ('everyone', 'role', 'managers')),
        role_id INTEGER,
        most INTEGER NOT NULL,
        language TEXT NOT NULL,
        CHECK ((opener = 'role') = (role_id IS NOT NULL))
    ) STRICT""",
    """CREATE TABLE server_channels (
        guild_id INTEGER NOT NULL REFERENCES servers (guild_id),
        channel_id INTEGER NOT NULL,
        PRIMARY KEY (guild_id, channel_id)
    ) STRICT, WITHOUT ROWID""",
)


def m005_trust(connection: sqlite3.Connection) -> None:
    """What a table needs to be owned by its players.

    `moved_*` is the table that a game came from: its code, its last line and the beginning of its head's
    hash; `stretches` is the text of all that was played before. `away` tells that a game has left as a file,
    `gone_id` is the table that a closed one goes on at.
    Whoever took a nameless seat has it after line `seats.from_ply`.
    `servers.most` is 0 where there may be any number of tables; without `server_channels` they may
    be opened in all of a server's channels. A language is empty where nobody has chosen one.
    """
    for step in (*_COLUMNS, *_TABLES):
        connection.execute(step)
