"""The gateway's websocket: identify, heartbeat, compression, resume, and ways to break it."""

from __future__ import annotations

import asyncio
import importlib
import json
import zlib
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import StrEnum
from typing import Any, Final, TypeAlias

from aiohttp import WSMsgType, web

from tools.standin.payloads import Json
from tools.standin.world import BOT, DiscordState, server_object, user_object

HEARTBEAT: Final = 41_250
"""Milliseconds between two heartbeats."""

REPLAYED: Final = 5_000
"""How many events a session stores for a connection that resumes."""

DISPATCH, BEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, BEATEN = 0, 1, 2, 6, 7, 9, 10, 11
"""The opcodes."""

Compress = Callable[[bytes], bytes]

Shard: TypeAlias = tuple[int, int]
"""The number of a shard, and the number of shards."""


class Break(StrEnum):
    """A way to end a connection; only `INVALID` ends the session, too."""

    CUT = "cut"  # without a close frame
    CLOSE = "close"
    RECONNECT = "reconnect"  # the bot is told to reconnect
    INVALID = "invalid"


class _Connection:
    """One websocket."""

    def __init__(self, socket: web.WebSocketResponse, compress: Compress | None) -> None:
        self.socket = socket
        self._compress = compress

    async def send(self, code: int, data: object = None) -> None:
        """Send a message that is no event."""
        await self.send_frame(json.dumps({"op": code, "d": data, "s": None, "t": None}))

    async def send_frame(self, frame: str) -> None:
        """Send text, compressed if that was requested; nothing if the other side has gone."""
        with suppress(ConnectionError, RuntimeError):  # the session stores the event for a resumed connection
            if self._compress is None:
                await self.socket.send_str(frame)
            else:
                await self.socket.send_bytes(self._compress(frame.encode()))


class _Session:
    """The session of one of a bot's shards, and the events that it was sent."""

    def __init__(self, name: str, shard: Shard, connection: _Connection) -> None:
        self.name = name
        self.shard = shard
        self.connection: _Connection | None = connection
        self.number = 0
        self.sent = deque[tuple[int, str]](maxlen=REPLAYED)

    async def send(self, event: str, data: object) -> None:
        """Send an event, or store it until the bot reconnects."""
        self.number += 1
        frame = json.dumps({"op": DISPATCH, "t": event, "s": self.number, "d": data})
        self.sent.append((self.number, frame))
        if self.connection is not None:
            await self.connection.send_frame(frame)

    def hears_of(self, server_id: int | None) -> bool:
        """Return whether the shard gets the events of a server; the first one gets those of none."""
        number, count = self.shard
        return number == (0 if server_id is None else (server_id >> 22) % count)


