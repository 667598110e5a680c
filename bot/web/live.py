"""Who has a page open, and what they are told at once: that the table there has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Live:
    """The open pages by table. One that is open costs nothing until its table changes."""

    def __init__(self) -> None:
        self._open: dict[int, set[asyncio.Event]] = {}

    @property
    def pages(self) -> int:
        """How many are open."""
        return sum(map(len, self._open.values()))

    def changed(self, table_id: int | None) -> None:
        """A table has changed; none: any may have."""
        for events in (self._open.get(table_id, ()),) if table_id is not None else tuple(self._open.values()):
            for event in tuple(events):
                event.set()

    @contextmanager
    def watching(self, table_id: int) -> Iterator[asyncio.Event]:
        """An event that is set whenever the table changes, as long as the page is open."""
        event = asyncio.Event()
        self._open.setdefault(table_id, set()).add(event)
        try:
            yield event
        finally:
            self._open[table_id].discard(event)
            if not self._open[table_id]:
                del self._open[table_id]
