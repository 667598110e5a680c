"""Reminders, calls and choices, as they appear in the channel; the clock is moved, and bots die."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import NoReturn

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.features.people.service import PersonalSettings
from bot.games.catalogue import IN_ENGLISH
from bot.kernel.clicks import Opening, Person
from bot.kernel.trace import Trace
from bot.store import HOUSE, Habits, Kind, Status, Table, Terms, TimeChange
from bot.store.schedule import ALIVE
from tests.bot.discord.test_limits import BUTTON
from tests.bot.discord.test_refusals import click_forged
from tests.bot.samples import QUIET, Clock
from tests.bot.ui.opening import open_table
from tests.bot.ui.wire import POSTED, cut_requests
from tests.bot.ui.world import Posted, World, board, message_text, private_text, says, walk

HOUR = 3600
NIGHT = 23 * 60, 7 * 60
"""When a player goes to bed and when they get up, in minutes of their day."""


async def open_timed(world: World, channel: ChannelHandle | None = None, **agreed: int | bool) -> Table:
    """A game of Ann, who begins, against Ben, with ten hours for a move and its board in the channel."""
    trace, session, place = Trace("scene", 0), world.session, channel or world.channel
    terms = replace(Terms(clock=10 * HOUR), **agreed)  # type: ignore[arg-type]
    opening = Opening("thud", {}, 0, Person(world.ben.id, "Ben"), terms=terms)
    table = (await session.lobby.open(world.click_by(world.ann, place), opening, trace)).table
    await session.lobby.sit(world.click_by(world.ben, place), table.id, 0, trace)
    await world.ann.slash(place, "board", table=table.code)
    return await world.table(table.id)


def news(posted: list[Posted]) -> list[Posted]:
    """The new messages; boards that change in place are none."""
    return [one for one in posted if one.new]


def buttons(message: discord.Message) -> list[str]:
    """What the buttons of a message are called."""
    parts = walk(component.to_dict() for component in message.components)
    return [part["label"] for part in parts if part["type"] == BUTTON]


async def set_night(world: World, user: int, *, zone: str = "UTC") -> None:
    """A player sleeps from 23 to 7 o'clock of their zone."""
    habits = Habits(user, zone, NIGHT[1], NIGHT[0])
    await world.session.context.store.schedule.save(TimeChange(habits=habits))


async def test_a_reminder_comes_once_when_four_fifths_of_the_time_are_over(world: World) -> None:
    await open_timed(world)
    assert await world.later(7.9) == []
    (reminder,) = await world.later(0.1)
    assert reminder.pings == {world.ann.id}
    assert says(reminder.text, "time.remind")
    assert await world.later(1.9) == []


