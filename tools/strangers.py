"""`python -m tools.strangers KIND URL SECONDS`: people who ask pages for too much, in a process of their own.

What they cost must not be measured as the bot's. Each comes from an address of this machine, as all of
127.0.0.0/8 are. At the end it prints as JSON what became of them.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final, TypeVar
from urllib.parse import quote

from aiohttp import ClientSession, CookieJar, TCPConnector
from yarl import URL

from bot.web.site import MARK, NAME

WATCHED: Final = "watched-by-a-thousand"
"""The code with which anybody looks at a table."""

LONG: Final = "looked-at-from-its-beginning"
"""The code of a table with a long game."""

ONE: Final = "127.0.0.2"
"""The address of somebody who is alone."""

HELD: Final = 1500
"""Connections that one address tries to hold, and open pages."""

OPENED: Final = 1000

A_SECOND: Final = 250
"""Pages that a crowd opens a second."""

BAD: Final = 10_000
AT_ONCE: Final = 100
"""Requests that get nothing, and how many of them are under way at a time."""

Reader = asyncio.StreamReader
Writer = asyncio.StreamWriter
T = TypeVar("T")


class Strangers:
    """They come to an address, until a time is over; `found` is what became of them."""

    def __init__(self, url: str, seconds: float) -> None:
        self.url = URL(url)
        self.found = Counter[str]()
        self._end = asyncio.get_running_loop().time() + seconds

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return self._end - asyncio.get_running_loop().time()

    async def connect(self, address: str, use: Callable[[Reader, Writer], Awaitable[T]], lost: T) -> T:
        """What comes of using a connection from an address; `lost` where that is refused or ends."""
        writer = None
        try:
            opening = asyncio.open_connection("127.0.0.1", self.url.port, local_addr=(address, 0))
            reader, writer = await asyncio.wait_for(opening, 30)
            return await use(reader, writer)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            self.found["lost"] += 1
            return lost
        finally:
            if writer is not None:
                writer.close()

    async def ask(self, address: str, path: str, tag: str = "") -> tuple[int, dict[str, str]]:
        """Status and headers that are answered to a request; the status is 0 where nothing is."""

        async def use(reader: Reader, writer: Writer) -> tuple[int, dict[str, str]]:
            headers = f"\r\nIf-None-Match: {tag}" if tag else ""
            writer.write(f"GET {path} HTTP/1.0\r\nHost: here{headers}\r\n\r\n".encode())
            status, given = await _head(reader)
            await reader.read()
            return status, given

        return await self.connect(address, use, (0, {}))

    async def listen(
        self, address: str, use: Callable[[Reader, int, dict[str, str]], Awaitable[None]]
    ) -> None:
        """Open the stream of the watched table from an address."""

        async def opened(reader: Reader, writer: Writer) -> None:
            writer.write(f"GET /w/{WATCHED}/live HTTP/1.0\r\nHost: here\r\n\r\n".encode())
            status, headers = await asyncio.wait_for(_head(reader), 60)
            await use(reader, status, headers)

        await self.connect(address, opened, None)

    async def line(self, reader: Reader) -> bytes:
        """The next line of a stream; nothing at its end, and when the time is over."""
        with suppress(TimeoutError):
            return await asyncio.wait_for(reader.readline(), max(0.0, self.left))
        return b""

    # One address alone

    async def silent(self) -> None:
        """Connections that never send a byte."""
        await self._held(b"", b"")

    async def slow(self) -> None:
        """Headers that never end."""
        await self._held(b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ", b"x")

    async def _held(self, first: bytes, then: bytes) -> None:
        async def held(reader: Reader, writer: Writer) -> None:
            writer.write(first)
            self.found["opened"] += 1
            while self.left > 0:
                writer.write(then)
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(1), 1)
                    self.found["closed"] += 1
                    return

        async def hold() -> None:
            while self.left > 0:
                await self.connect(ONE, held, None)
                await asyncio.sleep(1)

        await asyncio.gather(*(hold() for _ in range(HELD)))

    async def streams(self) -> None:
        """Open pages with one link, which come at once again."""

        async def use(reader: Reader, status: int, _: dict[str, str]) -> None:
            self.found[str(status)] += 1
            while await self.line(reader):
                pass

        async def hold(number: int) -> None:
            await asyncio.sleep(number / 25)
            while self.left > 0:
                await self.listen(ONE, use)
                await asyncio.sleep(1)

        await asyncio.gather(*(hold(number) for number in range(OPENED)))

    # Many

    async def crowd(self, number: int) -> None:
        """Pages as browsers have them, each from an address of its own."""

        async def one(at: int) -> None:
            await asyncio.sleep(at / A_SECOND)
            await Page(self, f"127.{1 + at // 62_500}.{at // 250 % 250}.{at % 250 + 1}").look()

        await asyncio.gather(*(one(at) for at in range(number)))

    async def logins(self) -> None:
        """People who begin logins, and come back with codes that Discord never gave."""

        async def some(at: int) -> None:
            connector = TCPConnector(local_addr=(f"127.9.1.{at % 3 + 1}", 0))
            async with ClientSession(connector=connector, cookie_jar=CookieJar(unsafe=True)) as session:
                while self.left > 0:
                    begun = await self._get(session, "/login/go")
                    state = URL(begun.get("Location", "")).query.get("state", "never-begun")
                    await self._get(session, f"/login/back?state={quote(state)}&code=guessed")

        await asyncio.gather(*map(some, range(AT_ONCE)))

    async def _get(self, session: ClientSession, path: str) -> Mapping[str, str]:
        """The headers of an answer, none where nothing answers."""
        try:
            async with session.get(str(self.url) + path, allow_redirects=False) as answer:
                await answer.read()
                self.found[str(answer.status)] += 1
                return answer.headers
        except OSError:
            self.found["lost"] += 1
            return {}

    async def long(self) -> None:
        """People who look at a long game, each at another move of it."""
        ways = ("past", "past/{at}", "board", "board?path=", "picture")
        await self._asked(
            lambda number: (
                "GET",
                f"/w/{LONG}/{ways[number % len(ways)].format(at=number * 37 % 9000)}",
                {},
            ),
            AT_ONCE,
        )

    async def bad(self) -> None:
        """Requests that get nothing, of many addresses, so that no limit helps."""
        ways: tuple[tuple[str, str, dict[str, Any]], ...] = (
            ("POST", "/in", {"json": {"code": "eyJ0IjoxfQ.x.y"}, "headers": {MARK: "1"}}),
            ("GET", "/t/1/board", {"headers": {"Cookie": f"{NAME}=forged"}}),
            ("POST", "/t/1/use", {"json": {"custom_id": "t1.1.play.x"}}),
            ("GET", "/w/nobody-knows-this/board", {}),
            ("GET", "/t/1/picture", {}),
        )
        await self._asked(lambda number: ways[number % len(ways)], AT_ONCE)

    async def _asked(self, way: Callable[[int], tuple[str, str, dict[str, Any]]], addresses: int) -> None:
        """Requests, a few at a time, from so many addresses in turn."""

        async def some(at: int) -> None:
            connector = TCPConnector(local_addr=(f"127.9.0.{at % addresses + 1}", 0))
            async with ClientSession(connector=connector) as session:
                for number in range(at, BAD, AT_ONCE):
                    if self.left <= 0:
                        return
                    method, path, how = way(number)
                    try:
                        async with session.request(method, str(self.url) + path, **how) as answer:
                            await answer.read()
                            self.found[str(answer.status)] += 1
                    except OSError:
                        self.found["lost"] += 1

        await asyncio.gather(*map(some, range(AT_ONCE)))


class Page:
    """A page of somebody who looks on, as a browser has it."""

    def __init__(self, strangers: Strangers, address: str) -> None:
        self._strangers = strangers
        self._address = address
        self._revision = ""
        self._tag = ""
        self._retry = 3.0

    async def look(self) -> None:
        """Listen for changes, and fetch what has changed, until the time is over."""
        found = self._strangers.found
        while self._strangers.left > 0:
            await self._strangers.listen(self._address, self._follow)
            await asyncio.sleep(min(self._retry, max(0.0, self._strangers.left)))
        found["with a board" if self._revision else "without a board"] += 1

    async def _follow(self, reader: Reader, status: int, headers: dict[str, str]) -> None:
        once = " once" if "retry-after" in headers else ""
        self._strangers.found[f"live {status}{once}"] += 1
        while line := await self._strangers.line(reader):
            if line.startswith(b"retry: "):
                self._retry = int(line[7:]) / 1000
            if line.startswith(b"data: ") and line[6:].decode() != self._revision:
                await self._fetch(line[6:].decode())

    async def _fetch(self, revision: str) -> None:
        strangers = self._strangers
        status, headers = await strangers.ask(self._address, f"/w/{WATCHED}/board?path=", self._tag)
        strangers.found[f"board {status}"] += 1
        if status != 200:  # noqa: PLR2004 - HTTP
            return
        self._tag, self._revision = headers.get("etag", ""), revision
        status, _ = await strangers.ask(self._address, f"/w/{WATCHED}/picture?revision={revision.strip()}")
        strangers.found[f"picture {status}"] += 1


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """The status and the headers of an answer."""
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = (line.partition(": ") for line in lines[1:])
    return int(lines[0][9:12]), {name.lower(): value for name, _, value in headers if name}


async def come(kind: str, url: str, seconds: float) -> Counter[str]:
    """Strangers of a kind, or a crowd of so many; what became of them."""
    strangers = Strangers(url, seconds)
    ways: dict[str, Callable[[], Awaitable[None]]] = {
        "silent": strangers.silent,
        "slow": strangers.slow,
        "streams": strangers.streams,
        "logins": strangers.logins,
        "bad": strangers.bad,
        "long": strangers.long,
    }
    await (strangers.crowd(int(kind)) if kind.isdecimal() else ways[kind]())
    return strangers.found


def main() -> None:
    """Print what became of them."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    kind, url, seconds = sys.argv[1:]
    print(json.dumps(asyncio.run(come(kind, url, float(seconds)))))  # noqa: T201 - a command line


if __name__ == "__main__":
    main()
