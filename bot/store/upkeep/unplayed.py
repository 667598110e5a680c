"""Deletion of tables that were closed before any move.

Every function runs inside a transaction of its caller (`bot.store.db`).
"""

# ruff: noqa: S608 - only constants of this module are put together

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.cluster.shards import Shards
from bot.store.hooks import StorageHooks
from bot.store.sql import SqlConnection, for_shards, lock_exclusively

_UNPLAYED: Final = (
    "status = 'closed' AND plies <= 1 AND (plies = 0 OR parent_id IS NOT NULL OR moved_code IS NOT NULL)"
    " AND changed_at < ? AND day IS NULL AND away = 0 AND gone_id IS NULL"
    " AND NOT EXISTS (SELECT 1 FROM tables c WHERE c.parent_id = tables.id)"
    " AND NOT EXISTS (SELECT 1 FROM results r WHERE r.table_id = tables.id)"
    " AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.table_id = tables.id)"
)
"""The first line of a fork or a transferred game does not count as a move. Exported games are excluded."""

PARTS: Final = (
    "alarms",
    "authors",
    "clocks",
    "guests",
    "interactions",
    "lines",
    "mirrors",
    "old_boards",
    "outbox",
    "seats",
    "stretches",
    "web_shows",
)
"""What is deleted with a table; votes are deleted with their subject."""

UNLINK_TRANSFERS: Final = "UPDATE tables SET gone_id = NULL WHERE gone_id = ?"
"""Makes the tables whose games were transferred to a deleted table go on nowhere."""

FORGET_NOTE: Final = "DELETE FROM notes WHERE key = ?"
"""Deletes the note at which table a deleted one is played again."""


def unplayed_tables(
    connection: SqlConnection, before: float, limit: int, shards: Shards | None, hooks: Sequence[StorageHooks]
) -> tuple[int, ...]:
    """Return the ids of at most `limit` tables that were closed before then, and never played."""
    query = for_shards(
        f"SELECT id FROM tables WHERE {_unplayed_condition(hooks)} ORDER BY changed_at LIMIT ?", shards
    )
    return tuple(row[0] for row in connection.execute(query, (before, limit)).fetchall())


def _unplayed_condition(hooks: Sequence[StorageHooks]) -> str:
    """Return the condition for a table never played, and not needed by a feature; `?` is the moment."""
    return "".join((_UNPLAYED, *(f" AND NOT {hook.needs}" for hook in hooks if hook.needs)))


def remove_table(
    connection: SqlConnection, table_id: int, before: float, hooks: Sequence[StorageHooks]
) -> bool:
    """Delete an unplayed table: its row, those of `PARTS` and of the features, and the note of its rematch.

    Nothing is deleted if it was played, is still needed, or has changed since `before`, in seconds
    since 1970. Returns whether it was deleted. A game that was transferred to it can be transferred again.
    """
    lock_exclusively(connection)
    query = f"SELECT 1 FROM tables WHERE {_unplayed_condition(hooks)} AND id = ?"
    if connection.execute(query, (before, table_id)).fetchone() is None:
        return False
    for part in (*PARTS, *(name for hook in hooks for name in hook.tables)):
        connection.execute(f"DELETE FROM {part} WHERE table_id = ?", (table_id,))
    connection.execute(FORGET_NOTE, (f"next:{table_id}",))
    connection.execute(UNLINK_TRANSFERS, (table_id,))
    connection.execute("DELETE FROM tables WHERE id = ?", (table_id,))
    return True
