"""The kernel's tables, and the type of a schema: steps in SQL, each for the next version.

A step is statements with a `;` after each. They are the same for SQLite and PostgreSQL: see `bot.store.sql`.
A step that was released is never edited: a change is a new one at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of one owner, the kernel or a feature; its version is how many `steps` were carried out."""

    key: str
    steps: tuple[str, ...]

    @property
    def version(self) -> int:
        """The version that this program knows."""
        return len(self.steps)


def statements(step: str) -> tuple[str, ...]:
    """Return the statements of a step, without comments."""
    code = "\n".join(line for line in step.splitlines() if not line.lstrip().startswith("--"))
    return tuple(statement.strip() for statement in code.split(";") if statement.strip())


_FIRST: Final = """
-- Which step each owner's tables have come to.

CREATE TABLE schemas (
    owner TEXT PRIMARY KEY,
    version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A table, as in `Table` and `NewTable`. AUTOINCREMENT, so that a table's code is never given twice.
-- `base_*` is a position that a log's later lines are replayed from, where those before cannot be.
-- `moved_*` is the table that a game came from: its code, its last line and the beginning of its head's hash;
-- `away` tells that a game has left as a file, `gone_id` is the table that a closed one goes on at.

CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'playing', 'over', 'closed')),
    created_at REAL NOT NULL,
    changed_at REAL NOT NULL,
    -- where it is
    guild_id INTEGER,
    channel_id INTEGER NOT NULL,
    home_id INTEGER,
    board_channel_id INTEGER,
    board_message_id INTEGER,
    language TEXT NOT NULL DEFAULT 'en',
    -- what was agreed
    host_id INTEGER NOT NULL,
    options TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    sides TEXT NOT NULL DEFAULT 'fixed',
    hints INTEGER NOT NULL DEFAULT 0,
    hints_asked INTEGER,
    quiet INTEGER NOT NULL DEFAULT 0,
    overtime TEXT NOT NULL DEFAULT 'wait',
    day TEXT,
    week TEXT,
    found INTEGER NOT NULL DEFAULT 0,
    -- how the game stands
    seed TEXT NOT NULL,
    salts TEXT NOT NULL DEFAULT '[]',
    counter INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    head TEXT NOT NULL,
    state TEXT,
    turn INTEGER NOT NULL DEFAULT 0,
    answering INTEGER NOT NULL DEFAULT -2,
    -- time
    patience INTEGER NOT NULL DEFAULT 0,
    waiting_since REAL NOT NULL DEFAULT 0,
    clock INTEGER NOT NULL DEFAULT 0,
    bank INTEGER NOT NULL DEFAULT 0,
    forfeit INTEGER NOT NULL DEFAULT 0 CHECK (forfeit IN (0, 1)),
    held REAL NOT NULL DEFAULT 0,
    -- where it came from, and where it went
    parent_id INTEGER REFERENCES tables (id),
    parent_ply INTEGER,
    base_ply INTEGER,
    base_state TEXT,
    base_counter INTEGER,
    moved_code TEXT,
    moved_ply INTEGER,
    moved_head TEXT,
    away INTEGER NOT NULL DEFAULT 0 CHECK (away IN (0, 1)),
    gone_id INTEGER REFERENCES tables (id),
    CHECK ((board_channel_id IS NULL) = (board_message_id IS NULL))
) STRICT;

-- Indexes carry the order in which tables are listed; partial ones stay small, however many games are over.
-- A person begins a deal of the day only once. A deleted table must not be a parent, nor where one went.

CREATE INDEX tables_channel ON tables (channel_id, changed_at);
CREATE INDEX tables_channel_live ON tables (channel_id, changed_at) WHERE status IN ('open', 'playing');
CREATE INDEX tables_guild_live ON tables (guild_id) WHERE status IN ('open', 'playing');
CREATE INDEX tables_home ON tables (home_id, changed_at) WHERE home_id IS NOT NULL;
CREATE INDEX tables_host ON tables (host_id);
CREATE INDEX tables_host_live ON tables (host_id) WHERE status IN ('open', 'playing');
CREATE INDEX tables_playing ON tables (id) WHERE status = 'playing';
CREATE INDEX tables_over ON tables (status) WHERE status = 'over';
CREATE INDEX tables_untouched ON tables (changed_at, guild_id, channel_id)
    WHERE status IN ('open', 'playing');
CREATE INDEX tables_unplayed ON tables (changed_at) WHERE status = 'closed' AND plies <= 1;
CREATE UNIQUE INDEX tables_deal ON tables (game, day, host_id) WHERE day IS NOT NULL;
CREATE INDEX tables_day ON tables (channel_id, day) WHERE day IS NOT NULL;
CREATE INDEX tables_week ON tables (game, week) WHERE week IS NOT NULL;
CREATE INDEX tables_week_channel ON tables (channel_id, week) WHERE week IS NOT NULL;
CREATE INDEX tables_week_home ON tables (home_id, week) WHERE week IS NOT NULL;
CREATE INDEX tables_found ON tables (created_at) WHERE found = 1;
CREATE INDEX tables_parent ON tables (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX tables_moved ON tables (moved_head) WHERE moved_head IS NOT NULL;
CREATE INDEX tables_left ON tables (head) WHERE status = 'closed' AND state IS NOT NULL;
CREATE INDEX tables_gone ON tables (gone_id) WHERE gone_id IS NOT NULL;

-- Who sits where, as in `Player`. `substitute` is 0 for the house. The player of a nameless seat
-- has it after line `from_ply`. Who is `gone` has left the server, and is not called any more.

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    seated INTEGER NOT NULL CHECK (seated IN (0, 1)),
    picks TEXT NOT NULL DEFAULT '{}',
    salt TEXT NOT NULL DEFAULT '',
    from_ply INTEGER NOT NULL DEFAULT 0,
    substitute INTEGER,
    substitute_name TEXT NOT NULL DEFAULT '',
    gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_user ON seats (user_id);
CREATE INDEX seats_substitute ON seats (substitute) WHERE substitute IS NOT NULL;

-- Who has ever played for another person at a table.

CREATE TABLE guests (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX guests_user ON guests (user_id);

-- The logs: a line as in `Line`, its hash in 32 bytes; who wrote any of a log; and what was played before a
-- game came here, as text.

CREATE TABLE lines (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    user_id INTEGER,
    action TEXT NOT NULL,
    hash BLOB NOT NULL,
    at REAL NOT NULL,
    prepared INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, ply)
) STRICT, WITHOUT ROWID;
CREATE TABLE authors (
    user_id INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    PRIMARY KEY (user_id, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX authors_table ON authors (table_id);
CREATE TABLE stretches (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    text TEXT NOT NULL
) STRICT;

-- The interactions of the last day that were saved, so that each is carried out once.

CREATE TABLE interactions (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    revision INTEGER NOT NULL
) STRICT;

-- What must be shown: a table whose newest revision is not known to be. `turn` is the one for which people
-- were last called, none where it was never shown; `since` is when the revision was saved, `due` when the bot
-- tries to show it by itself, after `tries` in vain.

CREATE TABLE outbox (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    revision INTEGER NOT NULL,
    turn INTEGER,
    since REAL NOT NULL,
    tries INTEGER NOT NULL,
    due REAL NOT NULL
) STRICT;

-- Messages whose table is shown by another one, until they are known to have no controls.

CREATE TABLE old_boards (
    message_id INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    since REAL NOT NULL,
    tries INTEGER NOT NULL,
    due REAL NOT NULL
) STRICT;

-- Boards that are shown a second time, to a player of another server: as in `Mirror`.

CREATE TABLE mirrors (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    user_id INTEGER NOT NULL,
    guild_id INTEGER,
    channel_id INTEGER NOT NULL,
    language TEXT NOT NULL,
    message_id INTEGER,
    revision INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    due REAL NOT NULL
) STRICT;
CREATE INDEX mirrors_channel ON mirrors (channel_id);
CREATE INDEX mirrors_user ON mirrors (user_id);
CREATE INDEX mirrors_due ON mirrors (due);

-- Time: a seat's clock as in `SeatClock`, and alarms as in `Alarm`. One that was being sent when the bot died
-- has `sending` set.

CREATE TABLE clocks (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    bank REAL NOT NULL,
    spent REAL NOT NULL,
    since REAL,
    up INTEGER NOT NULL CHECK (up IN (0, 1)),
    nudged REAL,
    last REAL NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE alarms (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    due REAL NOT NULL,
    table_id INTEGER REFERENCES tables (id),
    user_id INTEGER,
    turn INTEGER,
    detail TEXT NOT NULL DEFAULT '',
    sending REAL
) STRICT;
CREATE INDEX alarms_due ON alarms (due);
CREATE INDEX alarms_table ON alarms (table_id) WHERE table_id IS NOT NULL;
CREATE INDEX alarms_user ON alarms (user_id) WHERE user_id IS NOT NULL;


-- Finished games: a seat's result.

CREATE TABLE results (
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
) STRICT, WITHOUT ROWID;
CREATE INDEX results_user ON results (user_id, ended);
CREATE INDEX results_channel ON results (channel_id, game, ended);
CREATE INDEX results_game ON results (game, ended, table_id);

-- People: how they want to be treated, as in `Habits`; and who may not use the bot, a person or a server.

CREATE TABLE people (
    user_id INTEGER PRIMARY KEY,
    zone TEXT NOT NULL,
    wakes INTEGER NOT NULL,
    sleeps INTEGER NOT NULL,
    remind TEXT NOT NULL CHECK (remind IN ('here', 'direct', 'never')),
    digest INTEGER,
    away_from REAL,
    away_until REAL,
    year INTEGER NOT NULL,
    used REAL NOT NULL,
    language TEXT NOT NULL DEFAULT '',
    quiet INTEGER NOT NULL DEFAULT 0,
    warned INTEGER NOT NULL DEFAULT 0,
    known_as TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE blocked (
    id INTEGER PRIMARY KEY,
    at REAL NOT NULL
) STRICT;

-- Servers: what was settled there, as in `Server`; the channels where tables may be opened, all where there
-- are none; and the servers in which the bot is or was. `most` is 0 where there may be any number of tables.

CREATE TABLE servers (
    guild_id INTEGER PRIMARY KEY,
    opener TEXT NOT NULL CHECK (opener IN ('everyone', 'role', 'managers')),
    role_id INTEGER,
    most INTEGER NOT NULL,
    language TEXT NOT NULL,
    keeps_record INTEGER NOT NULL DEFAULT 0 CHECK (keeps_record IN (0, 1)),
    finds INTEGER,
    CHECK ((opener = 'role') = (role_id IS NOT NULL))
) STRICT;
CREATE TABLE server_channels (
    guild_id INTEGER NOT NULL REFERENCES servers (guild_id),
    channel_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, channel_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE met (
    guild_id INTEGER PRIMARY KEY
) STRICT;

-- Pages: links that were used, how often a person has logged out, and tables that are shown to all.

CREATE TABLE web_codes (
    code TEXT PRIMARY KEY,
    ends REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE web_epochs (
    user_id INTEGER PRIMARY KEY,
    epoch INTEGER NOT NULL
) STRICT;
CREATE TABLE web_shows (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    code TEXT NOT NULL UNIQUE
) STRICT;

-- The bot itself: its processes, as in `Process`, where `rules` is JSON, and moments are those of the
-- database's clock; and single values.

CREATE TABLE processes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    shards TEXT NOT NULL,
    version TEXT NOT NULL,
    schema INTEGER NOT NULL,
    rules TEXT NOT NULL,
    started REAL NOT NULL,
    seen REAL NOT NULL
) STRICT;
CREATE TABLE notes (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""

KERNEL: Final = Schema("kernel", (_FIRST,))
"""The kernel's schema."""
