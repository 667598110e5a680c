"""`make pages`: boards in a browser over real connections, beside a thousand open pages and strangers.

The bot is a process of its own at the stand-in for Discord, with as many descriptors as most hosts give it.
Two people play Thud on pages: from the tap that plays a move until the new picture has arrived, and until the
other page has heard of it, once alone and once beside `IDLE` open pages. Beside it stands the same move in
Discord, from the click to its first answer. Then strangers come (`tools.strangers`) while somebody clicks in
Discord twenty times a second.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Final

from aiohttp import ClientSession, ClientTimeout, TCPConnector

from bot.discord.keyboard import Control, Verb, read
from bot.features import HOOKS
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Person as Somebody
from bot.kernel.tables.seats import MOST_LINES
from bot.store import Status, Store, Table
from bot.web.rights import Visitor
from bot.web.site import MARK, NAME
from bot.web.tickets import Tickets
from engine.rng import SeededRng
from tools.load.long import mixed, prolonged
from tools.load.opening import open_table
from tools.standin.process import Bot
from tools.standin.standin import StandIn
from tools.standin.world import Channel, Message, Person
from tools.strangers import LONG, WATCHED

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

LOST: Final = 3000.0
"""Milliseconds after which Discord does not wait for an answer any more."""

CLICKS: Final = 20.0
"""Clicks a second in Discord meanwhile."""

SECONDS: Final = 30.0
"""How long somebody clicks there, without and beside each kind of strangers."""

CLICK: Final = 100.0
"""Milliseconds within which 99 of 100 clicks are answered, beside each of them."""

DESCRIPTORS: Final = 1024
"""As many as systemd and most shells let a process have."""

MOVES: Final = 3.0
"""Seconds from one move to the next at the table that a crowd watches."""

LEFT: Final = 100
"""Lines that may still follow in a long game."""

LOOKS: Final[tuple[tuple[str, dict[str, int]], ...]] = (
    ("undo", {}),
    ("history", {"move": 5000}),
    ("table log", {}),
    ("board", {}),
    ("hint", {}),
)
"""What somebody asks about a long game in Discord meanwhile, and after how many seconds comes the next."""
LOOK: Final = 2.0

STRANGERS: Final = {
    "bad": ("10,000 bad requests", 1.0),
    "logins": ("junk logins from three addresses", 1.0),
    "silent": ("1,500 silent connections of one address", 8.0),
    "slow": ("1,500 slow headers of one address", 8.0),
    "streams": ("1,000 streams of one address", 42.0),
    "1000": ("a crowd of 1,000", 10.0),
    "5000": ("a crowd of 5,000", 30.0),
    "long": (f"looks at a game of {MOST_LINES - LEFT:,} lines", 15.0),
}
"""Who comes, and how many seconds before it is measured what they cost."""

PATIENCE: Final = 600
"""Twentieths of a second within which a game begins."""


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

    def __init__(self, discord: StandIn, bot: Bot, store: Store, session: ClientSession, url: str) -> None:
        self.discord = discord
        self.bot = bot
        self.store = store
        self.session = session
        self.url = url
        world = discord.world
        self.people = (world.person("ann"), world.person("ben"))
        self.channels: tuple[Channel, ...] = ()
        self.watched = 0

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

    async def long_table(self, channel: Channel) -> int:
        """The number of a new table in a channel whose game is nearly as long as one may be."""
        number = await self.table(channel)
        await self.bot.stop()  # it would remember the table as it was
        await prolonged(self.store, await self.read(number), mixed(MOST_LINES - LEFT))
        await self.store.visits.show(number, LONG)
        await self.bot.start()
        return number

    def descriptors(self) -> int:
        """How many of them the bot has open, where the system tells."""
        open_now = Path(f"/proc/{self.bot.pid}/fd")
        return len(list(open_now.iterdir())) if open_now.exists() else 0

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


def _verb(custom_id: str) -> str | None:
    control = read(custom_id)
    return None if control is None else control.verb


async def taps(house: House, number: int) -> tuple[list[float], list[float]]:
    """Milliseconds from a tap to its picture, and to the other page's news, for every move that counts."""
    pages = await house.pages(number)
    chance, shown, told = SeededRng("pages"), list[float](), list[float]()
    async with pages[0].listens() as first, pages[1].listens() as second:
        for at in range(FIRST + TAPS):
            seat, control = await move(house, number, chance)
            revision = control.revision
            own, other = ((first, second), (second, first))[seat]
            began = perf_counter()
            pressed = asyncio.create_task(pages[seat].plays(control))
            async with asyncio.timeout(LIMIT):
                await own(revision + 1)
                await pages[seat].shows()
                arrived = perf_counter()
                heard = await other(revision + 1)
                await pressed
            if at >= FIRST:
                shown.append(1000 * (arrived - began))
                told.append(1000 * (heard - began))
            await asyncio.sleep(0.2)  # people are slower, and a person is allowed so many requests a second
    return shown, told


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
    return [1000 * (one.seconds if one.seconds is not None else LOST / 1000) for one in sent]


