"""Idle tables: asked about once, then closed without a result, unless they are kept."""

from __future__ import annotations

from bot.features.deals.service import Deals
from bot.games.catalogue import IN_ENGLISH
from bot.kernel.clicks import Opening, Person
from bot.kernel.trace import Trace
from bot.store import Habits, Kind, Status, TimeChange
from bot.ui.alarms.idle import IdlePolicy
from bot.ui.alarms.ticker import Ticker
from tests.bot.discord.test_limits import check
from tests.bot.discord.test_refusals import click_forged
from tests.bot.samples import QUIET
from tests.bot.ui.alarms.test_ticker import buttons, news
from tests.bot.ui.opening import open_table
from tests.bot.ui.table.test_out_of_reach import direct_texts, lose
from tests.bot.ui.world import Posted, World, message_text, private_text, says
from tests.databases import run_sql

DAY = 24


async def pass_days(world: World, number: float) -> list[Posted]:
    """The messages of some days, polling daily."""
    posted = list[Posted]()
    while number > 0:
        posted += news(await world.later(DAY * min(1, number)))
        number -= 1
    return posted


async def test_an_idle_table_is_asked_about_once_and_closed(world: World) -> None:
    await world.game(QUIET[0])
    assert await pass_days(world, 29.9) == []
    (asked,) = await pass_days(world, 0.2)
    assert asked.pings == {world.ann.id, world.ben.id}
    assert "**Thud** (T1)" in asked.text
    assert buttons(world.last("Still playing?")) == ["Keep T1"]
    assert await pass_days(world, 13.5) == []
    assert (await world.table()).status is Status.PLAYING
    assert await pass_days(world, 1) == []
    table = await world.table()
    assert (table.status, table.plies) == (Status.CLOSED, 1)
    closed = next(
        message_text(one) for one in world.channel.history() if "so I closed this" in message_text(one)
    )
    assert "44 days" in closed
    assert says(closed, "idle.closed")
    assert await world.session.context.store.schedule.of_table(1) == ()
    assert await pass_days(world, 60) == []


async def test_an_unplayed_table_is_deleted_four_weeks_after_it_was_closed(world: World) -> None:
    await open_table(world.ann, world.channel, "thud")
    await world.session.forget(world.cleo.id)  # which leaves a mark
    await pass_days(world, 46)
    assert (await world.table()).status is Status.CLOSED
    await pass_days(world, 25)
    assert (await world.table()).status is Status.CLOSED
    await pass_days(world, 5)
    assert await world.session.context.store.table(1) is None
    assert await run_sql(world.session.context.store, "SELECT * FROM web_codes") == []
    assert "no game T1" in private_text(await world.ben.slash(world.channel, "table export", table="T1"))
    await open_table(world.ann, world.channel, "thud")
    assert (await world.table(2)).status is Status.OPEN


async def test_it_goes_on_as_the_line_says(world: World) -> None:
    await world.game(QUIET[0])
    await pass_days(world, 46)
    await world.ann.slash(world.channel, "table fork", table="T1")
    assert (await world.table(2)).journey.parent == (1, 1)


async def test_a_player_keeps_the_table(world: World) -> None:
    await world.game(QUIET[0])
    await pass_days(world, 31)
    question = world.last("Still playing?")
    assert says(private_text(await world.cleo.click(question, label="Keep T1")), "not-seated")
    await world.ben.click(question, label="Keep T1")
    assert message_text(world.last("keeps")) == IN_ENGLISH("idle.kept", name="Ben", code="T1")
    before = await world.table()
    assert "stays open" in await click_forged(world, world.ann, f"t1.{before.revision}.keep.")
    assert await world.table() == before
    assert await pass_days(world, 29) == []
    assert (await world.table()).status is Status.PLAYING
    (again,) = await pass_days(world, 3)
    assert "Still playing?" in again.text
    await world.move(world.ben, QUIET[1])
    assert (await world.table()).plies == 2


async def test_days_when_the_bot_was_away_are_given_back(world: World) -> None:
    """No player could keep it then."""
    await world.game(QUIET[0])
    await pass_days(world, 31)
    world.clock.now += 20 * DAY * 3600
    await world.restart()
    await world.tick()
    await pass_days(world, 12)
    assert (await world.table()).status is Status.PLAYING
    await world.ben.click(world.last("Still playing?"), label="Keep T1")
    await pass_days(world, 10)
    assert (await world.table()).status is Status.PLAYING


async def test_a_move_keeps_it_as_well(world: World) -> None:
    await world.game(QUIET[0])
    await pass_days(world, 31)
    await world.move(world.ben, QUIET[1])
    assert await pass_days(world, 20) == []
    assert (await world.table()).status is Status.PLAYING