async def test_only_what_our_own_code_raises_is_logged_with_a_traceback(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Either way the reminder is tried again."""
    await open_timed(world)
    ours = TimeoutError("a lock")

    def fails(*_: object) -> NoReturn:
        raise ours

    with monkeypatch.context() as context:
        context.setattr("bot.ui.alarms.calls.call_message", fails)
        await world.later(8)
    with cut_requests(POSTED, "before"):
        await world.later(0.1)
    tried = [one.exc_info for one in caplog.records if "is tried again" in one.getMessage()]
    assert [failure and failure[1] for failure in tried] == [ours, None]
    (reminder,) = await world.later(0.2)
    assert says(reminder.text, "time.remind")


async def test_a_player_who_has_moved_is_not_reminded(world: World) -> None:
    await open_timed(world)
    await world.later(5)
    await world.move(world.ann, QUIET[0])
    assert await world.later(7.9) == []
    (reminder,) = await world.later(0.1)
    assert reminder.pings == {world.ben.id}


async def test_a_channel_that_hangs_keeps_no_reminder_of_another_waiting(world: World) -> None:
    elsewhere, ticker = world.guild.create_text_channel("the-snug"), world.bot.ticker
    await open_timed(world)
    await open_timed(world, elsewhere)
    assert ticker is not None
    world.clock.now += 8 * HOUR
    await world.session.context.store.set_note(ALIVE, repr(world.clock.now))

    def is_reminded(channel: ChannelHandle) -> bool:
        return any("it's your turn in" in message_text(one) for one in channel.history())

    hanging = asyncio.Event()
    with cut_requests(f"POST .*/channels/{world.channel.id}/messages", hanging) as hit:
        assert await ticker.poll()
        for _ in range(10_000):
            if hit and is_reminded(elsewhere):
                break
            await asyncio.sleep(0.001)
        assert hit
        assert is_reminded(elsewhere)
        assert not is_reminded(world.channel)
        hanging.set()
        await ticker.drain()
    assert is_reminded(world.channel)


async def test_a_reminder_can_be_put_off_by_its_recipient(world: World) -> None:
    await open_timed(world)
    await world.later(8)
    reminder = world.last("it's your turn in")
    refused = await world.ben.click(reminder, label="In 1 hour")
    assert says(private_text(refused), "snooze-not-yours")
    await world.ann.click(reminder, label="In 1 hour")
    assert says(message_text(world.last("remind")), "time.will", name="Ann")
    assert await world.later(0.9) == []
    (again,) = await world.later(0.1)
    assert again.pings == {world.ann.id}
    assert says(again.text, "time.snoozed.clock")


async def test_a_reminder_is_not_put_off_until_after_the_end(world: World) -> None:
    await open_timed(world)
    await world.later(8)
    reminder = world.last("it's your turn in")
    assert buttons(reminder) == ["In 1 hour"], "two hours are left"
    world.clock.now += 1.5 * HOUR
    assert says(private_text(await world.ann.click(reminder, label="In 1 hour")), "snooze-late")


async def test_a_reminder_that_cannot_be_put_off_has_no_button_for_it(world: World) -> None:
    await open_timed(world, clock=2 * HOUR)
    await world.later(1.6)
    assert buttons(world.last_saying("time.remind")) == []


async def test_a_reminder_in_good_time_can_be_put_off_by_each_span(world: World) -> None:
    await open_timed(world, clock=7 * 24 * HOUR)
    await world.later(0.8 * 7 * 24)
    assert buttons(world.last_saying("time.remind")) == ["In 1 hour", "In 3 hours", "Tomorrow morning"]


async def test_time_up_gives_the_other_a_choice_and_no_one_loses(world: World) -> None:
    await open_timed(world)
    await world.later(9.9)
    (notice,) = news(await world.later(0.1))
    assert notice.pings == {world.ben.id}
    assert (await world.table()).status is Status.PLAYING
    assert await world.later(100) == []
    refused = await world.ann.click(world.last("out of time\n"), label="Wait")
    assert says(private_text(refused), "late-yourself")
    await world.move(world.ann, QUIET[0])
    assert (await world.table()).plies == 1


async def test_the_others_can_wait_and_are_asked_again(world: World) -> None:
    await open_timed(world)
    await world.later(10)
    await world.ben.click(world.last("out of time\n"), label="Wait")
    assert says(message_text(world.last("is waiting:")), "time.waited", who="Ben", name="Ann")
    assert await world.later(9.9) == []
    (notice,) = news(await world.later(0.1))
    assert says(notice.text, "time.up")


async def test_the_board_tells_that_time_is_up_and_offers_the_choice(world: World) -> None:
    await open_timed(world)
    await world.later(10)
    board = world.last("Dwarfs: Ann")
    assert says(message_text(board), "call.clock.up", name="Ann")
    refused = await world.ann.click(board, label="Time's up: what now?")
    assert says(private_text(refused), "late-yourself")
    asked = await world.ben.click(board, label="Time's up: what now?")
    assert asked.response is not None
    await world.ben.click(asked.response, label="Wait")
    assert not says(message_text(world.last("Dwarfs: Ann")), "call.clock.up")


async def test_a_nudge_asks_once(world: World) -> None:
    await open_timed(world)
    await world.later(10)
    notice = world.last("out of time\n")
    asked = await world.ben.click(notice, label="Nudge")
    assert says(private_text(asked), "time.nudged", name="Ann")
    (nudge,) = await world.tick()
    assert nudge.pings == {world.ann.id}
    assert says(nudge.text, "time.nudge", other="Ben")
    again = await world.ben.click(notice, label="Nudge")
    assert says(private_text(again), "nudged-already")
    assert await world.tick() == []


@pytest.mark.parametrize("restart", [False, True])
async def test_what_was_said_of_a_turn_goes_when_it_has_passed(world: World, *, restart: bool) -> None:
    """Reminders, with buttons or without, and the notice that time was up."""
    await open_timed(world)
    await world.later(8)
    await world.ann.click(world.last("it's your turn in"), label="In 1 hour")
    await world.later(1)
    await world.later(1)
    said_of_it = [one for one in world.channel.history() if one.id != (await world.shown_board()).id]
    assert len(said_of_it) == 3
    if restart:
        await world.kill()
    await world.tick()
    there = world.env.backend.messages[world.channel.id]
    assert all(one.id in there for one in said_of_it), "all is true yet"
    await world.move(world.ann, QUIET[0])
    if restart:
        await world.kill()
    await world.tick()
    left = [one.id for one in world.channel.history() if not one.flags.ephemeral]
    assert left == [(await world.shown_board()).id]


async def test_what_was_said_directly_stays(world: World) -> None:
    await world.session.service(PersonalSettings).set_reminders(world.ann.id, "direct")
    await open_timed(world)
    await world.later(8)
    await world.move(world.ann, QUIET[0])
    await world.tick()
    everywhere = [one for place in world.env.backend.messages.values() for one in place.values()]
    assert [one for one in everywhere if says(str(one.components), "time.remind")]


async def test_the_house_plays_until_the_absent_one_is_back(world: World) -> None:
    await open_timed(world)
    await world.later(10)
    await world.ben.click(world.last("out of time\n"), label="Taproom plays")
    assert (await world.table()).players[0].substitute == HOUSE
    (played,) = await world.later(0.01)
    assert not played.new, "Ben has just chosen, and looks on"
    (line,) = await world.log()
    assert (line.seat, line.user_id) == (0, None)
    (called,) = await world.later(0.02)
    assert called.pings == {world.ben.id}, "and has not moved a minute later"
    await world.move(world.ben, QUIET[1])
    await world.later(0.01)
    assert (await world.table()).plies == 3
    await world.move(world.ben, QUIET[3])
    await world.move(world.ann, "dE2-E3")
    table = await world.table()
    assert table.players[0].substitute is None
    assert (await world.log())[-1].user_id == world.ann.id


async def test_a_friend_plays_for_the_absent_one(world: World) -> None:
    await open_timed(world)
    await world.later(10)
    asked = await world.ben.click(world.last("out of time\n"), label="A friend plays…")
    assert asked.response is not None
    refused = await world.ben.select(asked.response, values=[world.ben])
    assert says(private_text(refused), "friend-seated")
    await world.ben.select(asked.response, values=[world.cleo])
    table = await world.table()
    assert table.players[0].substitute == world.cleo.id
    await world.move(world.cleo, QUIET[0])
    (line,) = await world.log()
    assert (line.seat, line.user_id) == (0, world.cleo.id)


async def test_a_friend_is_reminded_in_the_place_of_the_absent_one(world: World) -> None:
    await open_timed(world)
    await world.later(10)
    asked = await world.ben.click(world.last("out of time\n"), label="A friend plays…")
    assert asked.response is not None
    await world.ben.select(asked.response, values=[world.cleo])
    await world.move(world.cleo, QUIET[0])
    await world.move(world.ben, QUIET[1])
    (reminder,) = [one for one in await world.later(8) if says(one.text, "time.remind")]
    assert reminder.pings == {world.cleo.id}


async def test_the_other_can_end_the_game_after_a_question(world: World) -> None:
    await open_timed(world)
    await world.later(10)
    asked = await world.ben.click(world.last("out of time\n"), label="End the game")
    assert asked.response is not None
    assert (await world.table()).status is Status.PLAYING
    await world.ben.click(asked.response, label="End the game")
    table = await world.table()
    assert table.status is Status.OVER
    (line,) = await world.log()
    assert (line.seat, line.action, line.user_id) == (0, "resign", world.ben.id)


async def test_a_choice_that_was_not_offered_is_refused(world: World) -> None:
    await open_timed(world)
    await world.later(10)
    turn = (await world.table()).turn
    for detail in ("end?", "endless", "bots", "!"):
        assert says(await click_forged(world, world.ben, f"t1.{turn}.late.{detail}"), "old-control")
    assert (await world.table()).status is Status.PLAYING


async def test_a_choice_comes_too_late_once_the_game_has_gone_on(world: World) -> None:
    await open_timed(world)
    await world.later(10)
    notice = world.last("out of time\n")
    await world.move(world.ann, QUIET[0])
    for label in ("Wait", "Nudge", "Taproom plays", "End the game"):
        assert "That's settled" in private_text(await world.ben.click(notice, label=label))


async def test_a_table_can_be_opened_so_that_time_loses(world: World) -> None:
    await open_timed(world, forfeit=True)
    await world.later(9.9)
    assert (await world.table()).status is Status.PLAYING
    await world.later(0.1)
    table = await world.table()
    assert table.status is Status.OVER
    (line,) = await world.log()
    assert (line.seat, line.action, line.user_id) == (0, "resign", None)
    assert any(says(message_text(one), "thud.resigned.time", name="Ann") for one in world.channel.history())


async def test_a_bank_is_used_up_move_by_move(world: World) -> None:
    await open_timed(world, bank=5 * HOUR)
    await world.later(12)
    await world.move(world.ann, QUIET[0])
    await world.move(world.ben, QUIET[1])
    table = await world.table()
    assert [clock.bank for clock in table.time.clocks] == [3 * HOUR, 5 * HOUR]
    posted = await world.later(12.9)
    assert not any(says(one.text, key) for one in posted for key in ("call.clock.up", "time.up"))
    (notice,) = news(await world.later(0.1))
    assert says(notice.text, "time.up")


async def test_no_player_is_called_in_their_night(world: World) -> None:
    """The tests' clock is at 13:46 UTC; Ben sleeps until 23:00 UTC."""
    await set_night(world, world.ben.id, zone="Asia/Tokyo")
    await open_timed(world)
    await world.later(1)
    mark = world.mark()
    await world.move(world.ann, QUIET[0])  # 14:46 UTC, 23:46 in Tokyo
    assert world.pings(mark) == [set()]
    assert await world.later(7) == []
    (call,) = await world.later(0.5)  # 22:16 UTC, 7:16 in Tokyo
    assert call.pings == {world.ben.id}
    assert says(call.text, "time.call", game=IN_ENGLISH("time.with", game="Thud", names="Ann"))


async def test_a_reminder_that_would_come_at_night_comes_before_it(world: World) -> None:
    """Four fifths of the time are over in the night, and Ann gets up when all of it is."""
    await set_night(world, world.ann.id, zone="Europe/Moscow")  # three hours ahead: in bed from 20 to 4 UTC
    await open_timed(world)
    assert await world.later(6.2) == []
    (reminder,) = await world.later(0.02)  # 19:59:52 UTC, in their last minute
    assert reminder.pings == {world.ann.id}


async def test_while_the_bot_is_away_no_clock_runs(world: World) -> None:
    await open_timed(world)
    await world.later(2)
    world.clock.now += 30 * HOUR
    await world.restart()
    assert await world.tick() == []
    assert await world.later(5.9) == []
    (reminder,) = await world.later(0.1)
    assert says(reminder.text, "time.remind")


async def test_a_vacation_stops_the_clock_and_its_end_starts_it(world: World) -> None:
    await open_timed(world)
    await world.later(4)
    await world.session.schedule.stop_clocks(world.ann.id, world.clock.now)
    assert await world.later(200) == []
    await world.session.schedule.start_clocks(world.ann.id, world.clock.now)
    (call,) = await world.tick()
    assert call.pings == {world.ann.id}
    assert await world.later(3.9) == []
    (reminder,) = await world.later(0.1)
    assert says(reminder.text, "time.remind")


async def test_alarms_of_a_table_that_went_on_are_void(world: World) -> None:
    await open_timed(world)
    await world.move(world.ann, QUIET[0])
    await world.move(world.ben, QUIET[1])
    kinds = [alarm.kind for alarm in await world.session.context.store.schedule.of_table(1)]
    assert kinds.count(Kind.REMIND) == 3
    posted = await world.later(8)
    assert [one.pings for one in posted] == [{world.ann.id}]


async def test_a_challenge_does_not_wake_its_recipient(world: World) -> None:
    await set_night(world, world.ben.id, zone="Australia/Sydney")  # ten hours ahead: 23:46 there
    await open_table(world.ann, world.channel, "thud", opponent=world.ben)
    assert await world.later(7) == []
    (call,) = await world.later(0.3)  # 21:04 UTC
    assert call.pings == {world.ben.id}
    assert says(call.text, "time.invite", other="Ann", game="Thud")


async def test_a_player_who_has_accepted_meanwhile_is_not_called(world: World) -> None:
    await set_night(world, world.ben.id, zone="Australia/Sydney")
    invited = await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=1)
    await world.ben.click(board(invited), label="Accept")
    assert await world.later(7) == []


