"""What the whole surface shares: the session, and what is under way around it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from bot.session import Session
from bot.ui.kit.refusals import Recent


@dataclass(slots=True)
class Surface:
    """The session, and what is under way: a shutdown waits for it.

    Films are drawn one at a time, and a table is shown by one at a time. `due` is set when something is.
    `recent` is what people were refused lately.
    """

    session: Session
    closing: bool = False
    busy: set[asyncio.Task[object]] = field(default_factory=set)
    projector: asyncio.Lock = field(default_factory=asyncio.Lock)
    due: asyncio.Event = field(default_factory=asyncio.Event)
    recent: Recent = field(default_factory=Recent)
    _posting: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    @contextmanager
    def under_way(self) -> Iterator[None]:
        """What the current task does within it, a shutdown waits for."""
        task = asyncio.current_task()
        if task is not None:
            self.busy.add(task)
        try:
            yield
        finally:
            if task is not None:
                self.busy.discard(task)

    def wake(self) -> None:
        """Something is due now, and need not wait for the next tick."""
        self.due.set()

    def posting(self, table_id: int) -> asyncio.Lock:
        """The lock for showing a table; it is gone when nobody holds it."""
        return self._posting.setdefault(table_id, asyncio.Lock())