class Gateway:
    """The bot's shards, in any number of processes.

    `connected` is set while there is a session and all sessions have connections. `identified` counts the
    sessions begun, `resumed` the sessions resumed.
    """

    def __init__(self, world: DiscordState, token: str) -> None:
        self._world = world
        self._token = token
        self._sessions: dict[Shard, _Session] = {}
        self._numbers = 0
        self._changed = asyncio.Event()
        self.url = ""
        self.connected = asyncio.Event()
        self.identified = 0
        self.resumed = 0

    async def dispatch(self, event: str, data: Json, shard: int | None = None) -> None:
        """Send an event to its shard, or to the given one, if it is connected or can resume."""
        server_id = data.get("guild_id")
        for session in tuple(self._sessions.values()):
            here = session.hears_of(None if server_id is None else int(server_id))
            is_target = here if shard is None else session.shard[0] == shard
            if is_target:
                await session.send(event, data)

    def listens(self, shards: Iterable[Shard]) -> bool:
        """Return whether all of these shards are connected."""
        connected = {shard for shard, session in self._sessions.items() if session.connection is not None}
        return connected.issuperset(shards)

    async def until_listening(self, shards: Iterable[Shard] = ()) -> None:
        """Wait until all of these shards are connected; without any, until one is."""
        wanted = tuple(shards)
        while not (self.listens(wanted) if wanted else self.connected.is_set()):
            self._changed.clear()
            await self._changed.wait()

    async def end(self, how: Break, shard: int | None = None) -> None:
        """End all connections, or that of a shard; `connected` is set again when the bot is back."""
        for session in tuple(self._sessions.values()):
            if shard is None or session.shard[0] == shard:
                await self._end(session, how)

    async def _end(self, session: _Session, how: Break) -> None:
        connection, session.connection = session.connection, None
        if connection is None:
            return
        if how is Break.INVALID:
            self._sessions.pop(session.shard, None)
        self._note()
        match how:
            case Break.CUT:
                _abort(connection.socket)
            case Break.CLOSE:
                await connection.socket.close(code=4000)
            case Break.RECONNECT:
                await connection.send(RECONNECT)
            case Break.INVALID:
                await connection.send(INVALID, data=False)

    def forget(self, shards: Iterable[Shard] = ()) -> None:
        """End the sessions of these shards, or all, as the bot's process has ended."""
        for shard in tuple(shards) or tuple(self._sessions):
            self._sessions.pop(shard, None)
        self._note()

    def _note(self) -> None:
        """Update `connected` after a change of connections."""
        sessions = self._sessions.values()
        if sessions and all(session.connection is not None for session in sessions):
            self.connected.set()
        else:
            self.connected.clear()
        self._changed.set()

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
        for session in self._sessions.values():
            if session.connection is connection:
                session.connection = None
        self._note()
        return socket

    async def _receive(self, connection: _Connection, message: Json) -> None:
        match message["op"]:
            case 1:
                await asyncio.sleep(0.01)  # discord.py records the time of sending afterwards
                await connection.send(BEATEN)
            case 2:
                await self._identify(connection, message["d"])
            case 6:
                await self._resume(connection, message["d"])

    async def _identify(self, connection: _Connection, data: Json) -> None:
        if data["token"] != self._token:
            await connection.socket.close(code=4004)
            return
        number, count = data.get("shard", (0, 1))
        self._numbers += 1
        self.identified += 1
        session = _Session(f"session{self._numbers}", (number, count), connection)
        self._sessions[session.shard] = session
        every = self._world.servers.values()
        servers = [server for server in every if server.joined and session.hears_of(server.id)]
        ready = {
            "v": 10,
            "user": user_object(self._world.bot) | {"verified": True, "mfa_enabled": False},
            "guilds": [{"id": str(server.id), "unavailable": True} for server in servers],
            "session_id": session.name,
            "session_type": "normal",
            "resume_gateway_url": self.url,
            "shard": [number, count],
            "application": {"id": str(BOT), "flags": 0},
        }
        await session.send("READY", ready)
        for server in servers:
            await session.send("GUILD_CREATE", server_object(self._world, server))
        self._note()

    async def _resume(self, connection: _Connection, data: Json) -> None:
        sessions = self._sessions.values()
        session = next((candidate for candidate in sessions if candidate.name == data["session_id"]), None)
        if session is None:
            await connection.send(INVALID, data=False)
            return
        self.resumed += 1
        last = data["seq"]
        while missing := [(number, frame) for number, frame in session.sent if number > last]:
            for number, frame in missing:  # there may be more in the meantime
                await connection.send_frame(frame)
                last = number
        session.connection = connection
        await session.send("RESUMED", {})
        self._note()


def _abort(socket: web.WebSocketResponse) -> None:
    transport = None if socket._req is None else socket._req.transport  # noqa: SLF001 - aiohttp has no other way
    if transport is not None:
        transport.abort()


def _compressor(kind: str) -> Compress | None:
    """Return the compressor of a connection, as the bot requests it; None without compression."""
    if kind == "zlib-stream":
        deflate = zlib.compressobj(1)
        return lambda frame: deflate.compress(frame) + deflate.flush(zlib.Z_SYNC_FLUSH)
    if kind == "zstd-stream":
        return _zstandard()
    return None


def _zstandard() -> Compress:
    """Return a Zstandard compressor, from Python 3.14's standard library or from a package."""
    try:
        package: Any = importlib.import_module("zstandard")
    except ImportError:
        own: Any = importlib.import_module("compression.zstd")
        compressor = own.ZstdCompressor()
        return lambda frame: bytes(compressor.compress(frame, own.ZstdCompressor.FLUSH_BLOCK))
    stream = package.ZstdCompressor().compressobj()
    return lambda frame: bytes(stream.compress(frame) + stream.flush(package.COMPRESSOBJ_FLUSH_BLOCK))
