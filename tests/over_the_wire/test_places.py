"""Kinds of channels over real connections, where Discord takes less than a simulated one."""

from __future__ import annotations

from pathlib import Path

from bot.games.catalogue import IN_ENGLISH
from tests.over_the_wire.tables import House
from tests.over_the_wire.test_faults import house
from tools.load.opening import open_table
from tools.standin.world import CONNECT, MANAGER, NEWS, NEWS_THREAD, VOICE, Channel


async def test_kinds_of_channels(tmp_path: Path) -> None:
    """One process for all of it, as a start takes longer than the rest."""
    async with house(tmp_path) as (rooms, bot):
        world = rooms.discord.world
        news, voice = (world.channel(rooms.server, kind=kind) for kind in (NEWS, VOICE))
        voice.denied = CONNECT
        await bot.start()
        await threads_of_a_tournament(rooms, news)
        await no_table_without_connect(rooms, voice)


async def threads_of_a_tournament(rooms: House, channel: Channel) -> None:
    """In an announcement channel, where Discord takes threads of one kind only."""
    discord, world = rooms.discord, rooms.discord.world
    alice, bob = (world.person(name, MANAGER) for name in ("alice", "bob"))
    called = await discord.command(alice, channel, "tournament", game="thud", players=4, bots="pip")
    await discord.until(lambda: called.messages and called.messages[0].controls)
    await discord.quiet()
    (message,) = called.messages
    for person, label in ((bob, "Join"), (alice, "Start")):
        pressed = await discord.press(person, world.find(channel.id, message.id), label=label)
        assert await pressed.answered()
        await discord.quiet()
    opened = [one for one in world.channels.values() if one.parent is channel]
    assert {one.kind for one in opened} == {NEWS_THREAD}
    await discord.until(lambda: world.messages_in(opened[0]), 20)


async def no_table_without_connect(rooms: House, channel: Channel) -> None:
    """In the chat of a voice channel, where the bot could say nothing by itself."""
    discord = rooms.discord
    alice, bob = (discord.world.person(name) for name in ("alice", "bob"))
    asked = await open_table(discord, alice, channel, "thud", opponent=bob)
    await discord.until(lambda: asked.private)
    assert IN_ENGLISH("permission.connect") in asked.private
    assert not discord.world.messages_in(channel)