class Running(Clock):
    """A clock that goes on while it is read."""

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


async def test_time_that_goes_on_meanwhile_puts_nothing_off(world: World) -> None:
    world.clock.__class__ = Running
    await open_timed(world)
    (reminder,) = await world.later(8)
    assert says(reminder.text, "time.remind")
    (notice,) = news(await world.later(2))
    assert says(notice.text, "time.up")


async def test_taking_back_wins_no_time(world: World) -> None:
    await open_timed(world)
    await world.later(6)
    await world.move(world.ann, QUIET[0])
    await world.later(1)  # this hour was Ben's
    await world.ann.slash(world.channel, "undo")
    assert (await world.table()).plies == 2
    assert news(await world.later(1.9)) == []
    (reminder,) = news(await world.later(0.1))
    assert reminder.pings == {world.ann.id}
    (notice,) = news(await world.later(2))
    assert says(notice.text, "time.up", name="Ann")


async def test_the_log_names_a_friend_who_helped_out_once(world: World) -> None:
    await open_timed(world)
    await world.later(10)
    asked = await world.ben.click(world.last("out of time\n"), label="A friend plays…")
    assert asked.response is not None
    await world.ben.select(asked.response, values=[world.cleo])
    lent = IN_ENGLISH("time.now.friend", name="Cleo", other="Ann")
    assert message_text(world.last("chose this")).startswith(f"**Thud**: {lent}")
    await world.move(world.cleo, QUIET[0])
    assert says(message_text(world.last("Dwarfs: Ann")), "stood-in", name="Cleo", other="Ann")
    refused = await world.cleo.slash(world.channel, "move", move="resign")
    assert says(private_text(refused), "friend-may-not")
    await world.ann.click(world.last("Dwarfs: Ann"), label="I'm back")
    assert says(message_text(world.last("Dwarfs: Ann")), "time.back", name="Ann")
    assert (await world.table()).players[0].substitute is None
    log = await world.ann.slash(world.channel, "table log")
    assert f"{IN_ENGLISH('log.stood-in', name='Cleo', other='Ann')}: dG1-G2" in private_text(log)
