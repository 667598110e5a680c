"""How often pages may be asked for something, by an address and by a person, and how much they may hold."""

from __future__ import annotations

from collections import Counter, OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Self

MOST: Final = 2000
"""Connections at once, however many descriptors there are."""

ENOUGH: Final = 8192
"""Descriptors of a process, where the system allows so many."""

FEW: Final = 1024
"""Those of a process, where the system does not say."""

REMEMBERED: Final = 10_000
"""The most addresses and people that are remembered; who was there longest ago is forgotten first."""


class Bucket:
    """`burst` at once, and then `rate` a second, for each key."""

    def __init__(self, burst: int, rate: float) -> None:
        self._burst = burst
        self._rate = rate
        self._left = OrderedDict[str, tuple[float, float]]()

    def try_take(self, key: str, now: float, cost: float = 1.0) -> bool:
        """Whether there is enough left for somebody at a time in seconds; if so, it is taken."""
        left, then = self._left.get(key, (float(self._burst), now))
        left = min(float(self._burst), left + max(0.0, now - then) * self._rate)
        enough = left >= cost
        self._left[key] = (left - cost if enough else left, now)
        self._left.move_to_end(key)
        while len(self._left) > REMEMBERED:
            self._left.popitem(last=False)
        return enough

    def refund(self, key: str) -> None:
        """One is not taken after all."""
        if key in self._left:
            left, then = self._left[key]
            self._left[key] = (min(float(self._burst), left + 1), then)

    def has_tokens(self, key: str, now: float) -> bool:
        """Whether anything is left, without taking it."""
        left, then = self._left.get(key, (float(self._burst), now))
        return left + max(0.0, now - then) * self._rate >= 1.0


class ConcurrencyLimit:
    """`most` at once, for each key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken = Counter[str]()

    def has_room(self, key: str) -> bool:
        """Whether there is a place left for somebody."""
        return self._taken.get(key, 0) < self._most

    def acquire(self, key: str) -> None:
        """Take one."""
        self._taken[key] += 1

    def release(self, key: str) -> None:
        """Give one back."""
        self._taken[key] -= 1
        if not self._taken[key]:
            del self._taken[key]


@dataclass(frozen=True, slots=True)
class WebLimits:
    """How much the pages may hold at once; docs/decisions/web-limits.md says why it is so much."""

    connections: int = 512
    """Connections in all: half of the descriptors, so that the rest is Discord's and the database's."""

    of_address: int = 100
    """Connections of one address, or requests under way behind a proxy."""

    header_seconds: float = 15.0
    """In which a request must have arrived, and after which a connection without one is closed."""

    stalled_seconds: float = 60.0
    """After which whoever does not take what they asked for is cut off."""

    streams_of_address: int = 40
    streams_of_person: int = 8
    """Open pages of one address, and of one person at one table."""

    watchers_of_table: int = 200
    """Open pages of a table of people who only look on: those who have its one link."""

    streams_of_table: int = 400
    """Open pages of a table in all."""

    @property
    def streams(self) -> int:
        """Open pages in all: other requests need connections as well."""
        return self.connections * 3 // 4

    @property
    def watchers(self) -> int:
        """Those of them who only look on: whoever plays finds a place."""
        return self.connections // 2

    @classmethod
    def of_process(cls) -> Self:
        """What fits into this process, which takes as many descriptors as it is allowed to."""
        return cls(connections=min(MOST, _descriptors() // 2))


def _descriptors() -> int:
    """How many descriptors this process may have open; as many as the system lets it."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return FEW
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if most == resource.RLIM_INFINITY else min(most, ENOUGH)
    if allowed == resource.RLIM_INFINITY or allowed >= wanted:
        return ENOUGH if allowed == resource.RLIM_INFINITY else allowed
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        return wanted
    return allowed
