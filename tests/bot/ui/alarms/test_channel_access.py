"""Permissions, channels and servers come and go: no clock runs meanwhile, and no message is lost."""

from __future__ import annotations

import pytest

from bot.features.people.service import PersonalSettings
from bot.kernel.trace import Trace
from bot.store import Kind, Status
from bot.store.schedule import ALIVE
from tests.bot.discord.test_refusals import new_thread, strict_channel
from tests.bot.samples import QUIET
from tests.bot.ui.alarms.test_ticker import buttons, news, open_timed
from tests.bot.ui.opening import open_table
from tests.bot.ui.table.test_out_of_reach import LOSSES, bot_return, direct_texts, lose, unbar_bot
from tests.bot.ui.world import World, message_text, says


async def pass_a_minute(world: World) -> None:
    """The bot has looked round, as it does every minute."""
    await world.tick()
    await world.later(1 / 60)


# Clocks


@pytest.mark.parametrize("loss", LOSSES)
async def test_no_clock_runs_where_no_one_can_play(world: World, loss: str) -> None:
    await open_timed(world, forfeit=True)
    await pass_a_minute(world)
    await lose(world, loss)
    assert await world.later(30) == []
    assert (await world.table()).status is Status.PLAYING, "no player loses by it"


async def test_the_time_comes_back_once_the_bot_may_write_again(world: World) -> None:
    await open_timed(world, forfeit=True)
    await world.later(2)
    await lose(world, "barred")
    await world.later(30)
    unbar_bot(world, world.channel)
    await world.env.settle()
    await world.later(1 / 60)
    assert news(await world.later(5.9)) == []
    (reminder,) = news(await world.later(0.1))
    assert says(reminder.text, "time.remind")
    await world.later(1.9)
    assert (await world.table()).status is Status.PLAYING
    await world.later(0.2)
    assert (await world.table()).status is Status.OVER


async def test_the_board_tells_how_much_time_there_is_by_then(world: World) -> None:
    await open_timed(world)
    await pass_a_minute(world)
    before = message_text(world.last("Dwarfs: Ann"))
    await lose(world, "barred")
    await world.later(30)
    unbar_bot(world, world.channel)
    await world.later(1 / 60)
    assert message_text(world.last("Dwarfs: Ann")) != before


async def test_waits_are_given_back_as_well(world: World) -> None:
    """Where others may act for an awaited player."""
    await open_table(world.ann, world.channel, "trogdor", hours=5)
    await world.ben.click(world.last("T1"), label="Join")
    await world.ann.click(world.last("T1"), label="Start")
    await pass_a_minute(world)
    since = (await world.table()).time.waiting_since
    await lose(world, "barred")
    await world.later(10)
    assert (await world.table()).time.waiting_since == since + 10 * 3600


