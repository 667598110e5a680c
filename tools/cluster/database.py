"""The database of a cluster: a server of PostgreSQL that can be killed, and connections that can be cut."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from subprocess import Popen
from typing import Final, Self

import psycopg

from bot.ops.location import Postgres
from tools.postgres import address, running_server, temporary_data_folder

SETTINGS: Final = {"fsync": "on", "full_page_writes": "on", "autovacuum": "on", "max_connections": "150"}
"""As a host has it: what it says is saved is on disk."""

_CUT: Final = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
    " WHERE application_name = %s AND pid <> pg_backend_pid()"
)


class Database:
    """A server over a folder on disk, from `async with` on; `restarts` counts how often it was killed.

    Without a folder of the caller's its data are in memory, where there is any.
    """

    def __init__(self, home: Path | None) -> None:
        self._home = home
        self._stack = ExitStack()
        self._folder = Path()
        self._running = ExitStack()
        self._process: Popen[bytes] | None = None
        self.restarts = 0

    async def __aenter__(self) -> Self:
        self._folder = await asyncio.to_thread(self._stack.enter_context, temporary_data_folder(self._home))
        await self._start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self._running.close)
        await asyncio.to_thread(self._stack.close)

    def location(self, name: str) -> Postgres:
        """Where a process of this name finds it."""
        return Postgres(f"{address(self._folder)}&application_name={name}")

    async def _start(self) -> None:
        started = running_server(self._folder, **SETTINGS)
        self._process = await asyncio.to_thread(self._running.enter_context, started)

    async def crash(self) -> None:
        """End it at once, as a machine does that fails, and start it again over what is on disk."""
        assert self._process is not None
        self._process.send_signal(signal.SIGQUIT)
        await asyncio.to_thread(self._process.wait)
        await asyncio.to_thread(self._running.close)
        self._running = ExitStack()
        self.restarts += 1
        await self._start()

    async def cut_connections(self, name: str) -> int:
        """End the connections of a process; how many there were."""

        def terminate() -> int:
            with closing(psycopg.connect(self.location("tools").url, autocommit=True)) as connection:
                row = connection.execute(_CUT, (name,)).fetchone()
                return 0 if row is None else int(row[0])

        return await asyncio.to_thread(terminate)

    async def rows(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """What a statement finds."""

        def fetch_rows() -> list[tuple[object, ...]]:
            with closing(psycopg.connect(self.location("tools").url)) as connection:
                return connection.execute(statement.encode(), values).fetchall()

        return await asyncio.to_thread(fetch_rows)

    async def execute_many(self, statement: str, rows: Sequence[Sequence[object]]) -> list[int]:
        """Carry out a statement for each of these rows, together; the numbers that it returns."""

        def execute_rows() -> list[int]:
            with closing(psycopg.connect(self.location("tools").url)) as connection, connection.transaction():
                results = (connection.execute(statement.encode(), row).fetchone() for row in rows)
                return [int(row[0]) for row in results if row is not None]

        return await asyncio.to_thread(execute_rows)
