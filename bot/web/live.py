"""Who has a page open, and what they are told: that the table there has changed.

Whoever plays is told at once. The others follow at an even pace, so that what their pages ask for then
comes at that pace, and never between a click in Discord and its answer all at once. Who was not told yet
when the next change comes is told of the newest one alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Final

from bot.web.limits import ConcurrencyLimit, WebLimits

PACE: Final = 100.0
"""Pages a second that are told of changes, or may come to ask whether there are any."""

BATCH: Final = 5
"""Of which so many are told at a time."""

SLOW: Final = 20.0
"""Seconds, at least, after which a page without a stream asks again."""


@dataclass(frozen=True, slots=True)
class OpenPage:
    """A page that is open: at which table, from where, and by whom; `person` is 0 for who only looks on."""

    table: int
    address: str
    person: int = 0
    plays: bool = False


class LivePages:
    """The open pages by table. One that is open costs nothing until its table changes."""

    def __init__(self, limits: WebLimits) -> None:
        self._open: dict[int, dict[asyncio.Event, OpenPage]] = {}
        self._waiting: dict[asyncio.Event, None] = {}
        self._telling: asyncio.Task[None] | None = None
        self._slot = 0.0
        self._all = ConcurrencyLimit(limits.streams)
        self._watchers = ConcurrencyLimit(limits.watchers)
        self._of_address = ConcurrencyLimit(limits.streams_of_address)
        self._of_person = ConcurrencyLimit(limits.streams_of_person)
        self._of_table = ConcurrencyLimit(limits.streams_of_table)
        self._of_watched = ConcurrencyLimit(limits.watchers_of_table)

    @property
    def pages(self) -> int:
        """How many are open."""
        return sum(map(len, self._open.values()))

    def notify_changed(self, table_id: int | None) -> None:
        """A table has changed; none: any may have."""
        for pages in (self._open.get(table_id, {}),) if table_id is not None else tuple(self._open.values()):
            for event, page in pages.items():
                if page.plays:
                    event.set()
                else:
                    self._waiting[event] = None
        if self._waiting and self._telling is None:
            self._telling = asyncio.create_task(self._notify_waiting())

    async def _notify_waiting(self) -> None:
        """Tell those who wait for it, a few at a time."""
        try:
            while self._waiting:
                for event in tuple(self._waiting)[:BATCH]:
                    del self._waiting[event]
                    event.set()
                await asyncio.sleep(BATCH / PACE)
        finally:
            self._telling = None

    def retry_delay(self, now: float) -> float:
        """Seconds after which a page that has no stream may ask again: no two at the same time."""
        self._slot = max(now + SLOW, self._slot + 1 / PACE)
        return self._slot - now

    def has_room(self, page: OpenPage) -> bool:
        """Whether a page may have a stream."""
        return all(places.has_room(key) for places, key in self._limits_for(page))

    def _limits_for(self, page: OpenPage) -> list[tuple[ConcurrencyLimit, str]]:
        """What a page takes its places from."""
        places = [
            (self._all, ""),
            (self._of_address, page.address),
            (self._of_table, f"{page.table}"),
        ]
        if page.person:
            return [*places, (self._of_person, f"{page.table} {page.person}")]
        return [*places, (self._watchers, ""), (self._of_watched, f"{page.table}")]

    @contextmanager
    def subscribe(self, page: OpenPage) -> Iterator[asyncio.Event]:
        """An event that is set whenever the table changes, as long as the page is open."""
        event = asyncio.Event()
        self._open.setdefault(page.table, {})[event] = page
        with ExitStack() as stack:
            for places, key in self._limits_for(page):
                places.acquire(key)
                stack.callback(places.release, key)
            try:
                yield event
            finally:
                self._waiting.pop(event, None)
                del self._open[page.table][event]
                if not self._open[page.table]:
                    del self._open[page.table]
