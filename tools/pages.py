"""`make pages`: boards in a browser over real connections, beside a thousand open pages, and under attack.

The bot is a process of its own at the stand-in for Discord. Two people play Thud on pages: from the tap that
plays a move until the new picture has arrived, and until the other page has heard of it, once alone and once
beside `IDLE` open pages. Beside it stands the same move in Discord, from the click to its first answer. Then
bad requests are sent while somebody clicks in Discord twenty times a second.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any, Final

from aiohttp import ClientSession, ClientTimeout, TCPConnector

from bot.clicks import Person as Somebody
from bot.games.catalogue import CATALOGUE
from bot.store import Status, Store, Table
from bot.ui.kit.keyboard import Control, Verb, read
from bot.web.rights import Visitor
from bot.web.site import MARK, NAME
from bot.web.tickets import Tickets
from engine.rng import SeededRng
from tools.load.opening import open_table
from tools.standin.process import Bot
from tools.standin.standin import StandIn
from tools.standin.world import Channel, Message, Person

IDLE: Final = 1000
"""Pages that are open besides, with nothing to do."""

TAPS: Final = 100
FIRST: Final = 20
"""Moves that are measured, and those before them."""

PICTURE: Final = 100.0
HEARD: Final = 300.0
"""Milliseconds within which 95 of 100 taps have their picture, and the other page has heard of it."""

LIMIT: Final = 10.0
"""Seconds after which a tap is lost."""

BAD: Final = 10_000
"""Requests that get nothing."""

AT_ONCE: Final = 100
"""How many of them are under way at a time."""

CLICKS: Final = 20.0
"""Clicks a second in Discord meanwhile."""

SECONDS: Final = 60.0
"""How long somebody clicks there, without and beside them."""

PATIENCE: Final = 600
"""Twentieths of a second within which a game begins."""

WATCHED: Final = "watched-by-a-thousand"
"""The code with which the idle pages look at a table of their own."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page that somebody has open at a table."""

    session: ClientSession
    url: str
    cookie: str

    @property
    def headers(self) -> dict[str, str]:
        """What it sends with each request."""
        return {MARK: "1", "Cookie": f"{NAME}={self.cookie}"}

    async def shows(self) -> None:
        """Ask for the board, and its picture."""
        async with self.session.get(f"{self.url}/board", headers=self.headers) as answer:
            board = await answer.json()
        about = {"revision": str(board["revision"]), "path": ""}
        async with self.session.get(f"{self.url}/picture", params=about, headers=self.headers) as answer:
            assert (await answer.read()).startswith(b"\x89PNG"), answer.status

    async def plays(self, control: Control) -> None:
        """Press a control of the board."""
        press = json.dumps({"custom_id": str(control)})
        headers = {**self.headers, "Content-Type": "application/json"}
        async with self.session.post(f"{self.url}/use", data=press, headers=headers) as answer:
            assert answer.status == 200, await answer.text()  # noqa: PLR2004 - HTTP

    @asynccontextmanager
    async def listens(self) -> AsyncIterator[Callable[[int], asyncio.Future[float]]]:
        """Within it the page hears of changes; gives what tells when it has heard of a revision."""
        waiting = dict[int, asyncio.Future[float]]()

        def heard(revision: int) -> asyncio.Future[float]:
            return waiting.setdefault(revision, asyncio.get_running_loop().create_future())

        async def listen() -> None:
            async with self.session.get(f"{self.url}/live", headers=self.headers) as stream:
                async for line in stream.content:
                    if line.startswith(b"data: ") and not heard(int(line[6:])).done():
                        heard(int(line[6:])).set_result(perf_counter())

        task = asyncio.create_task(listen())
        try:
            yield heard
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


