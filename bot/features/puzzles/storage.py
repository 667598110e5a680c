"""What people did with the puzzles of the day: a row for each person and game.

Each method is one transaction.
"""

from __future__ import annotations

from typing import Final

from bot.features.puzzles.model import Attempts
from bot.store.hooks import StorageHooks
from bot.store.sql import SqlConnection, StorePart, reads, writes

_FIRST: Final = """
-- What people did with the puzzles of the day, as in `Attempts`.

CREATE TABLE puzzles (
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    day TEXT NOT NULL,
    tries INTEGER NOT NULL,
    found INTEGER NOT NULL CHECK (found IN (0, 1)),
    shared INTEGER NOT NULL CHECK (shared IN (0, 1)),
    streak INTEGER NOT NULL,
    last TEXT NOT NULL,
    PRIMARY KEY (user_id, game)
) STRICT, WITHOUT ROWID;
"""

SELECT: Final = "SELECT day, tries, found, shared, streak, last FROM puzzles WHERE user_id = ? AND game = ?"
INSERT: Final = (
    "INSERT INTO puzzles (user_id, game, day, tries, found, shared, streak, last)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (user_id, game) DO NOTHING"
)
UPDATE: Final = (
    "UPDATE puzzles SET day = ?, tries = ?, found = ?, shared = ?, streak = ?, last = ?"
    " WHERE user_id = ? AND game = ? AND day = ? AND tries = ? AND found = ? AND shared = ?"
)


class PuzzleStorage(StorePart):
    """The puzzles on disk."""

    @reads
    def attempts(self, connection: SqlConnection, user_id: int, game: str) -> Attempts:
        """What somebody did with a game's puzzles; nothing, if they never tried one."""
        row = connection.execute(SELECT, (user_id, game)).fetchone()
        if row is None:
            return Attempts()
        day, tries, found, shared, streak, last = row
        return Attempts(day, tries, bool(found), bool(shared), streak, last)

    @writes
    def change(
        self, connection: SqlConnection, user_id: int, game: str, before: Attempts, after: Attempts
    ) -> bool:
        """Keep what they did, unless something else came between it and how it was `before`."""
        values = (after.day, after.tries, int(after.found), int(after.shared), after.streak, after.last)
        if before == Attempts():
            return connection.execute(INSERT, (user_id, game, *values)).rowcount == 1
        was = (before.day, before.tries, int(before.found), int(before.shared))
        return connection.execute(UPDATE, (*values, user_id, game, *was)).rowcount == 1


def _forget(connection: SqlConnection, user_id: int, _at: float) -> None:
    connection.execute("DELETE FROM puzzles WHERE user_id = ?", (user_id,))


HOOKS: Final = StorageHooks(
    key="puzzles",
    schema=(_FIRST,),
    personal={
        "puzzles": (
            "SELECT game, day, tries, found, shared, streak, last AS last_found"
            " FROM puzzles WHERE user_id = :user ORDER BY game"
        )
    },
    forget=_forget,
)
