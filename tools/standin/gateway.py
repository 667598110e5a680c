"""The websocket: identify, heartbeat, compression, resume, and how it breaks."""

from __future__ import annotations

import asyncio
import importlib
import json
import zlib
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from typing import Any, Final

from aiohttp import WSMsgType, web

from tools.standin.world import BOT, Json, World, server_object, user_object

HEARTBEAT: Final = 41_250
"""Milliseconds between two heartbeats."""

REPLAYED: Final = 5_000
"""How many events a session keeps for a connection that resumes."""

DISPATCH, BEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, BEATEN = 0, 1, 2, 6, 7, 9, 10, 11
"""The opcodes."""

Compress = Callable[[bytes], bytes]


class Break(StrEnum):
    """How a connection ends; only after `INVALID` is the session gone, too."""

    CUT = "cut"  # nobody says goodbye
    CLOSE = "close"
    RECONNECT = "reconnect"  # the bot is asked to come back
    INVALID = "invalid"


class _Connection:
    """One websocket."""

    def __init__(self, socket: web.WebSocketResponse, compress: Compress | None) -> None:
        self.socket = socket
        self._compress = compress

    async def send(self, code: int, data: object = None) -> None:
        """Send what is no event."""
        await self.send_frame(json.dumps({"op": code, "d": data, "s": None, "t": None}))

    async def send_frame(self, frame: str) -> None:
        """Send text, compressed if that was asked for; nothing if the other side has gone."""
        with suppress(ConnectionError, RuntimeError):  # the session keeps the event for one that resumes
            if self._compress is None:
                await self.socket.send_str(frame)
            else:
                await self.socket.send_bytes(self._compress(frame.encode()))


class _Session:
    """What a bot has identified itself for, and the events that it was sent."""

    def __init__(self, name: str, connection: _Connection) -> None:
        self.name = name
        self.connection: _Connection | None = connection
        self.number = 0
        self.sent = deque[tuple[int, str]](maxlen=REPLAYED)

    async def send(self, event: str, data: object) -> None:
        """Send an event, or keep it for when the bot is back."""
        self.number += 1
        frame = json.dumps({"op": DISPATCH, "t": event, "s": self.number, "d": data})
        self.sent.append((self.number, frame))
        if self.connection is not None:
            await self.connection.send_frame(frame)


class Gateway:
    """The bot's only shard.

    `connected` is set while the bot listens. `identified` counts how often it began a session, `resumed` how
    often it came back to one.
    """

    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._token = token
        self._session: _Session | None = None
        self._numbers = 0
        self.url = ""
        self.connected = asyncio.Event()
        self.identified = 0
        self.resumed = 0

    async def dispatch(self, event: str, data: object) -> None:
        """Send an event to the bot, if it is there or can come back for it."""
        if self._session is not None:
            await self._session.send(event, data)

    async def end(self, how: Break) -> None:
        """End the connection that there is; `connected` is set again when the bot is back."""
        session = self._session
        if session is None or session.connection is None:
            return
        connection, session.connection = session.connection, None
        self.connected.clear()
        match how:
            case Break.CUT:
                _abort(connection.socket)
            case Break.CLOSE:
                await connection.socket.close(code=4000)
            case Break.RECONNECT:
                await connection.send(RECONNECT)
            case Break.INVALID:
                self._session = None
                await connection.send(INVALID, data=False)

    def forget(self) -> None:
        """The session is over, as the bot's process has ended."""
        self._session = None
        self.connected.clear()

    async def handle(self, request: web.BaseRequest) -> web.WebSocketResponse:
        """Serve one connection until it ends."""
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        connection = _Connection(socket, _compressor(request.query.get("compress", "")))
        await connection.send(HELLO, {"heartbeat_interval": HEARTBEAT})
        async for message in socket:
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                break
            await self._receive(connection, json.loads(message.data))
        if self._session is not None and self._session.connection is connection:
            self._session.connection = None
            self.connected.clear()
        return socket

    async def _receive(self, connection: _Connection, message: Json) -> None:
        match message["op"]:
            case 1:
                await asyncio.sleep(0.01)  # discord.py notes its sending afterwards
                await connection.send(BEATEN)
            case 2:
                await self._identify(connection, message["d"])
            case 6:
                await self._resume(connection, message["d"])

    async def _identify(self, connection: _Connection, data: Json) -> None:
        if data["token"] != self._token:
            await connection.socket.close(code=4004)
            return
        self._numbers += 1
        self.identified += 1
        self._session = session = _Session(f"session{self._numbers}", connection)
        servers = list(self._world.servers.values())
        ready = {
            "v": 10,
            "user": user_object(self._world.bot) | {"verified": True, "mfa_enabled": False},
            "guilds": [{"id": str(server.id), "unavailable": True} for server in servers],
            "session_id": session.name,
            "session_type": "normal",
            "resume_gateway_url": self.url,
            "shard": [0, 1],
            "application": {"id": str(BOT), "flags": 0},
        }
        await session.send("READY", ready)
        for server in servers:
            await session.send("GUILD_CREATE", server_object(self._world, server))
        self.connected.set()

    async def _resume(self, connection: _Connection, data: Json) -> None:
        session = self._session
        if session is None or session.name != data["session_id"]:
            await connection.send(INVALID, data=False)
            return
        self.resumed += 1
        last = data["seq"]
        while missing := [(number, frame) for number, frame in session.sent if number > last]:
            for number, frame in missing:  # meanwhile there may be more
                await connection.send_frame(frame)
                last = number
        session.connection = connection
        await session.send("RESUMED", {})
        self.connected.set()


def _abort(socket: web.WebSocketResponse) -> None:
    transport = None if socket._req is None else socket._req.transport  # noqa: SLF001 - aiohttp has no other way
    if transport is not None:
        transport.abort()


def _compressor(kind: str) -> Compress | None:
    """One stream for a whole connection, as the bot asks for it; none if it does not."""
    if kind == "zlib-stream":
        deflate = zlib.compressobj(1)
        return lambda frame: deflate.compress(frame) + deflate.flush(zlib.Z_SYNC_FLUSH)
    if kind == "zstd-stream":
        return _zstandard()
    return None


def _zstandard() -> Compress:
    """The same with what discord.py prefers where it is there: Python's own from 3.14 on, or a package."""
    try:
        package: Any = importlib.import_module("zstandard")
    except ImportError:
        own: Any = importlib.import_module("compression.zstd")
        compressor = own.ZstdCompressor()
        return lambda frame: bytes(compressor.compress(frame, own.ZstdCompressor.FLUSH_BLOCK))
    stream = package.ZstdCompressor().compressobj()
    return lambda frame: bytes(stream.compress(frame) + stream.flush(package.COMPRESSOBJ_FLUSH_BLOCK))
