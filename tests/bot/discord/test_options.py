"""What Discord would never send for an option is refused, whichever command it is."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from discord import AppCommandOptionType as Kind
from discord import app_commands
from simcord.interactions import base_payload

from bot.discord.command import LONGEST
from tests.bot.ui.world import World, parse_post

Made = app_commands.Command[Any, ..., Any]

NOWHERE = str(10**17)
"""An id of which Discord tells nothing."""

LARGE = 10**15


def wrong_values(parameter: app_commands.Parameter, category: int) -> Iterator[tuple[object, str]]:
    """Values that an option does not take, and how the refusal begins."""
    name, least, most = parameter.name, parameter.min_value, parameter.max_value
    other = f"Pick something else for `{name}`"
    if parameter.choices:
        yield (
            (10**6 if parameter.type is Kind.integer else "off the list"),
            f"For `{name}`, pick one of these",
        )
        return
    match parameter.type:
        case Kind.integer:
            assert least is not None, f"{name} is bounded"
            assert most is not None
            for value in (least - 1, most + 1, -LARGE, LARGE):
                yield value, f"`{name}` can be {least} to {most}."
            yield True, other
            yield "many", other
        case Kind.string:
            longest = LONGEST if most is None else int(most)
            yield "x" * (longest + 1), f"`{name}` takes {int(least or 0)} to {longest} characters."
            yield 7, other
        case Kind.boolean:
            yield "yes", other
            yield 1, other
        case Kind.channel:
            yield str(category), other
        case _:
            yield NOWHERE, other


def right_value(parameter: app_commands.Parameter) -> object:
    """A value that an option takes."""
    if parameter.choices:
        return parameter.choices[0].value
    return parameter.min_value if parameter.type is Kind.integer else "x"


def forged_command(
    world: World, command: Made, option: app_commands.Parameter, value: object
) -> dict[str, Any]:
    """What is sent by somebody who does not use Discord's client: other options only where they must be."""
    others = [one for one in command.parameters if one.required and one.name != option.name]
    given = [
        {"name": one.name, "type": one.type.value, "value": chosen}
        for one, chosen in [(option, value), *((other, right_value(other)) for other in others)]
    ]
    *groups, name = command.qualified_name.split()
    data: dict[str, Any] = {"name": name, "type": 1, "options": given}
    for number, group in enumerate(reversed(groups), 1):
        data = {"name": group, "type": 1 if number == len(groups) else 2, "options": [data]}
    resolved = {"channels": {str(value): {"id": str(value), "name": "attic", "type": 4, "permissions": "0"}}}
    data |= {"id": "1", "resolved": resolved if option.type is Kind.channel else {}}
    return base_payload(
        world.env.backend,
        type=2,
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=world.ann.id,
        data=data,
    )[1]


def database_contents(world: World) -> list[str]:
    """All that is on disk."""
    with closing(sqlite3.connect(world.path)) as connection:
        return list(connection.iterdump())


async def test_every_option_of_every_command_is_checked(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_table()
    before, category = (database_contents(world), world.public()), world.guild.create_category("attic").id
    expected, mark = dict[str, tuple[str, str]](), world.mark()
    commands = [one for one in world.bot.tree.walk_commands() if isinstance(one, app_commands.Command)]
    for command in commands:
        for option in command.parameters:
            for value, begins in wrong_values(option, category):
                payload = forged_command(world, command, option, value)
                case = f"/{command.qualified_name} {option.name}: {str(value)[:30]}"
                expected[f"/interactions/{payload['id']}/{payload['token']}/callback"] = (case, begins)
                world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    assert len(expected) > 70
    answers = {request.path: request for request in world.env.http_requests[mark:]}
    for path, (case, begins) in expected.items():
        (answer,) = filter(None, [parse_post(answers[path])])
        assert answer.private, case
        assert answer.text.startswith(begins), f"{case}\n{answer.text}"
    assert answers.keys() == expected.keys(), "nothing else is said"
    assert (database_contents(world), world.public()) == before
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    assert {type(error) for error in world.env.errors} == {app_commands.TransformerError}, "of channels"
