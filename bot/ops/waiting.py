"""What a start waits for: a line in the log, so that no start hangs in silence."""

from __future__ import annotations

import logging
from threading import Event, Thread
from typing import Final

LOG = logging.getLogger("taproom")

MOMENT: Final = 2.0
"""Seconds that a step of the start may take without being logged."""

MINUTE: Final = 60.0
"""Seconds between two lines about the same step."""


class StartLog:
    """Logs what the start waits for, after a moment and then once a minute.

    In a thread: a simulated Discord stops the clock of the event loop.
    """

    def __init__(self) -> None:
        self._over = Event()

    def wait_for(self, what: str) -> None:
        """Begin to wait for something, and no longer for the previous one."""
        self.end()
        self._over = Event()
        Thread(target=_report, args=(what, self._over), name="start", daemon=True).start()

    def end(self) -> None:
        """End the waiting."""
        self._over.set()


def _report(what: str, over: Event) -> None:
    pause = MOMENT
    while not over.wait(pause):
        LOG.warning("the start waits for %s", what)
        pause = MINUTE
