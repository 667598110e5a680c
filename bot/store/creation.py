"""The SQL that opens a table, and what can stand in its way; see `bot.store.tables` for the rest."""

# ruff: noqa: S608 - only constants of this module are put together

from __future__ import annotations

import sqlite3
from typing import Final

from bot.store.errors import ArrivedBefore, DealtBefore, FollowedBefore, NoSuchTable, TooManyTables
from bot.store.model import NewTable, Status, Table
from bot.store.rows import add_alarms, add_players, set_clocks
from bot.store.tables import (
    INSERT_INTERACTION,
    INSERT_LINE,
    LIVE,
    apply,
    based,
    existing,
    note,
    of_deal,
    refuse_repeated,
    set_note,
)
from engine.fairness import commitment, first_hash, next_hash

INSERT_TABLE: Final = (
    "INSERT INTO tables (game, guild_id, channel_id, host_id, status, options, rules_version, seed, counter,"
    " revision, plies, head, state, created_at, changed_at, patience, waiting_since, day, clock, bank,"
    " forfeit, parent_id, parent_ply, base_ply, base_state, base_counter, language, moved_code, moved_ply,"
    " moved_head, hints)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
ARRIVED: Final = (
    "SELECT id FROM tables WHERE moved_head = ? AND (status != 'closed' OR state IS NOT NULL) LIMIT 1"
)
LIVE_IN_GUILD: Final = f"SELECT count(*) FROM tables WHERE guild_id = ? AND {LIVE}"
INSERT_STRETCHES: Final = "INSERT INTO stretches (table_id, text) VALUES (?, ?)"
UPDATE_GONE: Final = (
    "UPDATE tables SET gone_id = ?"
    " WHERE head LIKE ? AND plies = ? AND status = 'closed' AND state IS NOT NULL"
)


def create(connection: sqlite3.Connection, new: NewTable, interaction: int) -> Table:
    """The table as it was opened: revision 0, an empty log.

    Raises the first that holds: `Repeated`, those of `save` for the table that it `closes`, `ArrivedBefore`,
    `DealtBefore`, `FollowedBefore`, `TooManyTables`.
    """
    refuse_repeated(connection, interaction)
    if new.closes is not None:
        apply(connection, new.closes)
    _refuse(connection, new)
    table_id, head = _inserted(connection, new)
    add_players(connection, table_id, new.players)
    if new.entry is not None:
        connection.execute(INSERT_LINE, (table_id, 1, 0, new.host_id, new.entry, head, new.at))
    if new.clocks:
        set_clocks(connection, table_id, new.clocks)
    if new.alarms:
        add_alarms(connection, new.alarms, table_id)
    if new.follows is not None:
        set_note(connection, _next_of(new.follows), str(table_id))
    if new.moved is not None:
        connection.execute(INSERT_STRETCHES, (table_id, new.earlier))
        connection.execute(UPDATE_GONE, (table_id, f"{new.moved[2]}%", new.moved[1]))
    connection.execute(INSERT_INTERACTION, (interaction, table_id, 0))
    return existing(connection, table_id)


def _inserted(connection: sqlite3.Connection, new: NewTable) -> tuple[int, str]:
    """The table's row is written; returns its id, and the hash of its log so far."""
    begun = new.state is not None
    seats, plies = len(new.players) if begun else 0, 0
    head = first_hash(new.game, new.options, seats, new.rules_version, commitment(new.seed))
    if new.entry is not None:
        plies, head = 1, next_hash(head, 1, 0, new.entry)
    place = (new.game, new.guild_id, new.channel_id, new.host_id)
    rules = (new.options, new.rules_version, new.seed, new.counter)
    times = (new.at, new.at, new.patience, new.at, new.day, new.clock, new.bank, new.forfeit)
    grown = (*(new.parent or (None, None)), *based(new.base), new.language)
    moved = new.moved or (None, None, None)
    status = Status.PLAYING if begun else Status.OPEN
    row = (*place, status, *rules, plies, head, new.state, *times, *grown, *moved, new.hints)
    table_id = connection.execute(INSERT_TABLE, row).lastrowid
    if table_id is None:  # cannot be after an INSERT, but sqlite3's types allow it
        raise NoSuchTable(0)
    return table_id, head


def _refuse(connection: sqlite3.Connection, new: NewTable) -> None:
    """Raises what `create` does, if there cannot be such a table."""
    if new.moved is not None:
        _refuse_arrived(connection, new.moved)
    if new.day is not None and (earlier := of_deal(connection, new.game, new.day, new.host_id)) is not None:
        raise DealtBefore(earlier.id)
    if new.follows is not None:
        _refuse_followed(connection, new.follows)
    if new.most:
        _refuse_many(connection, new.guild_id, new.most)


def _refuse_arrived(connection: sqlite3.Connection, moved: tuple[str, int, str]) -> None:
    """Raises `ArrivedBefore` if a game that moved house is here already, and was not sent away unbegun."""
    found = connection.execute(ARRIVED, (moved[2],)).fetchone()
    if found is not None:
        raise ArrivedBefore(found[0])


def _refuse_many(connection: sqlite3.Connection, guild_id: int | None, most: int) -> None:
    """Raises `TooManyTables` if a server has as many live tables as it allows."""
    if connection.execute(LIVE_IN_GUILD, (guild_id,)).fetchone()[0] >= most:
        raise TooManyTables(most)


def _refuse_followed(connection: sqlite3.Connection, table_id: int) -> None:
    """Raises `FollowedBefore` if a table is played again already, at one that was not closed meanwhile."""
    noted = note(connection, _next_of(table_id))
    if noted is not None and existing(connection, int(noted)).status is not Status.CLOSED:
        raise FollowedBefore(int(noted))


def _next_of(table_id: int) -> str:
    """The note that tells where a table is played again."""
    return f"next:{table_id}"
