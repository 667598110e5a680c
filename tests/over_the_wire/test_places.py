"""Kinds of channels over real connections, where Discord takes less than a simulated one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.catalogue import IN_ENGLISH
from tests.over_the_wire.tables import House, Place, Table
from tests.over_the_wire.test_faults import house, together
from tools.load.opening import open_table
from tools.standin.world import (
    CONNECT,
    EXTERNAL_APPS,
    MANAGER,
    MEMBER,
    NEWS,
    NEWS_THREAD,
    VOICE,
    FakeChannel,
    FakeMessage,
    FakeUser,
)


@pytest.mark.slow
async def test_kinds_of_channels(tmp_path: Path) -> None:
    """One process for all of it, as a start takes longer than the rest."""
    async with house(tmp_path) as (rooms, bot):
        world = rooms.discord.world
        news, voice = (world.channel(rooms.server, kind=kind) for kind in (NEWS, VOICE))
        voice.denied = CONNECT
        talked_about = rooms.place("trogdor", Place.CHANNEL)
        await bot.start()
        await a_board_with_a_thread_stays(rooms, talked_about)
        await threads_of_a_tournament(rooms, news)
        await no_table_without_connect(rooms, voice)


@pytest.mark.slow
async def test_where_the_bot_was_brought_along(tmp_path: Path) -> None:
    """What it shows by itself, and what it does not open; everyday tests have the same, simulated."""
    async with house(tmp_path) as (rooms, bot):
        world = rooms.discord.world
        abroad = world.server(joined=False)
        await bot.start()
        alice, carol = world.person("alice"), world.person("carol")
        places = {alice: world.channel(abroad), carol: world.group(carol)}
        await together(a_bot_moves_where_it_was_brought(rooms, *place) for place in places.items())
        await no_table_that_nobody_else_sees(rooms, world.channel(abroad))


async def threads_of_a_tournament(rooms: House, channel: FakeChannel) -> None:
    """In an announcement channel, where Discord takes threads of one kind only."""
    discord, world = rooms.discord, rooms.discord.world
    alice, bob = (world.person(name, MANAGER) for name in ("alice", "bob"))
    called = await discord.command(alice, channel, "tournament", game="thud", players=4, bots="pip")
    await discord.until(lambda: called.messages and called.messages[0].controls)
    await discord.quiet()
    (message,) = called.messages
    for person, label in ((bob, "Join"), (alice, "Start")):
        pressed = await discord.press(person, world.find(channel.id, message.id), label=label)
        assert await pressed.wait_for_answer()
        await discord.quiet()
    opened = [one for one in world.channels.values() if one.parent is channel]
    assert {one.kind for one in opened} == {NEWS_THREAD}


async def a_board_with_a_thread_stays(rooms: House, table: Table) -> None:
    """Where a click on it passes the turn, so that a new one takes its place."""
    await rooms.open(table)
    await rooms.ready(table)
    board, _ = rooms.boards(table)[-1]
    rooms.discord.world.thread(table.channel, "What a fire", board.id)
    await rooms.click(table, lambda _: [])
    await rooms.until(lambda: rooms.boards(table)[-1][0] is not board)
    await rooms.discord.quiet()
    assert board.id in rooms.discord.world.messages


async def no_table_without_connect(rooms: House, channel: FakeChannel) -> None:
    """In the chat of a voice channel, where the bot could say nothing by itself."""
    discord = rooms.discord
    alice, bob = (discord.world.person(name) for name in ("alice", "bob"))
    asked = await open_table(discord, alice, channel, "thud", opponent=bob)
    await discord.until(lambda: asked.private_text)
    assert IN_ENGLISH("permission.connect") in asked.private_text
    assert not discord.world.messages_in(channel)


async def a_bot_moves_where_it_was_brought(rooms: House, alice: FakeUser, channel: FakeChannel) -> None:
    """Where the bot's own token is good for nothing: by the click's."""
    discord, world = rooms.discord, rooms.discord.world
    await open_table(discord, alice, channel, "thud", bot="pip")

    def board_of_turn() -> FakeMessage | None:
        """The board, once it is somebody's turn."""
        boards = [one for one in world.messages_in(channel) if alice.mention in one.text]
        return boards[-1] if boards else None

    await discord.until(board_of_turn, 30)
    before = board_of_turn()
    assert before is not None
    written = before.text
    await plays(rooms, alice, channel)
    await discord.until(lambda: (now := board_of_turn()) is not None and now.text != written, 30)
    await discord.quiet()
    assert len(world.messages_in(channel)) == 1, "one board, changed in place"


async def plays(rooms: House, alice: FakeUser, channel: FakeChannel) -> None:
    """Somebody plays a move that is legal, by typing it, or by what the board offers."""
    discord = rooms.discord
    offered = await discord.type(alice, channel, "move", "move", "")
    await discord.until(lambda: offered.choices)
    assert offered.choices
    await discord.command(alice, channel, "move", move=offered.choices[0]["value"])


async def no_table_that_nobody_else_sees(rooms: House, channel: FakeChannel) -> None:
    """Where apps that people bring along are denied."""
    discord, world = rooms.discord, rooms.discord.world
    dora, bob = world.person("dora", MEMBER & ~EXTERNAL_APPS), world.person("bob")
    for game, opponent in (("thud", bob), ("trogdor", None)):
        asked = await open_table(discord, dora, channel, game, opponent=opponent)
        await discord.until(lambda asked=asked: asked.private_text)  # type: ignore[misc]
        assert "*Use External Apps*" in asked.private_text
    await open_table(discord, dora, channel, "thud", bot="pip")
    await discord.until(
        lambda: [
            one for one in world.messages.values() if one.channel is channel and dora.mention in one.text
        ],
        30,
    )
    await plays(rooms, dora, channel)
    await discord.quiet(3.5)
    assert not world.messages_in(channel)
    (alone,) = [one for one in world.messages.values() if one.channel is channel and dora.mention in one.text]
    assert alone.shown_to is dora
