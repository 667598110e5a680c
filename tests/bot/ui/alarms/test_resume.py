"""Showing a table without an interaction."""

from __future__ import annotations

from bot.ui.alarms.messenger import repost_board
from tests.bot.ui.world import World


async def test_a_table_is_shown_again_without_a_ping_and_remembered(world: World) -> None:
    table = await world.start_table()
    mark = world.mark()
    assert world.bot.surface is not None
    await repost_board(world.bot.surface, world.bot.get_channel(world.channel.id), table)
    assert world.pings(mark) == [set()]
    shown = world.channel.last_message
    assert shown is not None
    assert (await world.table()).board.message_id == shown.id  # type: ignore[union-attr]
    await world.ann.click(shown, label="Offer to end")
    assert [line.action for line in await world.log()] == ["offer"]


async def test_a_channel_without_messages_is_left_alone(world: World) -> None:
    table = await world.start_table()
    mark = world.mark()
    assert world.bot.surface is not None
    await repost_board(world.bot.surface, None, table)
    assert world.posts_since(mark) == []
