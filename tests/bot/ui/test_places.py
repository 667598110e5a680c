"""What works in each kind of channel; `docs/hosting.md` has it as a table.

Threads in announcement channels are tested over the wire: the simulation knows none of their kind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.backend.serializers import channel_payload
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType, OverwriteType
from simcord.results import InteractionResult

from bot.discord.channels import REMEMBERED, sees
from bot.features.people.service import PersonalSettings
from bot.games.catalogue import IN_ENGLISH
from bot.store import Status
from tests.bot.ui.alarms.test_ticker import open_timed
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, board, message_text, private_text, says, text_of

MEDIA: Final = 16
"""Discord's number of a media channel, which the simulation does not know."""

AUTOMOD: Final = (200000, 200001)
"""Discord's codes for a message, and for a thread's name, that AutoMod has blocked."""


def place(world: World, kind: str) -> ChannelHandle:
    """A channel of some kind, or a thread or a post in one."""
    guild, backend = world.guild, world.env.backend

    def slow() -> ChannelHandle:
        channel = guild.create_text_channel("x")
        backend.edit_channel(channel.id, {"rate_limit_per_user": 21_600})
        return channel

    def media() -> ChannelHandle:
        return ChannelHandle(world.env, guild, backend.create_channel(guild.id, "x", type=MEDIA))

    make: dict[str, Callable[[], ChannelHandle]] = {
        "announcement": lambda: guild.create_news_channel("x"),
        "voice": lambda: guild.create_voice_channel("x"),
        "stage": lambda: guild.create_stage_channel("x"),
        "age-restricted": lambda: restrict_channel(world, guild.create_text_channel("x")),
        "slow": slow,
        "thread": lambda: thread_under(world, guild.create_text_channel("x")),
        "forum post": lambda: thread_under(world, guild.create_forum_channel("x")),
        "media post": lambda: thread_under(world, media()),
    }
    return make[kind]()


def restrict_channel(world: World, channel: ChannelHandle) -> ChannelHandle:
    """Restrict the channel to adults: the simulation does not support that, so the bot gets the event."""
    backend = world.env.backend
    payload = dict(channel_payload(backend, backend.channels[channel.id]))
    backend.emit("CHANNEL_UPDATE", payload | {"nsfw": True})
    return channel


def thread_under(world: World, parent: ChannelHandle) -> ChannelHandle:
    """A thread that a user has opened, or a post."""
    thread = world.env.backend.create_thread(parent.id, "x", world.cleo.id, type=ChannelType.PUBLIC_THREAD)
    return ChannelHandle(world.env, world.guild, thread)


def private_texts(result: InteractionResult) -> list[str]:
    """The private texts of a user."""
    answers = (result.response, *result.followups)
    return [text_of(one.components) for one in answers if one is not None and one.ephemeral]


def deny(world: World, channel: ChannelHandle, *names: str) -> None:
    """Take everybody some rights in a channel."""
    denied = discord.Permissions(**dict.fromkeys(names, True)).value
    overwrite = Overwrite(target_id=world.guild.id, type=OverwriteType.ROLE, allow=0, deny=denied)
    world.env.backend.set_overwrite(channel.id, overwrite)


def refuse(world: World, channel: ChannelHandle) -> None:
    """Let Discord refuse all requests in a channel, whatever permissions it has sent."""
    for method in ("POST", "PATCH", "GET", "DELETE"):
        world.env.inject_error(
            method, f"/channels/{channel.id}/*", status=403, code=50001, message="Missing Access", times=None
        )


async def a_tournament(world: World, channel: ChannelHandle) -> tuple[InteractionResult, InteractionResult]:
    """What Ann was answered who called for a tournament, and began it."""
    called = await world.ann.slash(channel, "tournament", game="thud", players=4)
    (message,) = (
        one for one in (called.response, *called.followups) if one is not None and not one.ephemeral
    )
    await world.ben.click(message, label="Join")
    await world.cleo.click(message, label="Join")
    begun = await world.ann.click(message, label="Start")
    await world.tick()
    return called, begun


# Where games are played

KINDS: Final = (
    "announcement",
    "voice",
    "stage",
    "thread",
    "forum post",
    "media post",
    "age-restricted",
    "slow",
)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_game_is_played_there(world: World, kind: str) -> None:
    channel = place(world, kind)
    await world.env.settle()
    await open_table(world.ann, channel, "thud", opponent=world.ben, side=0)
    await world.ben.click(channel.history()[-1], label="Accept")
    await world.ann.slash(channel, "move", move="dE2-E10")
    await world.ben.slash(channel, "move", move="resign")
    table = await world.table()
    assert (table.status, table.plies, table.channel_id) == (Status.OVER, 2, channel.id)
    posted = await world.tick()
    assert [one for one in posted if one.new], "the card of the game"


# Threads


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("voice", "thread.nowhere"),
        ("stage", "thread.nowhere"),
        ("thread", "thread.inside"),
        ("forum post", "thread.inside"),
        ("media post", "thread.inside"),
    ],
)
async def test_a_tournament_says_where_it_can_have_no_threads(world: World, kind: str, why: str) -> None:
    channel = place(world, kind)
    await world.env.settle()
    called, begun = await a_tournament(world, channel)
    assert private_texts(called) == [IN_ENGLISH(why)]
    assert private_texts(begun) == []
    table = await world.table()
    assert (table.channel_id, table.board is not None) == (channel.id, True)


