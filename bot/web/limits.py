"""Limits of the pages: request rates per address and person, and connections."""

from __future__ import annotations

from collections import Counter, OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Self

MOST: Final = 2000
"""The most connections, whatever the number of file descriptors."""

ENOUGH: Final = 8192
"""File descriptors of a process, if the system allows so many."""

FEW: Final = 1024
"""File descriptors of a process, if the system does not say."""

REMEMBERED: Final = 10_000
"""The most keys that are remembered; the least recent is forgotten first."""


class Bucket:
    """A token bucket per key: `burst` at once, then `rate` a second."""

    def __init__(self, burst: int, rate: float) -> None:
        self._burst = burst
        self._rate = rate
        self._left = OrderedDict[str, tuple[float, float]]()

    def try_take(self, key: str, now: float, cost: float = 1.0) -> bool:
        """Take tokens at a time in seconds; return whether there were enough."""
        left, then = self._left.get(key, (float(self._burst), now))
        left = min(float(self._burst), left + max(0.0, now - then) * self._rate)
        enough = left >= cost
        self._left[key] = (left - cost if enough else left, now)
        self._left.move_to_end(key)
        while len(self._left) > REMEMBERED:
            self._left.popitem(last=False)
        return enough

    def refund(self, key: str) -> None:
        """Return a token."""
        if key in self._left:
            left, then = self._left[key]
            self._left[key] = (min(float(self._burst), left + 1), then)

    def has_tokens(self, key: str, now: float) -> bool:
        """Return whether a token is left, without taking it."""
        left, then = self._left.get(key, (float(self._burst), now))
        return left + max(0.0, now - then) * self._rate >= 1.0


class ConcurrencyLimit:
    """A concurrency limit per key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken = Counter[str]()

    def has_room(self, key: str) -> bool:
        """Return whether a slot is free."""
        return self._taken.get(key, 0) < self._most

    def acquire(self, key: str) -> None:
        """Occupy a slot."""
        self._taken[key] += 1

    def release(self, key: str) -> None:
        """Free a slot."""
        self._taken[key] -= 1
        if not self._taken[key]:
            del self._taken[key]


@dataclass(frozen=True, slots=True)
class WebLimits:
    """The limits of the pages; docs/decisions/web-limits.md has the reasons."""

    connections: int = 512
    """All connections: half of the file descriptors, the rest for Discord and the database."""

    of_address: int = 100
    """Connections of one address, or its concurrent requests behind a proxy."""

    header_seconds: float = 15.0
    """Seconds for a request to arrive, and until a connection without one is closed."""

    stalled_seconds: float = 60.0
    """Seconds after which a connection is aborted whose client does not read."""

    streams_of_address: int = 40
    streams_of_person: int = 8
    """Open pages of one address, and of one person at one table."""

    watchers_of_table: int = 200
    """Open pages of a table's spectators, who share one link."""

    streams_of_table: int = 400
    """All open pages of a table."""

    @property
    def streams(self) -> int:
        """All open pages: other requests need connections as well."""
        return self.connections * 3 // 4

    @property
    def watchers(self) -> int:
        """All open pages of spectators, so that players find a slot."""
        return self.connections // 2

    @classmethod
    def of_process(cls) -> Self:
        """Return the limits of this process, raising its file descriptors to what is allowed."""
        return cls(connections=min(MOST, _descriptors() // 2))


def _descriptors() -> int:
    """Return how many file descriptors this process may open, after raising that limit."""
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
