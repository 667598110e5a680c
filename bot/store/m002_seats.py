"""From schema 1 to 2: what was agreed holds the number of seats, players pick, and others may stand in.

The hashes are written out here, as they were and as they became with this schema: a migration that was
released stays as it is, whatever `engine.fairness` does later.
"""

from __future__ import annotations

import sqlite3
from hashlib import sha256
from typing import Any

_COLUMNS = (
    "ALTER TABLE tables ADD COLUMN patience INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN waiting_since REAL NOT NULL DEFAULT 0",
    "ALTER TABLE seats ADD COLUMN picks TEXT NOT NULL DEFAULT '{}'",
)
_TABLES = (
    "SELECT id, game, options, rules_version, seed, head, plies,"
    " CASE WHEN status IN ('playing', 'over')"
    " THEN (SELECT count(*) FROM seats WHERE table_id = id) ELSE 0 END FROM tables"
)
_LINES = "SELECT ply, seat, action, hash FROM lines WHERE table_id = ? ORDER BY ply"


def m002_seats(connection: sqlite3.Connection) -> None:
    """Three columns, and every log's chain begun anew with the number of seats.

    A chain that was broken before is left as it is: broken.
    """
    for column in _COLUMNS:
        connection.execute(column)
    connection.execute("UPDATE tables SET waiting_since = changed_at")
    for id_, game, options, rules_version, seed, head, plies, seats in connection.execute(_TABLES).fetchall():
        lines = connection.execute(_LINES, (id_,)).fetchall()
        secret = _hash(seed)
        if _holds(_hash(f"{game}\n{options}\n{rules_version}\n{secret}"), lines, plies, head):
            first = _hash(f"{game}\n{options}\n{seats}\n{rules_version}\n{secret}")
            _rewrite(connection, id_, first, lines)


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _next(before: str, ply: int, seat: int, action: str) -> str:
    return _hash(f"{before}\n{ply} {seat} {action}")


def _holds(before: str, lines: list[tuple[Any, ...]], plies: int, head: str) -> bool:
    """Whether the lines, numbered from 1, lead from the hash `before` to `head`."""
    for number, (ply, seat, action, hash_) in enumerate(lines, start=1):
        before = _next(before, ply, seat, action)
        if (ply, hash_) != (number, before):
            return False
    return (len(lines), before) == (plies, head)


def _rewrite(connection: sqlite3.Connection, id_: int, head: str, lines: list[tuple[Any, ...]]) -> None:
    for ply, seat, action, _ in lines:
        head = _next(head, ply, seat, action)
        connection.execute("UPDATE lines SET hash = ? WHERE table_id = ? AND ply = ?", (head, id_, ply))
    connection.execute("UPDATE tables SET head = ? WHERE id = ?", (head, id_))
