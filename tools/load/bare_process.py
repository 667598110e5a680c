"""The baseline of the load test: the bare bot, in a channel with messages to press."""

from __future__ import annotations

from collections.abc import Awaitable
from pathlib import Path
from random import Random
from typing import Final, Self

from tools.load.clicks import ClickResult
from tools.standin.process import Bot
from tools.standin.standin import StandIn
from tools.standin.world import FakeMessage

MESSAGES: Final = 200
"""The number of messages."""


class BareBotRun:
    """The bare bot as its own process, with its own stand-in; runs within `async with`."""

    def __init__(self, random: Random) -> None:
        self.discord = StandIn(limited=True)
        self._random = random
        self._bot = Bot(self.discord, Path(), module="tools.load.bare")
        self._messages: list[FakeMessage] = []
        self._person = self.discord.world.person("a person")

    async def __aenter__(self) -> Self:
        await self.discord.__aenter__()
        world = self.discord.world
        channel = world.channel(world.server())
        for _ in range(MESSAGES):
            button = {"type": 2, "style": 1, "label": "again", "custom_id": "again"}
            self._messages.append(
                world.write(channel, {"components": [{"type": 1, "components": [button]}]}, {}, 0.0)
            )
        await self._bot.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._bot.__aexit__()
        await self.discord.__aexit__()

    @property
    def pid(self) -> int:
        """Return the id of the bot's process."""
        return self._bot.pid

    def next_click(self) -> Awaitable[ClickResult]:
        """Press a random message."""
        return self._click(self._random.choice(self._messages))

    async def _click(self, message: FakeMessage) -> ClickResult:
        interaction = await self.discord.send_press(self._person, message, "again")
        await interaction.wait_for_answer()
        return ClickResult(interaction.seconds)
