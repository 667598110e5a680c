"""Rows as values and values as rows: tables with their seats and clocks, alarms."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Any, Final

from bot.names import clean
from bot.store.db import primary_code
from bot.store.errors import CorruptState
from bot.store.model import (
    Base,
    Board,
    Mirror,
    NewAlarm,
    Overtime,
    Player,
    SeatClock,
    Sides,
    Status,
    Table,
)
from bot.store.sql import SqlConnection, upsert

LOG = logging.getLogger("taproom.store")

COLUMNS: Final = (
    "id, game, guild_id, channel_id, host_id, status, options, rules_version, seed, counter, revision, plies,"
    " head, state, board_channel_id, board_message_id, created_at, changed_at, patience, waiting_since,"
    " day, turn, clock, bank, forfeit, parent_id, parent_ply, base_ply, base_state, base_counter, home_id,"
    " language, salts, moved_code, moved_ply, moved_head, gone_id, away, hints, sides,"
    " hints_asked, quiet, answering, found, overtime, week"
)
SELECT_TABLE: Final = f"SELECT {COLUMNS} FROM tables WHERE id = ?"  # noqa: S608 - a constant
SELECT_SEATS: Final = (
    "SELECT seat, user_id, name, seated, picks, substitute, substitute_name, salt, from_ply, gone"
    " FROM seats WHERE table_id = ? ORDER BY seat"
)
SELECT_MIRROR: Final = (
    "SELECT user_id, guild_id, channel_id, language, message_id FROM mirrors WHERE table_id = ?"
)
DELETE_SEATS: Final = "DELETE FROM seats WHERE table_id = ?"
INSERT_SEAT: Final = (
    "INSERT INTO seats"
    " (table_id, seat, user_id, name, seated, picks, substitute, substitute_name, salt, from_ply, gone)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
SELECT_CLOCKS: Final = (
    "SELECT seat, bank, spent, since, up, nudged, last FROM clocks WHERE table_id = ? ORDER BY seat"
)
DELETE_CLOCKS: Final = "DELETE FROM clocks WHERE table_id = ?"
INSERT_CLOCK: Final = (
    "INSERT INTO clocks (table_id, seat, bank, spent, since, up, nudged, last)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
SELECT_GUESTS: Final = "SELECT user_id, name FROM guests WHERE table_id = ?"
INSERT_GUEST: Final = upsert("guests", "table_id, user_id, name", "table_id", "user_id")
INSERT_ALARM: Final = (
    "INSERT INTO alarms (kind, due, table_id, user_id, turn, detail) VALUES (?, ?, ?, ?, ?, ?)"
)


def players_of(connection: SqlConnection, table_id: int) -> tuple[Player, ...]:
    """The table's players, by seat."""
    rows = connection.execute(SELECT_SEATS, (table_id,))
    return tuple(
        Player(seat, user_id, name, bool(seated), picks, lent, lent_name, salt, from_ply, bool(gone))
        for seat, user_id, name, seated, picks, lent, lent_name, salt, from_ply, gone in rows
    )


def add_players(connection: SqlConnection, table_id: int, players: Iterable[Player]) -> None:
    """Write a row for each player."""
    rows = [
        (
            table_id,
            one.seat,
            one.user_id,
            one.name,
            one.seated,
            one.picks,
            one.substitute,
            one.substitute_name,
            one.salt,
            one.from_ply,
            one.gone,
        )
        for one in players
    ]
    connection.executemany(INSERT_SEAT, rows)


def add_guests(connection: SqlConnection, table_id: int, players: Iterable[Player]) -> None:
    """Remember what those are called who play for somebody: they do not stay, and the log names them."""
    rows = [(table_id, one.substitute, one.substitute_name) for one in players if one.substitute]
    if rows:
        connection.executemany(INSERT_GUEST, rows)


def guests_of(connection: SqlConnection, table_id: int) -> dict[int, str]:
    """What those are called who have ever played for somebody at a table, by user id."""
    return {user: clean(name, user) for user, name in connection.execute(SELECT_GUESTS, (table_id,))}


def set_clocks(connection: SqlConnection, table_id: int, clocks: Iterable[SeatClock]) -> None:
    """The seats' clocks, in place of those that were there."""
    connection.execute(DELETE_CLOCKS, (table_id,))
    rows = [
        (table_id, one.seat, one.bank, one.spent, one.since, one.up, one.nudged, one.last) for one in clocks
    ]
    connection.executemany(INSERT_CLOCK, rows)


