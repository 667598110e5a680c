"""The check pool: uploaded files are checked one at a time, each by a process of its own.

A check can take seconds, and its input is untrusted. So no line of it is read in the bot's own process; see
`bot.kernel.check_worker` for the limits, and docs/decisions/uploads.md for why it is not one of the search
workers.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from threading import Event
from typing import Final

from bot.kernel.check_worker import CheckResult
from bot.kernel.errors import Refused
from bot.minds.processes import HOME, environment
from engine.export_format import size_problem

LOG = logging.getLogger("taproom.checking")

LIMIT: Final = 60.0
"""Seconds after which a check has failed; a busy machine gives its process a third of a core."""

MOST: Final = 6
"""How many uploads are fetched, wait or are checked at most; further users are asked to come again."""

QUEUE: Final = 2 * MOST
"""How many games wait or are checked at most, including transferred games without an upload."""

NICE: Final = 10
"""The niceness: clicks come first, as with searches; with a higher one, a busy machine would starve it."""

_BEGIN: Final = (
    f"import os; getattr(os, 'nice', int)({NICE}); from bot.kernel.check_worker import main; main()"
)
"""Lowers the priority before anything is imported, which is most of a check's work. Windows has no `nice`."""

_PROGRAM: Final = (sys.executable, "-c", _BEGIN)


class CheckPool:
    """Checks exported games. `limit` is the seconds that one may take, `program` the command that runs it.

    A thread of its own waits for the process. A caller can be cancelled at any moment, and the next file has
    its turn when that process has ended; `asyncio` has processes of its own, but one whose start is cancelled
    is waited for without end.
    """

    def __init__(self, limit: float = LIMIT, program: tuple[str, ...] = _PROGRAM) -> None:
        self._limit = limit
        self._program = program
        self._under_way = 0
        self._places = 0
        self._one = ThreadPoolExecutor(1, "checking")
        self._process: Popen[bytes] | None = None
        self._closed = Event()

    @contextmanager
    def reserve_slot(self) -> Iterator[None]:
        """Reserve room for a user's file within this block, also while it is fetched. Raises `Refused`."""
        if self._places >= MOST:
            raise Refused("check-busy")
        self._places += 1
        try:
            yield
        finally:
            self._places -= 1

    async def check(self, text: str) -> CheckResult:
        """Check the text of an exported game in a process of its own.

        Raises `Refused` where too many wait, or it takes too much.
        """
        if (problem := size_problem(text)) is not None:
            return CheckResult(problems=(problem,))
        if self._under_way >= QUEUE:
            raise Refused("check-busy")
        self._under_way += 1
        try:
            return await self._check_in_turn(text)
        finally:
            self._under_way -= 1

    async def close(self) -> None:
        """End the running check; pending ones are cancelled."""
        self._closed.set()
        self._end_process()
        self._one.shutdown(wait=False)
        if self._under_way:
            await asyncio.to_thread(self._one.shutdown)

    async def _check_in_turn(self, text: str) -> CheckResult:
        """Run the check when it is this file's turn; raises `Refused`."""
        return await asyncio.get_running_loop().run_in_executor(self._one, self._run_checker, text)

    def _run_checker(self, text: str) -> CheckResult:
        """Run the checking process, in the thread; raises `Refused`."""
        if self._closed.is_set():
            raise Refused("shutting-down")
        with Popen(  # noqa: S603 - our own program
            self._program, cwd=HOME, env=environment(), stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        ) as process:
            self._process = process
            try:
                if self._closed.is_set():  # closed meanwhile
                    raise Refused("shutting-down")
                output, _ = process.communicate(text.encode(), self._limit)
                result = pickle.loads(output) if process.returncode == 0 else None  # noqa: S301 - our own process
            except (TimeoutExpired, OSError, EOFError, pickle.UnpicklingError):
                result = None
            finally:
                self._end_process()
                self._process = None
        if not isinstance(result, CheckResult):
            LOG.warning("a check of %s characters was given up, exit=%s", len(text), process.returncode)
            raise Refused("shutting-down" if self._closed.is_set() else "check-too-much")
        return result

    def _end_process(self) -> None:
        if self._process is not None:
            self._process.kill()