async def test_a_tournament_says_which_permission_its_threads_need(world: World) -> None:
    deny(world, world.channel, "create_public_threads")
    await world.env.settle()
    called, begun = await a_tournament(world, world.channel)
    for result in (called, begun):
        (text,) = private_texts(result)
        assert says(text, "thread.may-not", names="Create Public Threads")


async def test_a_tournament_says_that_discord_lets_it_have_no_threads(world: World) -> None:
    world.env.inject_error(
        "POST", "/channels/*/threads", status=400, code=AUTOMOD[1], message="Blocked", times=None
    )
    called, begun = await a_tournament(world, world.channel)
    assert private_texts(called) == []
    (text,) = private_texts(begun)
    assert says(text, "thread.refused", why="Blocked")
    assert (await world.table()).board is not None


async def test_a_thread_whose_name_automod_blocks_leaves_the_game_in_the_channel(world: World) -> None:
    world.env.inject_error("POST", "/channels/*/threads", status=400, code=AUTOMOD[1], message="Blocked")
    result = await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0, thread=True)
    assert says(private_text(result), "thread.refused", why="Blocked")
    assert (await world.table()).channel_id == world.channel.id


# Voice and stage channels


@pytest.mark.parametrize("kind", ["voice", "stage"])
async def test_nothing_is_opened_where_the_bot_may_not_connect(world: World, kind: str) -> None:
    channel = place(world, kind)
    deny(world, channel, "connect")
    await world.env.settle()
    result = await open_table(world.ann, channel, "thud", opponent=world.ben, side=0)
    assert says(private_text(result), "missing-permissions", names="Connect")
    assert await world.session.context.store.table(1) is None


async def test_no_clock_runs_where_the_bot_may_no_longer_connect(world: World) -> None:
    channel = place(world, "voice")
    await world.env.settle()
    await open_timed(world, channel, forfeit=True)
    await world.later(1 / 60)
    deny(world, channel, "connect")
    refuse(world, channel)
    await world.env.settle()
    for _ in range(6):
        await world.later(3)
    assert (await world.table()).status is Status.PLAYING


@pytest.mark.parametrize(("kind", "seen"), [("voice", False), ("stage", False), ("announcement", True)])
async def test_who_may_not_connect_does_not_see_the_chat(world: World, kind: str, *, seen: bool) -> None:
    channel = place(world, kind)
    deny(world, channel, "connect")
    await world.env.settle()
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    found = guild.get_channel(channel.id)
    assert found is not None
    assert sees(found, await guild.fetch_member(world.cleo.id)) is seen


async def test_a_channel_without_connect_is_no_reason_in_a_text_channel(world: World) -> None:
    deny(world, world.channel, "connect")
    await world.env.settle()
    board(await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0))


# Where Discord refuses what it has told the bot it may


async def test_no_clock_runs_where_discord_refuses_a_reminder(world: World) -> None:
    await open_timed(world, forfeit=True)
    await world.later(7.9)
    refuse(world, world.channel)
    for _ in range(12):
        await world.later(0.5)
    assert (await world.table()).status is Status.PLAYING
    world.env.backend.faults.clear()
    await world.later(REMEMBERED / 3600)
    await world.later(1 / 60)
    (*_, due) = [one for one in await world.session.context.store.schedule.of_table(1) if one.kind == "up"]
    assert due.due - world.clock.now > 3600, "the time that was left is still there"
    await world.later((due.due - world.clock.now) / 3600 + 0.1)
    assert (await world.table()).status is Status.OVER


async def test_no_player_loses_without_a_message_before_the_end(world: World) -> None:
    await world.session.service(PersonalSettings).set_reminders(world.ann.id, "never")
    await open_timed(world, forfeit=True)
    await world.later(1 / 60)
    refuse(world, world.channel)
    for _ in range(4):
        await world.later(5)
    assert (await world.table()).status is Status.PLAYING


async def test_what_automod_blocks_is_said_later(world: World) -> None:
    """Discord's filter ignores messages of bots; should it ever block one, nothing is lost."""
    await open_timed(world)
    await world.later(7.9)
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=400, code=AUTOMOD[0], message="Blocked", times=1)
    await world.later(0.1)
    assert not any(says(message_text(one), "time.remind") for one in world.channel.history())
    for _ in range(5):
        await world.later(1 / 60)
    assert [says(message_text(one), "time.remind") for one in world.channel.history()].count(True) == 1


# People


async def test_a_member_in_time_out_keeps_their_seat_and_the_others_choose(world: World) -> None:
    """Discord lets them use nothing, and does not tell the bot: they are late like other players."""
    await open_timed(world)
    world.env.backend.edit_member(
        world.guild.id, world.ann.id, {"timed_out_until": "2099-01-01T00:00:00+00:00"}
    )
    await world.env.settle()
    await world.later(9)
    await world.later(1)
    assert any(says(message_text(one), "time.up", name="Ann") for one in world.channel.history())
    assert (await world.table()).status is Status.PLAYING


async def test_no_clock_runs_while_the_bot_is_in_time_out(world: World) -> None:
    await open_timed(world, forfeit=True)
    await world.later(1 / 60)
    bot = world.env.backend.bot_user.id
    world.env.backend.edit_member(world.guild.id, bot, {"timed_out_until": "2099-01-01T00:00:00+00:00"})
    await world.env.settle()
    for _ in range(4):
        await world.later(5)
    assert (await world.table()).status is Status.PLAYING
