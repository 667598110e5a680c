"""Calls of the stand-in's routes by hand, as a bot would make them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import aiohttp

from tools.standin.interactions import Interaction
from tools.standin.payloads import Json
from tools.standin.standin import StandIn
from tools.standin.world import FakeChannel, FakeMessage, FakeUser


@dataclass
class Caller:
    """Whoever has the bot's token."""

    discord: StandIn
    session: aiohttp.ClientSession
    alice: FakeUser
    games: FakeChannel

    async def call(self, called: str, payload: Any = None, **files: bytes) -> tuple[int, Any]:
        """Status and JSON of a call such as `GET /gateway`; files by their index, as `_0`."""
        method, path = called.split()
        body: Any = json.dumps(payload)
        if files:
            body = aiohttp.FormData(quote_fields=False)
            body.add_field("payload_json", json.dumps(payload))
            for name, data in files.items():
                number = int(name[1:])
                filename = f"{'abcdefghijk'[number]}.png"
                body.add_field(f"files[{number}]", BytesIO(data), filename=filename, content_type="image/png")
        headers = {"Authorization": f"Bot {self.discord.token}"}
        if not files:
            headers["Content-Type"] = "application/json"
        url = f"{self.discord.address}/api/v10{path}"
        async with self.session.request(method, url, data=body, headers=headers) as response:
            return response.status, await response.json() if response.content_length else None

    async def post(self, **payload: Any) -> FakeMessage:
        """A message in the channel."""
        status, about = await self.call(f"POST /channels/{self.games.id}/messages", payload)
        assert status == 200
        return self.discord.world.messages[int(about["id"])]

    async def answer(self, to: Interaction, kind: int, data: Json | None = None) -> tuple[int, Any]:
        """Answer an interaction."""
        path = f"/interactions/{to.id}/{to.token}/callback?with_response=true"
        return await self.call(f"POST {path}", {"type": kind, "data": data})
