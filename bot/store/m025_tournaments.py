"""From schema 24 to 25: tournaments."""

from __future__ import annotations

import sqlite3

_STEPS = (
    """CREATE TABLE tournaments (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        interaction INTEGER NOT NULL UNIQUE,
        game TEXT NOT NULL,
        form TEXT NOT NULL,
        guild_id INTEGER NOT NULL,
        channel_id INTEGER NOT NULL,
        host_id INTEGER,
        host_name TEXT NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('open', 'playing', 'over', 'closed')),
        places INTEGER NOT NULL,
        by_rating INTEGER NOT NULL,
        bots TEXT NOT NULL,
        threads INTEGER NOT NULL,
        clock INTEGER NOT NULL,
        seed TEXT NOT NULL,
        language TEXT NOT NULL,
        at REAL NOT NULL,
        changed_at REAL NOT NULL,
        round INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        message_channel_id INTEGER,
        message_id INTEGER
    ) STRICT""",
    "CREATE INDEX tournaments_channel ON tournaments (channel_id, status)",
    "CREATE INDEX tournaments_host ON tournaments (host_id)",
    """CREATE TABLE entrants (
        tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
        number INTEGER NOT NULL,
        user_id INTEGER,
        name TEXT NOT NULL,
        out INTEGER NOT NULL,
        place INTEGER NOT NULL,
        PRIMARY KEY (tournament_id, number)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX entrants_user ON entrants (user_id)",
    """CREATE TABLE pairings (
        tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
        round INTEGER NOT NULL,
        number INTEGER NOT NULL,
        game INTEGER NOT NULL,
        first INTEGER NOT NULL,
        second INTEGER,
        table_id INTEGER REFERENCES tables (id),
        ended TEXT NOT NULL,
        first_points INTEGER NOT NULL,
        second_points INTEGER NOT NULL,
        PRIMARY KEY (tournament_id, round, number, game)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX pairings_table ON pairings (table_id)",
)


def m025_tournaments(connection: sqlite3.Connection) -> None:
    """A row for each tournament, entrant and pairing, as in `Tournament`, `Entrant` and `Pairing`.

    `interaction` is that of the command, so that it is carried out once.
    """
    for step in _STEPS:
        connection.execute(step)
