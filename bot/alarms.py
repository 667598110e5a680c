"""What is done at a time of its own: each kind of alarm is a row that says how it behaves.

The kernel's kinds stand here; those of features stand in their folders, beside the function that does them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from bot.store import Alarm, Kind, Table


class Lane(Enum):
    """What an alarm waits for: those of one lane run one after the other."""

    CHANNEL = auto()  # what is said in its channel; where there is no table, what is said to the person
    TABLE = auto()  # what its kind does at the same table, beside anything said in the channel
    DETAIL = auto()  # what its kind does about the same thing, such as a tournament


class About(Enum):
    """When an alarm is void."""

    TURN = auto()  # once the turn has passed
    TABLE = auto()  # as its `assess` says, or once the table is no longer over
    NOTHING = auto()  # never: its table only tells whose shard it is


@dataclass(frozen=True, slots=True)
class AlarmKind:
    """One kind of alarm: how it behaves, and for a feature's kind what is done.

    `posts`: it is said where its table is played, and waits while the bot cannot write there. `held`: it is
    looked at as soon as that is possible again. `clock`: it comes no nearer while a clock stands still.
    `merges`: one message tells a person of several. `repeatable`: it is done once more if it is not known how
    it went, as it says nothing of its own. `patient`: it is said in a channel of many tables, and tried for
    hours where that is refused.

    `assess(session, alarm, table)` returns what is due, a later moment, or none where it is void;
    `place(session, alarm)` the server and channel of a message that is about no table; `run(ticker, due)`
    does it, and returns at which moment it is to be looked at again, if at all.
    """

    key: str
    about: About = About.TURN
    lane: Lane = Lane.CHANNEL
    posts: bool = False
    held: bool = False
    clock: bool = False
    merges: bool = False
    repeatable: bool = False
    patient: bool = False
    assess: Callable[[Any, Alarm, Table], Awaitable[Any]] | None = None
    place: Callable[[Any, Alarm], Awaitable[tuple[int | None, int]]] | None = None
    run: Callable[[Any, Any], Awaitable[float | None]] | None = None


KERNEL: Final = (
    AlarmKind(Kind.CALL, posts=True, held=True, merges=True),
    AlarmKind(Kind.REMIND, posts=True, held=True, clock=True, merges=True),
    AlarmKind(Kind.SNOOZE, posts=True),
    AlarmKind(Kind.NUDGE, posts=True, held=True),
    AlarmKind(Kind.UP, posts=True, held=True, clock=True),
    AlarmKind(Kind.FREE, posts=True, held=True, clock=True),
    AlarmKind(Kind.ASKED, posts=True, held=True),
    AlarmKind(Kind.GONE, posts=True, held=True),
    AlarmKind(Kind.HOUSE, lane=Lane.TABLE),
    AlarmKind(Kind.CARD, About.TABLE, posts=True),
    AlarmKind(Kind.REVIEW, About.TABLE, Lane.TABLE, repeatable=True),
    AlarmKind(Kind.IDLE, About.TABLE),
    AlarmKind(Kind.DIGEST, About.NOTHING),
    AlarmKind(Kind.AWAY, About.NOTHING),
    AlarmKind(Kind.BACK, About.NOTHING),
    AlarmKind(Kind.SEASON, About.NOTHING, patient=True),
)


def alarm_kinds(more: Iterable[AlarmKind]) -> Mapping[str, AlarmKind]:
    """The kernel's kinds and those of features, by key; raises `ValueError` if a key is there twice."""
    found = dict[str, AlarmKind]()
    for kind in (*KERNEL, *more):
        if kind.key in found:
            raise ValueError(f"two kinds of alarms are called {kind.key}")
        found[kind.key] = kind
    return found
