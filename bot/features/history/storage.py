"""Up to where people have seen their tables: a row for each table and person.

Each method is one transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.store.hooks import StorageHooks
from bot.store.sql import SqlConnection, StorePart, reads, writes

_FIRST: Final = """
-- Up to where people have seen their tables.

CREATE TABLE looks (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user_id INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX looks_user ON looks (user_id);
"""

SELECT: Final = "SELECT plies, at FROM looks WHERE table_id = ? AND user_id = ?"
UPSERT: Final = (
    "INSERT INTO looks (table_id, user_id, plies, at) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (table_id, user_id) DO UPDATE SET plies = excluded.plies, at = excluded.at"
    " WHERE excluded.at >= looks.at"
)


@dataclass(frozen=True, slots=True)
class LastSeen:
    """That somebody has seen a table `at` a moment, with so many `plies` in its log."""

    plies: int
    at: float


class LastSeenStorage(StorePart):
    """The looks on disk."""

    @reads
    def last_seen(self, connection: SqlConnection, table_id: int, user_id: int) -> LastSeen | None:
        """Somebody's last look at a table that was kept; none if there was none."""
        row = connection.execute(SELECT, (table_id, user_id)).fetchone()
        return None if row is None else LastSeen(*row)

    @writes
    def save(self, connection: SqlConnection, looks: Mapping[tuple[int, int], LastSeen]) -> None:
        """Keep these, by table and person, in place of what is older than they are."""
        for (table_id, user_id), look in sorted(looks.items()):
            connection.execute(UPSERT, (table_id, user_id, look.plies, look.at))


def _forget(connection: SqlConnection, user_id: int, _at: float) -> None:
    connection.execute("DELETE FROM looks WHERE user_id = ?", (user_id,))


HOOKS: Final = StorageHooks(
    key="history",
    schema=(_FIRST,),
    tables=("looks",),
    personal={
        "looks": (
            "SELECT 'T' || t.id AS \"table\", t.game, l.plies, l.at FROM looks l"
            " JOIN tables t ON t.id = l.table_id WHERE l.user_id = :user ORDER BY t.id"
        ),
    },
    forget=_forget,
)
