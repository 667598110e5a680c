"""How often pages may be asked for something: by an address, and by a person."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

REMEMBERED: Final = 10_000
"""The most addresses and people that are remembered; who was there longest ago is forgotten first."""


class Bucket:
    """`burst` at once, and then `rate` a second, for each key."""

    def __init__(self, burst: int, rate: float) -> None:
        self._burst = burst
        self._rate = rate
        self._left = OrderedDict[str, tuple[float, float]]()

    def takes(self, key: str, now: float, cost: float = 1.0) -> bool:
        """Whether there is enough left for somebody at a time in seconds; if so, it is taken."""
        left, then = self._left.get(key, (float(self._burst), now))
        left = min(float(self._burst), left + max(0.0, now - then) * self._rate)
        enough = left >= cost
        self._left[key] = (left - cost if enough else left, now)
        self._left.move_to_end(key)
        while len(self._left) > REMEMBERED:
            self._left.popitem(last=False)
        return enough

    def has(self, key: str, now: float) -> bool:
        """Whether anything is left, without taking it."""
        left, then = self._left.get(key, (float(self._burst), now))
        return left + max(0.0, now - then) * self._rate >= 1.0
