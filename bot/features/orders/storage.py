"""What people have ordered to be played by itself. Each method is one transaction."""

from __future__ import annotations

from typing import Final

from bot.store.hooks import StorageHooks
from bot.store.sql import SqlConnection, StorePart, upsert, writes

_FIRST: Final = """
-- What people have ordered to be played by itself: names such as `ploc.end`, with a blank between two.

CREATE TABLE orders (
    user_id INTEGER PRIMARY KEY,
    given TEXT NOT NULL
) STRICT;
"""

SELECT: Final = "SELECT given FROM orders WHERE user_id = ?"
UPDATE: Final = upsert("orders", "user_id, given", "user_id")
DELETE: Final = "DELETE FROM orders WHERE user_id = ?"


class OrderStorage(StorePart):
    """The orders on disk: names such as `ploc.end`."""

    async def orders_of(self, user_id: int) -> frozenset[str]:
        """What somebody has ordered."""
        return await self._reader.read(_orders_of, user_id)

    @writes
    def set_order(
        self, connection: SqlConnection, user_id: int, order: str, *, given: bool
    ) -> frozenset[str]:
        """Whether something is done by itself for somebody; returns all that they have ordered."""
        before = _orders_of(connection, user_id)
        orders = before | {order} if given else before - {order}
        if orders:
            connection.execute(UPDATE, (user_id, " ".join(sorted(orders))))
        else:
            connection.execute(DELETE, (user_id,))
        return orders


def _orders_of(connection: SqlConnection, user_id: int) -> frozenset[str]:
    row = connection.execute(SELECT, (user_id,)).fetchone()
    return frozenset() if row is None else frozenset(row[0].split())


def _forget(connection: SqlConnection, user_id: int, _at: float) -> None:
    connection.execute(DELETE, (user_id,))


HOOKS: Final = StorageHooks(
    key="orders",
    schema=(_FIRST,),
    personal={"orders": "SELECT given AS orders FROM orders WHERE user_id = :user"},
    forget=_forget,
)
