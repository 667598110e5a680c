"""The secrets of deals on disk. At which tables they are played is `bot.store.deals`.

Each call of a `DealStorage` is one transaction.
"""

from __future__ import annotations

from typing import Final

from bot.store.hooks import StorageHooks
from bot.store.sql import SqlConnection, StorePart, writes

_FIRST: Final = """
-- The secrets of the deals of the day, and of the week.

CREATE TABLE deals (
    game TEXT NOT NULL,
    day TEXT NOT NULL,
    seed TEXT NOT NULL,
    PRIMARY KEY (game, day)
) STRICT, WITHOUT ROWID;
"""

INSERT: Final = "INSERT INTO deals (game, day, seed) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
SELECT: Final = "SELECT seed FROM deals WHERE game = ? AND day = ?"


class DealStorage(StorePart):
    """The secrets on disk."""

    @writes
    def secret(self, connection: SqlConnection, game: str, period: str, seed: str) -> str:
        """The secret of a deal: `seed`, unless somebody has asked for it before."""
        connection.execute(INSERT, (game, period, seed))
        return str(connection.execute(SELECT, (game, period)).fetchone()[0])


def _forget(_connection: SqlConnection, _user_id: int, _at: float) -> None:
    """Nothing is kept about people here; what they have played is a table's."""


HOOKS: Final = StorageHooks(key="deals", schema=(_FIRST,), personal={}, forget=_forget)
