"""Up to where people have seen their tables: what happened since then they have missed.

Looks are kept in memory and saved together now and then: what a crash takes of them only means that somebody
is told a little more than they have missed.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from bot.features.history.storage import LastSeen, LastSeenStorage
from bot.kernel.session import Session
from bot.store import StoreError, Table

KEPT: Final = 4096
"""So many looks are remembered; the others are read again where they are asked for."""

ABSENT: Final = 60 * 60.0
"""Seconds without a look after which somebody was away."""


class LastSeenTracker:
    """What somebody has seen of a table."""

    def __init__(self, session: Session) -> None:
        self._store = session.context.store
        self._storage = LastSeenStorage(session.context.store)
        self._now = session.now
        self._known = OrderedDict[tuple[int, int], LastSeen]()
        self._unsaved = dict[tuple[int, int], LastSeen]()

    async def note_seen(self, table: Table, user_id: int) -> None:
        """Somebody sees the table as it is, or does something there."""
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
        """After how many plies somebody has been away, if more happened since; none if they were not.

        Whoever was never here was not away.
        """
        known = self._known.get((table.id, user_id))
        if known is not None and not self._is_absence(known):
            return None
        kept = await self._storage.last_seen(table.id, user_id)
        if kept is not None and not self._is_absence(kept):
            self._remember((table.id, user_id), kept)
            return None
        seen = await self._last_seen(table, user_id)
        return (
            seen.plies if seen is not None and self._is_absence(seen) and seen.plies < table.plies else None
        )

    def _is_absence(self, look: LastSeen) -> bool:
        return look.at + ABSENT <= self._now()

    async def plies_seen(self, table: Table, user_id: int) -> int:
        """How many plies somebody has seen, up to their last look or line; none of what is new to them."""
        seen = await self._last_seen(table, user_id)
        return 0 if seen is None else min(seen.plies, table.plies)

    async def _last_seen(self, table: Table, user_id: int) -> LastSeen | None:
        """The last look at a table, here or in another process, or line that somebody has written there."""
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
        """Keep what was seen since the last time. What the disk does not take is tried again."""
        unsaved, self._unsaved = self._unsaved, {}
        if not unsaved:
            return
        try:
            await self._storage.save(unsaved)
        except StoreError:
            self._unsaved = unsaved | self._unsaved
            raise

    def forget(self, user_id: int) -> None:
        """Somebody is forgotten."""
        for looks in (self._known, self._unsaved):
            for key in [key for key in looks if key[1] == user_id]:
                del looks[key]
