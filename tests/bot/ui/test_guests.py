"""A server where the bot is a guest: it can only answer clicks, and shows by them what happens."""

from __future__ import annotations

import time

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.discord.guests import LIFE
from bot.games.catalogue import IN_ENGLISH
from bot.store import Status
from tests.bot.ui.opening import open_table
from tests.bot.ui.test_places import deny, refuse
from tests.bot.ui.world import World, board, message_text, private_text, says, text_of

GUEST = IN_ENGLISH("board.guest", board="`/board`")


@pytest.fixture
def abroad(world: World, monkeypatch: pytest.MonkeyPatch) -> ChannelHandle:
    """A channel where the bot's own token is good for nothing."""
    monkeypatch.setattr(discord.Interaction, "is_user_integration", lambda _: True)
    monkeypatch.setattr(discord.Interaction, "is_guild_integration", lambda _: False)
    monkeypatch.setattr(type(world.session.tables), "is_ours", lambda *_: True)
    world.bot.surface.commands = {}  # type: ignore[union-attr]
    refuse(world, world.channel)
    return world.channel


@pytest.mark.parametrize(("seconds", "is_there"), [(10, True), (120, False)])
async def test_a_bots_move_appears_by_the_click_before(
    world: World, abroad: ChannelHandle, *, seconds: int, is_there: bool
) -> None:
    """In place for a present player; an absent one is called by a new board, and the old one goes."""
    shown = board(await open_table(world.ann, abroad, "thud", level="pip", side=1))
    assert GUEST in text_of(shown.components)
    mark = world.mark()
    await world.later(seconds / 3600)
    (only,) = abroad.history()
    assert (only.id == shown.id) is is_there
    assert world.pings(mark) == ([] if is_there else [{world.ann.id}])
    assert says(message_text(only), "thud.moved.dwarfs", name="Pip")
    assert GUEST not in message_text(only)
    assert (await world.table()).plies == 1


async def test_it_says_how_to_go_on_where_that_is_too_late(
    world: World, abroad: ChannelHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = board(await open_table(world.ann, abroad, "thud", level="pip", side=1))
    late = time.monotonic() + LIFE
    monkeypatch.setattr("bot.discord.guests.now", lambda: late)
    await world.later(1 / 60)
    assert (await world.table()).plies == 1
    (only,) = abroad.history()
    assert only.id == shown.id
    assert GUEST in message_text(only), "still there, as nothing can change it"
    again = board(await world.ann.slash(abroad, "board"))
    assert world.ann.mention in text_of(again.components), "it is Ann's turn"
    assert again.id != shown.id


async def test_where_others_see_no_answers_there_is_no_table_for_several(
    world: World, abroad: ChannelHandle
) -> None:
    deny(world, abroad, "use_external_apps")
    await world.env.settle()
    for options in ({"opponent": world.ben}, {}):
        result = await open_table(world.ann, abroad, "thud", **options)
        assert says(private_text(result), "unseen-here", game="Thud")
    assert await world.session.context.store.table(1) is None
    await open_table(world.ann, abroad, "thud", level="pip", side=0)
    assert (await world.table()).status is Status.PLAYING, "no other player needs to see it"


async def test_where_the_bot_is_itself_nothing_is_asked_of_others(world: World) -> None:
    deny(world, world.channel, "use_external_apps")
    await world.env.settle()
    shown = board(await open_table(world.ann, world.channel, "thud", level="pip", side=1))
    assert GUEST not in text_of(shown.components)
    board(await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0))
