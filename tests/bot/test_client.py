"""The client speaks with Discord's routes for what the library does not do by itself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from copy import deepcopy
from typing import Any, Final

import discord
import pytest

from bot.client import set_commands
from tools.standin.bot import pointed_at
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
        with pointed_at(there.address):
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
