"""What a start waits for: a line in the log, so that no start hangs in silence."""

from __future__ import annotations

import logging
from threading import Condition, Thread, current_thread
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
        self._what = ""
        self._changed = Condition()
        self._thread: Thread | None = None

    def wait_for(self, what: str) -> None:
        """Begin to wait for something, and no longer for the previous one."""
        with self._changed:
            self._what = what
            if self._thread is None:
                self._thread = Thread(target=self._report, name="start", daemon=True)
                self._thread.start()
            else:
                self._changed.notify()

    def end(self) -> None:
        """End the waiting."""
        with self._changed:
            self._thread = None
            self._changed.notify()

    def _report(self) -> None:
        pause = MOMENT
        with self._changed:
            while self._thread is current_thread():
                if self._changed.wait(pause):
                    pause = MOMENT
                else:
                    LOG.warning("the start waits for %s", self._what)
                    pause = MINUTE
