"""Discord's rate limits: requests a second with the bot's token, and follow-ups a minute in a channel.

discord.py knows neither limit before a request is refused. Then all waiting requests are repeated at once,
and most are refused again: hundreds of refusals a second under load, among them requests that players wait
for, and 10,000 refusals in ten minutes ban the bot's address. So requests wait here before they leave. See
docs/decisions/rate-limits.md.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from typing import Final

import aiohttp

ALLOWED: Final = 50
"""Requests a second that Discord allows a bot by default."""

AT_ONCE: Final = 6
"""Follow-ups that a channel may have at once, and how many are added each `MINUTE`.

Discord was seen to accept 30 in a minute. Other webhooks count too, and private follow-ups.
"""

MORE: Final = 20

MINUTE: Final = 60.0

REMEMBERED: Final = 5_000
"""The number of channels whose follow-ups are counted."""


class Priority(IntEnum):
    """Priority of a request: for a waiting person, for a game (a bot's move, a ping), or for cleanup.

    `NEXT` is for a game whose update has not begun: updates under way come first, as one may hold the lock of
    a table that a person waits for.
    """

    PERSON = 0
    GAME = 1
    NEXT = 2
    TIDY = 3


_SHARES: Final = {Priority.PERSON: 0.9, Priority.GAME: 0.8, Priority.NEXT: 0.8, Priority.TIDY: 0.7}
"""The share of the allowed requests that each priority may use, including higher ones.

The last tenth is for requests that arrive closer together than they left.
"""

_RANK: Final[ContextVar[Priority]] = ContextVar("rank", default=Priority.GAME)

_BEGUN: Final[ContextVar[float | None]] = ContextVar("begun", default=None)
"""The time at which the next request of this task was counted; None if it was sent."""


@contextmanager
def request_priority(rank: Priority) -> Iterator[None]:
    """Give requests made within this block, and in tasks started there, this priority."""
    before = _RANK.set(rank)
    try:
        yield
    finally:
        _RANK.reset(before)


class RequestBudget:
    """Limits requests to the allowed number a second, by priority, then in order.

    `allowed` is for all processes of a bot, and this one has a `share` of it; but for waiting people it may
    use what the others leave over. `follow_ups` are counted separately.
    """

    def __init__(
        self, allowed: float = ALLOWED, share: float = 1.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._allowed = allowed
        self._share = share
        self._clock = clock
        self.follow_ups = FollowUps(clock)
        self._sent = deque[float]()
        self._waiting: list[tuple[Priority, int, asyncio.Future[float]]] = []  # a heap
        self._order = count()
        self._timer: asyncio.TimerHandle | None = None

    def trace(self) -> aiohttp.TraceConfig:
        """Make requests of an aiohttp session that use the bot's token wait for their turn."""
        trace = aiohttp.TraceConfig()

        async def wait_for_budget(_: object, __: object, request: aiohttp.TraceRequestStartParams) -> None:
            """Wait before a request leaves, unless its task has waited in `begin`, and this is its first."""
            if "Authorization" not in request.headers:  # sent with an interaction's token
                return
            begun = _BEGUN.get()
            _BEGUN.set(None)
            if begun is None or not self._recount(begun):
                await self.take(_RANK.get())

        trace.on_request_start.append(wait_for_budget)
        return trace

    @property
    def is_short(self) -> bool:
        """Whether cleanup would have to wait."""
        return not self._has_room(Priority.TIDY)

    async def begin(self) -> None:
        """Wait until this task may begin something that sends requests."""
        _BEGUN.set(await self.take(Priority.NEXT))

    async def take(self, rank: Priority) -> float:
        """Wait until a request of this priority may leave; returns the time at which it counts."""
        if not self._waiting and self._has_room(rank):
            return self._count()
        turn: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (rank, next(self._order), turn))
        self._release_waiting()
        return await turn

    def _count(self) -> float:
        """Count a request that leaves now."""
        self._sent.append(self._clock())
        return self._sent[-1]

    def _recount(self, begun: float) -> bool:
        """Count a request from now on instead of from `begun`; false if that was more than a second ago."""
        self._forget()
        if begun not in self._sent:
            return False
        self._sent.remove(begun)
        self._count()
        return True

    def _forget(self) -> None:
        """Forget requests that left more than a second ago."""
        now = self._clock()
        while self._sent and self._sent[0] <= now - 1.0:
            self._sent.popleft()

    def _has_room(self, rank: Priority) -> bool:
        """Whether another request may leave now."""
        self._forget()
        share = 1.0 if rank is Priority.PERSON else self._share
        return len(self._sent) + 1 <= max(1.0, self._allowed * share * _SHARES[rank])

    def _release_waiting(self) -> None:
        """Release waiting requests while there is room, and check again when there is more."""
        while self._waiting:
            rank, _, turn = self._waiting[0]
            if not self._has_room(rank):
                break
            heappop(self._waiting)
            if not turn.done():  # cancelled requests are skipped
                turn.set_result(self._count())
        if self._waiting and self._timer is None:
            pause = max(self._sent[0] + 1.0 - self._clock(), 0.001)
            self._timer = asyncio.get_running_loop().call_later(pause, self._schedule_release)

    def _schedule_release(self) -> None:
        self._timer = None
        self._release_waiting()


class FollowUps:
    """Limits follow-up messages, of which Discord accepts only a few a minute in a channel."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._used = OrderedDict[int, tuple[float, float]]()
        """For each channel, how much of its allowance is used, and when that was computed."""

    def take(self, channel_id: int) -> bool:
        """Count one follow-up in a channel, if one may be sent; returns whether it may."""
        now = self._clock()
        used, at = self._used.pop(channel_id, (0.0, now))
        used = max(0.0, used - (now - at) * MORE / MINUTE)
        may = used <= AT_ONCE - 1
        self._used[channel_id] = (used + may, now)
        while len(self._used) > REMEMBERED:
            self._used.popitem(last=False)
        return may
