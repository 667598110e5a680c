"""Files that strangers bring, checked beside the bot: one at a time, by a process of its own for each.

A check can take seconds, and what it is given was made by anybody. So no line of it is read in the bot's own
process; see `bot.checker` for the limits, and docs/decisions/uploads.md for why it is not one of the workers
that think.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Final

from bot.checker import Found
from bot.errors import Refused
from engine.exported import beyond

LOG = logging.getLogger("taproom.checking")

LIMIT: Final = 60.0
"""Seconds after which a check has gone wrong; a busy machine gives its process a third of a core."""

MOST: Final = 6
"""How many files of people are fetched, wait or are checked; whoever comes then is asked to come again."""

QUEUE: Final = 2 * MOST
"""How many games wait or are checked, those among them that move and that nobody has brought."""

_HOME: Final = Path(__file__).parent.parent
"""Where the packages lie."""

_PROGRAM: Final = (sys.executable, "-c", "from bot.checker import main; main()")
_PASSED_ON: Final = ("PATH", "HOME", "LANG", "LC_ALL", "PYTHONPATH", "SYSTEMROOT", "TMPDIR", "VIRTUAL_ENV")
"""What a process needs of the environment; the token is not among it."""


class Checking:
    """Checks of exported games. `limit` is how many seconds one may take, `program` what runs it."""

    def __init__(self, limit: float = LIMIT, program: tuple[str, ...] = _PROGRAM) -> None:
        self._limit = limit
        self._program = program
        self._under_way = 0
        self._places = 0
        self._process: Process | None = None
        self._closed = False

    @cached_property
    def _one(self) -> asyncio.Lock:
        """Who holds it has its file checked."""
        return asyncio.Lock()

    @contextmanager
    def place(self) -> Iterator[None]:
        """Within it there is room for somebody's file, also while it is fetched. Raises `Refused`."""
        if self._places >= MOST:
            raise Refused("check-busy")
        self._places += 1
        try:
            yield
        finally:
            self._places -= 1

    async def check(self, text: str) -> Found:
        """What is found in a file. Raises `Refused` where too many wait, or it takes too much."""
        if (problem := beyond(text)) is not None:
            return Found(problems=(problem,))
        if self._under_way >= QUEUE:
            raise Refused("check-busy")
        self._under_way += 1
        try:
            async with self._one:
                return await self._asked(text)
        finally:
            self._under_way -= 1

    async def close(self) -> None:
        """End the check that is under way; whoever waits for one gets none."""
        self._closed = True
        if self._process is not None:
            await _end(self._process)

    async def _asked(self, text: str) -> Found:
        """A process of its own is asked; raises `Refused`."""
        if self._closed:
            raise Refused("shutting-down")
        environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        process = self._process = await asyncio.create_subprocess_exec(
            *self._program, cwd=_HOME, env=environment, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
        try:
            if self._closed:  # meanwhile
                raise Refused("shutting-down")
            said, _ = await asyncio.wait_for(process.communicate(text.encode()), self._limit)
            found = pickle.loads(said) if process.returncode == 0 else None  # noqa: S301 - our own process
        except (TimeoutError, OSError, EOFError, pickle.UnpicklingError):
            found = None
        finally:
            self._process = None
            await _end(process)
        if not isinstance(found, Found):
            LOG.warning("a check of %s characters was given up, exit=%s", len(text), process.returncode)
            raise Refused("check-too-much")
        return found


async def _end(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
