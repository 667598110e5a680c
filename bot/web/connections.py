"""The port of the pages: limits connections before there is any request.

aiohttp closes a connection without a request after `keepalive_timeout`, but does not limit their number, and
waits for clients that do not read answers. A connection beyond a limit is closed at once, unread.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, cast

from aiohttp import web
from aiohttp.http import HttpProcessingError

from bot.ops.health import CannotListen
from bot.web.address import Proxies, client_network
from bot.web.limits import Bucket, ConcurrencyLimit, WebLimits

LOG = logging.getLogger("taproom.web")
HTTP = logging.getLogger("taproom.web.http")
"""The logger that aiohttp uses for requests."""

BACKLOG: Final = 64
"""Connections that asyncio accepts at a time, before the loop does anything else."""

PROXY_SECONDS: Final = 120.0
"""Seconds after which an idle connection of a trusted proxy is closed: later than by the proxy itself."""

LINGERING: Final = 2.0
"""Seconds in which the rest of an unwanted request is read."""

ROUNDS: Final = 4
"""Checks for stalled connections within the time after which they are aborted."""


class LogLimiter(logging.Filter):
    """Keeps clients from filling the log."""

    def __init__(self) -> None:
        super().__init__()
        self._told = Bucket(3, 1 / 60)

    def filter(self, record: logging.LogRecord) -> bool:
        """Drop malformed requests and broken connections, which are no errors of the bot; limit the rest."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, HttpProcessingError | web.RequestPayloadError | ConnectionError):
            return False
        return self._told.try_take(type(error).__name__, record.created)


HTTP.addFilter(LogLimiter())


class PageConnection(asyncio.Protocol):
    """A connection, passed to aiohttp if it is admitted."""

    def __init__(self, limiter: ConnectionLimiter) -> None:
        self._limiter = limiter
        self._inner: web.RequestHandler | None = None
        self._transport: asyncio.Transport | None = None
        self.peer = ""
        self._stalled = 0
        self._lost = list[Callable[[], None]]()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Serve the connection if a limit allows it, else abort it."""
        self._transport = cast("asyncio.Transport", transport)
        self.peer = str((transport.get_extra_info("peername") or ("",))[0])
        if not self._limiter.admits(self.peer):
            self._transport.abort()
            return
        self._inner = self._limiter.accept(self._transport, self)
        self._inner.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the connection, and run the callbacks."""
        if self._inner is None or self._transport is None:
            return
        self._limiter.release(self._transport, self)
        self._inner.connection_lost(exc)
        for told in self._lost:
            told()

    def data_received(self, data: bytes) -> None:
        """Pass it to aiohttp."""
        if self._inner is not None:
            self._inner.data_received(data)

    def eof_received(self) -> None:
        """Pass it to aiohttp."""
        if self._inner is not None:
            self._inner.eof_received()

    def pause_writing(self) -> None:
        """Pass it to aiohttp."""
        if self._inner is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Pass it to aiohttp."""
        if self._inner is not None:
            self._inner.resume_writing()

    def when_lost(self, callback: Callable[[], None]) -> None:
        """Call a function when the connection is lost."""
        self._lost.append(callback)

    def abort_if_stalled(self) -> None:
        """Abort the connection if its buffer was not empty at any recent check."""
        assert self._transport is not None  # noqa: S101 - only admitted connections are checked
        self._stalled = self._stalled + 1 if self._transport.get_write_buffer_size() else 0
        if self._stalled > ROUNDS:
            self._transport.abort()


class ConnectionLimiter:
    """Admits connections up to the limits; calling it makes the protocol of one."""

    def __init__(self, server: web.Server, limits: WebLimits, proxies: Proxies) -> None:
        self._server = server
        self._limits = limits
        self._proxies = proxies
        self._open: dict[asyncio.BaseTransport, PageConnection] = {}
        self._places = ConcurrencyLimit(limits.of_address)
        self._told = Bucket(1, 1 / 60)

    def __call__(self) -> PageConnection:
        """Return a new connection's protocol."""
        return PageConnection(self)

    @property
    def connections(self) -> int:
        """The number of open connections."""
        return len(self._open)

    def admits(self, peer: str) -> bool:
        """Return whether a peer may open one more connection; a trusted proxy may use all that are left."""
        if len(self._open) >= self._limits.connections:
            if self._told.try_take("", asyncio.get_running_loop().time()):
                LOG.warning("pages: %d connections are open, no more are taken", len(self._open))
            return False
        return self._proxies.is_trusted(peer) or self._places.has_room(client_network(peer))

    def accept(self, transport: asyncio.Transport, connection: PageConnection) -> web.RequestHandler:
        """Count a connection, and return its aiohttp handler."""
        self._open[transport] = connection
        self._places.acquire(client_network(connection.peer))
        seconds = PROXY_SECONDS if self._proxies.is_trusted(connection.peer) else self._limits.header_seconds
        loop = asyncio.get_running_loop()
        return web.RequestHandler(
            self._server,
            loop=loop,
            keepalive_timeout=seconds,
            lingering_time=LINGERING,
            logger=HTTP,
            access_log=None,  # type: ignore[arg-type] # as the runner has it, for no log
        )

    def release(self, transport: asyncio.Transport, connection: PageConnection) -> None:
        """Stop counting a connection."""
        del self._open[transport]
        self._places.release(client_network(connection.peer))

    def when_lost(self, transport: asyncio.BaseTransport | None, callback: Callable[[], None]) -> None:
        """Call a function when a connection is lost; at once if it is already."""
        connection = None if transport is None else self._open.get(transport)
        if connection is None:
            callback()
        else:
            connection.when_lost(callback)

    async def abort_stalled(self) -> None:
        """Abort connections that do not read their answers, until cancelled."""
        while True:
            await asyncio.sleep(self._limits.stalled_seconds / ROUNDS)
            for connection in tuple(self._open.values()):
                connection.abort_if_stalled()


@asynccontextmanager
async def open_port(
    app: web.Application, address: str, port: int, limits: WebLimits, proxies: Proxies
) -> AsyncIterator[tuple[ConnectionLimiter, int]]:
    """Open the port within a context; yields it with the limiter. Raises `CannotListen`."""
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    assert runner.server is not None  # noqa: S101 - set up above
    limiter = ConnectionLimiter(runner.server, limits, proxies)
    try:
        listening = await _listen(limiter, address, port)
        watching = asyncio.create_task(limiter.abort_stalled())
        try:
            yield limiter, int(listening.sockets[0].getsockname()[1])
        finally:
            watching.cancel()
            listening.close()  # the runner ends open requests
    finally:
        await runner.cleanup()


async def _listen(limiter: ConnectionLimiter, address: str, port: int) -> asyncio.Server:
    try:
        return await asyncio.get_running_loop().create_server(limiter, address, port, backlog=BACKLOG)
    except OSError as error:
        raise CannotListen("TAPROOM_WEB", address, port, error) from error
