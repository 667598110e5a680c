"""What people were refused within the last hour: in memory alone, so that they can ask for the reason."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.errors import Illegal, Refused, Value
from bot.trace import Trace

KEPT: Final = 3600.0
"""Seconds for which a refusal is kept."""

MOST: Final = 10
"""The most refusals that are kept of one person."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal as it was told `at` a moment, in a channel. `rule` is none where the house refused.

    `values` fill the sentence `key`; `tried` is the move as it was written, `near` what would be legal.
    """

    at: float
    channel_id: int
    table: str | None
    key: str
    values: Mapping[str, Value]
    rule: str | None = None
    tried: str | None = None
    near: tuple[str, ...] = ()


@dataclass(slots=True)
class Recent:
    """The last refusals by user id, whoever was refused something last at the end."""

    _by_user: dict[int, deque[Refusal]] = field(default_factory=dict)

    def keep(self, refused: Refused, trace: Trace, channel_id: int, now: float) -> None:
        """Keep a refusal; what is older than an hour goes."""
        cause = refused.cause if isinstance(refused, Illegal) else None
        table = trace.table if refused.table is None else refused.table.code
        kept = Refusal(now, channel_id, table, refused.key, refused.values)
        if cause is not None:
            kept = Refusal(
                now, channel_id, table, refused.key, refused.values, cause.rule, trace.notation, cause.near
            )
        own = self._by_user.pop(trace.user_id, deque[Refusal](maxlen=MOST))
        own.append(kept)
        self._by_user[trace.user_id] = own
        for user_id in [user for user, found in self._by_user.items() if found[-1].at < now - KEPT]:
            del self._by_user[user_id]

    def last(self, user_id: int, channel_id: int, table: str | None, now: float) -> Refusal | None:
        """The last refusal that somebody got in a channel, or at the table with a code, within the hour."""
        found = reversed(self._by_user.get(user_id, deque[Refusal]()))
        fitting = (one for one in found if one.at >= now - KEPT)
        if table is not None:
            return next((one for one in fitting if one.table == table), None)
        return next((one for one in fitting if one.channel_id == channel_id), None)

    def forget(self, user_id: int) -> None:
        """Keep nothing of somebody any more."""
        self._by_user.pop(user_id, None)
