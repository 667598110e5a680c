"""Admission of clicks: in order, few at a time, and dropped when they have waited too long.

An answer after three seconds is lost. Under more load than the processor can handle, a click whose answer
would come too late is dropped, so that those after it are answered in time. See
docs/decisions/response-deadline.md.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Final

LOG = logging.getLogger("taproom.gate")

FRESH: Final = 2.0
"""Seconds after which a click is dropped: of Discord's three one is left for the answer."""

ABREAST: Final = 16
"""The clicks handled at a time while others wait: as many as are drawn within some tenths of a second."""

KEPT: Final = 300.0
"""Seconds after which the smallest difference between two clocks may be forgotten."""

BREATH: Final = 0.05
"""Seconds between two measurements of the loop's delay, while clicks wait."""

PROMPT: Final = 0.02
"""The delay in seconds up to which the processor counts as free."""

REPORTED: Final = 60.0
"""Seconds between two log lines about dropped clicks."""


class Ages:
    """The age of clicks whose time is by another clock than ours.

    The fastest message counts as new: the smallest difference between the two clocks seen within the last
    `KEPT` seconds, or twice that, is their offset.
    """

    def __init__(self) -> None:
        self._least = self._before = inf
        self._since = -inf

    def age(self, asked: float, now: float) -> float:
        """Return the seconds since `asked`, by their clock, at `now`, by ours; 0 for the first one."""
        if now - self._since >= KEPT:
            recent = now - self._since < 2 * KEPT
            self._before, self._least, self._since = self._least if recent else inf, inf, now
        difference = now - asked
        self._least = min(self._least, difference)
        return difference - min(self._least, self._before)


@dataclass(eq=False, slots=True)
class QueueTicket:
    """A click's ticket: when it was made, by the gate's clock. It ends when the click is answered."""

    gate: Gate
    asked: float

    def seconds_waited(self) -> float:
        """The seconds since the click."""
        return self.gate.age_of(self)

    def end(self) -> None:
        """Release the processor, so that the next click may begin. May be called twice."""
        self.gate.leave(self)


class Gate:
    """Admits clicks in order, `ABREAST` at a time, and drops those older than `fresh` seconds.

    A handler that waits for something other than the processor, such as a locked disk, blocks no others:
    while the loop is on time, more are admitted. `dropped` counts dropped clicks.
    """

    def __init__(self, fresh: float = FRESH, clock: Callable[[], float] = time.monotonic) -> None:
        self.fresh = fresh
        self.dropped = 0
        self._clock = clock
        self._ages = Ages()
        self._busy = set[QueueTicket]()
        self._waiting = deque[tuple[QueueTicket, asyncio.Future[bool]]]()
        self._breath: asyncio.TimerHandle | None = None
        self._told = 0
        self._telling: asyncio.TimerHandle | None = None

    def ticket(self, asked: float) -> QueueTicket:
        """Return a new ticket for something asked at `asked`, in seconds of another clock.

        Where clicks never get too old, that clock is ignored: it may stand still.
        """
        now = self._clock()
        return QueueTicket(self, now if self.fresh == inf else now - self._ages.age(asked, now))

    async def enter(self, ticket: QueueTicket) -> bool:
        """Wait for admission; false if it took too long: then the click must not be handled."""
        if self.is_late(ticket):
            self.count_dropped()
            return False
        if len(self._busy) < ABREAST and not self._waiting:
            self._busy.add(ticket)
            return True
        begins: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((ticket, begins))
        self._schedule_delay_check()
        return await begins

    def queue(self) -> tuple[int, float]:
        """Return how many clicks wait, and for how many seconds the first of them has; 0 if none do."""
        waiting = [ticket for ticket, begins in self._waiting if not begins.done()]
        return len(waiting), self.age_of(waiting[0]) if waiting else 0.0

    def age_of(self, ticket: QueueTicket) -> float:
        """Return the seconds since the click of a ticket."""
        return self._clock() - ticket.asked

    def is_late(self, ticket: QueueTicket) -> bool:
        """Whether an answer would arrive too late."""
        return self.age_of(ticket) > self.fresh

    def leave(self, ticket: QueueTicket) -> None:
        """End a ticket, and admit the next click."""
        if ticket in self._busy:
            self._busy.discard(ticket)
            self._admit_waiting()

    def note_delay(self, late: float) -> None:
        """Record how late a measurement was: if on time, the running handlers wait for something else."""
        if late < PROMPT:
            self._busy.clear()
            self._admit_waiting()

    def count_dropped(self) -> None:
        """Count a dropped click; the number is logged once in a while."""
        self.dropped += 1
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(REPORTED, self._log_dropped)

    def _log_dropped(self) -> None:
        new, self._told, self._telling = self.dropped - self._told, self.dropped, None
        LOG.warning("%d clicks were too old to be answered, and not begun; %d in all", new, self.dropped)

    def _admit_waiting(self) -> None:
        """Admit waiting clicks while there is room; those that are too old are dropped."""
        while self._waiting and len(self._busy) < ABREAST:
            ticket, begins = self._waiting.popleft()
            if begins.done():  # cancelled
                continue
            late = self.is_late(ticket)
            if late:
                self.count_dropped()
            else:
                self._busy.add(ticket)
            begins.set_result(not late)

    def _schedule_delay_check(self) -> None:
        if self._breath is None:
            loop = asyncio.get_running_loop()
            self._breath = loop.call_later(BREATH, self._measure_delay, loop, loop.time() + BREATH)

    def _measure_delay(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        self._breath = None
        self.note_delay(loop.time() - due)
        if self._waiting:
            self._schedule_delay_check()
