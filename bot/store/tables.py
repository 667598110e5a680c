"""The SQL of tables, their logs, interactions, deals and notes; see `rows` for what a row stands for.

Every function runs inside a transaction of its caller (`bot.store.db`) and in the connection's thread.
"""

# ruff: noqa: S608 - only constants of this module are put together

from __future__ import annotations

import json
import sqlite3
from typing import Final

from bot.store.changes import agreed, changed
from bot.store.errors import NoSuchTable, Repeated, StaleRevision
from bot.store.model import Base, Board, Change, Line, Table
from bot.store.results import add_records
from bot.store.rows import (
    COLUMNS,
    DELETE_SEATS,
    add_alarms,
    add_guests,
    add_players,
    as_table,
    set_clocks,
    tables_of,
)
from engine.fairness import next_hash

LARGEST_ID: Final = 2**63 - 1
"""SQLite's integers end here; what people type need not."""

LIVE: Final = "status IN ('open', 'playing')"  # word for word as in the partial index, or it is not used
_NEWEST: Final = "ORDER BY changed_at DESC, id DESC LIMIT ?"

SELECT_TABLE: Final = f"SELECT {COLUMNS} FROM tables WHERE id = ?"
UPDATE_TABLE: Final = (
    "UPDATE tables SET status = ?, counter = ?, revision = ?, plies = ?, head = ?, state = ?, changed_at = ?,"
    " options = ?, rules_version = ?, host_id = ?, waiting_since = ?, turn = ?, salts = ?, language = ?,"
    " away = ? WHERE id = ?"
)
UPDATE_BASE: Final = "UPDATE tables SET base_ply = ?, base_state = ?, base_counter = ? WHERE id = ?"
UPDATE_BOARD: Final = "UPDATE tables SET board_channel_id = ?, board_message_id = ? WHERE id = ?"
IN_CHANNEL: Final = f"SELECT {COLUMNS} FROM tables WHERE channel_id = ? {_NEWEST}"
IN_CHANNEL_LIVE: Final = f"SELECT {COLUMNS} FROM tables WHERE channel_id = ? AND {LIVE} {_NEWEST}"
IN_THREADS: Final = f"SELECT {COLUMNS} FROM tables WHERE home_id = ? {_NEWEST}"
IN_THREADS_LIVE: Final = f"SELECT {COLUMNS} FROM tables WHERE home_id = ? AND {LIVE} {_NEWEST}"
UPDATE_PLACE: Final = "UPDATE tables SET channel_id = ?, home_id = ? WHERE id = ?"
_HAS_SEAT: Final = (
    "id IN (SELECT table_id FROM seats WHERE user_id = ?"
    " UNION ALL SELECT table_id FROM seats WHERE substitute = ?)"
)
OF_USER: Final = f"SELECT {COLUMNS} FROM tables WHERE {_HAS_SEAT} {_NEWEST}"
OF_USER_LIVE: Final = f"SELECT {COLUMNS} FROM tables WHERE {_HAS_SEAT} AND {LIVE} {_NEWEST}"
PLAYING: Final = f"SELECT {COLUMNS} FROM tables WHERE status = 'playing' ORDER BY id"
ALL_TABLES: Final = f"SELECT {COLUMNS} FROM tables ORDER BY id"
SELECT_LINES: Final = "SELECT ply, seat, user_id, action, hash, at FROM lines WHERE table_id = ? ORDER BY ply"
INSERT_LINE: Final = (
    "INSERT INTO lines (table_id, ply, seat, user_id, action, hash, at) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
SELECT_INTERACTION: Final = "SELECT table_id, revision FROM interactions WHERE id = ?"
INSERT_INTERACTION: Final = "INSERT INTO interactions (id, table_id, revision) VALUES (?, ?, ?)"
INSERT_DEAL: Final = "INSERT INTO deals (game, day, seed) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
SELECT_DEAL: Final = "SELECT seed FROM deals WHERE game = ? AND day = ?"
OF_DEAL: Final = f"SELECT {COLUMNS} FROM tables WHERE game = ? AND day = ? AND host_id = ?"
UNFINISHED: Final = "SELECT 1 FROM tables WHERE game = ? AND day = ? AND status = 'playing' LIMIT 1"
OF_DAY: Final = f"SELECT {COLUMNS} FROM tables WHERE channel_id = ? AND day = ? ORDER BY id"
DAYS: Final = (
    "SELECT DISTINCT day FROM tables WHERE channel_id = ? AND day IS NOT NULL AND status = 'over'"
    " ORDER BY day DESC LIMIT ?"
)
SELECT_NOTE: Final = "SELECT value FROM notes WHERE key = ?"
UPSERT_NOTE: Final = (
    "INSERT INTO notes (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)


def save(connection: sqlite3.Connection, change: Change) -> Table:
    """The table after `change`.

    Raises the first that holds: `Repeated`, `NoSuchTable`, `StaleRevision`, `WrongHead`.
    """
    refuse_repeated(connection, change.interaction)
    return apply(connection, change)


def apply(connection: sqlite3.Connection, change: Change) -> Table:
    """The table after `change`, whose interaction is not known yet."""
    before = existing(connection, change.table)
    if before.revision != change.revision:
        raise StaleRevision(before)
    after = changed(before, change)
    if after.plies > before.plies:
        line = (change.table, after.plies, change.seat, change.user_id, change.action, after.head, change.at)
        connection.execute(INSERT_LINE, line)
    counts = (after.counter, after.revision, after.plies)
    said = (after.options, after.rules_version, after.host_id, after.waiting_since, after.turn)
    spoken = (json.dumps(after.salts, ensure_ascii=False), after.language, after.away)
    row = (after.status, *counts, after.head, after.state, after.changed_at, *said, *spoken)
    connection.execute(UPDATE_TABLE, (*row, after.id))
    if after.players != before.players:
        connection.execute(DELETE_SEATS, (after.id,))
        add_players(connection, after.id, after.players)
        add_guests(connection, after.id, after.players)
    _save_besides(connection, change)
    if change.interaction is not None:
        connection.execute(INSERT_INTERACTION, (change.interaction, after.id, after.revision))
    return after


def _save_besides(connection: sqlite3.Connection, change: Change) -> None:
    """What few changes bring: clocks, alarms, results, a position to replay from."""
    if change.clocks is not None:
        set_clocks(connection, change.table, change.clocks)
    if change.alarms:
        add_alarms(connection, change.alarms, change.table)
    if change.records:
        add_records(connection, change.records)
    if change.base is not None:
        connection.execute(UPDATE_BASE, (*based(change.base), change.table))


def table(connection: sqlite3.Connection, table_id: int) -> Table | None:
    """The table, or none if there is no such one."""
    if abs(table_id) > LARGEST_ID:
        return None
    row = connection.execute(SELECT_TABLE, (table_id,)).fetchone()
    return None if row is None else as_table(connection, row)


def set_board(connection: sqlite3.Connection, table_id: int, board: Board | None) -> None:
    """Remember which message shows the table, or that none does. Raises `NoSuchTable`."""
    place = (None, None) if board is None else (board.channel_id, board.message_id)
    if connection.execute(UPDATE_BOARD, (*place, table_id)).rowcount == 0:
        raise NoSuchTable(table_id)


def set_place(connection: sqlite3.Connection, table_id: int, channel_id: int, home_id: int | None) -> None:
    """Remember where the table is played, and in which channel that thread is. Raises `NoSuchTable`."""
    if connection.execute(UPDATE_PLACE, (channel_id, home_id, table_id)).rowcount == 0:
        raise NoSuchTable(table_id)


def log(connection: sqlite3.Connection, table_id: int) -> tuple[Line, ...]:
    """The table's log, by ply; empty for a table that is not there."""
    return tuple(Line(*row) for row in connection.execute(SELECT_LINES, (table_id,)))


def in_channel(
    connection: sqlite3.Connection, channel_id: int, limit: int, *, live_only: bool
) -> tuple[Table, ...]:
    """At most `limit` tables of the channel, the last changed first; `live_only`: open or playing."""
    sql = IN_CHANNEL_LIVE if live_only else IN_CHANNEL
    return tables_of(connection, connection.execute(sql, (channel_id, limit)))


def around(
    connection: sqlite3.Connection, channel_id: int, limit: int, *, live_only: bool
) -> tuple[Table, ...]:
    """As `in_channel`, with the tables in threads of the channel."""
    sql = IN_THREADS_LIVE if live_only else IN_THREADS
    found = tables_of(connection, connection.execute(sql, (channel_id, limit)))
    if not found:
        return in_channel(connection, channel_id, limit, live_only=live_only)
    found += in_channel(connection, channel_id, limit, live_only=live_only)
    return tuple(sorted(found, key=lambda table: (table.changed_at, table.id), reverse=True)[:limit])


def of_user(
    connection: sqlite3.Connection, user_id: int, limit: int, *, live_only: bool
) -> tuple[Table, ...]:
    """At most `limit` tables where the user sits, is challenged or plays for somebody, as `in_channel`."""
    sql = OF_USER_LIVE if live_only else OF_USER
    return tables_of(connection, connection.execute(sql, (user_id, user_id, limit)))


def playing(connection: sqlite3.Connection) -> tuple[Table, ...]:
    """All tables where a game is going on, by id."""
    return tables_of(connection, connection.execute(PLAYING))


def deal(connection: sqlite3.Connection, game: str, day: str, seed: str) -> str:
    """The secret of a game's deal of the day: `seed`, unless somebody has asked for it before."""
    connection.execute(INSERT_DEAL, (game, day, seed))
    return str(connection.execute(SELECT_DEAL, (game, day)).fetchone()[0])


def of_deal(connection: sqlite3.Connection, game: str, day: str, host_id: int) -> Table | None:
    """The table at which somebody plays a deal of the day, or none."""
    found = tables_of(connection, connection.execute(OF_DEAL, (game, day, host_id)))
    return found[0] if found else None


def is_unfinished(connection: sqlite3.Connection, game: str, day: str) -> bool:
    """Whether anybody anywhere still plays this deal of the day."""
    return connection.execute(UNFINISHED, (game, day)).fetchone() is not None


def of_day(connection: sqlite3.Connection, channel_id: int, day: str) -> tuple[Table, ...]:
    """The tables of a channel that play a deal of this day, of any game, by id."""
    return tables_of(connection, connection.execute(OF_DAY, (channel_id, day)))


def days(connection: sqlite3.Connection, channel_id: int, limit: int) -> tuple[str, ...]:
    """At most `limit` dates whose deals were played to the end in a channel, the last first."""
    return tuple(row[0] for row in connection.execute(DAYS, (channel_id, limit)))


def note(connection: sqlite3.Connection, key: str) -> str | None:
    """What was noted under `key`, or none."""
    row = connection.execute(SELECT_NOTE, (key,)).fetchone()
    return None if row is None else str(row[0])


def set_note(connection: sqlite3.Connection, key: str, value: str) -> None:
    """Note `value` under `key`, in place of what was there."""
    connection.execute(UPSERT_NOTE, (key, value))


def broken_chains(connection: sqlite3.Connection) -> tuple[int, ...]:
    """The ids of the tables whose log does not lead, hash by hash, from what was agreed to their head."""
    every = tables_of(connection, connection.execute(ALL_TABLES).fetchall())
    return tuple(table.id for table in every if not _chained(table, log(connection, table.id)))


def counts(connection: sqlite3.Connection) -> tuple[int, int]:
    """How many tables and how many log lines there are."""
    tables = connection.execute("SELECT count(*) FROM tables").fetchone()[0]
    return tables, connection.execute("SELECT count(*) FROM lines").fetchone()[0]


def _chained(table: Table, lines: tuple[Line, ...]) -> bool:
    """Whether the lines are numbered from 1, each has the hash that follows, and the last is the head."""
    seats = len(table.players) if table.state is not None else 0
    hash_ = agreed(table, seats)
    for ply, line in enumerate(lines, start=1):
        hash_ = next_hash(hash_, ply, line.seat, line.action)
        if (line.ply, line.hash) != (ply, hash_):
            return False
    return (len(lines), hash_) == (table.plies, table.head)


def refuse_repeated(connection: sqlite3.Connection, interaction: int | None) -> None:
    """Raises `Repeated` if the interaction was saved before."""
    if interaction is None:
        return
    earlier = connection.execute(SELECT_INTERACTION, (interaction,)).fetchone()
    if earlier is not None:
        raise Repeated(*earlier)


def existing(connection: sqlite3.Connection, table_id: int) -> Table:
    """The table; raises `NoSuchTable`."""
    found = table(connection, table_id)
    if found is None:
        raise NoSuchTable(table_id)
    return found


def based(base: Base | None) -> tuple[int | None, str | None, int | None]:
    """A position to replay from, as its columns."""
    return (None, None, None) if base is None else (base.ply, base.state, base.counter)
