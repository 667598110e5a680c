"""Faults injected between the bot and Discord, as often as a test needs them."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

FOREVER = math.inf


@dataclass(slots=True)
class InjectedFault:
    """What happens to the next `times` requests whose `METHOD /path` begins with the pattern.

    `delay`: seconds until the request is carried out. It fails if one of these is given: `status`, answered
    with that status; `code`, answered with Discord's error of that code, one of `ERRORS`; `retry_after`,
    answered with a 429 and that many seconds; `cut`, the connection is closed without an answer. With
    `took_effect` the request is carried out all the same, and only its answer is lost. `late`: seconds
    between execution and answer, failure or not. `hits` counts the matched requests.
    """

    pattern: str
    times: float = 1
    delay: float = 0.0
    status: int | None = None
    code: int | None = None
    retry_after: float | None = None
    cut: bool = False
    took_effect: bool = False
    late: float = 0.0
    hits: int = field(default=0, init=False)

    @property
    def fails(self) -> bool:
        """Return whether the request fails, and is not only late."""
        return self.cut or any(one is not None for one in (self.status, self.code, self.retry_after))

    def meets(self, call: str) -> bool:
        """Return whether the fault applies to this request, and count it."""
        if self.hits >= self.times or not re.match(self.pattern, call):
            return False
        self.hits += 1
        return True


def matching_fault(faults: list[InjectedFault], call: str) -> InjectedFault | None:
    """Return the first fault that applies to a request."""
    return next((fault for fault in faults if fault.meets(call)), None)
