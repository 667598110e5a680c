"""Who is begun with, and when: in order, few at a time, and nobody who has waited too long.

An answer that comes after three seconds reaches nobody. Where more is asked than the processor can bear, a
click whose answer would come too late is not begun, so that those after it are answered in time. See
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
"""Seconds after which a click is not begun any more: of Discord's three one is left for the answer."""

ABREAST: Final = 16
"""How many are worked on at a time while others wait: as many as are drawn within some tenths of a second."""

KEPT: Final = 300.0
"""Seconds after which the smallest difference between two clocks may be forgotten."""

BREATH: Final = 0.05
"""Seconds between two looks whether the processor has room, while anybody waits for their turn."""

PROMPT: Final = 0.02
"""Seconds by which such a look may be late if the processor has room."""

REPORTED: Final = 60.0
"""Seconds between two lines about clicks that were not begun."""


class Ages:
    """How long ago something was asked, where its time is by a clock other than ours.

    What takes the shortest way is taken to be new: the smallest difference between the two clocks that was
    seen within the last `KEPT` seconds, or twice that, is the time from one to the other.
    """

    def __init__(self) -> None:
        self._least = self._before = inf
        self._since = -inf

    def age(self, asked: float, now: float) -> float:
        """The seconds since `asked`, by their clock, at `now`, by ours; 0 for what is seen first."""
        if now - self._since >= KEPT:
            recent = now - self._since < 2 * KEPT
            self._before, self._least, self._since = self._least if recent else inf, inf, now
        difference = now - asked
        self._least = min(self._least, difference)
        return difference - min(self._least, self._before)


@dataclass(eq=False, slots=True)
class Ticket:
    """One that is begun with: when it was asked, by the gate's clock; it is over once it is answered."""

    gate: Gate
    asked: float

    def seconds_waited(self) -> float:
        """The seconds since it was asked for."""
        return self.gate.age_of(self)

    def end(self) -> None:
        """The processor has done its part; whoever waits may begin. To say so twice does no harm."""
        self.gate.leave(self)


class Gate:
    """Lets clicks begin in order, `ABREAST` at a time, and none that is older than `fresh` seconds.

    Whoever waits for something else than the processor, such as a disk that is locked, keeps nobody
    waiting: as long as the loop is on time, more may begin. `dropped` is how many were not begun.
    """

    def __init__(self, fresh: float = FRESH, clock: Callable[[], float] = time.monotonic) -> None:
        self.fresh = fresh
        self.dropped = 0
        self._clock = clock
        self._ages = Ages()
        self._busy = set[Ticket]()
        self._waiting = deque[tuple[Ticket, asyncio.Future[bool]]]()
        self._breath: asyncio.TimerHandle | None = None
        self._told = 0
        self._telling: asyncio.TimerHandle | None = None

    def ticket(self, asked: float) -> Ticket:
        """A turn that has not begun, for what was asked at a moment of another's clock, in seconds.

        Where nothing is ever too old, that clock is not looked at: it may be one that stands still.
        """
        now = self._clock()
        return Ticket(self, now if self.fresh == inf else now - self._ages.age(asked, now))

    async def enter(self, turn: Ticket) -> bool:
        """Wait for the turn; false if it has taken too long: then nothing may be begun."""
        if self.is_late(turn):
            self.count_dropped()
            return False
        if len(self._busy) < ABREAST and not self._waiting:
            self._busy.add(turn)
            return True
        begins: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((turn, begins))
        self._schedule_delay_check()
        return await begins

    def queue(self) -> tuple[int, float]:
        """How many wait for their turn, and for how many seconds the first of them does; 0 if none do."""
        waiting = [turn for turn, begins in self._waiting if not begins.done()]
        return len(waiting), self.age_of(waiting[0]) if waiting else 0.0

    def age_of(self, turn: Ticket) -> float:
        """The seconds since it was asked for."""
        return self._clock() - turn.asked

    def is_late(self, turn: Ticket) -> bool:
        """Whether its answer could not arrive any more."""
        return self.age_of(turn) > self.fresh

    def leave(self, turn: Ticket) -> None:
        """The turn is over, and the next may begin."""
        if turn in self._busy:
            self._busy.discard(turn)
            self._admit_waiting()

    def note_delay(self, late: float) -> None:
        """A look that came so many seconds late: if it is on time, those who are busy wait for something."""
        if late < PROMPT:
            self._busy.clear()
            self._admit_waiting()

    def count_dropped(self) -> None:
        """Count one that is not begun; the log tells how many there were, once in a while."""
        self.dropped += 1
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(REPORTED, self._log_dropped)

    def _log_dropped(self) -> None:
        new, self._told, self._telling = self.dropped - self._told, self.dropped, None
        LOG.warning("%d clicks were too old to be answered, and not begun; %d in all", new, self.dropped)

    def _admit_waiting(self) -> None:
        """Begin with those who wait, as far as there is room; those who are too old are told so."""
        while self._waiting and len(self._busy) < ABREAST:
            turn, begins = self._waiting.popleft()
            if begins.done():  # nobody waits for it any more
                continue
            late = self.is_late(turn)
            if late:
                self.count_dropped()
            else:
                self._busy.add(turn)
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
