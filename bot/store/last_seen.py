"""Up to where people have seen their tables: a row for each table and person.

Each function is one transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.store.model import Look
from bot.store.sql import SqlConnection, Transactions

SELECT: Final = "SELECT plies, at FROM looks WHERE table_id = ? AND user_id = ?"
UPSERT: Final = (
    "INSERT INTO looks (table_id, user_id, plies, at) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (table_id, user_id) DO UPDATE SET plies = excluded.plies, at = excluded.at"
    " WHERE excluded.at >= looks.at"
)


class Looks:
    """The store's part for what people have missed."""

    def __init__(self, writer: Transactions, reader: Transactions) -> None:
        self._writer = writer
        self._reader = reader

    async def at(self, table_id: int, user_id: int) -> Look | None:
        """Somebody's last look at a table that was kept; none if there was none."""
        return await self._reader.read(_look, table_id, user_id)

    async def save(self, looks: Mapping[tuple[int, int], Look]) -> None:
        """Keep these, by table and person, in place of what is older than they are."""
        await self._writer.write(_save, dict(looks))


def _look(connection: SqlConnection, table_id: int, user_id: int) -> Look | None:
    row = connection.execute(SELECT, (table_id, user_id)).fetchone()
    return None if row is None else Look(*row)


def _save(connection: SqlConnection, looks: Mapping[tuple[int, int], Look]) -> None:
    for (table_id, user_id), look in sorted(looks.items()):
        connection.execute(UPSERT, (table_id, user_id, look.plies, look.at))
