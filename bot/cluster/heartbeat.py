"""A process tells that it is there, and which rules it plays by, as long as it is there."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Self

from bot.store import StoreError
from bot.store.cluster.processes import Process, Processes
from engine.registry import GAMES

LOG = logging.getLogger("taproom.heartbeat")


class Heartbeat:
    """The row of this process, which is kept fresh until `stop`."""

    def __init__(self, processes: Processes, process: Process) -> None:
        self._processes = processes
        self._process = process
        self._beating = asyncio.create_task(self._write_heartbeat())

    @classmethod
    async def begin(cls, processes: Processes, shards: str = "") -> Self:
        """From now on the process is seen; `shards` is as in `Process`. Raises `StoreError`."""
        rules = {key: game.rules_version for key, game in GAMES.items()}
        return cls(processes, await processes.begin(shards, rules))

    @property
    def process(self) -> Process:
        """The row, as it was written last."""
        return self._process

    async def stop(self) -> None:
        """The process ends, and its row goes; where that cannot be written, it is taken for dead soon."""
        self._beating.cancel()
        await asyncio.wait({self._beating})
        with suppress(StoreError):
            await self._processes.end(self._process)

    async def _write_heartbeat(self) -> None:
        """A beat that the database does not take is left out, and said at the first one."""
        missed = False
        while True:
            await asyncio.sleep(self._processes.every)
            try:
                self._process = await self._processes.beat(self._process)
            except StoreError as failure:
                if not missed:
                    LOG.warning("this process is not seen any more by the others: %s", failure)
                missed = True
            else:
                missed = False
