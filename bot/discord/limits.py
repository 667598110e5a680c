"""How much of what is dear one person may ask for: so often, and one thing at a time.

What a move needs has no limit. A route or a command names its limit, and the way in keeps it
(`bot.discord.serving.serve`); no handler does.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from typing import Final

from discord.app_commands import Cooldown

from bot.kernel.errors import Refused


@dataclass(frozen=True, slots=True)
class Limit:
    """So many `times` in so many `seconds` for each person; `alone`: and not before the last is answered."""

    name: str
    times: int
    seconds: float
    alone: bool = True


OPENING: Final = Limit("opening", 8, 60.0, alone=False)
"""New tables: each is a message to all, and a row that stays."""

THINKING: Final = Limit("thinking", 10, 60.0)
"""Hints, odds and reviews: seconds of a worker that bots need for their moves."""

SHARING: Final = Limit("sharing", 6, 60.0)
"""What somebody shows everyone, such as a plan or a move of a history: a message each."""

FILMING: Final = Limit("filming", 4, 60.0)
"""Animations: up to ten seconds of painting, one after the other for everybody."""

READING: Final = Limit("reading", 12, 60.0)
"""What reads whole games, or all games of somebody or of a channel."""

UPLOADING: Final = Limit("uploading", 4, 60.0)
"""Files that somebody brings, and games that move: they are played through by the rules."""


SET_BACK: Final = 60.0
"""By more seconds than that no clock goes back that is right."""


class Limits:
    """What each person has had lately, and what they are waiting for. In memory: a restart forgives."""

    def __init__(self) -> None:
        self._had: dict[Limit, dict[int, Cooldown]] = {}
        self._waiting = set[tuple[Limit, int]]()
        self._latest = 0.0

    @contextmanager
    def within(self, limit: Limit | None, user_id: int, now: float) -> Iterator[None]:
        """Within it somebody has one thing of a limit's kind; raises `Refused` where that is too much.

        `now` is in seconds since 1970.
        """
        if limit is None:
            yield
            return
        key = limit, user_id
        if limit.alone and key in self._waiting:
            raise Refused("one-at-a-time")
        if now < self._latest - SET_BACK:
            self._had.clear()  # what was had by a clock that was ahead would count until its time has come
            self._latest = now
        self._latest = max(self._latest, now)
        had = self._had.setdefault(limit, {})
        for one in [one for one, cooldown in had.items() if cooldown.get_tokens(now) == limit.times]:
            del had[one]
        wait = had.setdefault(user_id, Cooldown(limit.times, limit.seconds)).update_rate_limit(now)
        if wait is not None:
            raise Refused("too-often", when=f"<t:{ceil(now + wait)}:R>")
        self._waiting.add(key)
        try:
            yield
        finally:
            self._waiting.discard(key)
