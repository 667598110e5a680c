"""Logs as chains of hashes: whether each leads from what was agreed to the head of its table.

Every function runs inside a transaction of its caller (`bot.store.db`).
"""

from __future__ import annotations

from bot.store.errors import CorruptState
from bot.store.model import Line, Table
from bot.store.sql import SqlConnection
from bot.store.tables import log, require_table, start_of
from engine.fairness import next_hash


def broken_chains(connection: SqlConnection) -> tuple[int, ...]:
    """The ids of the tables whose log does not lead, hash by hash, from what was agreed to their head."""
    every = [table_id for (table_id,) in connection.execute("SELECT id FROM tables ORDER BY id").fetchall()]
    return tuple(table_id for table_id in every if not _is_intact(connection, table_id))


def counts(connection: SqlConnection) -> tuple[int, int]:
    """How many tables and how many log lines there are."""
    tables = connection.execute("SELECT count(*) FROM tables").fetchone()[0]
    return tables, connection.execute("SELECT count(*) FROM lines").fetchone()[0]


def _is_intact(connection: SqlConnection, table_id: int) -> bool:
    """Whether a table can be read, and its log is a chain."""
    try:
        return _is_chain(require_table(connection, table_id), log(connection, table_id))
    except CorruptState:
        return False


def _is_chain(table: Table, lines: tuple[Line, ...]) -> bool:
    """Whether the lines are numbered from 1, each has the hash that follows, and the last is the head."""
    seats = len(table.players) if table.state is not None else 0
    hash_ = start_of(table, seats, lines)
    for ply, line in enumerate(lines, start=1):
        hash_ = next_hash(hash_, ply, line.seat, line.action)
        if (line.ply, line.hash) != (ply, hash_):
            return False
    return (len(lines), hash_) == (table.plies, table.head)
