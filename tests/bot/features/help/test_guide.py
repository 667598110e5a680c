"""`/help`: every command is in it, and can be clicked; and `/about`."""

from __future__ import annotations

import re
import tomllib

import pytest
from discord import app_commands
from pydantic import ValidationError
from simcord.results import ResponseMessage

from bot import VERSION
from bot.games.catalogue import IN_ENGLISH
from bot.ops.settings import Links, Settings
from tests.bot.discord.test_limits import check
from tests.bot.ui.world import World, labels, private_text, says, text_of, walk
from tests.project.tracked import ROOT

WORDS = 60
"""The most words of a topic; a command counts as one."""


async def help_topics(world: World) -> list[tuple[str, list[str]]]:
    """Every topic, turned to one after the other in one message; each with the buttons that are off there."""
    shown = (await world.ann.slash(world.channel, "help")).response
    assert shown is not None
    assert shown.ephemeral
    first, found = shown.id, [text_and_disabled(shown)]
    for label in labels(shown)[3:]:  # after *Teach me*, the puzzle, and the topic that is there
        shown = (await world.ann.click(shown, label=label)).response
        assert shown is not None
        assert shown.id == first
        found.append(text_and_disabled(shown))
    return found


def text_and_disabled(message: ResponseMessage) -> tuple[str, list[str]]:
    check(message.components)
    return text_of(message.components), [
        part["label"] for part in walk(message.components) if part.get("disabled")
    ]


async def test_every_command_is_named_once_at_least_and_leads_to_itself(world: World) -> None:
    text = "\n".join(page for page, _ in await help_topics(world))
    ids = {
        one["name"]: int(one["id"])
        for one in world.env.backend.visible_commands(user_id=world.ann.id, channel_id=world.channel.id)
    }
    linked = {name: int(number) for name, number in re.findall(r"</([a-z ]+):(\d+)>", text)}
    assert {name: ids[name.split()[0]] for name in linked} == linked
    assert "`/" not in text
    every = {
        one.qualified_name for one in world.bot.tree.walk_commands() if isinstance(one, app_commands.Command)
    }
    assert linked.keys() <= every
    assert every - linked.keys() == {"help"}


async def test_a_topic_is_short_and_its_own_button_cannot_be_pressed(world: World) -> None:
    pages = await help_topics(world)
    assert [off for _, off in pages] == [
        ["Playing"],
        ["Your turn"],
        ["Looking back"],
        ["Settings"],
        ["Server"],
        ["Fair games"],
    ]
    for page, _ in pages:
        said = re.sub(r"</[a-z ]+:\d+>", "command", page)
        assert len(said.split()) <= WORDS, said


async def test_the_ids_of_commands_outlive_the_bot(world: World) -> None:
    before = (await help_topics(world))[1][0]
    await world.restart()
    assert (await help_topics(world))[1][0] == before


async def test_where_their_ids_are_not_known_commands_stand_as_they_are_typed(world: World) -> None:
    assert world.bot.surface is not None
    world.bot.surface.commands = {}
    said = (await help_topics(world))[1][0]
    assert says(said, "help.turn", move="`/move`")
    assert "</" not in said


async def test_commands_that_discord_does_not_take_keep_the_ids_that_it_gave_before(world: World) -> None:
    note = f"commands of {world.bot.application_id}"
    assert world.bot.surface is not None
    before = world.bot.surface.commands
    kept = await world.session.context.store.note(note)
    assert kept is not None
    await world.session.context.store.set_note(note, kept.replace('"set": "', '"set": "other'))
    world.env.inject_error("PUT", "/applications/*/commands", status=400, message="No (by the test)")
    await world.restart()
    assert world.bot.surface is not None
    assert world.bot.surface.commands == before != {}


# What this is


def test_the_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == VERSION


async def test_it_tells_what_it_is_and_links_what_its_host_has_published(world: World) -> None:
    said = private_text(await world.ann.slash(world.channel, "about"))
    assert said.startswith(f"### Taproom {VERSION}\n")
    assert "Thud, Trogdor!!, One Man, Thrag!, Ploc and Koom Valley" in said
    application, surface = world.bot.application, world.bot.surface
    assert application is not None
    assert surface is not None
    application.privacy_policy_url = "https://example.org/privacy"
    application.terms_of_service_url = "https://example.org/terms"
    surface.links = Links("https://example.org/source", "https://example.org/help")
    answer = (await world.ann.user.slash("about")).response
    assert answer is not None
    check(answer.components)
    urls = {part["label"]: part["url"] for part in walk(answer.components) if "url" in part}
    assert urls == {
        "Source code": "https://example.org/source",
        "Support": "https://example.org/help",
        "Privacy policy": "https://example.org/privacy",
        IN_ENGLISH("about.terms"): "https://example.org/terms",
    }


@pytest.mark.parametrize("given", ["javascript:x", "example.org", "https://two words"])
def test_what_is_no_address_is_no_setting(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_SUPPORT", given)
    with pytest.raises(ValidationError, match="an address is wanted here"):
        Settings(_env_file=None)  # type: ignore[call-arg]
