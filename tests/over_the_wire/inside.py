"""Boards inside Discord, at its stand-in: the bot with Activities enabled, and what pages send to it."""

from __future__ import annotations

import asyncio
import secrets
import socket
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from aiohttp import ClientResponse, ClientSession
from yarl import URL

from bot.web.responses import MARK
from tools.load.opening import open_table
from tools.standin.client import PROXY, DiscordClient
from tools.standin.interactions import Interaction
from tools.standin.process import Bot
from tools.standin.standin import StandIn
from tools.standin.world import BOT, FakeActivity, FakeChannel, FakeMessage, FakeServer, FakeUser

Json = dict[str, Any]

ORIGIN: Final = f"https://{PROXY}"
"""The origin of the page behind Discord's proxy."""

LIMIT: Final = 60.0
"""Seconds until something counts as missing."""

CHANNELS: Final = 32
"""The channels of the server: each test takes new ones."""


@dataclass
class Login:
    """What a page sends to log in: a code, its verifier, and the instance that it is in."""

    code: str
    verifier: str
    instance: str

    def json(self, **changes: object) -> Json:
        return {"code": self.code, "verifier": self.verifier, "instance": self.instance, **changes}


@dataclass
class Page:
    """A page that is logged in: the answer to its login, and its token."""

    inside: Inside
    told: Json

    @property
    def headers(self) -> dict[str, str]:
        return {MARK: "1", "Authorization": f"Bearer {self.told['token']}"}

    async def get(self, what: str, **headers: str) -> ClientResponse:
        """Ask for something below the entrance."""
        url = self.inside.url / "activity" / what
        return await self.inside.session.get(url, headers=self.headers | headers)

    async def use(self, table: int, custom_id: str, **headers: str) -> ClientResponse:
        """Press a button on a table's page."""
        url = self.inside.url / f"activity/t/{table}/use"
        sent = self.headers | {"Origin": ORIGIN} | headers
        return await self.inside.session.post(url, json={"custom_id": custom_id}, headers=sent)


@dataclass
class Inside:
    """A bot whose boards open inside Discord, and the channels of its server."""

    discord: StandIn
    client: DiscordClient
    bot: Bot
    url: URL
    server: FakeServer
    session: ClientSession
    database: Path
    _channels: list[FakeChannel]
    faults: list[str] = field(default_factory=list)

    def channel(self) -> FakeChannel:
        """A channel that no test has used."""
        return self._channels.pop()

    async def table(
        self, person: FakeUser, game: str, channel: FakeChannel, *rivals: FakeUser
    ) -> FakeMessage:
        """Open a table, and begin its game; returns the board."""
        rival = rivals[0] if rivals else None
        await open_table(self.discord, person, channel, game, opponent=rival)
        board = await self.board(channel)
        if rival is not None:
            pressed = await self.discord.press(rival, board, label="Accept")
            assert await pressed.wait_for_answer()
        elif game == "trogdor":
            pressed = await self.discord.press(person, board, label="Start")
            assert await pressed.wait_for_answer()
        await self.discord.quiet(seconds=LIMIT)
        return await self.board(channel)

    async def board(self, channel: FakeChannel) -> FakeMessage:
        """The newest message of a channel that has buttons."""

        def found() -> list[FakeMessage]:
            return [one for one in self.discord.world.messages_in(channel) if one.controls]

        await self.discord.until(found, LIMIT)
        return found()[-1]

    async def press(self, person: FakeUser, board: FakeMessage, label: str = "Open board") -> Interaction:
        """Press a button, and wait for the answer."""
        pressed = await self.discord.press(person, board, label=label)
        assert await pressed.wait_for_answer()
        return pressed

    async def launch(self, person: FakeUser, board: FakeMessage) -> FakeActivity:
        """Open a board inside Discord."""
        pressed = await self.press(person, board)
        assert pressed.launched is not None, pressed.private_text
        return pressed.launched

    def authorize(self, person: FakeUser, activity: FakeActivity) -> Login:
        """What Discord's client gives a page for its user."""
        verifier = secrets.token_urlsafe(32)
        challenge = urlsafe_b64encode(sha256(verifier.encode()).digest()).decode().rstrip("=")
        wish = {"client_id": str(BOT), "scope": ["identify"], "response_type": "code", "prompt": "none"}
        wish |= {"code_challenge": challenge, "code_challenge_method": "S256"}
        return Login(self.discord.oauth.authorize(person, wish), verifier, activity.id)

    async def send(self, body: Json, **headers: str) -> ClientResponse:
        """Log in with a body; headers may be changed, empty ones are left out."""
        sent = {name: value for name, value in ({MARK: "1", "Origin": ORIGIN} | headers).items() if value}
        return await self.session.post(self.url / "activity/in", json=body, headers=sent)

    async def enter(self, person: FakeUser, activity: FakeActivity, **changes: object) -> Page:
        """A page of a user in an instance, logged in."""
        answer = await self.send(self.authorize(person, activity).json(**changes))
        assert answer.status == 200, await answer.text()
        return Page(self, await answer.json())

    async def refused(self, body: Json, **headers: str) -> str:
        """The sentence with which a login is refused."""
        answer = await self.send(body, **headers)
        assert answer.status == 403, await answer.text()
        told = await answer.json()
        assert set(told) == {"error"}
        sentence: str = told["error"]
        return sentence


def free_port() -> int:
    """A port that no one listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


@asynccontextmanager
async def inside_discord(folder: Path) -> AsyncIterator[Inside]:
    """A bot with Activities enabled, and Discord's client before it."""
    port = free_port()
    async with StandIn(patience=60) as discord:
        discord.world.has_activities = True
        server = discord.world.server()
        channels = [discord.world.channel(server, f"games {number}") for number in range(CHANNELS)]
        settings = {
            "TAPROOM_WEB_URL": "https://play.example.org",
            "TAPROOM_WEB_PORT": str(port),
            "TAPROOM_WEB_SECRET": discord.oauth.secret,
            "TAPROOM_WEB_PROXIES": "127.0.0.1",
            "TAPROOM_ACTIVITY": "true",
            "TAPROOM_WORKERS": "1",
        }
        url, log, database = URL(f"http://127.0.0.1:{port}"), folder / "log", folder / "taproom.db"
        async with (
            DiscordClient(discord, str(url)) as client,
            Bot(discord, database, log=log, settings=settings) as bot,
            ClientSession() as session,
        ):
            yield Inside(discord, client, bot, url, server, session, database, channels)
        told = await asyncio.to_thread(log.read_text, encoding="utf-8")
        assert "Traceback" not in told, told
        assert discord.oauth.secret not in told
        assert not any(token in told for token in discord.oauth.tokens)
