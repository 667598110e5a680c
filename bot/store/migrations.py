"""The schema's history. A migration that was released is never edited: a change is a new one at the end."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from bot.store.errors import NewerSchema
from bot.store.m002_seats import m002_seats
from bot.store.m003_deals import m003_deals
from bot.store.m004_time import m004_time
from bot.store.m005_trust import m005_trust
from bot.store.m006_minds import m006_minds
from bot.store.m007_outbox import m007_outbox
from bot.store.m008_old_boards import m008_old_boards
from bot.store.m009_data import m009_data
from bot.store.m010_limits import m010_limits
from bot.store.m011_surroundings import m011_surroundings
from bot.store.m012_records import m012_records
from bot.store.m013_hints import m013_hints
from bot.store.m014_met import m014_met
from bot.store.m015_processes import m015_processes
from bot.store.m016_remarks import m016_remarks
from bot.store.m017_warnings import m017_warnings
from bot.store.m018_lessons import m018_lessons
from bot.store.m019_puzzles import m019_puzzles
from bot.store.m020_prepared import m020_prepared
from bot.store.m021_looks import m021_looks
from bot.store.m022_plans import m022_plans
from bot.store.m023_finding import m023_finding
from bot.store.m024_asks import m024_asks
from bot.store.m025_tournaments import m025_tournaments
from bot.store.m026_orders import m026_orders
from bot.store.m027_trophies import m027_trophies
from bot.store.m028_weeks import m028_weeks
from bot.store.m029_web import m029_web
from bot.store.m030_writers import m030_writers
from bot.store.m031_unplayed import m031_unplayed
from bot.store.m032_pairings import m032_pairings
from bot.store.m033_held import m033_held

LOG = logging.getLogger("taproom.store")

Migration: TypeAlias = Callable[[sqlite3.Connection], None]

APPLICATION_ID: Final = 0x54415052
"""`TAPR`: says in the file's header whose database it is."""


def m001_tables(connection: sqlite3.Connection) -> None:
    """Tables, their seats and log lines, the interactions that were saved, and notes."""
    _m001_tables(connection)
    _m001_seats(connection)
    _m001_log(connection)


def _m001_tables(connection: sqlite3.Connection) -> None:
    """AUTOINCREMENT, so that a table's code is never given twice.

    The indexes carry the order in which tables are listed; the partial ones stay small, however many games
    are over.
    """
    connection.execute(
        """CREATE TABLE tables (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game TEXT NOT NULL,
            guild_id INTEGER,
            channel_id INTEGER NOT NULL,
            host_id INTEGER NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('open', 'playing', 'over', 'closed')),
            options TEXT NOT NULL,
            rules_version INTEGER NOT NULL,
            seed TEXT NOT NULL,
            counter INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            plies INTEGER NOT NULL,
            head TEXT NOT NULL,
            state TEXT,
            board_channel_id INTEGER,
            board_message_id INTEGER,
            created_at REAL NOT NULL,
            changed_at REAL NOT NULL,
            CHECK ((board_channel_id IS NULL) = (board_message_id IS NULL))
        ) STRICT"""
    )
    connection.execute("CREATE INDEX tables_channel ON tables (channel_id, changed_at)")
    connection.execute(
        "CREATE INDEX tables_channel_live ON tables (channel_id, changed_at)"
        " WHERE status IN ('open', 'playing')"
    )
    connection.execute("CREATE INDEX tables_playing ON tables (id) WHERE status = 'playing'")


def _m001_seats(connection: sqlite3.Connection) -> None:
    """Players as rows, so that a user's tables are found by an index."""
    connection.execute(
        """CREATE TABLE seats (
            table_id INTEGER NOT NULL REFERENCES tables (id),
            seat INTEGER NOT NULL,
            user_id INTEGER NOT NULL,
            name TEXT NOT NULL,
            seated INTEGER NOT NULL CHECK (seated IN (0, 1)),
            PRIMARY KEY (table_id, seat)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute("CREATE INDEX seats_user ON seats (user_id)")


def _m001_log(connection: sqlite3.Connection) -> None:
    """What only grows: log lines and interactions; and the notes."""
    connection.execute(
        """CREATE TABLE lines (
            table_id INTEGER NOT NULL REFERENCES tables (id),
            ply INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            user_id INTEGER,
            action TEXT NOT NULL,
            hash TEXT NOT NULL,
            at REAL NOT NULL,
            PRIMARY KEY (table_id, ply)
        ) STRICT, WITHOUT ROWID"""
    )
    connection.execute(
        """CREATE TABLE interactions (
            id INTEGER PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables (id),
            revision INTEGER NOT NULL
        ) STRICT"""
    )
    connection.execute("CREATE TABLE notes (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID")


MIGRATIONS: Final[tuple[Migration, ...]] = (
    m001_tables,
    m002_seats,
    m003_deals,
    m004_time,
    m005_trust,
    m006_minds,
    m007_outbox,
    m008_old_boards,
    m009_data,
    m010_limits,
    m011_surroundings,
    m012_records,
    m013_hints,
    m014_met,
    m015_processes,
    m016_remarks,
    m017_warnings,
    m018_lessons,
    m019_puzzles,
    m020_prepared,
    m021_looks,
    m022_plans,
    m023_finding,
    m024_asks,
    m025_tournaments,
    m026_orders,
    m027_trophies,
    m028_weeks,
    m029_web,
    m030_writers,
    m031_unplayed,
    m032_pairings,
    m033_held,
)
"""In order; the schema version is how many of them the file has seen."""

BOTH: Final = 12
"""So many are for SQLite alone: PostgreSQL begins with what they lead to. Later ones are told to both."""


OLDEST: Final = 28
"""Programs of this schema and of later ones can use the newest: they pass over what was added since.

A migration that they would trip over raises this to its own number. A server then refuses all they save, and
until the migration is done, everybody waits for it; so one that only adds is worth the trouble.
"""


def version_of(connection: sqlite3.Connection) -> int:
    """The schema version that the file says it has; 0 for an empty one."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring the file to the newest version, each step in its own transaction; raises `NewerSchema`.

    The connection is in autocommit mode. A step that fails leaves the file at the version before it.
    """
    if version_of(connection) > len(migrations):
        raise NewerSchema(version_of(connection), len(migrations))
    if 0 < version_of(connection) < len(migrations):
        told = "the database is brought from schema %s to %s; with millions of moves that takes minutes"
        LOG.info(told, version_of(connection), len(migrations))
    while version_of(connection) < len(migrations):
        _step(connection, migrations)


def _step(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    """Run the next migration, unless another process did it while this one waited for the lock."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = version_of(connection)
        if version < len(migrations):
            migrations[version](connection)
            connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
