"""How much one person may store in a day: what stays on the disk when they are gone.

All that is kept for good is counted here where it is saved: tables with what they bring along, lines of logs,
tournaments. What else people leave has a fixed number of places (docs/decisions/limits.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from typing import Final

from bot.kernel.errors import Refused
from bot.kernel.time.calendar import day_of, end_of

A_DAY: Final = 8 * 1024 * 1024
"""Bytes that one person may store in a day: twice the largest file of a game, or a thousand tables."""

TABLE: Final = 8 * 1024
"""Bytes that a table counts, or a tournament, without what it brings along."""

LINE: Final = 256
"""Bytes that a line of a log counts: whoever presses all day long writes no 32,768 of them."""

KILO: Final = 1024


class StorageLimits:
    """What each person has stored since midnight in UTC. In memory: a restart forgives.

    It goes by their number, so it is the same for who is forgotten meanwhile.
    """

    def __init__(self) -> None:
        self._day = ""
        self._used = dict[int, int]()

    def bytes_left(self, user_id: int, now: float) -> int:
        """How many bytes somebody can still store today."""
        if (day := day_of(now)) != self._day:
            self._day, self._used = day, {}
        return max(0, A_DAY - self._used.get(user_id, 0))

    @contextmanager
    def reserve(self, user_id: int | None, size: int, now: float) -> Iterator[None]:
        """Within it somebody stores `size` bytes, which count unless it fails; raises `Refused` for too much.

        What the bot saves by itself, for no `user_id` or for none of a person, is not counted.
        """
        if user_id is None or user_id <= 0:
            yield
            return
        left = self.bytes_left(user_id, now)
        if size > left:
            raise Refused(
                "stored-enough",
                needs=ceil(size / KILO),
                left=left // KILO,
                most=A_DAY // KILO,
                when=f"<t:{end_of(self._day)}:R>",
            )
        day = self._day
        self._used[user_id] = self._used.get(user_id, 0) + size
        try:
            yield
        except BaseException:
            if self._day == day:
                self._used[user_id] -= size
            raise
