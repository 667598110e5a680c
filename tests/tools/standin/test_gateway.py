"""The websocket with discord.py at its other end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import aiohttp
import discord
import pytest

from tests.tools.standin.test_rest import BUTTON
from tools.standin.bot import redirect_discord
from tools.standin.gateway import Break
from tools.standin.standin import StandIn
from tools.standin.world import FakeChannel, FakeMessage, FakeUser


class Echo(discord.Client):
    """A bot that tells what was pressed, by putting it in the place of the message."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.heard: list[int] = []

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.heard.append(interaction.id)
        if interaction.type is discord.InteractionType.component:
            await interaction.response.edit_message(content=f"pressed by {interaction.user.display_name}")


@dataclass
class Room:
    """A channel with a message that can be pressed, and a bot that listens."""

    there: StandIn
    alice: FakeUser
    games: FakeChannel
    board: FakeMessage
    echo: Echo = field(default_factory=Echo)


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with StandIn() as there:
        alice, games = there.world.person("alice"), there.world.channel(there.world.server("house"), "games")
        room = Room(there, alice, games, there.world.write(games, {"components": [BUTTON]}, {}, 0.0))
        with redirect_discord(there.address):
            async with room.echo:
                running = asyncio.create_task(room.echo.start(there.token))
                await there.gateway.connected.wait()
                yield room
            await asyncio.gather(running, return_exceptions=True)


async def test_the_bot_knows_the_server_and_its_channels(room: Room) -> None:
    pressed = await room.there.press(room.alice, room.board, label="Go")
    assert await pressed.wait_for_answer()
    assert room.board.text == "pressed by alice"
    channel = room.echo.get_channel(room.games.id)
    assert isinstance(channel, discord.TextChannel)
    assert (channel.name, channel.guild.name) == ("games", "house")
    assert not room.there.rest.unknown


@pytest.mark.parametrize("how", [Break.CUT, Break.CLOSE, Break.RECONNECT])
async def test_what_happened_meanwhile_is_told_when_the_bot_is_back(room: Room, how: Break) -> None:
    await room.there.end(how)
    pressed = await room.there.press(room.alice, room.board, label="Go")
    assert await pressed.wait_for_answer()
    assert room.there.gateway.connected.is_set()
    assert (room.there.gateway.identified, room.there.gateway.resumed) == (1, 1)
    assert room.echo.heard == [pressed.id]


async def test_an_interaction_comes_twice_if_it_is_to(room: Room) -> None:
    pressed = await room.there.press(room.alice, room.board, label="Go", copies=2)
    await room.there.until(lambda: pressed.refused)
    assert (room.echo.heard, pressed.refused, room.board.edits) == ([pressed.id] * 2, [40060], 1)


@asynccontextmanager
async def open_connection() -> AsyncIterator[tuple[StandIn, aiohttp.ClientWebSocketResponse]]:
    """A stand-in, and a connection to it without a bot."""
    async with (
        StandIn() as there,
        aiohttp.ClientSession() as session,
        session.ws_connect(there.address) as socket,
    ):
        yield there, socket


async def test_a_session_that_is_over_cannot_be_resumed() -> None:
    async with open_connection() as (there, socket):
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 2, "d": {"token": there.token, "intents": 1}})
        ready = await socket.receive_json()
        await there.end(Break.INVALID)
        assert await socket.receive_json() == {"op": 9, "d": False, "s": None, "t": None}
        resume = {"token": there.token, "session_id": ready["d"]["session_id"], "seq": 1}
        await socket.send_json({"op": 6, "d": resume})
        assert (await socket.receive_json())["op"] == 9


async def test_heartbeats_are_answered_and_a_wrong_token_is_not() -> None:
    async with open_connection() as (_, socket):
        await socket.receive_json()
        await socket.send_json({"op": 1, "d": None})
        assert (await socket.receive_json())["op"] == 11
        await socket.send_json({"op": 2, "d": {"token": "another", "intents": 1}})
        assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
        assert socket.close_code == 4004
