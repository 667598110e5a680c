"""Beside the bot: what systemd and a local port are told, and backups at night. Each is off unless it is set.

systemd is told by datagrams to the socket in NOTIFY_SOCKET, as in sd_notify(3).
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.request import ProxyHandler, build_opener

from bot.kernel.trace import Trace
from bot.ops.backups import NightlyBackup, copies
from bot.ops.health import (
    Health,
    HealthReport,
    last_seen,
    missing,
    processes_text,
    statistics_text,
    workers_text,
)
from bot.ops.location import Postgres
from bot.ops.settings import Settings
from bot.store import StoreError
from bot.store.hooks import StorageHooks
from bot.store.upkeep import hosted
from bot.store.upkeep.statistics import Statistics, running_processes, statistics_of

if TYPE_CHECKING:
    from bot.ops.http_endpoints import InteractionMetrics

FRESH: Final = 5.0
"""Seconds for which the database's figures are good: whoever asks more often gets the same ones."""

ASKING: Final = 5.0
"""Seconds that the port may take to answer."""

PULSE: Final = 30.0
"""Seconds between two lines for `systemctl status`, if no watchdog wants them more often."""

STARTING: Final = 120.0
"""Seconds that a start may take from each moment on at which the bot says that it goes on."""

_ANYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - what a host may have set
"""Where a port is found that is open on every address."""


# systemd


class Supervisor:
    """The socket of whoever has started the bot and wants to hear how it does; silent if there is none."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        path = environment.get("NOTIFY_SOCKET", "")
        self._path = f"\0{path[1:]}" if path.startswith("@") else path
        patience = int(environment.get("WATCHDOG_USEC") or 0) / 1e6
        mine = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        self.pulse = min(PULSE, patience / 2) if patience and mine else PULSE

    @property
    def listens(self) -> bool:
        """Whether anybody is there."""
        return bool(self._path)

    def tell(self, *lines: str) -> None:
        """Send assignments such as `READY=1`, in one datagram; that nobody takes it is no harm."""
        with (
            suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as notify,
        ):
            notify.settimeout(0)
            notify.sendto("\n".join(lines).encode(), self._path)

    async def keep_notifying(self, standing: Callable[[], Health], up: asyncio.Event) -> None:
        """Tell that the bot is up, once it is, and then that its loop is alive, again and again.

        Until then it asks for more time as long as its loop is alive: a new version may take minutes to bring
        a large database to its own form, and would begin anew each time it is ended.
        """
        while not up.is_set():
            self.tell(f"EXTEND_TIMEOUT_USEC={round(STARTING * 1e6)}", "STATUS=starting")
            with suppress(TimeoutError):
                await asyncio.wait_for(up.wait(), self.pulse)
        self.tell("READY=1")
        while True:
            self.tell("WATCHDOG=1", f"STATUS={_status_line(standing())}")
            await asyncio.sleep(self.pulse)


def _status_line(standing: Health) -> str:
    if standing.out is not None:
        return "waiting for Discord"
    return f"connected to Discord, in {standing.servers} servers"


# Beside the bot


class Monitor:
    """What runs beside the bot, by its settings."""

    def __init__(self, settings: Settings, hooks: Sequence[StorageHooks] = ()) -> None:
        """`hooks` are those of features, which may count something."""
        self._settings = settings
        self._hooks = hooks
        self._supervisor = Supervisor()
        self._measures: InteractionMetrics | None = None
        self._known: tuple[Statistics | None, str | None] = (None, None)
        self._read = -FRESH
        # Of its own: pictures that are drawn keep the loop's threads busy, and health must not wait for them.
        self._reader = ThreadPoolExecutor(1, "figures")
        if settings.status_port:
            from bot.ops.http_endpoints import InteractionMetrics  # noqa: PLC0415 - nothing of it is loaded where it is off

            self._measures = InteractionMetrics()

    @property
    def count(self) -> Callable[[Trace], None] | None:
        """What is to be called for every interaction; none where nothing is counted."""
        return None if self._measures is None else self._measures.count

    @asynccontextmanager
    async def monitor(self, standing: Callable[[], Health], up: asyncio.Event) -> AsyncIterator[None]:
        """Within it the bot is looked after, which is `up` some time later; raises `CannotListen`."""
        settings = self._settings
        async with AsyncExitStack() as stack:
            stack.callback(self._reader.shutdown, wait=False)
            if self._measures is not None:
                from bot.ops.http_endpoints import serve_endpoints  # noqa: PLC0415 - as above

                async def report() -> HealthReport:
                    return await self._report(standing())

                port = serve_endpoints(settings.status_address, settings.status_port, self._measures, report)
                await stack.enter_async_context(port)
            if self._supervisor.listens:
                await stack.enter_async_context(_run_beside(self._supervisor.keep_notifying(standing, up)))
            if (folder := settings.backup_folder) is not None and isinstance(settings.database, Path):
                nightly = NightlyBackup(settings.database, folder, settings.backups_kept)
                await stack.enter_async_context(_run_beside(nightly.run()))
            yield

    def stopping(self) -> None:
        """The bot begins to end."""
        if self._supervisor.listens:
            self._supervisor.tell("STOPPING=1")

    async def _report(self, standing: Health) -> HealthReport:
        if time.monotonic() - self._read > FRESH:
            loop = asyncio.get_running_loop()
            self._known = await loop.run_in_executor(
                self._reader, _query_database, self._settings, self._hooks
            )
            self._read = time.monotonic()
        return HealthReport(time.time(), standing, *self._known)


@asynccontextmanager
async def _run_beside(work: Coroutine[object, object, None]) -> AsyncIterator[None]:
    """Within it something else is done, too."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def _query_database(
    settings: Settings, hooks: Sequence[StorageHooks]
) -> tuple[Statistics | None, str | None]:
    """What the database tells, and the day of the last backup."""
    try:
        found = statistics_of(settings.database, hooks)
    except StoreError:
        found = None
    return found, _last_copy(settings)


