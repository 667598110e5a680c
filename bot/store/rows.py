"""Rows as values and values as rows: tables with their seats and clocks, alarms."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterable
from dataclasses import fields, replace
from datetime import date
from functools import lru_cache
from typing import Any, Final

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
    return {user: clean_name(name, user) for user, name in connection.execute(SELECT_GUESTS, (table_id,))}


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
            if primary_error_code(error) != sqlite3.SQLITE_CORRUPT:
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
    """The players; who of them is not in the table's server sees it elsewhere."""
    row = connection.execute(SELECT_MIRROR, (table_id,)).fetchone()
    if row is None:
        return players
    user_id, *place = row
    return tuple(replace(one, afar=SecondBoard(*place)) if one.user_id == user_id else one for one in players)


def _check_row(status: Status, state: str | None, day: str | None) -> None:
    """Raises `ValueError` for what every list would stumble over."""
    if status in (Status.PLAYING, Status.OVER) and state is None:
        raise ValueError(f"it is {status}, and has no state")
    if day is not None:
        date.fromisoformat(day)


def term_row(terms: Terms) -> tuple[object, ...]:
    """The terms as the columns `TERMS`."""
    salts = json.dumps(terms.salts, ensure_ascii=False)
    return tuple(salts if name == "salts" else getattr(terms, name) for name in _TERM_NAMES)


def _terms(row: Iterable[Any]) -> Terms:
    given = dict(zip(_TERM_NAMES, row, strict=True))
    yes = {name: bool(given[name]) for name in _YES_OR_NO}
    sides, overtime = Sides(given["sides"]), Overtime(given["overtime"])
    return Terms(
        **given | yes | {"sides": sides, "overtime": overtime, "salts": tuple(json.loads(given["salts"]))}
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
