"""Boards in a browser."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

import aiohttp

from bot.discord.keyboard import Control, Verb
from bot.features.votes import ballot
from tests.over_the_wire.scenes.base import AtTable
from tests.over_the_wire.scenes.votes import StartVote
from tests.over_the_wire.tables import House
from tools.standin.interactions import Interaction
from tools.standin.payloads import Json

PATIENT: Final = 60.0
"""Seconds that a page waits for its answer."""


class Page:
    """A person's board in a browser."""

    def __init__(self, address: str, number: int, forwarded: str) -> None:
        self.address = f"{address}/t/{number}"
        self._base = address
        self._headers = {"X-Taproom": "1", "X-Forwarded-For": forwarded}
        self._cookies: dict[str, str] = {}

    async def enter(self, link: str) -> None:
        """Come in by a link."""
        async with aiohttp.ClientSession(headers=self._headers) as session:
            code = link.partition("#")[2]
            async with session.post(f"{self._base}/in", json={"code": code}) as answer:
                assert answer.status == 200, await answer.text()
                self._cookies = {name: morsel.value for name, morsel in answer.cookies.items()}

    async def use(self, custom_id: str) -> Json | None:
        """Press a control; returns the answer, none if the connection was lost."""
        timeout = aiohttp.ClientTimeout(total=PATIENT)
        with suppress(aiohttp.ClientError, OSError, TimeoutError):
            async with (
                aiohttp.ClientSession(
                    headers=self._headers, cookies=self._cookies, timeout=timeout
                ) as session,
                session.post(f"{self.address}/use", json={"custom_id": custom_id}) as answer,
            ):
                found: Json = await answer.json()
                return found
        return None


class OnPage(AtTable):
    """Something that is done on a page."""

    def __init__(self, rooms: House) -> None:
        super().__init__(rooms)
        self.uses = set[asyncio.Task[Json | None]]()

    async def prepare(self) -> None:
        await super().prepare()
        self.person, self.voter = self.acting, self.other
        self.discord.world.talk(self.table.channel)  # of which the bot hears by the next click
        told = await self.opens(self.person, self.board, Verb.PAGE)
        link = next(part["url"] for part in told.components if "#" in part.get("url", ""))
        number = self.table.number
        self.page = Page(self.rooms.pages, number, f"10.1.{number // 250}.{number % 250}")
        await self.page.enter(link)

    async def is_answered(self) -> bool:
        return all(await asyncio.gather(*self.uses))

    def use_there(self, control: Control) -> None:
        """Press something on the page."""
        self.uses.add(asyncio.create_task(self.page.use(str(control))))


class PageMove(OnPage):
    """A move in Koom Valley on a page."""

    title = "a move on a page"
    game = "koom"

    async def act(self) -> Interaction | None:
        row = self.rooms.row(self.table)
        self.table.clicker = self.person
        self.use_there(Control(self.table.number, row.revision, Verb.PLAY, "offer"))
        return None

    def is_saved(self) -> bool:
        return self.has_changed()

    async def wrong_after_continuing(self) -> str:
        await self.rooms.plays_on(self.table)
        return self.rooms.wrong(self.table)


class PageAsk(OnPage, StartVote):
    """A decision is put to a vote on a page."""

    title = "asking for a vote on a page"

    async def prepare(self) -> None:
        await OnPage.prepare(self)

    async def act(self) -> Interaction | None:
        row = self.rooms.row(self.table)
        self.use_there(Control(self.table.number, row.turn, ballot.CONSULT.path))
        return None
