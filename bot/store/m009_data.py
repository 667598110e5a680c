"""From schema 8 to 9: what long logs weigh, and what is asked of all of them."""

from __future__ import annotations

import sqlite3

_INTERACTIONS = (
    """CREATE TABLE new_interactions (
        id INTEGER PRIMARY KEY,
        table_id INTEGER NOT NULL REFERENCES tables (id),
        revision INTEGER NOT NULL
    ) STRICT""",
    # A day, in milliseconds as Discord counts them in its ids.
    """INSERT INTO new_interactions SELECT id, table_id, revision FROM interactions
        WHERE id > 0 AND id >= (SELECT max(id) FROM interactions) - (86400000 << 22) ORDER BY id""",
    "DROP TABLE interactions",
    "ALTER TABLE new_interactions RENAME TO interactions",
)
_LINES = (
    """CREATE TABLE new_lines (
        table_id INTEGER NOT NULL REFERENCES tables (id),
        ply INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        user_id INTEGER,
        action TEXT NOT NULL,
        hash BLOB NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (table_id, ply)
    ) STRICT, WITHOUT ROWID""",
    """INSERT INTO new_lines SELECT table_id, ply, seat, user_id, action, as_bytes(hash), at FROM lines
        ORDER BY table_id, ply""",
    "DROP TABLE lines",
    "ALTER TABLE new_lines RENAME TO lines",
)
_AUTHORS = (
    """CREATE TABLE authors (
        user_id INTEGER NOT NULL,
        table_id INTEGER NOT NULL REFERENCES tables (id),
        PRIMARY KEY (user_id, table_id)
    ) STRICT, WITHOUT ROWID""",
    "INSERT INTO authors SELECT DISTINCT user_id, table_id FROM lines WHERE user_id > 0 ORDER BY 1, 2",
)
_INDEXES = (
    "CREATE INDEX tables_host ON tables (host_id)",
    "CREATE INDEX tables_left ON tables (head) WHERE status = 'closed' AND state IS NOT NULL",
    "CREATE INDEX tables_over ON tables (status) WHERE status = 'over'",
    "CREATE INDEX guests_user ON guests (user_id)",
    "CREATE INDEX offers_user ON offers (user_id)",
    "CREATE INDEX departures_user ON departures (user_id)",
)


def m009_data(connection: sqlite3.Connection) -> None:
    """A line's hash is 32 bytes and no longer 64 letters; `authors` are the people who wrote any of a log.

    Interactions older than a day are gone: Discord repeats none of them. What is no hash stays what it is
    none, so that a log which was broken does not become whole.
    """
    connection.create_function("as_bytes", 1, _as_bytes, deterministic=True)
    for step in (*_INTERACTIONS, *_LINES, *_AUTHORS, *_INDEXES):
        connection.execute(step)


def _as_bytes(text: str) -> bytes:
    try:
        found = bytes.fromhex(text)
    except ValueError:
        return text.encode()
    return found if found.hex() == text else text.encode()
