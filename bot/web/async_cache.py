"""A cache of async results: each is made once, however many requests wait for it."""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class AsyncCache(Generic[T]):
    """Caches at most `most` values by key, each for `fresh` seconds; the least recently used goes first."""

    def __init__(self, most: int, fresh: float = math.inf) -> None:
        self.fresh = fresh
        self._most = most
        self._found = OrderedDict[Hashable, tuple[float, T]]()
        self._making = dict[Hashable, asyncio.Task[T]]()

    async def get(self, key: Hashable, make: Callable[[], Coroutine[None, None, T]]) -> T:
        """Return the cached value, or make it; concurrent callers share one task."""
        if (known := self._found.get(key)) is not None and time.monotonic() - known[0] < self.fresh:
            self._found.move_to_end(key)
            return known[1]
        task = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.create_task(self._make_value(key, make))
            task.add_done_callback(lambda _: self._making.pop(key, None))
        return await asyncio.shield(task)

    async def _make_value(self, key: Hashable, make: Callable[[], Coroutine[None, None, T]]) -> T:
        began = time.monotonic()
        value = await make()
        self._found[key] = began, value
        self._found.move_to_end(key)
        while len(self._found) > self._most:
            self._found.popitem(last=False)
        return value