class House:
    """The bot with tables of Thud for two people, and their pages."""

    def __init__(self, discord: StandIn, store: Store, session: ClientSession, url: str) -> None:
        self.discord = discord
        self.store = store
        self.session = session
        self.url = url
        world = discord.world
        self.people = (world.person("ann"), world.person("ben"))
        self.channels: tuple[Channel, ...] = ()

    async def table(self, channel: Channel) -> int:
        """The number of a new table in a channel, whose game has begun."""
        ann, ben = self.people
        await open_table(self.discord, ann, channel, "thud", opponent=ben)
        await self.discord.until(lambda: self.board(channel) is not None, 60)
        board = self.board(channel)
        assert board is not None
        sits = [part["custom_id"] for part in board.controls if _verb(part["custom_id"]) is Verb.SIT]
        await self.discord.press(ben, board, sits[-1])
        control = read(sits[-1])
        assert control is not None
        for _ in range(PATIENCE):  # another process saves it
            if (await self.read(control.table)).status is Status.PLAYING:
                return control.table
            await asyncio.sleep(0.05)
        raise TimeoutError

    def board(self, channel: Channel) -> Message | None:
        """The newest message of a channel with controls that everybody sees."""
        every = self.discord.world.messages.values()
        known = [one for one in every if one.channel is channel and one.controls and one.shown_to is None]
        return known[-1] if known else None

    async def read(self, number: int) -> Table:
        """A table as it is on disk."""
        self.store.forget(number)
        table = await self.store.table(number)
        assert table is not None
        return table

    async def pages(self, number: int) -> list[Page]:
        """The pages of a table of those who play there, by seat."""
        by_id = {person.id: person for person in self.people}
        players = sorted((await self.read(number)).players, key=lambda player: player.seat)
        return [await self._page(by_id[player.user_id], number) for player in players]

    async def _page(self, person: Person, number: int) -> Page:
        visitor = Visitor(number, Somebody(person.id, person.name))
        cookie = await Tickets(self.store).cookie(visitor)
        return Page(self.session, f"{self.url}/t/{number}", cookie)


def _verb(custom_id: str) -> Verb | None:
    control = read(custom_id)
    return None if control is None else control.verb


async def taps(house: House, number: int) -> tuple[list[float], list[float]]:
    """Milliseconds from a tap to its picture, and to the other page's news, for every move that counts."""
    pages = await house.pages(number)
    chance, shown, told = SeededRng("pages"), list[float](), list[float]()
    async with pages[0].listens() as first, pages[1].listens() as second:
        for move in range(FIRST + TAPS):
            table = await house.read(number)
            entry = CATALOGUE[table.game]
            state = entry.codec.load(table.state or "")
            (seat,) = entry.game.to_act(state)
            legal = [
                str(one) for one in entry.game.legal(state, seat) if "-" in str(one) and "x" not in str(one)
            ]
            control = Control(number, table.revision, Verb.PLAY, legal[chance.below(len(legal))])
            own, other = ((first, second), (second, first))[seat]
            began = perf_counter()
            pressed = asyncio.create_task(pages[seat].plays(control))
            async with asyncio.timeout(LIMIT):
                await own(table.revision + 1)
                await pages[seat].shows()
                arrived = perf_counter()
                heard = await other(table.revision + 1)
                await pressed
            if move >= FIRST:
                shown.append(1000 * (arrived - began))
                told.append(1000 * (heard - began))
            await asyncio.sleep(0.2)  # people are slower, and a person is allowed so many requests a second
    return shown, told


async def idle(session: ClientSession, url: str, number: int) -> None:
    """One page that is open, from an address of its own."""
    address = f"10.0.{number // 250}.{number % 250}"
    async with session.get(f"{url}/w/{WATCHED}/live", headers={"X-Forwarded-For": address}) as stream:
        async for _ in stream.content:
            pass


async def clicked(house: House, channel: Channel, seconds: float) -> list[float]:
    """Milliseconds to the first answer of clicks in Discord at an even pace."""
    board = house.board(channel)
    assert board is not None
    (more,) = [part["custom_id"] for part in board.controls if _verb(part["custom_id"]) is Verb.MORE]
    sent = []
    for _ in range(int(seconds * CLICKS)):
        sent.append(await house.discord.send_press(house.people[0], board, more))
        await asyncio.sleep(1 / CLICKS)
    await asyncio.gather(*(one.answered() for one in sent))
    return [1000 * (one.seconds if one.seconds is not None else 3.0) for one in sent]


async def attacked(url: str) -> dict[str, int]:
    """The same from a process of its own: what it costs is not to be measured as the bot's."""
    command = (sys.executable, "-m", "tools.pages", "attack", url)
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    told, _ = await process.communicate()
    found: dict[str, int] = json.loads(told)
    return found


