"""A stand-in, and a client of its routes."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest

from tests.tools.standin.caller import Caller
from tools.standin.standin import StandIn


@pytest.fixture
async def caller() -> AsyncIterator[Caller]:
    async with StandIn(keep_files=True) as discord, aiohttp.ClientSession() as session:
        games = discord.world.channel(discord.world.server())
        yield Caller(discord, session, discord.world.person("alice"), games)
