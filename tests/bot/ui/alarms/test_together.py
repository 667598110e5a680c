"""Alarms of many tables share one message per person and channel."""

from __future__ import annotations

import pytest

from bot.games.catalogue import IN_ENGLISH
from bot.store import Kind, Status
from bot.store.schedule import ALIVE
from tests.bot.ui.alarms.test_ticker import buttons, news, open_timed
from tests.bot.ui.table.test_out_of_reach import direct_texts
from tests.bot.ui.world import Posted, World, labels, message_text, private_text, says

TABLES = 12
THUD = IN_ENGLISH("time.with", game="Thud", names="Ben")
APART = 200
"""Seconds between two tables: all of them begin within forty minutes."""


async def open_many(world: World, tables: int = TABLES) -> None:
    """Open games of Ann against Ben, each a little after another, with the bot running."""
    for _ in range(tables):
        await open_timed(world)
        world.clock.now += APART
        await world.session.context.store.set_note(ALIVE, repr(world.clock.now))
    await world.tick()


async def pass_minutes(world: World, number: int) -> list[Posted]:
    """The messages of some minutes, polling each minute."""
    return [one for _ in range(number) for one in news(await world.later(1 / 60))]


async def test_reminders_of_one_evening_come_in_one_message(world: World) -> None:
    await open_many(world)
    await world.later(7)
    posted = await pass_minutes(world, 80)
    assert [one.pings for one in posted] == [{world.ann.id}]
    lines = [one for one in posted[0].text.splitlines() if says(one, "time.remind", game=THUD)]
    assert len(lines) == TABLES


@pytest.mark.slow
async def test_after_an_outage_one_message_is_enough(world: World) -> None:
    await open_many(world)
    await world.later(6)
    world.clock.now += 50 * 3600
    await world.restart()
    await world.tick()
    await world.later(1)
    posted = await pass_minutes(world, 120)
    assert len([one for one in posted if world.ann.id in one.pings]) == 1


@pytest.mark.slow
async def test_that_time_is_up_at_many_tables_is_told_by_two_messages_at_most(world: World) -> None:
    await open_many(world)
    await world.later(9)
    posted = [one for one in await pass_minutes(world, 180) if world.ben.id in one.pings]
    assert len(posted) == 2
    notice = world.last("### Time is up")
    assert len([label for label in buttons(notice) if label.endswith("what now?")]) == TABLES - 1
    for number in range(1, TABLES + 1):
        assert (await world.table(number)).time.clocks[0].up


@pytest.mark.slow
async def test_each_of_them_is_chosen_for_itself(world: World) -> None:
    await open_many(world, 3)
    await world.later(9)
    await pass_minutes(world, 150)
    asked = await world.ben.click(world.last("### Time is up"), label="T3: what now?")
    assert asked.response is not None
    assert "Wait" in labels(asked.response)
    await world.ben.click(asked.response, label="Wait")
    assert not (await world.table(3)).time.clocks[0].up
    assert (await world.table(2)).time.clocks[0].up
    refused = await world.ann.click(world.last("### Time is up"), label="T2: what now?")
    assert says(private_text(refused), "late-yourself")


async def test_few_reminders_can_be_put_off_one_by_one(world: World) -> None:
    await open_many(world, 2)
    await world.later(7)
    (posted,) = await pass_minutes(world, 80)
    assert posted.pings == {world.ann.id}
    reminder = world.last("it's your turn in")
    assert buttons(reminder).count("In 1 hour") == 2
    turn = (await world.table(2)).turn
    await world.ann.click(reminder, custom_id=f"t2.{turn}.snooze.1h")
    assert message_text(world.last_saying("time.remind")) == message_text(reminder), (
        "the others are still told"
    )
    kinds = [one.kind for one in await world.session.context.store.schedule.of_person(world.ann.id)]
    assert Kind.REMIND not in kinds
    assert Kind.SNOOZE in kinds


async def test_a_message_that_was_sent_for_several_is_not_sent_again_after_a_crash(world: World) -> None:
    await open_many(world, 3)
    await world.later(7)
    alarms = await world.session.context.store.schedule.of_person(world.ann.id)
    (posted,) = await pass_minutes(world, 80)
    assert posted.pings == {world.ann.id}
    reminders = [one for one in alarms if one.kind is Kind.REMIND]
    assert len(reminders) == 3
    text = str([part.to_dict() for part in world.last("it's your turn in").components])
    assert all(str(10_000_000 + one.id) in text for one in reminders), "each is found by its number"


async def test_where_the_bot_cannot_write_one_direct_message_tells_of_all_that_time_is_up(
    world: World,
) -> None:
    """Although the known permissions say that it can."""
    for _ in range(3):
        await open_timed(world)
    await world.later(9)
    place = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", place, status=403, code=50013, times=None)
    mark = world.mark()
    for _ in range(8):
        await world.later(1.01)
    (notice,) = [text for text in direct_texts(world, world.ben.id) if "ime is up" in text]
    assert all(f"(T{number})" in notice for number in (1, 2, 3))
    tries = [one for one in world.env.http_requests[mark:] if (one.method, one.path) == ("POST", place)]
    assert len(tries) == 4, "all of them are tried together, hourly"
    asked = world.ben.user.dm_channel.last_message
    assert asked is not None
    chosen = await world.ben.user.click(asked, label="T2: what now?")
    assert chosen.response is not None
    await world.ben.user.click(chosen.response, label="Wait")
    assert [(await world.table(number)).time.clocks[0].up for number in (1, 2, 3)] == [True, False, True]


async def test_where_time_decides_each_game_is_told_for_itself(world: World) -> None:
    for _ in range(2):
        await open_timed(world, forfeit=True)
    await world.later(10)
    for number in (1, 2):
        assert (await world.table(number)).status is Status.OVER
    assert len([one for one in world.channel.history() if says(message_text(one), "thud.resigned.time")]) >= 2
