"""From schema 3 to 4: clocks, alarms, people's habits, offers, results, and positions to begin from."""

from __future__ import annotations

import sqlite3

_COLUMNS = (
    "ALTER TABLE tables ADD COLUMN turn INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN clock INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN bank INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN forfeit INTEGER NOT NULL DEFAULT 0 CHECK (forfeit IN (0, 1))",
    "ALTER TABLE tables ADD COLUMN parent_id INTEGER REFERENCES tables (id)",
    "ALTER TABLE tables ADD COLUMN parent_ply INTEGER",
    "ALTER TABLE tables ADD COLUMN home_id INTEGER",
    "ALTER TABLE tables ADD COLUMN base_ply INTEGER",
    "ALTER TABLE tables ADD COLUMN base_state TEXT",
    "ALTER TABLE tables ADD COLUMN base_counter INTEGER",
    "ALTER TABLE seats ADD COLUMN substitute INTEGER",
    "ALTER TABLE seats ADD COLUMN substitute_name TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX seats_substitute ON seats (substitute) WHERE substitute IS NOT NULL",
    "CREATE INDEX tables_home ON tables (home_id, changed_at) WHERE home_id IS NOT NULL",
)
_TIME = (
    """CREATE TABLE clocks (
        table_id INTEGER NOT NULL REFERENCES tables (id),
        seat INTEGER NOT NULL,
        bank REAL NOT NULL,
        spent REAL NOT NULL,
        since REAL,
        up INTEGER NOT NULL CHECK (up IN (0, 1)),
        nudged REAL,
        last REAL NOT NULL,
        PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE alarms (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        due REAL NOT NULL,
        table_id INTEGER REFERENCES tables (id),
        user_id INTEGER,
        turn INTEGER,
        detail TEXT NOT NULL DEFAULT '',
        sending REAL
    ) STRICT""",
    "CREATE INDEX alarms_due ON alarms (due)",
    "CREATE INDEX alarms_table ON alarms (table_id) WHERE table_id IS NOT NULL",
    "CREATE INDEX alarms_user ON alarms (user_id) WHERE user_id IS NOT NULL",
)
_PEOPLE = (
    """CREATE TABLE people (
        user_id INTEGER PRIMARY KEY,
        zone TEXT NOT NULL,
        wakes INTEGER NOT NULL,
        sleeps INTEGER NOT NULL,
        remind TEXT NOT NULL CHECK (remind IN ('here', 'direct', 'never')),
        digest INTEGER,
        away_from REAL,
        away_until REAL,
        year INTEGER NOT NULL,
        used REAL NOT NULL
    ) STRICT""",
    """CREATE TABLE offers (
        table_id INTEGER PRIMARY KEY REFERENCES tables (id),
        revision INTEGER NOT NULL,
        user_id INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        ply INTEGER NOT NULL,
        agreed TEXT NOT NULL,
        at REAL NOT NULL,
        channel_id INTEGER,
        message_id INTEGER
    ) STRICT""",
    """CREATE TABLE guests (
        table_id INTEGER NOT NULL REFERENCES tables (id),
        user_id INTEGER NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (table_id, user_id)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE results (
        table_id INTEGER NOT NULL REFERENCES tables (id),
        seat INTEGER NOT NULL,
        user_id INTEGER NOT NULL,
        name TEXT NOT NULL,
        game TEXT NOT NULL,
        guild_id INTEGER,
        channel_id INTEGER NOT NULL,
        result TEXT NOT NULL CHECK (result IN ('won', 'drawn', 'lost')),
        points INTEGER NOT NULL,
        seats INTEGER NOT NULL,
        plies INTEGER NOT NULL,
        began REAL NOT NULL,
        ended REAL NOT NULL,
        counts INTEGER NOT NULL CHECK (counts IN (0, 1)),
        PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX results_user ON results (user_id, ended)",
    "CREATE INDEX results_channel ON results (channel_id, game, ended)",
    "CREATE INDEX results_game ON results (game, ended, table_id)",
)


def m004_time(connection: sqlite3.Connection) -> None:
    """What a table needs between its moves.

    `base_*` is a position that a log's later lines are replayed from, where those before cannot be. A seat's
    `substitute` is 0 for the house; `guests` are those who ever were one. An alarm that was being sent when
    the bot died has `sending` set.
    """
    for step in (*_COLUMNS, *_TIME, *_PEOPLE):
        connection.execute(step)