@asynccontextmanager
async def visited(kind: str, url: str, seconds: float) -> AsyncIterator[asyncio.Task[dict[str, int]]]:
    """Within it strangers are there, for so long; gives what tells at the end what became of them."""
    command = (sys.executable, "-m", "tools.strangers", kind, url, str(seconds))
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)

    async def told() -> dict[str, int]:
        found, _ = await process.communicate()
        became: dict[str, int] = json.loads(found or "{}")
        return became

    telling = asyncio.create_task(told())
    try:
        yield telling
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await asyncio.wait({telling})


async def moves(house: House, number: int) -> None:
    """Play at a table that is watched, now and then, for as long as it is not cancelled."""
    pages, chance = await house.pages(number), SeededRng("watched")
    while True:
        seat, control = await move(house, number, chance)
        await pages[seat].plays(control)
        await asyncio.sleep(MOVES)


async def looks(house: House, channel: Channel) -> None:
    """Ask in a channel about its game, now and then, for as long as it is not cancelled."""
    for command, given in cycle(LOOKS):
        await house.discord.command(house.people[1], channel, command, **given)
        await asyncio.sleep(LOOK)


async def move(house: House, number: int, chance: SeededRng) -> tuple[int, Control]:
    """Who is to move at a table, and something that they may play, without a capture."""
    table = await house.read(number)
    entry = CATALOGUE[table.game]
    state = entry.codec.load(table.state or "")
    (seat,) = entry.game.to_act(state)
    legal = [str(one) for one in entry.game.legal(state, seat) if "-" in str(one) and "x" not in str(one)]
    return seat, Control(number, table.revision, Verb.PLAY, legal[chance.below(len(legal))])


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
        channels = tuple(discord.world.channel(server, f"games {number}") for number in range(4))
        settings["TAPROOM_WEB_SECRET"] = "nobodys"  # noqa: S105 - nobody is asked
        async with Bot(
            discord, database, settings=settings, log=folder / "log", descriptors=DESCRIPTORS
        ) as bot:
            store = await Store.open(database, hooks=HOOKS)
            try:
                house = House(discord, bot, store, session, settings["TAPROOM_WEB_URL"])
                house.channels = channels
                yield house
            finally:
                await store.close()


async def tapped(house: House) -> AsyncIterator[tuple[str, bool]]:
    """How fast taps are shown: a line for each figure, and whether it is as it must be."""
    played, watched, third = [await house.table(channel) for channel in house.channels[:3]]
    house.watched = watched
    await house.store.visits.show(watched, WATCHED)
    alone, _ = await taps(house, played)
    yield f"a tap to its picture, alone: median {median(alone):.1f} ms, p95 {p95(alone):.1f} ms", True
    async with visited(str(IDLE), house.url, 3600):
        await asyncio.sleep(10)
        shown, told = await taps(house, third)
    for what, spent, bar in (("its picture", shown, PICTURE), ("the other page", told, HEARD)):
        fits = p95(spent) <= bar
        line = f"a tap to {what}, beside {IDLE} open pages: median {median(spent):.1f} ms"
        yield f"{line}, p95 {p95(spent):.1f} ms (at most {bar:.0f}: {'holds' if fits else 'TOO SLOW'})", fits


async def beside(house: House, kinds: Sequence[str]) -> AsyncIterator[tuple[str, bool]]:
    """What strangers cost those who click in Discord; the same."""
    yield f"a click in Discord, {CLICKS:.0f} a second: {_figures(await _clicks(house))}", True
    for kind in kinds:
        what, before = STRANGERS[kind]
        long = kind == "long"
        number = await house.long_table(house.channels[3]) if long else house.watched
        looking = looks(house, house.channels[3]) if long else asyncio.sleep(3600)
        playing = asyncio.gather(moves(house, number), looking)
        async with visited(kind, house.url, before + SECONDS + 5) as became:
            await asyncio.sleep(before)
            spent, open_now = await _clicks(house), house.descriptors()
            told = await became
        playing.cancel()
        (end,) = await asyncio.gather(playing, return_exceptions=True)
        plays = isinstance(end, asyncio.CancelledError)
        fits = p99(spent) <= CLICK and open_now <= DESCRIPTORS * 3 // 4
        fits = fits and plays and "without a board" not in told and "500" not in told
        if kind == "logins":
            told["codes that Discord was asked for"] = house.discord.guessed
        line = (
            f"beside {what}: {_figures(spent)} (at most {CLICK:.0f}), {open_now} of {DESCRIPTORS} descriptors"
        )
        line += f"{'' if plays else f', nobody could play ({end!r})'}: {'holds' if fits else 'DOES NOT HOLD'}"
        yield f"{line}; they were {dict(sorted(told.items()))}", fits


async def _clicks(house: House) -> list[float]:
    return await clicked(house, house.channels[0], SECONDS)


def _figures(spent: list[float]) -> str:
    lost = sum(one >= LOST for one in spent)
    return f"median {median(spent):.1f} ms, p99 {p99(spent):.1f} ms, {lost} of {len(spent)} unanswered"


async def main(kinds: Sequence[str]) -> int:
    """Print the figures; returns 1 if one is not as it must be."""
    good = True
    with tempfile.TemporaryDirectory() as name:
        async with opened(Path(name)) as house:
            for part in (tapped(house), beside(house, kinds or tuple(STRANGERS))):
                async for line, fits in part:
                    good &= fits
                    print(line, flush=True)  # noqa: T201 - a command line
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
