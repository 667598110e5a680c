"""The steps of a move as places to die: calls and returns of our functions, and statements of SQL."""

from __future__ import annotations

import re
import sys
import threading
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Final

OURS: Final = re.compile(r"bot\.(kernel|features|store|ui)(\..*)?|engine\.\w+\.rules")
"""The modules whose functions are the steps."""


class Boundaries:
    """Names each boundary that is passed between `arm` and `disarm`, the second time `...#2` and so on.

    In every thread that starts after `watch`, and in the one that arms. At the boundary `at` it calls `act`.
    """

    def __init__(self, at: str, act: Callable[[], None]) -> None:
        self.passed: list[str] = []
        self._armed = False
        self._at = at
        self._act = act
        self._times: Counter[str] = Counter()
        self._lock = threading.Lock()

    def watch(self) -> None:
        threading.setprofile(self._profile)

    def arm(self) -> None:
        """Start counting boundaries; before, the profiler would only slow down the start of the bot."""
        self._armed = True
        sys.setprofile(self._profile)

    def disarm(self) -> None:
        sys.setprofile(None)
        self._armed = False

    def statement(self, sql: str) -> None:
        """To be called before each statement; it is known by its first three words."""
        self._pass(f"sql {' '.join(sql.split()[:3])}")

    def _profile(self, frame: FrameType, event: str, _value: object) -> None:
        if self._armed and event in {"call", "return"}:
            module = frame.f_globals.get("__name__", "")
            if OURS.fullmatch(module):
                self._pass(f"{event} {module}:{frame.f_code.co_qualname}")

    def _pass(self, name: str) -> None:
        if not self._armed:
            return
        with self._lock:
            self._times[name] += 1
            boundary = f"{name}#{self._times[name]}"
            self.passed.append(boundary)
        if boundary == self._at:
            self._act()