async def test_others_may_act_after_the_wait_that_was_given_back(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """Once the channel is open again everything that was held is looked at, much of it too early."""
    await open_table(world.ann, world.channel, "trogdor", hours=5)
    await world.ben.click(world.last("T1"), label="Join")
    await world.ann.click(world.last("T1"), label="Start")
    await pass_a_minute(world)
    await lose(world, "barred")
    await world.later(2)
    unbar_bot(world, world.channel)
    assert await world.later(1 / 60) == []
    assert not any(says(one.text, "call.away.one") for one in await world.later(4.9))
    (notice,) = [one for one in await world.later(0.1) if one.new]
    assert says(notice.text, "call.away.one")
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_after_a_restart_a_server_that_threw_the_bot_out_is_known(world: World) -> None:
    await open_timed(world, forfeit=True)
    await pass_a_minute(world)
    await lose(world, "thrown out")
    await world.restart()
    await world.tick()
    assert await world.later(30) == []
    assert (await world.table()).status is Status.PLAYING


async def test_an_absence_of_the_bot_and_a_loss_of_rights_are_not_counted_twice(world: World) -> None:
    await open_timed(world)
    await pass_a_minute(world)
    started = (await world.table()).time.clocks[0].since
    assert started is not None
    await lose(world, "barred")
    world.clock.now += 30 * 3600
    await world.tick()
    await world.later(5)
    since = (await world.table()).time.clocks[0].since
    assert since is not None
    assert since - started == pytest.approx(35 * 3600, abs=120)


async def test_where_the_host_has_blocked_a_server_no_time_runs_and_nothing_is_said(world: World) -> None:
    """No one can play there, and the bot must not write there."""
    blocks = world.session.context.store.servers
    await open_timed(world, forfeit=True)
    await pass_a_minute(world)
    await blocks.block(world.guild.id, world.clock.now)
    assert [one for _ in range(30) for one in await world.later(1)] == []
    assert (await world.table()).status is Status.PLAYING, "no player loses by it"
    await blocks.unblock(world.guild.id)
    await world.later(1 / 60)
    assert news(await world.later(7.9)) == []
    (reminder,) = news(await world.later(0.2))
    assert says(reminder.text, "time.remind")
    await world.move(world.ann, QUIET[0])
    assert (await world.table()).plies == 1


async def test_a_bot_that_moves_in_a_blocked_server_shows_it_later(world: World) -> None:
    blocks = world.session.context.store.servers
    await open_table(world.ann, world.channel, "thud", level="pip", side=1)
    await blocks.block(world.guild.id, world.clock.now)
    mark = world.mark()
    for _ in range(3):
        await world.later(1)
    assert (await world.table()).plies == 1
    assert world.posts_since(mark) == []
    await blocks.unblock(world.guild.id)
    await world.later(1 / 60)
    assert says(message_text(world.last("T1")), "thud.moved.dwarfs", name="Pip")


# What is to be said


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (404, 10003)])
async def test_that_time_is_up_is_said_once_the_bot_may_write_again(
    world: World, status: int, code: int
) -> None:
    await open_timed(world)
    await world.later(9)
    place = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", place, status=status, code=code, times=1)
    await world.later(1)
    assert says(message_text(world.last("Dwarfs: Ann")), "call.clock.up"), (
        "the board offers the choice in any case"
    )
    assert not any(says(message_text(one), "time.up") for one in world.channel.history())
    assert news(await world.later(0.9)) == []
    (notice,) = news(await world.later(0.2))
    assert says(notice.text, "time.up", name="Ann")
    assert notice.pings == {world.ben.id}
    assert news(await world.later(5)) == [], "once"


async def test_it_is_said_at_once_when_the_rights_are_back(world: World) -> None:
    await open_timed(world)
    await world.later(9)
    await world.tick()
    await lose(world, "barred")
    alarms = await world.session.context.store.schedule.of_table(1)
    (up,) = [one for one in alarms if one.kind is Kind.UP]
    clock = (await world.table()).time.clocks[0]
    assert clock.since is not None
    world.clock.now += 3600 + 60  # no look in between: its time is over before the bot knew
    await world.session.context.store.set_note(ALIVE, repr(world.clock.now))
    assert news(await world.tick()) == []
    unbar_bot(world, world.channel)
    await world.later(1 / 60)
    posted = news(await world.later(1))
    assert len(posted) == 1
    assert says(posted[0].text, "time.up")
    assert up.turn == (await world.table()).turn


async def test_it_is_said_at_once_when_the_bot_is_let_in_again(world: World) -> None:
    await open_timed(world)
    await world.later(9.99)
    back = bot_return(world)
    await lose(world, "thrown out")
    assert await world.later(5) == []
    back()
    await world.env.settle()
    posted = [one for _ in range(5) for one in news(await world.later(1 / 60))]
    (notice,) = [one for one in posted if "is out of time\n" in one.text]
    assert notice.pings == {world.ben.id}


async def test_a_thread_that_is_locked_is_not_tried_without_end(world: World) -> None:
    home = strict_channel(world, "manage_threads")
    thread = await new_thread(world, home)
    await open_timed(world, thread)
    await world.later(9.9)
    world.env.inject_error("POST", f"/channels/{thread.id}/messages", status=400, code=50083, times=None)
    mark = world.mark()
    await world.later(0.1)
    for _ in range(60):
        await world.later(1 / 60)
    tries = [one for one in world.env.http_requests[mark:] if one.path == f"/channels/{thread.id}/messages"]
    assert len([one for one in tries if one.method == "POST"]) < 8
    (told,) = [text for text in direct_texts(world, world.ben.id) if "is out of time\n" in text]
    assert "**Ann**" in told
    assert direct_texts(world, world.ann.id) == []


async def test_what_is_chosen_by_direct_message_holds(world: World) -> None:
    home = strict_channel(world, "manage_threads")
    thread = await new_thread(world, home)
    await open_timed(world, thread)
    world.env.inject_error("POST", f"/channels/{thread.id}/messages", status=400, code=50083, times=None)
    await world.later(10)
    for _ in range(10):
        await world.later(0.2)
    notice = world.ben.user.dm_channel.last_message
    assert notice is not None
    assert "Wait" in buttons(notice)
    await world.ben.user.click(notice, label="Wait")
    assert not (await world.table()).time.clocks[0].up


