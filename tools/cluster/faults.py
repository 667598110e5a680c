"""What goes wrong in a cluster, at a steady pace: processes die, connections are cut, the database fails."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Final

from tools.cluster.database import Database
from tools.standin.process import Bot

CUT: Final = 4
"""Each time that so many processes were killed, one that lives loses its connections to the database."""


STARTS: Final = 5
"""How often a start is tried again."""


@dataclass(slots=True)
class ClusterMember:
    """A process of the cluster, and its name at the database."""

    name: str
    process: Bot
    starting: asyncio.Task[None] | None = None

    @property
    def is_up(self) -> bool:
        """Whether it has come up, and can be killed."""
        return self.process.is_running and (self.starting is None or self.starting.done())

    def start_again(self) -> None:
        """Start it, as whoever watches over it does: a start may fail while the database does."""
        self.starting = asyncio.create_task(self._start())

    async def _start(self) -> None:
        for _ in range(STARTS):
            with suppress(RuntimeError):
                await self.process.start()
                return
        await self.process.start()


@dataclass(slots=True)
class Faults:
    """Kills a process every `every` seconds, and the database `restarts` times; at 0 nothing goes wrong.

    `counts` tells how often what was done, `last` when the last one was, by `time.perf_counter`.
    """

    members: list[ClusterMember]
    database: Database
    every: float
    restarts: int
    random: Random
    counts: Counter[str] = field(default_factory=Counter)
    last: float = 0.0

    async def run(self, seconds: float) -> None:
        """For so many seconds; then all of them are started again."""
        if not self.every:
            self.last = time.perf_counter() + seconds
            await asyncio.sleep(seconds)
            return
        began = time.perf_counter()
        crashes = [seconds * (at + 1) / (self.restarts + 1) for at in range(self.restarts)]
        kills = 0
        while (now := time.perf_counter() - began) < seconds:
            if crashes and now >= crashes[0]:
                crashes.pop(0)
                await self.database.crash()
                self._note("restarts of the database")
            self._restart_ended()
            await self._kill()
            kills += 1
            if kills % CUT == 0:
                await self._cut_connections()
            await asyncio.sleep(max(0.0, began + kills * self.every - time.perf_counter()))
        self._restart_ended()
        for member in self.members:
            if member.starting is not None:
                await member.starting

    def _restart_ended(self) -> None:
        """Start again what has ended by itself, as a host's services do: a thinker without a database."""
        for member in self.members:
            if not member.process.is_running and (member.starting is None or member.starting.done()):
                member.start_again()
                self.counts["ended by themselves"] += 1

    async def _kill(self) -> None:
        up = [member for member in self.members if member.is_up]
        if not up:
            return
        member = self.random.choice(up)
        if member.starting is not None:
            await member.starting  # raises what a start has raised
        await member.process.kill()
        member.start_again()
        self._note("kills")

    async def _cut_connections(self) -> None:
        up = [member for member in self.members if member.is_up]
        if up and await self.database.cut_connections(self.random.choice(up).name):
            self._note("cut connections")

    def _note(self, what: str) -> None:
        self.counts[what] += 1
        self.last = time.perf_counter()
