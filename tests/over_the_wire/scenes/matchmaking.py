"""People of two servers, and the two boards of their game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

from bot.discord.setting_controls import SERVER_PICK
from bot.features.matchmaking import page as matchmaking
from tests.over_the_wire.scenes.base import UNOPENED, Scene, Trouble, control_of, is_complete
from tests.over_the_wire.tables import AGAIN, LIMIT, House, Place, Table
from tools.standin.interactions import Interaction, InteractionKind, interaction_payload
from tools.standin.world import EVERYTHING, FakeChannel, FakeUser, channel_object


class MatchmakingScene(Scene):
    """Two are brought together from two servers."""

    title = "bringing two together"
    edits = False

    def __init__(self, rooms: House) -> None:
        super().__init__(rooms)
        world, number = rooms.discord.world, len(rooms.discord.world.channels)
        self.people = (
            world.person(f"fay {number}", permissions=EVERYTHING),
            world.person(f"gus {number}", permissions=EVERYTHING),
        )
        for person in self.people:
            self.channels.append(world.channel(world.server(f"server of {person.name}"), person.name))

    def __str__(self) -> str:
        return f"{self.title} in {self.channels[0].name}"

    async def prepare(self) -> None:
        for person, channel in zip(self.people, self.channels, strict=True):
            await self._take_part(person, channel)

    async def meet(self, trouble: Trouble) -> None:
        async with self.rooms.pairing:  # or those of two scenes would be brought together
            await self._look()
            await super().meet(trouble)

    async def _look(self) -> None:
        """The first one looks for an opponent, and the second one is about to."""
        (one, other), (here, there) = self.people, self.channels
        await self.wait_for_answer(await self.submit(await self._form(one, here), name=one.name))
        assert await self.rooms.until(lambda: self._searches() == 1)
        self.form = await self._form(other, there)

    async def _take_part(self, person: FakeUser, channel: FakeChannel) -> None:
        """A server takes part in finding opponents, with this channel."""
        panel = (
            await self._send_until_answered(lambda: self.discord.command(person, channel, "server"))
        ).messages[0]
        part = control_of(panel, SERVER_PICK, detail="finds")
        assert part is not None
        data = {
            "custom_id": part["custom_id"],
            "component_type": part["type"],
            "values": [str(channel.id)],
            "resolved": {"channels": {str(channel.id): channel_object(channel)}},
        }

        async def pick() -> Interaction:
            world = self.discord.world
            used = Interaction(world.new_id(), InteractionKind.CONTROL, person, channel, panel)
            used.patience = self.discord.patience
            about = interaction_payload(used, data)
            self.discord.api.expect(used)
            used.sent = asyncio.get_running_loop().time()
            await self.discord.gateway.dispatch("INTERACTION_CREATE", about)
            return used

        await self._send_until_answered(pick)

    async def _form(self, person: FakeUser, channel: FakeChannel) -> Interaction:
        """What asks for the name by which somebody looks for an opponent."""
        asked = await self._send_until_answered(
            lambda: self.discord.command(person, channel, "play", game="thud")
        )
        page = await self.opens(person, asked.messages[0], matchmaking.FIND.path)
        return await self.asks(person, page, matchmaking.FIND.path, detail="look")

    async def _send_until_answered(self, send: Callable[[], Any]) -> Interaction:
        """What somebody has sent, once it is answered; sent again where the bot has shed it."""
        for _ in range(int(LIMIT / AGAIN)):
            sent: Interaction = await send()
            if await self.rooms.until(lambda sent=sent: is_complete(sent), AGAIN):  # type: ignore[misc]
                return sent
        raise AssertionError(f"{self} was not answered")

    def _searches(self) -> int:
        first, second = self.people
        query = "SELECT count(*) FROM searches WHERE user_id IN (?, ?)"
        return int(self.rooms.rows(query, first.id, second.id)[0][0])

    async def act(self) -> Interaction:
        return await self.submit(self.form, name=self.people[1].name)

    def is_saved(self) -> bool:
        self._follow()
        return bool(self.tables)

    def _follow(self) -> None:
        """The table, once it was opened, with its two boards."""
        if self.tables:
            return
        one, other = (channel.id for channel in self.channels)
        rows = self.rooms.rows(
            "SELECT t.id, t.channel_id, m.channel_id FROM tables t JOIN mirrors m ON m.table_id = t.id"
            " WHERE t.channel_id IN (?, ?)",
            one,
            other,
        )
        for number, *channels in rows:
            for channel_id in channels:
                table = Table("thud", Place.CHANNEL, self.people, self.discord.world.channels[channel_id])
                table.number, table.before = number, UNOPENED
                table.random = Random(number)
                table.is_second = channel_id == channels[1]
                self.tables.append(table)

    def first(self) -> Table:
        """The board of whoever begins."""
        ((user,),) = self.rooms.rows(
            "SELECT user_id FROM seats WHERE table_id = ? AND seat = 0", self.tables[0].number
        )
        return next(table for table in self.tables if self.viewer(table).id == user)

    def viewer(self, table: Table) -> FakeUser:
        """Who sees the game there, in their own server or by direct message."""
        return self.people[self.channels.index(table.left or table.channel)]


class MatchmakingMove(MatchmakingScene):
    """The first one moves, who sees the table in one of the two servers."""

    title = "a move between two servers"
    edits = True

    async def prepare(self) -> None:
        await super().prepare()
        async with self.rooms.pairing:
            await self._look()
            await self.wait_for_answer(await MatchmakingScene.act(self))
            assert await self.rooms.until(lambda: MatchmakingScene.is_saved(self))
        assert await self.rooms.until(self.is_right), f"{self}: {self.wrong()}"

    async def meet(self, trouble: Trouble) -> None:
        await Scene.meet(self, trouble)

    async def act(self) -> Interaction:
        table = self.first()
        press = await self.rooms.ready(table)
        for one in self.tables:
            one.before, one.pings = self.rooms.row(one), self.rooms.pings(one)
            one.clicker = press.person
        return await self.rooms.press(press, self.copies)

    def is_saved(self) -> bool:
        first = self.tables[0]
        return first.before is not None and self.rooms.row(first).revision > first.before.revision

    def wrong(self) -> str:
        """Where the bot may not write, second boards go to direct messages, and first ones are exchanged.

        It looks once a minute whether it may write at home.
        """
        query = (
            "SELECT t.channel_id, m.channel_id, m.user_id FROM tables t JOIN mirrors m ON m.table_id = t.id"
        )
        ((home, away, user_id),) = self.rooms.rows(f"{query} WHERE t.id = ?", self.tables[0].number)
        for table in self.tables:
            table.is_second = self.viewer(table).id == user_id
            channel = self.discord.world.channels[away if table.is_second else home]
            if channel is not table.channel:
                table.left, table.channel = table.left or table.channel, channel
        return super().wrong()

    def wrong_besides(self) -> str:
        left = [table.left for table in self.tables if table.left is not None]
        there = [message for channel in left for message in self.discord.world.messages_in(channel)]
        return "a board is there twice" if any(one.controls for one in there) else ""