async def test_calls_wait_where_no_one_can_play(world: World) -> None:
    await open_timed(world)
    await world.later(7)
    await lose(world, "barred")
    assert await world.later(5) == []
    assert direct_texts(world, world.ann.id) == []
    unbar_bot(world, world.channel)
    await world.later(1 / 60)
    (reminder,) = news(await world.later(1))
    assert reminder.pings == {world.ann.id}
    await world.move(world.ann, QUIET[0])
    assert (await world.table()).plies == 1


# After an outage


async def test_time_that_is_up_after_an_outage_is_said_when_it_is(world: World) -> None:
    """Its moment was computed for a night that the outage has pushed away."""
    await world.session.service(PersonalSettings).set_hours(world.ben.id, 7 * 60, 23 * 60)
    now = world.clock.now
    world.clock.now = now - now % 86_400 + 15 * 3600  # ten hours later it is one in the morning
    await world.session.context.store.set_note(ALIVE, repr(world.clock.now))
    await open_timed(world)
    await world.later(1)
    world.clock.now += 8 * 3600  # the bot is away from 16 to 24
    assert await world.tick() == []
    end = (15 + 10 + 8) % 24  # nine in the morning
    await world.later(8)  # from midnight on
    assert not any(says(one.text, "time.up") for one in await world.later(0.9))
    (notice,) = [one for one in news(await world.later(0.2)) if "is out of time\n" in one.text]
    assert world.clock.now % 86_400 == pytest.approx(end * 3600 + 360, abs=60)
    assert notice.pings == {world.ben.id}


# No player decides alone about both clocks


async def test_a_duel_that_was_held_for_two_days_goes_on_by_direct_messages(world: World) -> None:
    """Otherwise a user who may take the bot's permissions could stop the game for good."""
    await open_timed(world, forfeit=True)
    await pass_a_minute(world)
    await lose(world, "barred")
    for _ in range(2):
        await world.later(23.9)
    assert (await world.table()).guild_id == world.guild.id
    assert not direct_texts(world, world.ben.id)
    await world.later(0.3)
    await world.tick()
    table = await world.table()
    assert (table.guild_id, table.status) == (None, Status.PLAYING)
    for person in (world.ann, world.ben):
        assert any("Dwarfs: Ann" in text for text in direct_texts(world, person.id))
    await world.later(9.5)
    assert (await world.table()).status is Status.PLAYING
    await world.later(0.6)
    assert [line.action for line in await world.log()] == ["resign"]


async def test_it_is_played_there_as_it_was_in_the_channel(world: World) -> None:
    await open_timed(world, forfeit=True)
    await pass_a_minute(world)
    await lose(world, "deleted")
    await world.later(49)
    await world.tick()
    trace = Trace("scene", 0)
    await world.session.play.move(world.click_by(world.ann), 1, QUIET[0], trace)
    await world.tick()
    await world.session.play.move(world.click_by(world.ben), 1, QUIET[1], trace)
    await world.later(1 / 60)
    for person in (world.ann, world.ben):
        channel = world.env.backend.get_dm_channel(person.id)
        boards = world.env.backend.messages[channel.id].values()
        assert any("Last move: G7 to F7" in str(one.components) for one in boards)


async def test_a_channel_that_is_shut_again_and_again_is_not_held_anew(world: World) -> None:
    await open_timed(world, forfeit=True)
    await pass_a_minute(world)
    for hours in (30, 19):
        await lose(world, "barred")
        await world.later(hours)
        await world.tick()
        if hours == 30:
            unbar_bot(world, world.channel)
            await world.env.settle()
            await world.later(1 / 60)
    assert (await world.table()).guild_id is None


async def test_a_restart_does_not_hold_a_duel_anew(world: World) -> None:
    await open_timed(world, forfeit=True)
    await pass_a_minute(world)
    await lose(world, "barred")
    for _ in range(3):
        await world.later(17)
        await world.tick()
        await world.restart()
        await world.tick()
    await world.later(1 / 60)
    await world.tick()
    assert (await world.table()).guild_id is None


async def test_where_time_decides_nothing_the_table_stays_where_it_is(world: World) -> None:
    await open_timed(world)
    await pass_a_minute(world)
    await lose(world, "barred")
    await world.later(100)
    await world.tick()
    assert (await world.table()).guild_id == world.guild.id
