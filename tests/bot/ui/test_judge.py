"""The judge of requests to a simulated Discord finds their faults."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.bot.judge import PROBLEMS, problems_of
from tests.bot.ui.world import World
from tools.standin.payloads import COMPONENTS, Json

TEXT = {"type": 10, "content": "Your turn."}


@pytest.mark.parametrize(
    ("method", "path", "payload"),
    [
        ("POST", "/channels/1/messages", {"flags": COMPONENTS, "components": [TEXT | {"content": ""}]}),
        ("POST", "/channels/1/messages", {"flags": 0, "components": [TEXT]}),
        ("POST", "/channels/1/messages", {"content": "x", "allowed_mentions": {"users": ["1", 1]}}),
        ("PATCH", "/channels/1/messages/2", {"components": [TEXT] * 41}),
        ("POST", "/webhooks/1/token", {"content": 5}),
        ("PATCH", "/webhooks/1/token/messages/@original", {"flags": 1 << 6}),
        ("POST", "/interactions/1/token/callback", {"type": 9, "data": {"title": "x" * 46}}),
        ("POST", "/interactions/1/token/callback", {"type": 8, "data": {"choices": [{"name": ""}]}}),
        ("PUT", "/applications/1/commands", [{"name": "Play", "description": "x"}]),
        ("GET", "/voice/regions", None),
    ],
)
def test_something_is_wrong(method: str, path: str, payload: Any) -> None:
    assert list(problems_of(method, path, {}, payload))


@pytest.mark.parametrize(
    ("method", "path", "payload"),
    [
        ("POST", "/channels/1/messages", {"flags": COMPONENTS, "components": [TEXT]}),
        ("PATCH", "/channels/1/messages/2", {"components": [TEXT] * 40}),
        ("DELETE", "/channels/1/messages/2", None),
    ],
)
def test_nothing_is_wrong(method: str, path: str, payload: Json | None) -> None:
    assert list(problems_of(method, path, {}, payload)) == []


async def test_what_the_bot_sends_is_looked_at(world: World) -> None:
    channel = world.bot.get_partial_messageable(world.channel.id)
    users = [discord.Object(world.channel.id)] * 2
    with pytest.raises(discord.HTTPException):
        await channel.send("x", allowed_mentions=discord.AllowedMentions(users=users))
    assert [problem for problem in PROBLEMS if "users" in problem]
    PROBLEMS.clear()
