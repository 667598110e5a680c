"""How far people have come in the lessons of the games: a row for each person and game.

Each function is one transaction.
"""

from __future__ import annotations

from typing import Final

from bot.store.model import Progress
from bot.store.sql import SqlConnection, Transactions, upsert

SELECT: Final = "SELECT done, lines FROM lessons WHERE user_id = ? AND game = ?"
UPSERT: Final = upsert("lessons", "user_id, game, done, lines", "user_id", "game")


class Lessons:
    """The store's part for *Teach me*."""

    def __init__(self, writer: Transactions, reader: Transactions) -> None:
        self._writer = writer
        self._reader = reader

    async def progress(self, user_id: int, game: str) -> Progress:
        """How far somebody has come in a game's lesson; at its beginning, if they never looked."""
        return await self._reader.read(_progress, user_id, game)

    async def save(self, user_id: int, game: str, progress: Progress) -> None:
        """Keep how far they have come, in place of what was there."""
        await self._writer.write(_save, user_id, game, progress)


def _progress(connection: SqlConnection, user_id: int, game: str) -> Progress:
    row = connection.execute(SELECT, (user_id, game)).fetchone()
    if row is None:
        return Progress()
    done, lines = row
    return Progress(done, tuple(lines.splitlines()))


def _save(connection: SqlConnection, user_id: int, game: str, progress: Progress) -> None:
    connection.execute(UPSERT, (user_id, game, progress.done, "\n".join(progress.lines)))
