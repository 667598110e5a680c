"""Conversion of rows to values and back: tables with their seats and clocks, alarms."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterable
from dataclasses import fields, replace
from datetime import date
from functools import lru_cache
from typing import Any, Final

from bot import COMMAND
from bot.names import clean_name
from bot.store.db import primary_error_code
from bot.store.errors import CorruptState
from bot.store.model import (
    Base,
    Board,
    Journey,
    NewAlarm,
    Overtime,
    Player,
    SeatClock,
    SecondBoard,
    Sides,
    Status,
    Table,
    Terms,
    Time,
)
from bot.store.sql import SqlConnection, upsert

LOG = logging.getLogger("taproom.store")

_TERM_NAMES: Final = tuple(one.name for one in fields(Terms))
TERMS: Final = ", ".join(_TERM_NAMES)
"""The columns of `Terms`: one a field, with its name and in its place."""

_YES_OR_NO: Final = tuple(one.name for one in fields(Terms) if isinstance(one.default, bool))

COLUMNS: Final = (
    "id, game, guild_id, channel_id, host_id, status, seed, counter, revision, plies, head, state,"
    " board_channel_id, board_message_id, turn, home_id, answering, created_at, changed_at, waiting_since,"
    " parent_id, parent_ply, moved_code, moved_ply, moved_head, base_ply, base_state, base_counter, gone_id,"
    f" away, {TERMS}"
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
    """Return the table's players, by seat."""
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
            player.seat,
            player.user_id,
            player.name,
            player.seated,
            player.picks,
            player.substitute,
            player.substitute_name,
            player.salt,
            player.from_ply,
            player.gone,
        )
        for player in players
    ]
    connection.executemany(INSERT_SEAT, rows)


def add_guests(connection: SqlConnection, table_id: int, players: Iterable[Player]) -> None:
    """Store the names of substitutes: they do not stay, and the log names them."""
    rows = [(table_id, player.substitute, player.substitute_name) for player in players if player.substitute]
    if rows:
        connection.executemany(INSERT_GUEST, rows)


def guests_of(connection: SqlConnection, table_id: int) -> dict[int, str]:
    """Return the names of all who have ever played for an absent player at a table, by user id."""
    return {user: clean_name(name, user) for user, name in connection.execute(SELECT_GUESTS, (table_id,))}


def set_clocks(connection: SqlConnection, table_id: int, clocks: Iterable[SeatClock]) -> None:
    """Replace the seats' clocks."""
    connection.execute(DELETE_CLOCKS, (table_id,))
    rows = [
        (table_id, clock.seat, clock.bank, clock.spent, clock.since, clock.up, clock.nudged, clock.last)
        for clock in clocks
    ]
    connection.executemany(INSERT_CLOCK, rows)


def add_alarms(connection: SqlConnection, alarms: Iterable[NewAlarm], table_id: int | None = None) -> None:
    """Write a row for each alarm; where one names no table, it is for this one."""
    rows = [
        (
            alarm.kind,
            alarm.due,
            table_id if alarm.table_id is None else alarm.table_id,
            alarm.user_id,
            alarm.turn,
            alarm.detail,
        )
        for alarm in alarms
    ]
    connection.executemany(INSERT_ALARM, rows)


def tables_of(connection: SqlConnection, ids: Iterable[tuple[int]]) -> tuple[Table, ...]:
    """Return the tables with these ids, in their order, with their players.

    One that cannot be read is left out, and logged: it must not break the others.
    """
    tables = []
    for (table_id,) in ids:
        try:
            row = connection.execute(SELECT_TABLE, (table_id,)).fetchone()
            tables.append(as_table(connection, row))
        except CorruptState as error:
            note_unreadable(table_id, str(error))
        except sqlite3.DatabaseError as error:
            if primary_error_code(error) != sqlite3.SQLITE_CORRUPT:
                raise
            note_unreadable(table_id, str(error))
    return tuple(tables)