def _last_copy(settings: Settings) -> str | None:
    """The day of the last backup that was made at night; none if none are made."""
    folder = settings.backup_folder
    if folder is None or not isinstance(settings.database, Path):
        return None
    days = list(copies(settings.database, folder))
    return days[-1].isoformat() if days else "none yet"


# For people


def status(settings: Settings, hooks: Sequence[StorageHooks] = ()) -> tuple[bool, list[str]]:
    """Whether a bot runs here and is well, and lines that tell: by its port, or else by its database.

    Raises `StoreError` if neither can tell.
    """
    report = _ask_port(settings) if settings.status_port else None
    if report is not None:
        troubles = report.troubles()
        beside, others = _processes_status(settings)
        return beside and not troubles, [
            *(f"FAIL       {trouble}" for trouble in troubles),
            *report.text(),
            *others,
        ]
    found, there = statistics_of(settings.database, hooks), running_processes(settings.database)
    well, seen = last_seen(found, time.time())
    return well and not missing(there) and not settings.status_port, [
        seen,
        *statistics_text(found),
        f"backup:    {_last_copy(settings) or 'none at night'}",
        *processes_text(there),
        *_worker_lines(settings),
        _port_hint(settings),
    ]


def _processes_status(settings: Settings) -> tuple[bool, list[str]]:
    """Whether all processes that use the database are well, and a line for each; none if it is away."""
    try:
        there = running_processes(settings.database)
    except StoreError:
        return True, []
    return not missing(there), [*processes_text(there), *_worker_lines(settings)]


def _worker_lines(settings: Settings) -> Iterator[str]:
    """Lines about thinkers, where there can be any."""
    if isinstance(settings.database, Postgres):
        with suppress(StoreError):
            yield from workers_text(hosted.remote_workers(settings.database))


def _port_hint(settings: Settings) -> str:
    """Why it is the database that was asked."""
    if settings.status_port:
        return f"Nobody answers on port {settings.status_port}, so this is what the database tells."
    return "With TAPROOM_STATUS_PORT set, the bot itself tells more."


def _ask_port(settings: Settings) -> HealthReport | None:
    """What the bot says on its port; none if nobody answers there, or somebody else does."""
    host = _ANYWHERE.get(settings.status_address, settings.status_address)
    host = f"[{host}]" if ":" in host else host
    try:
        # Without the proxies of the environment: it is this machine.
        with build_opener(ProxyHandler({})).open(
            f"http://{host}:{settings.status_port}/status", timeout=ASKING
        ) as answer:
            return HealthReport.load(json.load(answer))
    except (OSError, ValueError, KeyError, TypeError, HTTPException):
        return None
