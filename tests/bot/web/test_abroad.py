"""Pages of a game that is played from two servers: neither shows users of the other one."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor

from bot.discord.keyboard import Control, Verb
from bot.features.reviews import highlights
from bot.games.catalogue import IN_ENGLISH
from bot.kernel.clicks import Person
from bot.web.board import step_of
from bot.web.rights import Visitor
from tests.bot.features.matchmaking.test_page import AWAY_NAME, Inns, inns
from tests.bot.ui.world import World, message_text, text_of
from tests.bot.web.browser import Browser, House

__all__ = ["inns"]


async def opens(house: House, inns: Inns, actor: MemberActor) -> Browser:
    """A player opens the table of both by the board in their own server."""
    return await house.open_browser(actor, at=await inns.board(actor))


async def test_what_is_pressed_abroad_is_shown_abroad(house: House, inns: Inns) -> None:
    """A fork belongs to the channel of its request; its board was in the other server."""
    await inns.pair_up()
    await inns.plays("dE2-E10")
    page = await opens(house, inns, inns.eve)
    await page.use(str(Control(1, 0, "fork", "yes:1")))
    await inns.world.env.settle()
    fork = await inns.world.table(2)
    assert (fork.guild_id, fork.channel_id) == (inns.abroad.id, inns.away.id)
    assert AWAY_NAME in message_text(inns.world.last("T2", inns.away))
    inns.check_secret()


async def test_a_page_is_made_of_the_table_as_its_reader_sees_it(inns: Inns) -> None:
    table = await inns.pair_up()
    for actor, guild, channel in (
        (inns.ann, inns.world.guild, inns.home),
        (inns.eve, inns.abroad, inns.away),
    ):
        visitor = Visitor(table.id, Person(actor.id, actor.name))
        step = await step_of(inns.world.session, visitor, IN_ENGLISH, "")
        assert (step.shown.table.guild_id, step.shown.table.channel_id) == (guild.id, channel.id)


@pytest.mark.parametrize("shared", ["share", "replay", highlights.HIGHLIGHTS.path])
async def test_a_game_is_not_shown_to_all_from_abroad(house: House, inns: Inns, shared: Verb) -> None:
    await inns.pair_up()
    await inns.plays("dE2-E10")
    page = await opens(house, inns, inns.eve)
    async with inns.world.assert_unchanged():
        await page.use(str(Control(1, 0, shared, "1" if shared == "share" else "all")))


async def test_a_history_is_shown_to_all_only_so_often(world: World, house: House) -> None:
    await world.game("dE2-E10")
    page = await house.open_browser(world.ann)
    mark = world.mark()
    answers = [await page.use(str(Control(1, 0, "share", "1"))) for _ in range(9)]
    assert len([one for one in world.posts_since(mark) if one.new]) == 5  # Open board was the first of six
    assert "That was a lot at once. Try again" in text_of(answers[-1][0]["components"])
    world.clock.now += 61
    assert await page.use(str(Control(1, 0, "share", "1"))) == []
