"""Limits on what one person may store in a day.

Everything that is stored for good is counted where it is saved: tables with their imported games, lines of
logs, tournaments. Other stored things have a fixed number (docs/decisions/limits.md).
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
"""Bytes counted for a table or a tournament, without an imported game."""

LINE: Final = 256
"""Bytes counted for a line of a log: a limit of 32,768 lines a day, which clicks cannot reach."""

KILO: Final = 1024


class StorageLimits:
    """Counts each person's stored bytes since midnight in UTC. In memory: a restart forgets them.

    Counted by user id, so it does not change when a user is forgotten.
    """

    def __init__(self) -> None:
        self._day = ""
        self._used = dict[int, int]()

    def bytes_left(self, user_id: int, now: float) -> int:
        """Return how many bytes a user can still store today."""
        if (day := day_of(now)) != self._day:
            self._day, self._used = day, {}
        return max(0, A_DAY - self._used.get(user_id, 0))

    @contextmanager
    def reserve(self, user_id: int | None, size: int, now: float) -> Iterator[None]:
        """Count `size` bytes stored within this block, unless it fails; raises `Refused` if that is too much.

        Automatic changes, without a `user_id` of a person, are not counted.
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
