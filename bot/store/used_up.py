"""Marks: something is used up until a moment, without a word of who has used it.

When somebody is forgotten, what they may not do twice holds all the same: a deal of the day is played once,
and a cookie from before lets nobody in. A mark is an HMAC of what it is about, with a key of this database;
nobody reads a number of Discord's from it. It is deleted once its moment is past. See
docs/decisions/data-deletion.md.

Every function runs inside a transaction of its caller (`bot.store.db`).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

from bot.store.sql import SqlConnection

KEY: Final = "mark key"
"""Under which the key is noted."""

FIRST_KEY: Final = "INSERT INTO notes (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
SELECT_KEY: Final = "SELECT value FROM notes WHERE key = ?"
PUT: Final = (
    "INSERT INTO web_codes (code, ends) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET ends = excluded.ends"
)
ENDS: Final = "SELECT ends FROM web_codes WHERE code = ?"
EXPIRED: Final = "DELETE FROM web_codes WHERE ends < ?"


def mark(connection: SqlConnection, what: str, ends: float) -> None:
    """Mark something as used up until `ends`; a mark that is there already gets this end."""
    connection.execute(FIRST_KEY, (KEY, secrets.token_hex(32)))
    connection.execute(PUT, (_hashed_mark(_key(connection), what), ends))


def end_of(connection: SqlConnection, what: str) -> float | None:
    """Until when something is marked as used up; none if it is not, or if that mark is deleted already."""
    key = _key(connection)
    row = None if key is None else connection.execute(ENDS, (_hashed_mark(key, what),)).fetchone()
    return None if row is None else float(row[0])


def expire(connection: SqlConnection, now: float) -> None:
    """Delete the marks, and codes of links, that hold no longer."""
    connection.execute(EXPIRED, (now,))


def _key(connection: SqlConnection) -> str | None:
    """The key; none as long as nothing was ever marked."""
    row = connection.execute(SELECT_KEY, (KEY,)).fetchone()
    return None if row is None else str(row[0])


def _hashed_mark(key: str | None, what: str) -> str:
    assert key is not None  # noqa: S101 - it was noted before
    return hmac.new(bytes.fromhex(key), what.encode(), hashlib.sha256).hexdigest()
