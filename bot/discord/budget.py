"""What Discord allows: requests a second with the bot's token, and follow-ups a minute in a channel.

discord.py knows neither limit before it is refused. Then all that waits is sent again at the same moment, and
most of it is refused again: hundreds of refusals a second while there is much to do, among them what people
wait for, and 10,000 refusals in ten minutes ban the bot's address. So requests wait here before they leave.
See docs/decisions/rate-limits.md.
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
"""Requests a second that Discord takes with the token of a bot that it has granted no more."""

AT_ONCE: Final = 6
"""Follow-ups that a channel may have at once, and how many more come to that each `MINUTE`.

Discord was seen to take 30 in a minute. Others' webhooks count for these, and follow-ups in private.
"""

MORE: Final = 20

MINUTE: Final = 60.0

REMEMBERED: Final = 5_000
"""The most channels of which follow-ups are counted."""


class Priority(IntEnum):
    """Who waits for a request: a person; a game, as for a bot's move or a ping; nobody, as it only tidies.

    `NEXT` is a game's, too, where the bot has not begun with it: what it has begun with is done first, as it
    may hold the lock of a table that a person waits for.
    """

    PERSON = 0
    GAME = 1
    NEXT = 2
    TIDY = 3


_SHARES: Final = {Priority.PERSON: 0.9, Priority.GAME: 0.8, Priority.NEXT: 0.8, Priority.TIDY: 0.7}
"""How much of what is allowed each rank may use up, with those before it.

The tenth that nobody uses is for requests that arrive closer together than they left.
"""

_RANK: Final[ContextVar[Priority]] = ContextVar("rank", default=Priority.GAME)

_BEGUN: Final[ContextVar[float | None]] = ContextVar("begun", default=None)
"""When something began by which the next request is counted; none if that was sent."""


@contextmanager
def request_priority(rank: Priority) -> Iterator[None]:
    """Within it, and in tasks that begin there, requests have this rank."""
    before = _RANK.set(rank)
    try:
        yield
    finally:
        _RANK.reset(before)


class RequestBudget:
    """Lets requests leave: at most as many a second as are allowed, the lowest rank first, then the oldest.

    `allowed` is for all processes of a bot, and this one has a `share` of it; but for what people wait for it
    may take what the others leave, as they mostly leave most of it. `follow_ups` count for themselves.
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
        """What makes the requests of a session wait that are sent with the bot's token."""
        trace = aiohttp.TraceConfig()

        async def wait_for_budget(_: object, __: object, request: aiohttp.TraceRequestStartParams) -> None:
            if "Authorization" not in request.headers:  # it is sent with an interaction's token
                return
            begun = _BEGUN.get()
            _BEGUN.set(None)
            if begun is None or not self._recount(begun):
                await self.take(_RANK.get())

        trace.on_request_start.append(wait_for_budget)
        return trace

    @property
    def is_short(self) -> bool:
        """Whether something that only tidies would have to wait."""
        return not self._has_room(Priority.TIDY)

    async def begin(self) -> None:
        """Wait until this task may begin with something for which it sends requests."""
        _BEGUN.set(await self.take(Priority.NEXT))

    async def take(self, rank: Priority) -> float:
        """Wait until a request of a rank may leave; returns the moment from which it counts."""
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
        """Forget what left more than a second ago."""
        now = self._clock()
        while self._sent and self._sent[0] <= now - 1.0:
            self._sent.popleft()

    def _has_room(self, rank: Priority) -> bool:
        """Whether another request may leave now."""
        self._forget()
        share = 1.0 if rank is Priority.PERSON else self._share
        return len(self._sent) + 1 <= max(1.0, self._allowed * share * _SHARES[rank])

    def _release_waiting(self) -> None:
        """Let those go for whom there is room, and look again when there is more."""
        while self._waiting:
            rank, _, turn = self._waiting[0]
            if not self._has_room(rank):
                break
            heappop(self._waiting)
            if not turn.done():  # nobody waits for it any more if it is
                turn.set_result(self._count())
        if self._waiting and self._timer is None:
            pause = max(self._sent[0] + 1.0 - self._clock(), 0.001)
            self._timer = asyncio.get_running_loop().call_later(pause, self._schedule_release)

    def _schedule_release(self) -> None:
        self._timer = None
        self._release_waiting()


class FollowUps:
    """New messages by interactions' tokens, of which Discord takes but so many a minute in a channel."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._used = OrderedDict[int, tuple[float, float]]()
        """How many each channel had of those it may have at once, and when that was."""

    def take(self, channel_id: int) -> bool:
        """Whether one more may be sent in a channel; then it counts."""
        now = self._clock()
        used, at = self._used.pop(channel_id, (0.0, now))
        used = max(0.0, used - (now - at) * MORE / MINUTE)
        may = used <= AT_ONCE - 1
        self._used[channel_id] = (used + may, now)
        while len(self._used) > REMEMBERED:
            self._used.popitem(last=False)
        return may
