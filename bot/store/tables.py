"""The only SQL beside the migrations: tables, seats, logs, interactions, deals and notes, as values.

Every function runs inside a transaction of its caller (`bot.store.db`) and in the connection's thread.
"""

# ruff: noqa: S608 - only constants of this module are put together

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from bot.store.errors import DealtBefore, FollowedBefore, NoSuchTable, Repeated, StaleRevision, WrongHead
from bot.store.model import Board, Change, Line, NewTable, Player, Status, Table
from engine.fairness import commitment, first_hash, next_hash

LARGEST_ID: Final = 2**63 - 1
"""SQLite's integers end here; what people type need not."""

_COLUMNS: Final = (
    "id, game, guild_id, channel_id, host_id, status, options, rules_version, seed, counter, revision, plies,"
    " head, state, board_channel_id, board_message_id, created_at, changed_at, patience, waiting_since,"
    " day"
)
_LIVE: Final = "status IN ('open', 'playing')"  # word for word as in the partial index, or it is not used
_NEWEST: Final = "ORDER BY changed_at DESC, id DESC LIMIT ?"

INSERT_TABLE: Final = (
    "INSERT INTO tables (game, guild_id, channel_id, host_id, status, options, rules_version, seed, counter,"
    " revision, plies, head, state, created_at, changed_at, patience, waiting_since, day)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?, ?, ?, ?, ?)"
)
SELECT_TABLE: Final = f"SELECT {_COLUMNS} FROM tables WHERE id = ?"
UPDATE_TABLE: Final = (
    "UPDATE tables SET status = ?, counter = ?, revision = ?, plies = ?, head = ?, state = ?, changed_at = ?,"
    " options = ?, rules_version = ?, host_id = ?, waiting_since = ? WHERE id = ?"
)
UPDATE_BOARD: Final = "UPDATE tables SET board_channel_id = ?, board_message_id = ? WHERE id = ?"
IN_CHANNEL: Final = f"SELECT {_COLUMNS} FROM tables WHERE channel_id = ? {_NEWEST}"
IN_CHANNEL_LIVE: Final = f"SELECT {_COLUMNS} FROM tables WHERE channel_id = ? AND {_LIVE} {_NEWEST}"
_HAS_SEAT: Final = "id IN (SELECT table_id FROM seats WHERE user_id = ?)"
OF_USER: Final = f"SELECT {_COLUMNS} FROM tables WHERE {_HAS_SEAT} {_NEWEST}"
OF_USER_LIVE: Final = f"SELECT {_COLUMNS} FROM tables WHERE {_HAS_SEAT} AND {_LIVE} {_NEWEST}"
PLAYING: Final = f"SELECT {_COLUMNS} FROM tables WHERE status = 'playing' ORDER BY id"
ALL_TABLES: Final = f"SELECT {_COLUMNS} FROM tables ORDER BY id"
SELECT_SEATS: Final = "SELECT seat, user_id, name, seated, picks FROM seats WHERE table_id = ? ORDER BY seat"
DELETE_SEATS: Final = "DELETE FROM seats WHERE table_id = ?"
INSERT_SEAT: Final = (
    "INSERT INTO seats (table_id, seat, user_id, name, seated, picks) VALUES (?, ?, ?, ?, ?, ?)"
)
SELECT_LINES: Final = "SELECT ply, seat, user_id, action, hash, at FROM lines WHERE table_id = ? ORDER BY ply"
INSERT_LINE: Final = (
    "INSERT INTO lines (table_id, ply, seat, user_id, action, hash, at) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
SELECT_INTERACTION: Final = "SELECT table_id, revision FROM interactions WHERE id = ?"
INSERT_INTERACTION: Final = "INSERT INTO interactions (id, table_id, revision) VALUES (?, ?, ?)"
INSERT_DEAL: Final = "INSERT INTO deals (game, day, seed) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
SELECT_DEAL: Final = "SELECT seed FROM deals WHERE game = ? AND day = ?"
OF_DEAL: Final = f"SELECT {_COLUMNS} FROM tables WHERE game = ? AND day = ? AND host_id = ?"
UNFINISHED: Final = "SELECT 1 FROM tables WHERE game = ? AND day = ? AND status = 'playing' LIMIT 1"
OF_DAY: Final = f"SELECT {_COLUMNS} FROM tables WHERE channel_id = ? AND day = ? ORDER BY id"
DAYS: Final = (
    "SELECT DISTINCT day FROM tables WHERE channel_id = ? AND day IS NOT NULL AND status = 'over'"
    " ORDER BY day DESC LIMIT ?"
)
SELECT_NOTE: Final = "SELECT value FROM notes WHERE key = ?"
UPSERT_NOTE: Final = (
    "INSERT INTO notes (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)


def create(connection: sqlite3.Connection, new: NewTable, interaction: int) -> Table:
    """The table as it was opened: revision 0, an empty log.

    Raises `Repeated`, `DealtBefore`, `FollowedBefore`.
    """
    _refuse_repeated(connection, interaction)
    if new.day is not None and (earlier := of_deal(connection, new.game, new.day, new.host_id)) is not None:
        raise DealtBefore(earlier.id)
    if new.follows is not None:
        _refuse_followed(connection, new.follows)
    begun = new.state is not None
    seats = len(new.players) if begun else 0
    head = first_hash(new.game, new.options, seats, new.rules_version, commitment(new.seed))
    place = (new.game, new.guild_id, new.channel_id, new.host_id)
    rules = (new.options, new.rules_version, new.seed, new.counter)
    times = (new.at, new.at, new.patience, new.at)
    row = (*place, Status.PLAYING if begun else Status.OPEN, *rules, head, new.state, *times, new.day)
    table_id = connection.execute(INSERT_TABLE, row).lastrowid
    if table_id is None:  # cannot be after an INSERT, but sqlite3's types allow it
        raise NoSuchTable(0)
    _add_seats(connection, table_id, new.players)
    if new.follows is not None:
        set_note(connection, _next_of(new.follows), str(table_id))
    connection.execute(INSERT_INTERACTION, (interaction, table_id, 0))
    return _existing(connection, table_id)


def save(connection: sqlite3.Connection, change: Change) -> Table:
    """The table after `change`.

    Raises the first that holds: `Repeated`, `NoSuchTable`, `StaleRevision`, `WrongHead`.
    """
    _refuse_repeated(connection, change.interaction)
    before = _existing(connection, change.table)
    if before.revision != change.revision:
        raise StaleRevision(before)
    after = _after(before, change)
    if after.plies > before.plies:
        line = (change.table, after.plies, change.seat, change.user_id, change.action, after.head, change.at)
        connection.execute(INSERT_LINE, line)
    counts = (after.counter, after.revision, after.plies)
    said = (after.options, after.rules_version, after.host_id, after.waiting_since)
    connection.execute(
        UPDATE_TABLE, (after.status, *counts, after.head, after.state, after.changed_at, *said, after.id)
    )
    if after.players != before.players:
        connection.execute(DELETE_SEATS, (after.id,))
        _add_seats(connection, after.id, after.players)
    connection.execute(INSERT_INTERACTION, (change.interaction, after.id, after.revision))
    return after


def table(connection: sqlite3.Connection, table_id: int) -> Table | None:
    """The table, or none if there is no such one."""
    if abs(table_id) > LARGEST_ID:
        return None
    row = connection.execute(SELECT_TABLE, (table_id,)).fetchone()
    return None if row is None else _as_table(row, _players(connection, table_id))


def set_board(connection: sqlite3.Connection, table_id: int, board: Board | None) -> None:
    """Remember which message shows the table, or that none does. Raises `NoSuchTable`."""
    place = (None, None) if board is None else (board.channel_id, board.message_id)
    if connection.execute(UPDATE_BOARD, (*place, table_id)).rowcount == 0:
        raise NoSuchTable(table_id)


def log(connection: sqlite3.Connection, table_id: int) -> tuple[Line, ...]:
    """The table's log, by ply; empty for a table that is not there."""
    return tuple(Line(*row) for row in connection.execute(SELECT_LINES, (table_id,)))


def in_channel(
    connection: sqlite3.Connection, channel_id: int, limit: int, *, live_only: bool
) -> tuple[Table, ...]:
    """At most `limit` tables of the channel, the last changed first; `live_only`: open or playing."""
    sql = IN_CHANNEL_LIVE if live_only else IN_CHANNEL
    return _tables(connection, connection.execute(sql, (channel_id, limit)))


def of_user(
    connection: sqlite3.Connection, user_id: int, limit: int, *, live_only: bool
) -> tuple[Table, ...]:
    """At most `limit` tables where the user sits or is challenged, in the order of `in_channel`."""
    sql = OF_USER_LIVE if live_only else OF_USER
    return _tables(connection, connection.execute(sql, (user_id, limit)))


def playing(connection: sqlite3.Connection) -> tuple[Table, ...]:
    """All tables where a game is going on, by id."""
    return _tables(connection, connection.execute(PLAYING))


def deal(connection: sqlite3.Connection, game: str, day: str, seed: str) -> str:
    """The secret of a game's deal of the day: `seed`, unless somebody has asked for it before."""
    connection.execute(INSERT_DEAL, (game, day, seed))
    return str(connection.execute(SELECT_DEAL, (game, day)).fetchone()[0])


def of_deal(connection: sqlite3.Connection, game: str, day: str, host_id: int) -> Table | None:
    """The table at which somebody plays a deal of the day, or none."""
    found = _tables(connection, connection.execute(OF_DEAL, (game, day, host_id)))
    return found[0] if found else None


def is_unfinished(connection: sqlite3.Connection, game: str, day: str) -> bool:
    """Whether anybody anywhere still plays this deal of the day."""
    return connection.execute(UNFINISHED, (game, day)).fetchone() is not None


def of_day(connection: sqlite3.Connection, channel_id: int, day: str) -> tuple[Table, ...]:
    """The tables of a channel that play a deal of this day, of any game, by id."""
    return _tables(connection, connection.execute(OF_DAY, (channel_id, day)))


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
    every = _tables(connection, connection.execute(ALL_TABLES).fetchall())
    return tuple(table.id for table in every if not _chained(table, log(connection, table.id)))


def counts(connection: sqlite3.Connection) -> tuple[int, int]:
    """How many tables and how many log lines there are."""
    tables = connection.execute("SELECT count(*) FROM tables").fetchone()[0]
    return tables, connection.execute("SELECT count(*) FROM lines").fetchone()[0]


def _chained(table: Table, lines: tuple[Line, ...]) -> bool:
    """Whether the lines are numbered from 1, each has the hash that follows, and the last is the head."""
    seats = len(table.players) if table.status in (Status.PLAYING, Status.OVER) else 0
    hash_ = _agreed(table, seats)
    for ply, line in enumerate(lines, start=1):
        hash_ = next_hash(hash_, ply, line.seat, line.action)
        if (line.ply, line.hash) != (ply, hash_):
            return False
    return (len(lines), hash_) == (table.plies, table.head)


def _agreed(table: Table, seats: int) -> str:
    """The hash that the table's log starts from with this number of seats."""
    return first_hash(table.game, table.options, seats, table.rules_version, commitment(table.seed))


def _after(before: Table, change: Change) -> Table:
    """What `change` makes of the table it was made for. Raises `WrongHead`.

    Until the game begins, a chain says nothing of seats; it begins with the change that brings its options.
    """
    plies, head = before.plies, before.head
    if change.options is not None:
        if before.status is not Status.OPEN or plies:
            raise ValueError("options are agreed when a game begins, before its first ply")
        before = replace(
            before, options=change.options, rules_version=change.rules_version or before.rules_version
        )
        head = _agreed(before, len(change.players))
    elif before.status is Status.OPEN and change.status in (Status.PLAYING, Status.OVER):
        raise ValueError("a game begins with its options")
    if change.action is not None:
        if change.seat is None:
            raise ValueError("an action has a seat")
        plies += 1
        head = next_hash(head, plies, change.seat, change.action)
    if head != change.head:
        raise WrongHead(before.id, head, change.head)
    return replace(
        before,
        status=change.status,
        counter=change.counter,
        revision=before.revision + 1,
        plies=plies,
        head=head,
        state=change.state,
        players=tuple(sorted(change.players, key=lambda player: player.seat)),
        changed_at=change.at,
        host_id=before.host_id if change.host_id is None else change.host_id,
        waiting_since=before.waiting_since if change.waiting_since is None else change.waiting_since,
    )


def _refuse_repeated(connection: sqlite3.Connection, interaction: int) -> None:
    """Raises `Repeated` if the interaction was saved before."""
    earlier = connection.execute(SELECT_INTERACTION, (interaction,)).fetchone()
    if earlier is not None:
        raise Repeated(*earlier)


def _next_of(table_id: int) -> str:
    """The note that tells where a table is played again."""
    return f"next:{table_id}"


def _refuse_followed(connection: sqlite3.Connection, table_id: int) -> None:
    """Raises `FollowedBefore` if a table is played again already, at one that was not closed meanwhile."""
    noted = note(connection, _next_of(table_id))
    if noted is not None and _existing(connection, int(noted)).status is not Status.CLOSED:
        raise FollowedBefore(int(noted))


def _existing(connection: sqlite3.Connection, table_id: int) -> Table:
    """The table; raises `NoSuchTable`."""
    found = table(connection, table_id)
    if found is None:
        raise NoSuchTable(table_id)
    return found


def _add_seats(connection: sqlite3.Connection, table_id: int, players: Iterable[Player]) -> None:
    """Write a row for each player."""
    rows = [
        (table_id, player.seat, player.user_id, player.name, player.seated, player.picks)
        for player in players
    ]
    connection.executemany(INSERT_SEAT, rows)


def _players(connection: sqlite3.Connection, table_id: int) -> tuple[Player, ...]:
    """The table's players, by seat."""
    rows = connection.execute(SELECT_SEATS, (table_id,))
    return tuple(
        Player(seat, user_id, name, bool(seated), picks) for seat, user_id, name, seated, picks in rows
    )


def _tables(connection: sqlite3.Connection, rows: Iterable[tuple[Any, ...]]) -> tuple[Table, ...]:
    """The tables that the rows stand for, with their players."""
    return tuple(_as_table(row, _players(connection, row[0])) for row in rows)


def _as_table(row: tuple[Any, ...], players: tuple[Player, ...]) -> Table:
    """The table that a row of `_COLUMNS` stands for."""
    id_, game, guild_id, channel_id, host_id, status, *rest = row
    options, rules_version, seed, counter, revision, plies, head, state, *rest = rest
    board_channel_id, board_message_id, created_at, changed_at, patience, waiting_since, day = rest
    return Table(
        id=id_,
        game=game,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host_id,
        status=Status(status),
        options=options,
        rules_version=rules_version,
        seed=seed,
        counter=counter,
        revision=revision,
        plies=plies,
        head=head,
        state=state,
        players=players,
        board=None if board_message_id is None else Board(board_channel_id, board_message_id),
        created_at=created_at,
        changed_at=changed_at,
        patience=patience,
        waiting_since=waiting_since,
        day=day,
    )
