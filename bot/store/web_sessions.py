"""Who opens boards in a browser: links that were used, who has logged out, tables that are shown to all.

Each method is one transaction.
"""

from __future__ import annotations

from typing import Final

from bot.store import used_up
from bot.store.sql import SqlConnection, StorePart, reads, writes

LONGEST: Final = 30 * 24 * 60 * 60
"""Seconds for which a cookie is good; for so long those of who is forgotten are refused."""

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
    """The store's part for boards in a browser."""

    @writes
    def use(self, connection: SqlConnection, code: str, ends: float, now: float) -> bool:
        """Whether a link, good until `ends`, is used for the first time; from then on it is not any more."""
        used_up.expire(connection, now)
        if connection.execute(USED, (code,)).fetchone() is not None:
            return False
        connection.execute(USE, (code, ends))
        return True

    async def epoch(self, user_id: int) -> int:
        """How often somebody has logged out everywhere: what was let in before that is not any more."""
        return await self._reader.read(_epoch, user_id)

    @reads
    def good_from(self, connection: SqlConnection, user_id: int) -> tuple[int, float]:
        """What is signed for somebody is good with this `epoch`, and if it was signed after this moment.

        That is when they were forgotten; 0 if they were not.
        """
        ends = used_up.end_of(connection, _visits_of(user_id))
        return _epoch(connection, user_id), 0.0 if ends is None else ends - LONGEST

    async def expire(self, now: float) -> None:
        """Delete codes and marks that hold no longer."""
        await self._writer.write(used_up.expire, now)

    @writes
    def log_out(self, connection: SqlConnection, user_id: int) -> None:
        """Somebody logs out everywhere."""
        connection.execute(NEXT_EPOCH, (user_id,))

    @reads
    def code_of(self, connection: SqlConnection, table_id: int) -> str | None:
        """The code with which anybody may look at a table; none if that is not allowed."""
        row = connection.execute(CODE_OF, (table_id,)).fetchone()
        return None if row is None else str(row[0])

    @reads
    def table_shown_by(self, connection: SqlConnection, code: str) -> int | None:
        """The table that anybody may look at who has this code."""
        row = connection.execute(SHOWN_BY, (code,)).fetchone()
        return None if row is None else int(row[0])

    @writes
    def show(self, connection: SqlConnection, table_id: int, code: str) -> None:
        """Anybody who has the code may look at a table; one that there is stays."""
        connection.execute(SHOW, (table_id, code))

    @writes
    def hide(self, connection: SqlConnection, table_id: int) -> None:
        """Nobody may any more, whatever link they have."""
        connection.execute(HIDE, (table_id,))


def _epoch(connection: SqlConnection, user_id: int) -> int:
    row = connection.execute(EPOCH, (user_id,)).fetchone()
    return 0 if row is None else int(row[0])


def forget(connection: SqlConnection, user_id: int, at: float) -> None:
    """What was signed for somebody until now is good no longer, though nothing tells whose it was."""
    used_up.mark(connection, _visits_of(user_id), at + LONGEST)


def _visits_of(user_id: int) -> str:
    return f"visits of {user_id}"
