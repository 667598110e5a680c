"""The bot as a process of its own, connected to the stand-in."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process, create_subprocess_exec
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Final, Self

from bot.cluster.shards import Shards
from bot.ops.location import DatabaseLocation, Postgres
from tools.standin.gateway import Shard
from tools.standin.standin import StandIn

ROOT: Final = Path(__file__).parents[2]

STARTING: Final = 60.0
"""Seconds that a start may take."""

STOPPING: Final = 20.0
"""Seconds that a stop may take."""


class Bot:
    """`python -m bot`, unmodified, with a database; or another module that connects to Discord.

    `settings` go into its environment, and its log into a file, `log`, if one is given. It is started and
    connected inside of `async with`: all of its `shards`, such as `0-3/16`, or as many as it is told to run.
    With `arguments`, such as `think`, it is a command that does not connect, and just started.
    """

    def __init__(
        self,
        discord: StandIn,
        database: DatabaseLocation,
        *,
        module: str = "bot",
        arguments: Sequence[str] = (),
        log: Path | None = None,
        settings: dict[str, str] | None = None,
        shards: str = "",
    ) -> None:
        self._discord = discord
        self._module = module
        self._arguments = tuple(arguments)
        self._log = log
        place = database.url if isinstance(database, Postgres) else str(database)
        self._settings = {"TAPROOM_TOKEN": discord.token, "TAPROOM_DATABASE": place}
        self._settings |= {"TAPROOM_SHARDS": shards} if shards else {}
        self._settings |= settings or {}
        self._shards = _shard_pairs(Shards.read(shards)) if shards else ()
        self._process: Process | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.is_running:
            await self.stop()

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None, "it was not started"
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it was started, and has not ended."""
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Start it, and wait until it listens; raises `RuntimeError` if it ends or does not connect."""
        if self._process is not None:
            self._forget_sessions()
        self._process = await self._spawn()
        if self._arguments:
            return
        connected = asyncio.create_task(self._discord.gateway.until_listening(self._shards))
        ended = asyncio.create_task(self._process.wait())
        await asyncio.wait({connected, ended}, timeout=STARTING, return_when=asyncio.FIRST_COMPLETED)
        listens = connected.done()
        connected.cancel()
        ended.cancel()
        if not listens:
            if self.is_running:
                await self.kill()
            raise RuntimeError(f"the bot did not connect{'' if self._log is None else f'; see {self._log}'}")

    async def failed_start_code(self) -> int:
        """Its exit code, where it does not even begin; raises `TimeoutError` if it does."""
        self._process = await self._spawn()
        return await self.wait_for_exit(STARTING)

    async def wait_for_exit(self, seconds: float) -> int:
        """Its exit code, once it has ended by itself; raises `TimeoutError` if it does not, and kills it."""
        assert self._process is not None
        try:
            return await asyncio.wait_for(self._process.wait(), seconds)
        except TimeoutError:
            await self.kill()
            raise

    async def _spawn(self) -> Process:
        kept = {name: value for name, value in os.environ.items() if not name.upper().startswith("TAPROOM_")}
        kept = {name: value for name, value in kept.items() if not name.lower().endswith("_proxy")}
        kept.pop("PYTHONDONTWRITEBYTECODE", None)  # or each start would compile all of the bot anew
        output: IO[bytes] | int = DEVNULL if self._log is None else self._log.open("ab")
        try:
            return await create_subprocess_exec(
                *(sys.executable, "-m", "tools.standin.bot", self._discord.address, self._module),
                *self._arguments,
                cwd=ROOT,
                env=kept | self._settings,
                stdin=PIPE,  # closed when this process is gone
                stdout=output,
                stderr=output,
                start_new_session=True,  # so that what it has started can be ended with it
            )
        finally:
            if not isinstance(output, int):
                output.close()

    async def stop(self) -> int:
        """Ask it to end, as a host does, and kill it if it does not; returns its exit code."""
        assert self._process is not None
        self._process.terminate()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), STOPPING)
        if self.is_running:
            return await self.kill()
        self._forget_sessions()
        return self._process.returncode or 0

    async def kill(self) -> int:
        """End it and all that it has started, without a warning; returns its exit code."""
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        code = await self._process.wait()
        self._forget_sessions()
        return code

    def _forget_sessions(self) -> None:
        """Its sessions are over; a command had none, and those of others go on."""
        if not self._arguments:
            self._discord.gateway.forget(self._shards)


def _shard_pairs(shards: Shards) -> tuple[Shard, ...]:
    return tuple((number, shards.count) for number in shards.numbers)
