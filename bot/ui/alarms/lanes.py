"""Queues of work: in order within a lane, several lanes concurrently."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Hashable

Work = Callable[[], Awaitable[None]]


class Lanes:
    """Runs work in order within a lane, and at most `most` lanes concurrently."""

    def __init__(self, most: int) -> None:
        self._room = asyncio.Semaphore(most)
        self._lanes = dict[Hashable, deque[Work]]()
        self._tasks = set[asyncio.Task[None]]()
        self._raised = list[BaseException]()

    def put(self, lane: Hashable, work: Work) -> None:
        """Queue work behind everything that is in its lane already."""
        if lane in self._lanes:
            self._lanes[lane].append(work)
            return
        self._lanes[lane] = deque([work])
        task = asyncio.create_task(self._drive(lane))
        self._tasks.add(task)
        task.add_done_callback(self._collect_result)

    def _collect_result(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (failure := task.exception()) is not None:
            self._raised.append(failure)

    async def _drive(self, lane: Hashable) -> None:
        waiting = self._lanes[lane]
        try:
            while waiting:
                async with self._room:
                    await waiting.popleft()()
        finally:
            del self._lanes[lane]

    async def join(self) -> None:
        """Wait until all work is done; then raise the first exception that any of it raised."""
        while self._tasks:
            await asyncio.wait(self._tasks)
        raised, self._raised = self._raised, []
        if raised:
            raise raised[0]

    async def stop(self) -> None:
        """Cancel all work."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