async def test_those_of_a_channel_are_asked_about_by_one_message(world: World) -> None:
    for _ in range(3):
        await world.start_table()
    await world.tick()
    (asked,) = await pass_days(world, 31)
    for code in ("T1", "T2", "T3"):
        assert f"({code})" in asked.text
    question = world.last("Still playing?")
    await world.ann.click(question, label="Keep T2")
    assert buttons(world.last("Still playing?")) == ["Keep T1", "Keep T3"]
    await pass_days(world, 15)
    statuses = [(await world.table(number)).status for number in (1, 2, 3)]
    assert statuses == [Status.CLOSED, Status.PLAYING, Status.CLOSED]


async def test_as_many_as_there_may_be_fit_into_a_message(world: World) -> None:
    for _ in range(14):
        await world.start_table()
    await world.tick()
    posted = await pass_days(world, 31)
    assert len(posted) == 2
    check([dict(part.to_dict()) for part in world.last("Still playing?").components])


async def test_lobbies_and_challenges_end_as_well(world: World) -> None:
    await open_table(world.ann, world.channel, "trogdor")
    await open_table(world.ann, world.channel, "thud", opponent=world.ben)
    await pass_days(world, 46)
    for number in (1, 2):
        assert (await world.table(number)).status is Status.CLOSED
    assert any(says(message_text(one), "idle.closed.open") for one in world.channel.history())


async def test_who_is_on_vacation_is_asked_when_they_are_back(world: World) -> None:
    await world.game(QUIET[0])
    now = world.clock.now
    away = Habits(world.ben.id, away_from=now, away_until=now + 40 * DAY * 3600)
    await world.session.context.store.schedule.save(TimeChange(habits=away))
    assert await pass_days(world, 39) == []
    assert [one.text[:17] for one in await pass_days(world, 3)] == ["### Still playing"]


async def test_out_of_reach_they_are_asked_directly(world: World) -> None:
    await world.game(QUIET[0])
    await lose(world, "deleted")
    await pass_days(world, 31)
    for person in (world.ann, world.ben):
        assert len([text for text in direct_texts(world, person.id) if "Still playing?" in text]) == 1
    question = world.ann.user.dm_channel.last_message
    assert question is not None
    await world.ann.user.click(question, label="Keep T1")
    await pass_days(world, 20)
    assert (await world.table()).status is Status.PLAYING


async def test_a_blocked_server_hears_no_question(world: World) -> None:
    await world.game(QUIET[0])
    await world.tick()
    await world.session.context.store.servers.block(world.guild.id, world.clock.now)
    await pass_days(world, 31)
    assert not any("Still playing?" in message_text(one) for one in world.channel.history())
    assert any("Still playing?" in text for text in direct_texts(world, world.ann.id))


async def test_a_deal_of_the_day_is_asked_about_in_private(world: World) -> None:
    trace = Trace("scene", 0)
    click = world.click_by(world.ann)
    await world.session.service(Deals).open_deal(click, Opening("thrag", {}, None, None), trace)
    posted = await pass_days(world, 31)
    assert [text[:17] for text in direct_texts(world, world.ann.id)] == ["### Still playing"]
    assert len(posted) == 1
    assert not any("Still playing?" in message_text(one) for one in world.channel.history())


async def test_a_host_can_turn_it_off_or_choose_other_days(world: World) -> None:
    assert world.bot.surface is not None
    await world.start_table()
    await world.tick()
    world.bot.ticker = Ticker(world.bot.surface, world.bot, IdlePolicy(0))
    assert await pass_days(world, 100) == []
    world.bot.ticker = Ticker(world.bot.surface, world.bot, IdlePolicy(7, 2))
    (asked,) = await pass_days(world, 1)
    assert "7 days" in asked.text
    await pass_days(world, 3)
    assert (await world.table()).status is Status.CLOSED


async def test_it_is_asked_once_though_the_bot_dies_meanwhile(world: World) -> None:
    await world.session.lobby.open(
        world.click_by(world.ann), Opening("thud", {}, 0, Person(world.ben.id, "Ben")), Trace("scene", 0)
    )
    await pass_days(world, 29.9)
    (asked,) = await pass_days(world, 0.2)
    assert "Still playing?" in asked.text
    (alarm,) = [
        one for one in await world.session.context.store.schedule.of_table(1) if one.kind is Kind.IDLE
    ]
    assert alarm.detail.startswith("close")
    await world.kill()
    assert await pass_days(world, 5) == []
