"""Whom the bot leaves alone: those on vacation, those who sleep until it is too late, those who have left."""

from __future__ import annotations

import pytest

from bot.kernel.session import Session
from bot.store import Kind, NewAlarm, TimeChange
from tests.bot.kernel.days import NOON, Days
from tests.bot.kernel.time.test_absence import lends, out_of_time
from tests.bot.samples import ANN, BEN, QUIET, Clock, click


@pytest.fixture
def days(session: Session, clock: Clock) -> Days:
    clock.now = NOON
    return Days(session, clock)


async def test_nobody_is_reminded_after_their_time_is_over(days: Days) -> None:
    """The turn begins in their night, and ends before their morning."""
    await days.sleeps(ANN, 11, 23)
    await days.opens("thud", hours=5)
    assert await days.later(5) == ["up Ben"]
    assert await days.later(6) == ["call Ann"]


async def test_a_turn_that_began_on_vacation_has_its_reminder_all_the_same(days: Days) -> None:
    await days.opens("thud")
    await days.goes_away(BEN)
    await days.plays(QUIET[0])
    assert await days.later(120) == ["back Ben", "call Ben"]
    assert await days.later(8) == ["remind Ben"]


async def test_whoever_is_on_vacation_is_not_asked_to_choose(days: Days) -> None:
    await days.opens("trogdor")
    late = await days.awaited_player()
    await days.goes_away(BEN if late.user_id == ANN.id else ANN)
    await days.later(8)
    assert await days.later(2) == []


async def test_waiting_for_somebody_on_vacation_does_not_start_their_clock(days: Days) -> None:
    table, late, chooser = await out_of_time(days, "thud")
    await days.goes_away(late)
    await days.session.absence.wait(click(chooser), table.id, table.turn)
    assert await days.later(50) == []


async def test_who_has_left_is_not_asked_how_it_goes_on(days: Days) -> None:
    await days.opens("trogdor")
    first = await days.awaited_player()
    await days.plays("leave", BEN if first.user_id == ANN.id else ANN)
    await days.later(8)
    assert await days.later(2) == [f"up {first.name}"]


async def test_who_is_back_in_the_middle_of_the_houses_turn_can_be_late_again(days: Days) -> None:
    late, _ = await lends(days, "trogdor")
    await days.plays(person=late)
    assert (await days.awaited_player()).user_id == late.id
    assert await days.later(50) != []


async def test_what_was_put_off_before_a_vacation_does_not_come_beside_the_call_after_it(days: Days) -> None:
    table = await days.opens("thud", hours=20)
    await days.later(16)
    await days.session.schedule.snooze(click(ANN), table.id, table.turn, "1h")
    await days.goes_away(ANN)
    assert await days.later(120) == ["back Ann", "call Ann"]


async def test_a_reminder_of_somebody_else_stands_for_nobodys_call(days: Days) -> None:
    """Two wake up at the same moment: what reminds one of them does not tell the other."""
    await days.sleeps(ANN, 11, 23)
    table = await days.opens("thud", hours=100)
    (call,) = [one for one in (await days.alarms()).values() if one.kind is Kind.CALL]
    theirs = NewAlarm(Kind.REMIND, call.due, table.id, BEN.id, table.turn)
    await days.session.schedule.save(TimeChange(alarms=(theirs,)))
    assert await days.later(11) == ["call Ann"]


async def test_nobody_is_called_and_reminded_at_the_same_moment(days: Days) -> None:
    """Four fifths of the time are over while they sleep: in the morning the reminder is enough."""
    await days.sleeps(ANN, 11, 23)
    await days.opens("thud", hours=12)
    assert await days.later(11) == ["remind Ann"]
