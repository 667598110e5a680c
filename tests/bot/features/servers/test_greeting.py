"""The hello in a server that the bot joins: once, where it may write, and never at a start."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend import serializers
from simcord.builders import ChannelHandle, GuildHandle

from bot.games.catalogue import IN_ENGLISH, words_in
from tests.bot.discord.test_limits import check
from tests.bot.ui.world import World, message_text, walk


@pytest.fixture(autouse=True)
def _greets(world: World) -> None:
    world.bot.hello = True


def payload_of(world: World, guild: GuildHandle) -> dict[str, Any]:
    backend = world.env.backend
    return dict(serializers.guild_create_payload(backend, backend.get_guild(guild.id)))


async def join(world: World, guild: GuildHandle) -> None:
    """Somebody adds the bot to a server. Discord tells that like the end of an outage, but for a word."""
    payload = payload_of(world, guild)
    del payload["unavailable"]
    world.env.backend.emit("GUILD_CREATE", payload)
    await world.env.settle()


async def leave(world: World, guild: GuildHandle) -> None:
    world.env.backend.emit("GUILD_DELETE", {"id": str(guild.id)})
    await world.env.settle()


def inn(world: World, **settings: Any) -> tuple[GuildHandle, ChannelHandle, ChannelHandle]:
    """A server with two channels."""
    guild = world.env.create_guild("The other inn", **settings)
    return guild, guild.create_text_channel("yard"), guild.create_text_channel("bar")


def silent(guild: GuildHandle) -> ChannelHandle:
    """A channel where nobody may write."""
    shut = discord.PermissionOverwrite(send_messages=False)
    return guild.create_text_channel("notices", overwrites={guild.default_role: shut})


def message_counts(*channels: ChannelHandle) -> list[int]:
    """How many messages there are in each channel."""
    return [len(channel.history()) for channel in channels]


async def test_it_is_said_in_the_first_channel_with_one_thing_to_do(world: World) -> None:
    guild, yard, bar = inn(world)
    mark = world.mark()
    await join(world, guild)
    assert message_counts(yard, bar) == [1, 0]
    (hello,) = yard.history()
    assert message_text(hello).startswith("### Hello!\n")
    assert len(message_text(hello).split()) <= 40
    assert labels_of(yard) == [IN_ENGLISH("button.try")]
    check([dict(component.to_dict()) for component in hello.components])
    assert len(hello.attachments) <= 1
    assert world.pings(mark) == [set()]


async def test_the_channel_where_discord_greets_comes_first(world: World) -> None:
    guild, yard, bar = inn(world)
    world.env.backend.get_guild(guild.id).system_channel_id = bar.id
    await join(world, guild)
    assert message_counts(yard, bar) == [0, 1]


async def test_a_channel_where_it_may_not_write_is_passed_over(world: World) -> None:
    guild = world.env.create_guild("The other inn")
    notices = silent(guild)
    bar = guild.create_text_channel("bar")
    world.env.backend.get_guild(guild.id).system_channel_id = notices.id
    await join(world, guild)
    assert message_counts(notices, bar) == [0, 1]


async def test_where_it_may_write_nowhere_it_says_nothing_for_good(world: World) -> None:
    guild = world.env.create_guild("The other inn")
    notices = silent(guild)
    await join(world, guild)
    bar = guild.create_text_channel("bar")
    await join(world, guild)
    assert message_counts(notices, bar) == [0, 0]


async def test_once_is_enough_however_often_discord_tells_of_the_server(world: World) -> None:
    guild, yard, bar = inn(world)
    await join(world, guild)
    await join(world, guild)
    await world.restart()
    world.bot.hello = True
    await join(world, guild)
    await leave(world, guild)
    await join(world, guild)
    assert message_counts(yard, bar) == [1, 0]


async def test_a_start_greets_nobody_and_neither_does_the_end_of_an_outage(world: World) -> None:
    guild, yard, bar = inn(world)
    await world.restart()
    world.bot.hello = True
    world.env.backend.emit("GUILD_CREATE", payload_of(world, guild))
    await world.env.settle()
    await world.tick()
    await join(world, guild)  # as if it had been told in a wrong way
    assert message_counts(yard, bar, world.channel) == [0, 0, 0]


async def test_a_message_that_is_not_taken_is_not_said_again(world: World) -> None:
    guild, yard, bar = inn(world)
    world.env.inject_error("POST", f"/channels/{yard.id}/messages", status=403, code=50013)
    await join(world, guild)
    await join(world, guild)
    assert message_counts(yard, bar) == [0, 0]


async def test_a_blocked_server_is_not_greeted(world: World) -> None:
    guild, yard, bar = inn(world)
    await world.session.context.store.servers.block(guild.id, world.clock.now)
    world.clock.now += 3600
    await join(world, guild)
    assert message_counts(yard, bar) == [0, 0]


async def test_a_host_can_leave_it_out(world: World) -> None:
    world.bot.hello = False
    guild, yard, bar = inn(world)
    await join(world, guild)
    assert message_counts(yard, bar) == [0, 0]


async def test_it_speaks_the_language_of_the_server(world: World) -> None:
    guild, yard, _ = inn(world, preferred_locale="de")
    await join(world, guild)
    assert labels_of(yard) == [words_in("de")("button.try")]


# Never but where people talk


async def first_channel(world: World, kind: str, guild: GuildHandle) -> ChannelHandle:
    """The first channel of a server, in which the bot may write by a role of its own."""
    mine = guild.create_role("Taproom", permissions=discord.Permissions.all())
    world.env.backend.get_guild(guild.id).members[world.env.backend.bot_user.id].role_ids.append(mine.id)
    may, may_not = (
        discord.PermissionOverwrite(view_channel=True, send_messages=yes) for yes in (True, False)
    )
    hidden = discord.PermissionOverwrite(view_channel=False)
    everybody = {"read-only": may_not, "staff": hidden}.get(kind, may)
    channel = guild.create_text_channel("x", overwrites={guild.default_role: everybody, mine: may})
    await world.env.settle()
    return channel


@pytest.mark.parametrize("is_system", [False, True])
@pytest.mark.parametrize(
    "kind",
    ["announcements", "rules", "public_updates", "safety_alerts", "age-restricted", "read-only", "staff"],
)
async def test_it_is_said_where_people_talk_whatever_the_bot_may(
    world: World, kind: str, *, is_system: bool
) -> None:
    guild = world.env.create_guild("The other inn")
    first = await first_channel(world, kind, guild)
    bar = guild.create_text_channel("bar")
    payload = payload_of(world, guild) | {f"{kind}_channel_id": str(first.id)}
    del payload["unavailable"]
    if is_system:
        payload["system_channel_id"] = str(first.id)
    (told,) = (one for one in payload["channels"] if one["id"] == str(first.id))
    told |= {"age-restricted": {"nsfw": True}, "announcements": {"type": 5}}.get(kind, {})
    world.env.backend.emit("GUILD_CREATE", payload)
    await world.env.settle()
    assert message_counts(first, bar) == [0, 1]


def labels_of(channel: ChannelHandle) -> list[str]:
    (hello,) = channel.history()
    found = walk([component.to_dict() for component in hello.components])
    return [part["label"] for part in found if "label" in part]
