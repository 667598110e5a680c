"""How far people have come in the lessons of the games: a row for each person and game.

Each function is one transaction.
"""

from __future__ import annotations

from typing import Final

from bot.features.lessons.model import Progress
from bot.store import Store
from bot.store.hooks import StorageHooks
from bot.store.sql import SqlConnection, upsert

_FIRST: Final = """
-- How far people have come in *Teach me*, as in `Progress`.

CREATE TABLE lessons (
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    done INTEGER NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (user_id, game)
) STRICT, WITHOUT ROWID;
"""

SELECT: Final = "SELECT done, lines FROM lessons WHERE user_id = ? AND game = ?"
UPSERT: Final = upsert("lessons", "user_id, game, done, lines", "user_id", "game")


class LessonStorage:
    """The lessons on disk."""

    def __init__(self, store: Store) -> None:
        self._writer = store.writer
        self._reader = store.reader

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


def _forget(connection: SqlConnection, user_id: int, _at: float) -> None:
    connection.execute("DELETE FROM lessons WHERE user_id = ?", (user_id,))


HOOKS: Final = StorageHooks(
    key="lessons",
    schema=(_FIRST,),
    personal={"lessons": "SELECT game, done, lines FROM lessons WHERE user_id = :user ORDER BY game"},
    forget=_forget,
)
