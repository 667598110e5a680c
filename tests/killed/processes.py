"""Bots that die young, several at a time, and how each of them ended."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.ops.location import DatabaseLocation, Postgres
from tests.databases import address
from tests.postgres import Server

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = 120.0
"""Seconds after which a bot that neither died nor ended counts as hanging; a process first has to warm up."""

LIVES: Final = 3
"""How often one is to die at a place where it did not come by: rarely, its threads meet in another order."""


@dataclass(frozen=True, slots=True)
class BotRun:
    """One bot's: its database, the exit code of its process, and what it told."""

    place: DatabaseLocation
    ended: int
    output: str

    def reported_values(self, key: str) -> list[object]:
        """What it told under `key`; the rest of its output is the bot's log."""
        lines = [line for line in self.output.splitlines() if line.startswith('{"')]
        return [told[key] for line in lines if key in (told := json.loads(line))]

    @property
    def shown_boards(self) -> list[str]:
        return [str(board) for board in self.reported_values("shown")]

    @property
    def boundaries(self) -> list[str]:
        (passed,) = self.reported_values("boundaries")
        assert isinstance(passed, list)
        return passed


class BotProcesses:
    """Processes of `tests.killed.driver` that fork a bot for each call of `live`."""

    def __init__(self) -> None:
        self._processes: list[Process] = []
        self._free: asyncio.Queue[Process] = asyncio.Queue()

    async def open(self) -> None:
        """One process more."""
        process = await create_subprocess_exec(
            sys.executable, "-m", "tests.killed.driver", cwd=ROOT, stdin=PIPE, stdout=PIPE
        )
        self._processes.append(process)
        self._free.put_nowait(process)

    async def close(self) -> None:
        for process in self._processes:
            if process.returncode is None:
                process.kill()
            await process.wait()

    async def run_bot(self, place: DatabaseLocation, output: Path, *arguments: str) -> BotRun:
        """The life of one bot, as soon as a process is free; raises `TimeoutError` if it hangs.

        `output` is the file for what it tells.
        """
        process = await self._free.get()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{json.dumps([str(output), address(place), *arguments])}\n".encode())
        try:
            line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
        except TimeoutError:
            # It waits for that bot and hears nobody else; other tests need one that does.
            process.kill()
            await self.open()
            raise
        self._free.put_nowait(process)
        # A bot killed while it wrote its log may have left half a letter.
        return BotRun(place, json.loads(line)["ended"], await asyncio.to_thread(values_in, output))


def values_in(output: Path) -> str:
    return output.read_bytes().decode(errors="replace")


@asynccontextmanager
async def bot_processes() -> AsyncIterator[BotProcesses]:
    """A process for every other processor: each first draws what bots show, and other tests run beside."""
    ready = BotProcesses()
    try:
        for _ in range(max(1, (os.cpu_count() or 1) // 2)):
            await ready.open()
        yield ready
    finally:
        await ready.close()


@dataclass(frozen=True, slots=True)
class BotDatabases:
    """Where bots of one test live: each in a database of its own, a file or one of a `server`."""

    home: BotProcesses
    folder: Path
    server: Server | None

    async def run_first(self, name: str, *arguments: str) -> BotRun:
        """A life in a new database; `name` tells it from the others of the test."""
        place: DatabaseLocation = self.folder / f"{name}.db"
        if self.server is not None:
            place = await asyncio.to_thread(self.server.fresh)
        return await self.home.run_bot(place, self.folder / f"{name}.out", *arguments)

    async def run_until_killed(self, name: str, move: str, number: str, at: str) -> BotRun:
        """A life that ends at a boundary of a move, by a signal."""
        life = await self.run_first(name, move, number, at)
        for again in range(1, LIVES):
            if not life.reported_values("missed"):
                break
            life = await self.run_first(f"{name}-{again}", move, number, at)
        return life

    async def run_again(self, place: DatabaseLocation, *arguments: str) -> BotRun:
        """Another life in the database of one that has ended."""
        name = place.name if isinstance(place, Postgres) else place.stem
        return await self.home.run_bot(place, self.folder / f"{name}-again.out", *arguments)
