"""Marks that something is used up until a moment, without the user who used it.

After a person is forgotten, what they may not do twice stays forbidden: a deal of the day is played once, and
old cookies are invalid. A mark is an HMAC of its subject, with a key of this database; Discord's ids cannot
be recovered from it. It is deleted once its moment is past. See docs/decisions/data-deletion.md.

Every function runs inside a transaction of its caller (`bot.store.db`).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

from bot.store.sql import SqlConnection

KEY: Final = "mark key"
"""The key of the note with the secret key."""

FIRST_KEY: Final = "INSERT INTO notes (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
SELECT_KEY: Final = "SELECT value FROM notes WHERE key = ?"
PUT: Final = (
    "INSERT INTO web_codes (code, ends) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET ends = excluded.ends"
)
ENDS: Final = "SELECT ends FROM web_codes WHERE code = ?"
EXPIRED: Final = "DELETE FROM web_codes WHERE ends < ?"


def mark(connection: SqlConnection, what: str, ends: float) -> None:
    """Mark something as used up until `ends`, replacing an existing mark's end."""
    connection.execute(FIRST_KEY, (KEY, secrets.token_hex(32)))
    connection.execute(PUT, (_hashed_mark(_key(connection), what), ends))


def end_of(connection: SqlConnection, what: str) -> float | None:
    """Return until when something is marked as used up; None if it is not, or the mark is deleted already."""
    key = _key(connection)
    row = None if key is None else connection.execute(ENDS, (_hashed_mark(key, what),)).fetchone()
    return None if row is None else float(row[0])


def expire(connection: SqlConnection, now: float) -> None:
    """Delete expired marks and codes of links."""
    connection.execute(EXPIRED, (now,))


def _key(connection: SqlConnection) -> str | None:
    """Return the secret key; None as long as there are no marks."""
    row = connection.execute(SELECT_KEY, (KEY,)).fetchone()
    return None if row is None else str(row[0])


def _hashed_mark(key: str | None, what: str) -> str:
    assert key is not None  # noqa: S101 - it was noted before
    return hmac.new(bytes.fromhex(key), what.encode(), hashlib.sha256).hexdigest()
