"""How far people have come in the lessons of the games: a row for each person and game.

Each method is one transaction.
"""

from __future__ import annotations

from typing import Final

from bot.features.lessons.model import Progress
from bot.store.hooks import StorageHooks
from bot.store.sql import SqlConnection, StorePart, reads, upsert, writes

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


class LessonStorage(StorePart):
    """The lessons on disk."""

    @reads
    def progress(self, connection: SqlConnection, user_id: int, game: str) -> Progress:
        """How far somebody has come in a game's lesson; at its beginning, if they never looked."""
        row = connection.execute(SELECT, (user_id, game)).fetchone()
        if row is None:
            return Progress()
        done, lines = row
        return Progress(done, tuple(lines.splitlines()))

    @writes
    def save(self, connection: SqlConnection, user_id: int, game: str, progress: Progress) -> None:
        """Keep how far they have come, in place of what was there."""
        connection.execute(UPSERT, (user_id, game, progress.done, "\n".join(progress.lines)))


def _forget(connection: SqlConnection, user_id: int, _at: float) -> None:
    connection.execute("DELETE FROM lessons WHERE user_id = ?", (user_id,))


HOOKS: Final = StorageHooks(
    key="lessons",
    schema=(_FIRST,),
    personal={"lessons": "SELECT game, done, lines FROM lessons WHERE user_id = :user ORDER BY game"},
    forget=_forget,
)
