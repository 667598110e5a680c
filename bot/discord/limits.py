"""Limits on expensive actions: how often a person may use them, and how many at a time.

Moves have no limit. A route or a command names its limit, which `bot.discord.serving.serve` enforces; no
handler does.
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
    """At most `times` in `seconds` for each person; `alone`: and only one at a time.

    `refusals`: what was refused counts, too, because finding that out is what costs.
    """

    name: str
    times: int
    seconds: float
    alone: bool = True
    refusals: bool = True


OPENING: Final = Limit("opening", 8, 60.0, alone=False, refusals=False)
"""New tables: each is a public message, and a row that stays. A refused file or option costs neither."""

THINKING: Final = Limit("thinking", 10, 60.0)
"""Hints, odds and reviews: seconds of a worker that bots need for their moves."""

SHARING: Final = Limit("sharing", 6, 60.0)
"""Things a player shows everyone, such as a plan or a move of a history: a message each."""

FILMING: Final = Limit("filming", 4, 60.0)
"""Animations: up to ten seconds of painting, one after the other for everyone."""

READING: Final = Limit("reading", 12, 60.0)
"""Reading whole games, or all games of a person or a channel."""

UPLOADING: Final = Limit("uploading", 4, 60.0)
"""Exported and transferred games: they are replayed by the rules."""


SET_BACK: Final = 60.0
"""Seconds by which a correct clock never goes back."""


class Limits:
    """Recent uses of each person, and their pending ones. In memory: a restart forgets them."""

    def __init__(self) -> None:
        self._had: dict[Limit, dict[int, Cooldown]] = {}
        self._waiting = set[tuple[Limit, int]]()
        self._latest = 0.0

    @contextmanager
    def within(self, limit: Limit | None, user_id: int, now: float) -> Iterator[None]:
        """Count one use within this block; raises `Refused` where the limit is reached.

        `now` is in seconds since 1970.
        """
        if limit is None:
            yield
            return
        key = limit, user_id
        if limit.alone and key in self._waiting:
            raise Refused("one-at-a-time")
        if now < self._latest - SET_BACK:
            self._had.clear()  # uses recorded by a clock that was ahead would count until then
            self._latest = now
        self._latest = max(self._latest, now)
        had = self._had.setdefault(limit, {})
        for user in [user for user, cooldown in had.items() if cooldown.get_tokens(now) == limit.times]:
            del had[user]
        cooldown = had.setdefault(user_id, Cooldown(limit.times, limit.seconds))
        wait = cooldown.update_rate_limit(now)
        if wait is not None:
            raise Refused("too-often", when=f"<t:{ceil(now + wait)}:R>")
        self._waiting.add(key)
        try:
            yield
        except Refused:
            if not limit.refusals and cooldown.get_tokens(now) < limit.times:
                cooldown.update_rate_limit(now, tokens=-1)
            raise
        finally:
            self._waiting.discard(key)
