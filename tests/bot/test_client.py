"""What the library does not do by itself: routes of Discord, and what its files are when they are cut."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from copy import deepcopy
from types import SimpleNamespace
from typing import Any, Final

import discord
import pytest

from bot.discord.command_tree import set_commands
from bot.discord.uploads import read_text
from bot.kernel.errors import Refused
from tools.standin.bot import redirect_discord
from tools.standin.standin import StandIn
from tools.standin.world import BOT

PLAY: Final = {"name": "play", "description": "Open a table", "type": 1}
LAUNCH: Final[dict[str, Any]] = {
    "id": "777",
    "application_id": str(BOT),
    "version": "778",
    "type": 4,
    "name": "launch",
    "name_localizations": {"de": "starten"},
    "description": "Launch the Activity",
    "description_localizations": {"de": "Die Aktivit\u00e4t starten"},
    "default_member_permissions": "2048",
    "dm_permission": True,
    "contexts": [0, 1, 2],
    "integration_types": [0, 1],
    "nsfw": False,
    "handler": 2,
}
"""An Entry Point command, as Discord tells it."""


@pytest.fixture
async def http() -> AsyncIterator[tuple[StandIn, discord.http.HTTPClient]]:
    async with StandIn() as there, discord.Client(intents=discord.Intents.none()) as client:
        with redirect_discord(there.address):
            await client.login(there.token)
            yield there, client.http


async def test_an_entry_point_command_stays_as_it_is(http: tuple[StandIn, discord.http.HTTPClient]) -> None:
    there, client = http
    there.world.commands = [deepcopy(LAUNCH)]
    taken = await set_commands(client, BOT, [PLAY])
    assert [one["name"] for one in taken] == ["play", "launch"]
    kept = there.world.commands[1]
    assert kept["id"] == LAUNCH["id"], "it is the same command"
    changed = {key for key, value in LAUNCH.items() if str(kept.get(key)) != str(value)}
    assert changed == {"version"}


async def test_without_one_the_commands_are_set_alone(http: tuple[StandIn, discord.http.HTTPClient]) -> None:
    _, client = http
    await set_commands(client, BOT, [PLAY, {"name": "undo", "description": "Ask for it", "type": 1}])
    assert [one["name"] for one in await set_commands(client, BOT, [PLAY])] == ["play"]


async def test_a_file_that_is_cut_half_way_is_refused_in_words(
    http: tuple[StandIn, discord.http.HTTPClient],
) -> None:
    _, client = http

    async def cut_answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf a game")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(cut_answer, "127.0.0.1", 0) as cdn:
        url = f"http://127.0.0.1:{cdn.sockets[0].getsockname()[1]}/game.jsonl"
        data: Any = {"id": "5", "filename": "game.jsonl", "size": 100, "url": url, "proxy_url": url}
        state: Any = SimpleNamespace(http=client)
        with pytest.raises(Refused) as refused:
            await read_text("file", discord.Attachment(data=data, state=state), 1000)
    assert (refused.value.key, refused.value.values) == ("file-not-read", {"option": "file"})
