"""`/table language`: the language of a table."""

from __future__ import annotations

import discord
import pytest
from simcord.actors import MemberActor

from bot.games.catalogue import IN_ENGLISH, words_in
from bot.kernel.clicks import Opening, Person
from bot.kernel.trace import Trace
from bot.store import Kind, NewAlarm, Status, Terms, TimeChange
from tests.bot.discord.test_limits import check
from tests.bot.ui.opening import open_table
from tests.bot.ui.play.test_threads import parts
from tests.bot.ui.world import World, board, labels, private_text


@pytest.fixture
def mia(world: World) -> MemberActor:
    """A server manager without a seat."""
    manage = discord.Permissions(manage_guild=True)
    keepers = world.guild.create_role("Keepers", permissions=manage)
    return world.guild.add_member(world.env.create_user("mia", global_name="Mia"), roles=[keepers])


async def test_the_board_is_drawn_again_in_its_new_language(world: World) -> None:
    before = await world.game("dE2-E10")
    mark = world.mark()
    text = private_text(await world.ben.slash(world.channel, "table language", language="de"))
    assert text == IN_ENGLISH("table.speaks", language="Deutsch")
    table = await world.table()
    assert (table.terms.language, table.plies, table.status) == ("de", 1, Status.PLAYING)
    last = world.last("T1")
    assert last.id == before.id, "in place"
    assert words_in("de")("button.more") in str(parts(world, world.channel))
    assert not any(posted.pings for posted in world.posts_since(mark))
    check(parts(world, world.channel))


async def test_its_controls_work_and_speak_it_too(world: World) -> None:
    await world.game("dE2-E10")
    await world.ann.slash(world.channel, "table language", language="fr")
    shown = board(await world.move(world.ben, "TG9-F9xE10"))
    assert words_in("fr")("button.type") in labels(shown)
    assert (await world.table()).terms.language == "fr"


async def test_an_invitation_changes_too(world: World) -> None:
    await open_table(world.ann, world.channel, "thud", opponent=world.ben)
    mark = world.mark()
    await world.ben.slash(world.channel, "table language", language="de")
    assert words_in("de")("button.accept") in str(parts(world, world.channel))
    assert not any(posted.pings for posted in world.posts_since(mark))


async def test_those_who_manage_the_server_change_any_of_its_tables(world: World, mia: MemberActor) -> None:
    office = world.guild.create_text_channel("office")
    await world.game("dE2-E10")
    offered = await mia.autocomplete(office, "table language", "table", "")
    assert [choice["value"] for choice in offered] == ["T1"]
    private_text(await mia.slash(office, "table language", language="de", table="T1"))
    assert (await world.table()).terms.language == "de"
    assert office.history() == []


async def test_no_other_user_does(world: World) -> None:
    await world.game()
    async with world.assert_unchanged():
        text = private_text(
            await world.cleo.slash(world.channel, "table language", language="de", table="T1")
        )
    assert text.startswith(IN_ENGLISH("speak-not-yours", code="T1"))
    assert await world.cleo.autocomplete(world.channel, "table language", "table", "") == []


async def test_what_it_speaks_already_changes_nothing(world: World) -> None:
    await world.game()
    async with world.assert_unchanged():
        text = private_text(await world.ann.slash(world.channel, "table language", language="en"))
    assert text.startswith(IN_ENGLISH("table-speaks-already", code="T1"))


async def test_a_game_that_is_over_speaks_on_as_it_did(world: World) -> None:
    await world.game("resign")
    async with world.assert_unchanged():
        text = private_text(await world.ann.slash(world.channel, "table language", language="de", table="T1"))
    assert "is over" in text


async def test_a_deal_of_the_day_is_changed_by_who_plays_it_alone(world: World, mia: MemberActor) -> None:
    await open_table(world.ann, world.channel, "thrag", daily=True)
    text = private_text(await mia.slash(world.channel, "table language", language="de", table="T1"))
    assert text == IN_ENGLISH("speak-not-yours", code="T1")
    mark = world.mark()
    shown = (await world.ann.slash(world.channel, "table language", language="de", table="T1")).response
    assert shown is not None
    assert shown.ephemeral
    assert words_in("de")("button.type") in labels(shown)
    assert all(posted.private for posted in world.posts_since(mark))


async def test_a_board_that_cannot_be_changed_is_followed_by_one_without_pings(world: World) -> None:
    before = await world.game("dE2-E10")
    mark = world.mark()
    path = f"/channels/{world.channel.id}/messages/*"
    world.env.inject_error("PATCH", path, times=1, status=400, code=30046)
    await world.ann.slash(world.channel, "table language", language="de")
    assert world.last("T1").id != before.id
    assert not any(posted.pings for posted in world.posts_since(mark))


async def test_clocks_and_alarms_go_on_as_they_were(world: World) -> None:
    trace, session = Trace("scene", 0), world.session
    opening = Opening("thud", {}, 0, Person(world.ben.id, "Ben"), terms=Terms(clock=10 * 3600))
    table = (await session.lobby.open(world.click_by(world.ann), opening, trace)).table
    await session.lobby.sit(world.click_by(world.ben), table.id, 0, trace)
    call = NewAlarm(Kind.CALL, world.clock.now + 1, table.id, world.ann.id, 1)
    await session.context.store.schedule.save(TimeChange(alarms=(call,)))
    before, alarms = await world.table(), await session.context.store.schedule.of_table(table.id)
    await world.ann.slash(world.channel, "table language", language="de", table="T1")
    after = await world.table()
    assert (after.time.clocks, after.turn, after.time.waiting_since) == (
        before.time.clocks,
        before.turn,
        before.time.waiting_since,
    )
    assert await session.context.store.schedule.of_table(table.id) == alarms