async def attack(url: str) -> dict[str, int]:
    """Bad requests, a few at a time, as a stranger sends them; how many were answered with which status."""
    found, few = dict[str, int](), asyncio.Semaphore(AT_ONCE)
    ways: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("POST", "/in", {"json": {"code": "eyJ0IjoxfQ.x.y"}, "headers": {MARK: "1"}}),
        ("GET", "/t/1/board", {"headers": {"Cookie": f"{NAME}=forged"}}),
        ("POST", "/t/1/use", {"json": {"custom_id": "t1.1.play.x"}}),
        ("GET", "/w/nobody-knows-this/board", {}),
        ("GET", "/t/1/picture", {}),
    )

    async def one(number: int) -> None:
        method, path, how = ways[number % len(ways)]
        address = f"10.1.{number // 250 % 250}.{number % 250}"  # of many, so that no limit helps
        headers = {**how.get("headers", {}), "X-Forwarded-For": address}
        async with few, session.request(method, url + path, **{**how, "headers": headers}) as answer:
            await answer.read()
            found[str(answer.status)] = found.get(str(answer.status), 0) + 1

    async with ClientSession(connector=TCPConnector(limit=0)) as session:
        await asyncio.gather(*map(one, range(BAD)))
    return found


def p95(spent: list[float]) -> float:
    """What 95 of 100 stay below."""
    return quantiles(spent, n=20)[-1]


def p99(spent: list[float]) -> float:
    """What 99 of 100 stay below."""
    return quantiles(spent, n=100)[-1]


def _free() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[House]:
    """Within it the bot runs, and serves its pages."""
    port, database = _free(), folder / "taproom.db"
    settings = {"TAPROOM_WEB_URL": f"http://127.0.0.1:{port}", "TAPROOM_WEB_PORT": str(port)}
    timeout = ClientTimeout(total=None)
    async with (
        StandIn(patience=60) as discord,
        ClientSession(connector=TCPConnector(limit=0), timeout=timeout) as session,
    ):
        server = discord.world.server()
        channels = tuple(discord.world.channel(server, f"games {number}") for number in range(3))
        async with Bot(discord, database, settings=settings, log=folder / "log"):
            store = await Store.open(database)
            try:
                house = House(discord, store, session, settings["TAPROOM_WEB_URL"])
                house.channels = channels
                yield house
            finally:
                await store.close()


async def tapped(house: House) -> AsyncIterator[tuple[str, bool]]:
    """How fast taps are shown: a line for each figure, and whether it is as it must be."""
    played, watched, third = [await house.table(channel) for channel in house.channels]
    await house.store.visits.show(watched, WATCHED)
    alone, _ = await taps(house, played)
    yield f"a tap to its picture, alone: median {median(alone):.1f} ms, p95 {p95(alone):.1f} ms", True
    pages = [asyncio.create_task(idle(house.session, house.url, number)) for number in range(IDLE)]
    await asyncio.sleep(5)
    shown, told = await taps(house, third)
    still = sum(not page.done() for page in pages)
    for what, spent, bar in (("its picture", shown, PICTURE), ("the other page", told, HEARD)):
        fits = p95(spent) <= bar and still == IDLE
        line = f"a tap to {what}, beside {still} open pages: median {median(spent):.1f} ms"
        yield f"{line}, p95 {p95(spent):.1f} ms (at most {bar:.0f}: {'holds' if fits else 'TOO SLOW'})", fits
    for page in pages:
        page.cancel()
    await asyncio.gather(*pages, return_exceptions=True)


async def under_attack(house: House) -> AsyncIterator[tuple[str, bool]]:
    """What bad requests cost those who click in Discord; the same."""
    before = await clicked(house, house.channels[0], SECONDS)
    attacking = asyncio.create_task(attacked(house.url))
    await asyncio.sleep(1)
    during = await clicked(house, house.channels[0], SECONDS)
    answered = await attacking
    ratio = p99(during) / p99(before)
    line = (
        f"a click in Discord, {CLICKS:.0f} a second: median {median(before):.1f} ms, p99 {p99(before):.1f} ms"
    )
    line += f"; beside {BAD} bad requests: median {median(during):.1f} ms, p99 {p99(during):.1f} ms"
    yield f"{line}, {ratio:.2f} times; they were answered {answered}", set(answered) <= {"403", "429"}


async def lines() -> AsyncIterator[tuple[str, bool]]:
    """What `make bench` tells of pages."""
    with tempfile.TemporaryDirectory() as name:
        async with opened(Path(name)) as house:
            async for line, fits in tapped(house):
                yield line, fits


async def main() -> int:
    """Print the figures; returns 1 if one is not as it must be."""
    good = True
    with tempfile.TemporaryDirectory() as name:
        async with opened(Path(name)) as house:
            for part in (tapped(house), under_attack(house)):
                async for line, fits in part:
                    good &= fits
                    print(line, flush=True)  # noqa: T201 - a command line
    return 0 if good else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["attack"]:
        print(json.dumps(asyncio.run(attack(sys.argv[2]))))  # noqa: T201
        sys.exit(0)
    sys.exit(asyncio.run(main()))
