"""Tracks how much of each table its players have seen, to tell what they missed.

Last-seen records are kept in memory and saved together from time to time: after a crash a user is told a
little more than they have missed.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from bot.features.history.storage import LastSeen, LastSeenStorage
from bot.kernel.session import Session
from bot.store import StoreError, Table

KEPT: Final = 4096
"""The most cached records; others are read from the database."""

ABSENT: Final = 60 * 60.0
"""Seconds without a look after which a user counts as away."""


class LastSeenTracker:
    """What users have seen of their tables."""

    def __init__(self, session: Session) -> None:
        self._store = session.context.store
        self._storage = LastSeenStorage(session.context.store)
        self._now = session.now
        self._known = OrderedDict[tuple[int, int], LastSeen]()
        self._unsaved = dict[tuple[int, int], LastSeen]()

    async def note_seen(self, table: Table, user_id: int) -> None:
        """Note that a user sees the table now, or acts there."""
        key = table.id, user_id
        self._unsaved[key] = self._remember(key, LastSeen(table.plies, self._now()))
        if len(self._unsaved) >= KEPT:
            await self.save()

    def _remember(self, key: tuple[int, int], look: LastSeen) -> LastSeen:
        self._known[key] = look
        self._known.move_to_end(key)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return look

    async def missed_since(self, table: Table, user_id: int) -> int | None:
        """The plies seen by a user who was away, if more happened since; none if they were not.

        A user without any record was not away.
        """
        known = self._known.get((table.id, user_id))
        if known is not None and not self._is_absence(known):
            return None
        stored = await self._storage.last_seen(table.id, user_id)
        if stored is not None and not self._is_absence(stored):
            self._remember((table.id, user_id), stored)
            return None
        seen = await self._last_seen(table, user_id)
        return (
            seen.plies if seen is not None and self._is_absence(seen) and seen.plies < table.plies else None
        )

    def _is_absence(self, look: LastSeen) -> bool:
        return look.at + ABSENT <= self._now()

    async def plies_seen(self, table: Table, user_id: int) -> int:
        """How many plies a user has seen, up to their last look or line; 0 if none."""
        seen = await self._last_seen(table, user_id)
        return 0 if seen is None else min(seen.plies, table.plies)

    async def _last_seen(self, table: Table, user_id: int) -> LastSeen | None:
        """The latest record of a user at a table: cached, stored, or their own last line."""
        looks = [
            self._known.get((table.id, user_id)),
            await self._storage.last_seen(table.id, user_id),
            await self._last_own_line(table, user_id),
        ]
        return max(filter(None, looks), key=lambda look: (look.at, look.plies), default=None)

    async def _last_own_line(self, table: Table, user_id: int) -> LastSeen | None:
        line = await self._store.last_line(table.id, user_id, table.plies)
        return None if line is None else LastSeen(*line)

    async def save(self) -> None:
        """Store the records since the last time. If that fails, they are kept for the next time."""
        unsaved, self._unsaved = self._unsaved, {}
        if not unsaved:
            return
        try:
            await self._storage.save(unsaved)
        except StoreError:
            self._unsaved = unsaved | self._unsaved
            raise

    def forget(self, user_id: int) -> None:
        """Drop the records of a user."""
        for looks in (self._known, self._unsaved):
            for key in [key for key in looks if key[1] == user_id]:
                del looks[key]
