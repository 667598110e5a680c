"""Alarms that are due, as things stand by then: vacations, a bot that was away, reminders put off."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.features.people.service import AWAY, BACK, DIGEST, PersonalSettings
from bot.features.reviews.storage import CARD
from bot.kernel.clicks import Opening
from bot.kernel.session import Session
from bot.kernel.time.schedule import DueAlarm
from bot.store import Alarm, Habits, Kind, SeatClock
from tests.bot.kernel.days import GAMES, HOUR, NOON, PEOPLE, SECOND, Days, other
from tests.bot.samples import ANN, BEN, QUIET, Clock, click, refusing, trace

each = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def days(session: Session, clock: Clock) -> Days:
    clock.now = NOON
    return Days(session, clock)


# Vacations


@each
async def test_a_vacation_stops_the_clock_wherever_somebody_must_act(days: Days, game: str) -> None:
    await days.opens(game, bank=1)
    away = await days.awaited_player()
    await days.later(4)
    await days.goes_away(PEOPLE[away.user_id])
    assert await days.clock_of(away) == SeatClock(away.seat, HOUR, spent=4 * HOUR)
    assert await days.later(5 * 24 - SECOND) == []
    assert await days.later(SECOND) == [f"back {away.name}", f"call {away.name}"]
    assert await days.clock_of(away) == SeatClock(away.seat, HOUR, spent=4 * HOUR, since=days.clock.now)
    assert await days.later(4) == [f"remind {away.name}"]
    assert await days.later(3) == ["up Ann" if game == "thrag" else f"up {other(away.user_id)}"]


async def test_it_stops_all_their_clocks_and_nobody_elses(days: Days) -> None:
    await days.opens("thud")
    await days.opens("thrag")
    await days.opens("ploc")
    await days.passes()
    await days.goes_away(ANN)
    tables = [await days.session.tables.get(number) for number in (1, 2, 3)]
    assert [clock.since is None for table in tables for clock in table.time.clocks] == [
        *(True, True),  # Ann, who stands still, and Ben, who need not act
        True,
        *(True, False),
    ]
    assert await days.later(8) == ["remind Ben"]


async def test_nobody_is_reminded_twice_in_a_turn_because_of_a_vacation(days: Days) -> None:
    await days.opens("thud")
    assert await days.later(8) == ["remind Ann"]
    await days.goes_away(ANN)
    assert await days.later(5 * 24) == ["back Ann", "call Ann"]
    assert await days.later(2 - SECOND) == []
    assert await days.later(SECOND) == ["up Ben"]


async def test_whoever_comes_back_early_is_called_then_and_not_again(days: Days) -> None:
    await days.opens("thud")
    await days.goes_away(ANN)
    await days.later(30)
    await days.session.service(PersonalSettings).set_vacation(ANN.id, 0, None)
    assert await days.tick() == ["back Ann", "call Ann"]
    assert await days.later(8) == ["remind Ann"]
    assert await days.later(2) == ["up Ben"]
    assert await days.later(500) == []


async def test_whoever_comes_back_in_their_night_is_called_in_the_morning(days: Days) -> None:
    await days.sleeps(ANN, 11, 21)
    await days.opens("thud", hours=20)
    await days.goes_away(ANN)
    assert await days.later(5 * 24) == ["back Ann"]
    assert await days.later(9) == ["call Ann"]
    assert await days.later(7) == ["remind Ann"]


async def test_a_turn_that_begins_on_vacation_calls_nobody_and_takes_no_time(days: Days) -> None:
    await days.sleeps(BEN, 11, 21)
    await days.opens("thud", hours=20)
    await days.goes_away(BEN)
    shown = await days.plays(QUIET[0])
    assert shown.asleep == frozenset()
    assert await days.clock_of(await days.awaited_player()) == SeatClock(1, 0.0)
    assert await days.alarms() == {}
    assert await days.later(5 * 24 - SECOND) == []
    assert await days.later(SECOND) == ["back Ben"]
    assert await days.later(9) == ["call Ben"]
    assert (await days.clock_of(await days.awaited_player())).since == days.clock.now - 9 * HOUR


async def test_a_vacation_without_a_clock_still_keeps_calls_away(days: Days) -> None:
    await days.opens("thud", hours=0)
    await days.goes_away(BEN)
    await days.plays(QUIET[0])
    assert await days.later(5 * 24) == ["back Ben", "call Ben"]


async def test_time_that_was_up_before_a_vacation_is_up_after_it_and_is_not_told_again(days: Days) -> None:
    await days.opens("thud")
    await days.later(8)
    assert await days.later(2) == ["up Ben"]
    await days.goes_away(ANN)
    assert await days.later(5 * 24) == ["back Ann", "call Ann"]
    assert days.session.absence.absent_player(await days.table()) == await days.awaited_player()
    assert await days.later(500) == []


async def test_a_move_on_vacation_is_a_move(days: Days) -> None:
    await days.opens("thud", bank=1)
    await days.later(9)
    await days.goes_away(ANN)
    await days.later(50)
    await days.plays(QUIET[0])
    assert (await days.table()).time.clocks == (
        SeatClock(0, HOUR, last=9 * HOUR),
        SeatClock(1, HOUR, since=days.clock.now),
    )


async def test_a_planned_vacation_stops_the_clock_when_it_begins(days: Days) -> None:
    await days.opens("thud", hours=20)
    await days.session.service(PersonalSettings).set_vacation(
        ANN.id, 2, datetime(2026, 6, 2, tzinfo=UTC).date()
    )
    assert await days.later(12 - SECOND) == []
    assert await days.later(SECOND) == ["away Ann"]
    assert (await days.clock_of(await days.awaited_player())).spent == 12 * HOUR
    assert await days.later(48) == ["back Ann", "call Ann"]
    assert await days.later(4) == ["remind Ann"]


async def test_a_challenge_on_vacation_is_told_after_it(days: Days) -> None:
    await days.says(Habits(BEN.id, away_from=NOON - HOUR, away_until=NOON + 20 * HOUR))
    await days.session.lobby.open(click(ANN), Opening("thud", {}, 0, BEN), trace())
    assert await days.later(20 - SECOND) == []
    assert await days.later(SECOND) == ["call Ben"]


# While the bot is away


@each
async def test_a_bot_that_was_away_takes_nobodys_time(days: Days, game: str) -> None:
    await days.opens(game, bank=1)
    late = await days.awaited_player()
    schedule = days.session.context.store.schedule
    assert await days.later(4) == []
    await schedule.note_alive(days.clock.now, 150)
    days.clock.now += 30 * HOUR
    assert await schedule.note_alive(days.clock.now, 150) == 30 * HOUR
    days.session.context.store.forget()
    assert await days.tick() == []
    assert await days.later(4 - SECOND) == []
    assert await days.later(SECOND) == [f"remind {late.name}"]
    assert await days.later(3 - SECOND) == []
    assert await days.later(SECOND) == ["up Ann" if game == "thrag" else f"up {other(late.user_id)}"]


# Snoozing


@each
async def test_a_reminder_is_put_off_once_for_each_time_it_is_asked(days: Days, game: str) -> None:
    table = await days.opens(game, hours=20)
    late = await days.awaited_player()
    person = PEOPLE[late.user_id]
    assert await days.later(16) == [f"remind {late.name}"]
    await days.session.schedule.snooze(click(person), table.id, table.turn, "3h")
    assert (
        await days.session.schedule.snooze(click(person), table.id, table.turn, "1h") == days.clock.now + HOUR
    )
    assert await days.later(1) == [f"snooze {late.name}"]
    assert await days.later(2.9) == []


async def test_a_reminder_is_put_off_to_when_they_are_awake(days: Days) -> None:
    await days.sleeps(ANN, 5, 7)
    table = await days.opens("thud", hours=20)
    assert await days.later(16) == ["remind Ann"]  # 4 o'clock
    assert await days.session.schedule.snooze(click(ANN), table.id, table.turn, "1h") == NOON + 19 * HOUR
    assert await days.session.schedule.snooze(click(ANN), table.id, table.turn, "morning") == NOON + 19 * HOUR
    assert await days.later(3) == ["snooze Ann"]


async def test_without_a_clock_there_is_no_end_to_be_reminded_before(days: Days) -> None:
    table = await days.opens("thud", hours=0)
    assert await days.session.schedule.snooze(click(ANN), table.id, table.turn, "3h") == NOON + 3 * HOUR
    assert await days.later(3) == ["snooze Ann"]


async def test_a_reminder_at_the_very_end_is_none(days: Days) -> None:
    table = await days.opens("thud", hours=5)
    assert await days.later(4) == ["remind Ann"]
    with refusing("snooze-late"):
        await days.session.schedule.snooze(click(ANN), table.id, table.turn, "1h")


async def test_what_cannot_be_put_off(days: Days) -> None:
    table = await days.opens("thud")
    await days.later(8)
    with refusing("snooze-late"):
        await days.session.schedule.snooze(click(ANN), table.id, table.turn, "3h")
    with refusing("snooze-not-yours"):
        await days.session.schedule.snooze(click(BEN), table.id, table.turn, "1h")
    await days.plays(QUIET[0])
    with refusing("snooze-over"):
        await days.session.schedule.snooze(click(ANN), table.id, table.turn, "1h")
    await days.plays("resign")
    with refusing("snooze-over"):
        await days.session.schedule.snooze(click(ANN), table.id, (await days.table()).turn, "1h")


async def test_a_move_voids_what_was_put_off(days: Days) -> None:
    table = await days.opens("thud")
    await days.later(8)
    await days.session.schedule.snooze(click(ANN), table.id, table.turn, "1h")
    await days.plays(QUIET[0])
    assert await days.later(1) == []


# Void


async def test_what_is_about_nothing_any_more_is_void(days: Days) -> None:
    table = await days.opens("thud")
    (remind, up) = (await days.alarms()).values()
    await days.later(10)
    for void in (
        replace(remind, table_id=99),
        replace(remind, turn=table.turn + 1),
        replace(remind, user_id=BEN.id),
        replace(up, detail="1"),
        replace(up, kind=Kind.HOUSE),
        replace(up, kind=CARD),
    ):
        assert await days.session.schedule.assess(void) is None, void


async def test_what_is_about_a_person_alone_is_always_to_be_done(days: Days) -> None:
    for kind in (DIGEST, AWAY, BACK):
        alarm = Alarm(7, kind, NOON, None, ANN.id, None, "", None)
        assert await days.session.schedule.assess(alarm) == DueAlarm(alarm)


async def test_a_challenge_that_was_answered_or_taken_back_is_void(days: Days) -> None:
    await days.says(Habits(BEN.id, wakes=21 * 60, sleeps=11 * 60))
    for number in (1, 2):
        table = (await days.session.lobby.open(click(ANN), Opening("thud", {}, 0, BEN), trace())).table
        if number == 1:
            await days.session.lobby.decline(click(BEN), table.id, 0, trace())
        else:
            await days.session.lobby.cancel(click(ANN), table.id, 0, trace())
    assert await days.later(50) == []