@lru_cache(maxsize=1024)
def note_unreadable(table_id: int, why: str) -> None:
    """Log a table that cannot be read: once, however many lists it is left out of."""
    LOG.error(
        "table=T%s cannot be read and is left out of lists: %s. `%s doctor` looks at all of them",
        table_id,
        why,
        COMMAND,
    )


def as_table(connection: SqlConnection, row: tuple[Any, ...]) -> Table:
    """Convert a row of `COLUMNS` to a table, with its players and clocks; raises `CorruptState`."""
    try:
        return _table(connection, row)
    except (ValueError, TypeError) as error:
        raise CorruptState(f"the row of table T{row[0]} is damaged: {error}", reading=True) from error


def _table(  # noqa: PLR0914 - a name a column
    connection: SqlConnection, row: tuple[Any, ...]
) -> Table:
    id_, game, guild_id, channel_id, host_id, status, seed, counter, revision, plies, head, state, *rest = row
    board_channel_id, board_message_id, turn, home_id, answering, *rest = rest
    created_at, changed_at, waiting_since, *rest = rest
    journey, terms = _journey(*rest[:10]), _terms(rest[10:])
    _check_row(Status(status), state, terms.day)
    players = players_of(connection, id_)
    if terms.found or guild_id is None:
        players = _with_mirror(connection, id_, players)
    return Table(
        id=id_,
        game=game,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host_id,
        status=Status(status),
        terms=terms,
        seed=seed,
        counter=counter,
        revision=revision,
        plies=plies,
        head=head,
        state=state,
        players=players,
        board=None if board_message_id is None else Board(board_channel_id, board_message_id),
        time=Time(created_at, changed_at, waiting_since, _clocks(connection, id_) if terms.clock else ()),
        turn=turn,
        journey=journey,
        home_id=home_id,
        answering=answering,
    )


def _with_mirror(connection: SqlConnection, table_id: int, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return the players with the second board, if one of them has it."""
    row = connection.execute(SELECT_MIRROR, (table_id,)).fetchone()
    if row is None:
        return players
    user_id, *place = row
    return tuple(
        replace(player, afar=SecondBoard(*place)) if player.user_id == user_id else player
        for player in players
    )


def _check_row(status: Status, state: str | None, day: str | None) -> None:
    """Raise `ValueError` for values that would break every list."""
    if status in (Status.PLAYING, Status.OVER) and state is None:
        raise ValueError(f"it is {status}, and has no state")
    if day is not None:
        date.fromisoformat(day)


def term_row(terms: Terms) -> tuple[object, ...]:
    """Return the terms as the columns `TERMS`."""
    salts = json.dumps(terms.salts, ensure_ascii=False)
    return tuple(salts if name == "salts" else getattr(terms, name) for name in _TERM_NAMES)


def _terms(row: Iterable[Any]) -> Terms:
    values = dict(zip(_TERM_NAMES, row, strict=True))
    yes = {name: bool(values[name]) for name in _YES_OR_NO}
    sides, overtime = Sides(values["sides"]), Overtime(values["overtime"])
    return Terms(
        **values | yes | {"sides": sides, "overtime": overtime, "salts": tuple(json.loads(values["salts"]))}
    )


def _journey(  # noqa: PLR0913, PLR0917 - its columns, in their order
    parent_id: int | None,
    parent_ply: int,
    moved_code: str | None,
    moved_ply: int,
    moved_head: str,
    base_ply: int | None,
    base_state: str,
    base_counter: int,
    gone_id: int | None,
    away: int,
) -> Journey:
    return Journey(
        None if parent_id is None else (parent_id, parent_ply),
        None if moved_code is None else (moved_code, moved_ply, moved_head),
        None if base_ply is None else Base(base_ply, base_state, base_counter),
        gone_id,
        bool(away),
    )


def _clocks(connection: SqlConnection, table_id: int) -> tuple[SeatClock, ...]:
    rows = connection.execute(SELECT_CLOCKS, (table_id,))
    return tuple(
        SeatClock(seat, bank, spent, since, bool(up), nudged, last)
        for seat, bank, spent, since, up, nudged, last in rows
    )
