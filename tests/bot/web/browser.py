"""Browsers before the pages of a bot: without a screen, but with cookies, as people use them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import ClientResponse, ClientSession, CookieJar
from simcord.actors import MemberActor
from simcord.results import ResponseMessage
from yarl import URL

from bot.web.address import Proxies
from bot.web.limits import WebLimits
from bot.web.responses import MARK
from bot.web.site import Site, SiteExtension, serve_site
from bot.web.table_pages import TablePages
from tests.bot.ui.world import World, private, walk

Json = dict[str, Any]


@dataclass
class Browser:
    """One with cookies of its own, at the page of a table."""

    session: ClientSession
    where: URL
    headers: dict[str, str] = field(default_factory=lambda: {MARK: "1"})

    async def get(self, what: str = "", **query: str) -> ClientResponse:
        """Ask for something of the table."""
        url = self.where / what if what else self.where
        return await self.session.get(url.with_query(query), headers=self.headers)

    async def board(self, path: str = "") -> Json:
        """The table at a step."""
        answer = await self.get("board", path=path)
        assert answer.status == 200, await answer.text()
        board: Json = await answer.json()
        return board

    async def send(self, **press: object) -> ClientResponse:
        """Use something."""
        return await self.session.post(self.where / "use", json=press, headers=self.headers)

    async def use(self, custom_id: str, **press: object) -> list[Json]:
        """Use a control, and return the answers."""
        answer = await self.send(custom_id=custom_id, **press)
        assert answer.status == 200, await answer.text()
        answers: list[Json] = (await answer.json())["answers"]
        return answers

    async def tap(self, board: Json, label: str) -> Json | list[Json]:
        """Choose an option by the beginning of its label; returns the next step, or the answers."""
        (option,) = [one for one in board["options"] if one["label"].startswith(label)][:1]
        if "path" in option:
            return await self.board(option["path"])
        return await self.use(option["custom_id"])

    async def press(self, shown: list[Json], label: str, sheet: str = "0") -> list[Json]:
        """Press the button that is called so."""
        (button,) = [part for part in walk(shown) if part.get("label") == label and "custom_id" in part][:1]
        return await self.use(button["custom_id"], sheet=sheet)


@dataclass
class House:
    """The pages of a bot, and those who open them."""

    world: World
    site: Site
    tables: TablePages
    url: URL
    sessions: list[ClientSession] = field(default_factory=list)
    streams: list[ClientResponse] = field(default_factory=list)

    @classmethod
    @asynccontextmanager
    async def serve(
        cls,
        world: World,
        login: Callable[[Site], SiteExtension] | None = None,
        proxies: Proxies | None = None,
        limits: WebLimits | None = None,
    ) -> AsyncIterator[Self]:
        """Within it they are served."""
        site = Site(lambda: world.bot.surface, world.bot, "http://127.0.0.1", proxies, limits)
        site.tables = tables = TablePages(site)
        site.login = None if login is None else login(site)
        async with serve_site(site, "127.0.0.1", 0) as port:
            site.pause = 0.0  # no delays in tests
            site.set_url(f"http://127.0.0.1:{port}")
            assert world.bot.surface is not None
            world.bot.surface.pages = site
            house = cls(world, site, tables, site.url)
            try:
                yield house
                asked = [one.path for one in world.env.http_requests if "/page" in one.path]
                assert asked == [], "Discord knows of no interaction on a page"
            finally:
                for stream in house.streams:
                    stream.close()
                for session in house.sessions:
                    await session.close()

    async def link(self, actor: MemberActor, table_id: int = 1, at: ResponseMessage | None = None) -> URL:
        """The link that a user gets in Discord, `at` a message or at the board of a table."""
        message = await self.world.shown_board(table_id) if at is None else at
        offered = private(await actor.click(message, label="Open board"))
        (url,) = [part["url"] for part in walk(offered.components) if "url" in part]
        return URL(url)

    def session(self) -> ClientSession:
        """A browser that was never here."""
        made = ClientSession(cookie_jar=CookieJar(unsafe=True))  # one that keeps those of addresses
        self.sessions.append(made)
        return made

    async def enter(self, session: ClientSession, link: URL) -> ClientResponse:
        """What becomes of a link."""
        return await session.post(self.url / "in", json={"code": link.fragment}, headers={MARK: "1"})

    async def open_browser(
        self, actor: MemberActor, table_id: int = 1, at: ResponseMessage | None = None
    ) -> Browser:
        """A user opens a table in a browser of theirs, by a link."""
        session = self.session()
        answer = await self.enter(session, await self.link(actor, table_id, at))
        assert answer.status == 200, await answer.text()
        return Browser(session, self.url.join(URL((await answer.json())["to"])))

    async def watch_browser(self, code: str) -> Browser:
        """The browser of a spectator with the link."""
        return Browser(self.session(), self.url / "w" / code)


async def wait_for_event(stream: ClientResponse, wanted: str) -> None:
    """Wait until an open page gets this event."""
    async with asyncio.timeout(10):
        async for line in stream.content:
            if line.decode().strip() == f"data: {wanted}":
                return
    raise AssertionError(wanted)
