"""What goes wrong on the way between the bot and Discord, as often as a test wants it to."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

FOREVER = math.inf


@dataclass(slots=True)
class InjectedFault:
    """What happens to the next `times` requests whose `METHOD /path` the pattern matches from its beginning.

    `delay`: seconds until the request is carried out. Then it fails, if one of these is given. `status`: it
    is answered with that. `code`: it is answered with Discord's error of that code, one of `ERRORS`.
    `retry_after`: it is answered with a 429 and so many seconds. `cut`: the connection is closed, and
    nothing is answered. With `took_effect` it is carried out all the same, and only its answer is lost.
    `late`: seconds between that and its answer, failure or not. `hits` counts the requests that were met.
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
        """Whether the request fails, and is not only late."""
        return self.cut or any(one is not None for one in (self.status, self.code, self.retry_after))

    def meets(self, call: str) -> bool:
        """Whether this request is one of them; it is counted."""
        if self.hits >= self.times or not re.match(self.pattern, call):
            return False
        self.hits += 1
        return True


def matching_fault(faults: list[InjectedFault], call: str) -> InjectedFault | None:
    """The first fault that a request meets."""
    return next((fault for fault in faults if fault.meets(call)), None)
