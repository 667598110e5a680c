"""Kinds of alarms: each is one row with how it behaves and what is done.

The kernel's kinds are listed in `bot.ui.alarms.kinds`, those of features in their records.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from math import inf
from typing import Any

from bot.store import Alarm, NewAlarm, Table


class Lane(Enum):
    """Which queue an alarm runs in; those of one queue run one after the other."""

    CHANNEL = auto()  # one for each channel; for each person, where there is no table
    TABLE = auto()  # one for each table and kind, beside that of its channel
    DETAIL = auto()  # one for each kind and detail, such as a tournament


class AlarmScope(Enum):
    """When an alarm is void."""

    TURN = auto()  # once the turn has passed
    TABLE = auto()  # as its `assess` says, or once the table is no longer over
    NOTHING = auto()  # never: its table only tells whose shard it is


@dataclass(frozen=True, slots=True)
class AlarmKind:
    """One kind of alarm: how it behaves, and what is done.

    `posts`: it is said where its table is played, and waits while the bot cannot write there. `held`: it is
    looked at as soon as that is possible again. `clock`: it comes no nearer while a clock stands still.
    `merges`: one message tells a person of several. `repeatable`: it is done once more if it is not known how
    it went, as it says nothing of its own. `one_at_a_time`: the whole bot does one of them at a time.

    Where it cannot be said: `patient` ones are about a channel of many tables, and are tried for hours;
    `persistent` ones are tried without end, and directly after some tries; others for a day. It is dropped
    once its table has rested for `expires` seconds, or its channel is gone.

    `run(ticker, due)` does it, and returns at which moment it is to be looked at again, if at all.
    `assess(session, alarm, table)` returns what is due, a later moment, or none where it is void.
    `delay(ticker, due)` returns until when it waits although it is due, or none. `follow(ticker, alarm)`
    returns the alarm that follows it. `place(session, alarm)` is where its message is, if that is not where
    its table is played. `is_slow(due)`: others do not wait for it. `decides(table)`: a player loses by it.
    The ticker is a `bot.ui.alarms.ticker.Ticker`, what is due a `bot.kernel.time.schedule.Due`.
    """

    key: str
    about: AlarmScope = AlarmScope.TURN
    lane: Lane = Lane.CHANNEL
    posts: bool = False
    held: bool = False
    clock: bool = False
    merges: bool = False
    repeatable: bool = False
    one_at_a_time: bool = False
    patient: bool = False
    persistent: bool = False
    expires: float = inf
    run: Callable[[Any, Any], Awaitable[float | None]] = field(kw_only=True)
    assess: Callable[[Any, Alarm, Table], Awaitable[Any]] | None = None
    delay: Callable[[Any, Any], Awaitable[float | None]] | None = None
    follow: Callable[[Any, Alarm], Awaitable[NewAlarm | None]] | None = None
    place: Callable[[Any, Alarm], Awaitable[tuple[int | None, int] | None]] | None = None
    is_slow: Callable[[Any], bool] | None = None
    decides: Callable[[Table], bool] | None = None


def alarm_kinds(kinds: Iterable[AlarmKind]) -> Mapping[str, AlarmKind]:
    """The kinds by key; raises `ValueError` if a key is there twice."""
    found = dict[str, AlarmKind]()
    for kind in kinds:
        if kind.key in found:
            raise ValueError(f"two kinds of alarms are called {kind.key}")
        found[kind.key] = kind
    return found
