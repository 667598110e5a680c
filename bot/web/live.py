"""Open pages, and their notification when their table has changed.

Players are notified at once. Spectators follow at an even pace, so that their requests do not come all at
once and delay clicks. A page that was not notified yet when the next change comes is notified once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Final

from bot.web.limits import ConcurrencyLimit, WebLimits

PACE: Final = 100.0
"""Pages a second that are notified, or may reconnect."""

BATCH: Final = 5
"""Pages that are notified at a time."""

SLOW: Final = 20.0
"""The least seconds after which a page without a stream asks again."""


@dataclass(frozen=True, slots=True)
class OpenPage:
    """An open page: its table, address and user; `person` is 0 for spectators."""

    table: int
    address: str
    person: int = 0
    plays: bool = False


class LivePages:
    """The open pages by table. An open page costs nothing until its table changes."""

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
        """The number of open pages."""
        return sum(map(len, self._open.values()))

    def notify_changed(self, table_id: int | None) -> None:
        """Notify the pages of a changed table; none: of all tables."""
        for pages in (self._open.get(table_id, {}),) if table_id is not None else tuple(self._open.values()):
            for event, page in pages.items():
                if page.plays:
                    event.set()
                else:
                    self._waiting[event] = None
        if self._waiting and self._telling is None:
            self._telling = asyncio.create_task(self._notify_waiting())

    def notify_person(self, person_id: int) -> None:
        """Notify the pages of a person."""
        for pages in self._open.values():
            for event, page in pages.items():
                if page.person == person_id:
                    event.set()

    async def _notify_waiting(self) -> None:
        """Notify the waiting pages, a few at a time."""
        try:
            while self._waiting:
                for event in tuple(self._waiting)[:BATCH]:
                    del self._waiting[event]
                    event.set()
                await asyncio.sleep(BATCH / PACE)
        finally:
            self._telling = None

    def retry_delay(self, now: float) -> float:
        """Return the seconds after which a page without a stream may ask again, spread over time."""
        self._slot = max(now + SLOW, self._slot + 1 / PACE)
        return self._slot - now

    def has_room(self, page: OpenPage) -> bool:
        """Return whether a page may have a stream."""
        return all(places.has_room(key) for places, key in self._limits_for(page))

    def _limits_for(self, page: OpenPage) -> list[tuple[ConcurrencyLimit, str]]:
        """Return the limits that a page counts for, with its keys."""
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
        """Yield an event that is set whenever the table changes, while the page is open."""
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