def add_alarms(connection: SqlConnection, alarms: Iterable[NewAlarm], table_id: int | None = None) -> None:
    """Write a row for each alarm; where one names no table, it is for this one."""
    rows = [
        (
            one.kind,
            one.due,
            table_id if one.table_id is None else one.table_id,
            one.user_id,
            one.turn,
            one.detail,
        )
        for one in alarms
    ]
    connection.executemany(INSERT_ALARM, rows)


def tables_of(connection: SqlConnection, ids: Iterable[tuple[int]]) -> tuple[Table, ...]:
    """The tables with these ids, in their order, with their players.

    One that cannot be read is left out, and named in the log: it must not take the others with it.
    """
    found = []
    for (table_id,) in ids:
        try:
            row = connection.execute(SELECT_TABLE, (table_id,)).fetchone()
            found.append(as_table(connection, row))
        except CorruptState as error:
            note_unreadable(table_id, str(error))
        except sqlite3.DatabaseError as error:
            if primary_code(error) != sqlite3.SQLITE_CORRUPT:
                raise
            note_unreadable(table_id, str(error))
    return tuple(found)


@lru_cache(maxsize=1024)
def note_unreadable(table_id: int, why: str) -> None:
    """Name a table in the log that cannot be read: once, however many lists it is left out of."""
    LOG.error(
        "table=T%s cannot be read and is left out of lists: %s. `python -m bot doctor` looks at all of them",
        table_id,
        why,
    )


def as_table(connection: SqlConnection, row: tuple[Any, ...]) -> Table:
    """The table that a row of `COLUMNS` stands for, with its players and clocks; raises `CorruptState`."""
    try:
        return _table(connection, row)
    except (ValueError, TypeError) as error:
        raise CorruptState(f"the row of table T{row[0]} is damaged: {error}", reading=True) from error


def _table(  # noqa: PLR0914 - a name a column
    connection: SqlConnection, row: tuple[Any, ...]
) -> Table:
    id_, game, guild_id, channel_id, host_id, status, *rest = row
    options, rules_version, seed, counter, revision, plies, head, state, *rest = rest
    board_channel_id, board_message_id, created_at, changed_at, patience, waiting_since, day, *rest = rest
    turn, clock, bank, forfeit, *rest = rest
    _check(Status(status), state, day)
    players, origin = players_of(connection, id_), _origin(*rest)
    if origin["found"] or guild_id is None:
        players = _with_mirror(connection, id_, players)
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
        turn=turn,
        clock=clock,
        bank=bank,
        forfeit=bool(forfeit),
        clocks=_clocks(connection, id_) if clock else (),
        **origin,
    )


def _with_mirror(connection: SqlConnection, table_id: int, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """The players; who of them is not in the table's server sees it elsewhere."""
    row = connection.execute(SELECT_MIRROR, (table_id,)).fetchone()
    if row is None:
        return players
    user_id, *place = row
    return tuple(replace(one, afar=Mirror(*place)) if one.user_id == user_id else one for one in players)


def _check(status: Status, state: str | None, day: str | None) -> None:
    """Raises `ValueError` for what every list would stumble over."""
    if status in (Status.PLAYING, Status.OVER) and state is None:
        raise ValueError(f"it is {status}, and has no state")
    if day is not None:
        date.fromisoformat(day)


def _origin(  # noqa: PLR0913, PLR0917 - the last columns, in their order
    parent_id: int | None,
    parent_ply: int,
    base_ply: int | None,
    base_state: str,
    base_counter: int,
    home_id: int | None,
    language: str,
    salts: str,
    moved_code: str | None,
    moved_ply: int,
    moved_head: str,
    gone_id: int | None,
    away: int,
    hints: int,
    sides: str,
    hints_asked: int | None,
    quiet: int,
    answering: int,
    found: int,
    overtime: str,
    week: str | None,
) -> dict[str, Any]:
    """Where a table's game comes from and goes to, and what its chance and its sentences are made of."""
    return {
        "parent": None if parent_id is None else (parent_id, parent_ply),
        "base": None if base_ply is None else Base(base_ply, base_state, base_counter),
        "home_id": home_id,
        "language": language,
        "salts": tuple(json.loads(salts)),
        "moved": None if moved_code is None else (moved_code, moved_ply, moved_head),
        "gone": gone_id,
        "away": bool(away),
        "hints": hints,
        "sides": Sides(sides),
        "hints_asked": hints_asked,
        "quiet": bool(quiet),
        "answering": answering,
        "found": bool(found),
        "overtime": Overtime(overtime),
        "week": week,
    }


def _clocks(connection: SqlConnection, table_id: int) -> tuple[SeatClock, ...]:
    rows = connection.execute(SELECT_CLOCKS, (table_id,))
    return tuple(
        SeatClock(seat, bank, spent, since, bool(up), nudged, last)
        for seat, bank, spent, since, up, nudged, last in rows
    )
