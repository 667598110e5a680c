"""Stored web sessions: used links, logouts, and tables shown to everyone.

Each method is one transaction.
"""

from __future__ import annotations

from typing import Final

from bot.store import used_up
from bot.store.sql import SqlConnection, StorePart, reads, writes

LONGEST: Final = 30 * 24 * 60 * 60
"""Seconds for which a cookie is valid; for so long those of forgotten people are refused."""

USED: Final = "SELECT 1 FROM web_codes WHERE code = ?"
USE: Final = "INSERT INTO web_codes (code, ends) VALUES (?, ?)"
EPOCH: Final = "SELECT epoch FROM web_epochs WHERE user_id = ?"
NEXT_EPOCH: Final = (
    "INSERT INTO web_epochs (user_id, epoch) VALUES (?, 1)"
    " ON CONFLICT (user_id) DO UPDATE SET epoch = web_epochs.epoch + 1"
)
CODE_OF: Final = "SELECT code FROM web_shows WHERE table_id = ?"
SHOWN_BY: Final = "SELECT table_id FROM web_shows WHERE code = ?"
SHOW: Final = "INSERT INTO web_shows (table_id, code) VALUES (?, ?) ON CONFLICT (table_id) DO NOTHING"
HIDE: Final = "DELETE FROM web_shows WHERE table_id = ?"


class StoredWebSessions(StorePart):
    """Stored web sessions and public links."""

    @writes
    def use(self, connection: SqlConnection, code: str, ends: float, now: float) -> bool:
        """Use a link, valid until `ends`; returns false if it was used before."""
        used_up.expire(connection, now)
        if connection.execute(USED, (code,)).fetchone() is not None:
            return False
        connection.execute(USE, (code, ends))
        return True

    async def epoch(self, user_id: int) -> int:
        """Return a user's logout count: cookies with a lower one are invalid."""
        return await self._reader.read(_epoch, user_id)

    @reads
    def good_from(self, connection: SqlConnection, user_id: int) -> tuple[int, float]:
        """Return the valid `epoch` of a user's cookies, and the moment before which all of them are invalid.

        That is when the user was forgotten; 0 if they were not.
        """
        ends = used_up.end_of(connection, _visits_of(user_id))
        return _epoch(connection, user_id), 0.0 if ends is None else ends - LONGEST

    async def expire(self, now: float) -> None:
        """Delete expired codes and marks."""
        await self._writer.write(used_up.expire, now)

    @writes
    def log_out(self, connection: SqlConnection, user_id: int) -> None:
        """Log a user out everywhere."""
        connection.execute(NEXT_EPOCH, (user_id,))

    @reads
    def code_of(self, connection: SqlConnection, table_id: int) -> str | None:
        """Return the code of a table's public link; None if it has none."""
        row = connection.execute(CODE_OF, (table_id,)).fetchone()
        return None if row is None else str(row[0])

    @reads
    def table_shown_by(self, connection: SqlConnection, code: str) -> int | None:
        """Return the id of the table that this public code shows."""
        row = connection.execute(SHOWN_BY, (code,)).fetchone()
        return None if row is None else int(row[0])

    @writes
    def show(self, connection: SqlConnection, table_id: int, code: str) -> None:
        """Create a table's public link with this code; an existing one stays."""
        connection.execute(SHOW, (table_id, code))

    @writes
    def hide(self, connection: SqlConnection, table_id: int) -> None:
        """Delete a table's public link."""
        connection.execute(HIDE, (table_id,))


def _epoch(connection: SqlConnection, user_id: int) -> int:
    row = connection.execute(EPOCH, (user_id,)).fetchone()
    return 0 if row is None else int(row[0])


def forget(connection: SqlConnection, user_id: int, at: float) -> None:
    """Invalidate a forgotten user's cookies, without storing whose they were."""
    used_up.mark(connection, _visits_of(user_id), at + LONGEST)


def _visits_of(user_id: int) -> str:
    return f"visits of {user_id}"
