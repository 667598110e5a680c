"""What outdated and odd clients send: each gets one sentence, or nothing to choose from; nothing changes."""

from __future__ import annotations

from typing import Any

import pytest
from discord import app_commands
from simcord.interactions import base_payload

from tests.bot.ui.world import World

STRING, INTEGER, BOOLEAN, USER, CHANNEL, ATTACHMENT = 3, 4, 5, 6, 7, 11
COMMAND, AUTOCOMPLETE = 2, 4


def option(name: str, kind: int, value: Any, **more: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "value": value, **more}


async def send_command(
    world: World, path: str, *options: dict[str, Any], kind: int = COMMAND
) -> dict[str, Any]:
    """What is answered to a command as no client of today sends it."""
    name, *inner = path.split()
    command = world.env.backend.find_command(name, None)
    data: dict[str, Any] = {"id": "1" if command is None else command["id"], "name": name, "type": 1}
    leaf = data
    for step in inner:
        leaf["options"] = [{"name": step, "type": 1}]
        leaf = leaf["options"][0]
    leaf["options"] = list(options)
    return await answer_to(world, data, kind)


async def answer_to(world: World, data: dict[str, Any], kind: int) -> dict[str, Any]:
    """The one answer to what Ann's client sends."""
    _, payload = base_payload(
        world.env.backend,
        type=kind,
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=world.ann.id,
        data=data,
    )
    mark = world.mark()
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    (answer,) = [one.json for one in world.env.http_requests[mark:] if one.path.endswith("/callback")]
    assert isinstance(answer, dict)
    assert all(isinstance(error, app_commands.AppCommandError) for error in world.env.errors)
    return answer


def sentence(answer: dict[str, Any]) -> str:
    """The private answer."""
    assert answer["type"] == 4
    assert answer["data"]["flags"] & 64
    text = answer["data"]["components"][0]["content"]
    assert isinstance(text, str)
    return text


ODD: list[tuple[str, list[dict[str, Any]], str]] = [
    ("play", [option("colour", STRING, "red")], "colour"),
    ("play", [option("`@everyone`", STRING, "red")], "'@everyone'"),
    ("play", [option("game", STRING, "gone")], "game"),
    ("play", [option("game", INTEGER, 3)], "game"),
    ("play", [option("game", BOOLEAN, value=True)], "game"),
    ("undo", [option("moves", STRING, "5")], "moves"),
    ("undo", [option("moves", INTEGER, "5")], "moves"),
    ("undo", [option("moves", INTEGER, value=True)], "moves"),
    ("undo", [option("moves", INTEGER, 5.5)], "moves"),
    ("undo", [option("moves", INTEGER, None)], "moves"),
    ("table verify", [option("file", ATTACHMENT, "77")], "file"),
    ("play", [option("opponent", USER, "nobody")], "opponent"),
    ("play", [option("opponent", USER, 5)], "opponent"),
    ("play", [option("opponent", USER, "77")], "opponent"),
    ("play", [option("opponent", STRING, "Ben")], "opponent"),
    ("table transfer", [option("channel", CHANNEL, "77")], "channel"),
    ("table transfer", [option("channel", STRING, "here")], "channel"),
    ("board", [option("table", INTEGER, 1)], "table"),
    ("board", [option("table", STRING, "x" * 5_000)], "table"),
    ("undo", [option("moves", INTEGER, 10**12)], "moves"),
    ("history", [option("move", INTEGER, -5)], "move"),
    ("move", [option("move", STRING, "dE2-E10"), option("move", STRING, "dE2-E9")], "older form"),
    ("move", [{"name": "move", "type": STRING}], "older form"),
    ("move", [], "older form"),
    ("table nothing", [], "older form"),
    ("nothing", [], "older form"),
    ("table", [], "older form"),
]


@pytest.mark.parametrize(("called", "options", "said"), ODD, ids=lambda value: str(value)[:60])
async def test_an_odd_command_gets_one_sentence(
    world: World, called: str, options: list[dict[str, Any]], said: str, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_table()
    async with world.assert_unchanged():
        text = sentence(await send_command(world, called, *options))
    assert said in text
    assert "fault" not in text
    assert "\n" not in text
    assert not any(record.exc_info for record in caplog.records), "nothing of it is our fault"


@pytest.mark.parametrize(
    ("called", "options"),
    [
        ("move", [option("gone", STRING, "e2", focused=True)]),
        ("move", [option("move", STRING, "e2")]),
        ("move", []),
        ("play", [option("clock", INTEGER, "5", focused=True)]),
        ("table nothing", [option("table", STRING, "", focused=True)]),
        ("nothing", [option("table", STRING, "", focused=True)]),
        ("board", [{"name": "table", "type": STRING, "focused": True}]),
        ("board", [{"type": STRING, "value": "", "focused": True}]),
        ("table", []),
    ],
    ids=lambda value: str(value)[:60],
)
async def test_nothing_is_offered_for_what_nobody_knows(
    world: World, called: str, options: list[dict[str, Any]], caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_table()
    answer = await send_command(world, called, *options, kind=AUTOCOMPLETE)
    assert answer == {"type": 8, "data": {"choices": []}}
    assert not any(record.exc_info for record in caplog.records)


async def test_a_command_of_another_kind_is_answered(world: World) -> None:
    """One of a message's menu: the bot has none."""
    quote = {"id": "1", "name": "Quote", "type": 3, "target_id": "5"}
    assert "older form" in sentence(await answer_to(world, quote, COMMAND))
