"""The arithmetic of a seat's time: turns, banks, standing still, and when what is due."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.time.clocks import (
    end_turn,
    ends_at,
    pause_clock,
    reminds_at,
    restart_turn,
    resume_clock,
    resume_turn,
    start_turn,
    time_used,
)
from bot.store import SeatClock

HOUR = 3600.0
TURN = 10 * HOUR
"""What a turn may take before the bank is touched."""

NOON = 1_000_000.0
"""When the turn begins that most of these tests are about."""

FRESH = SeatClock(0, bank=5 * HOUR)


def running(bank: float = 5 * HOUR, spent: float = 0.0) -> SeatClock:
    """A clock that runs since noon."""
    return SeatClock(0, bank, spent, since=NOON)


def timeless(clock: SeatClock) -> SeatClock:
    """The clock without what its last turn took."""
    return replace(clock, last=0.0)


moments = st.integers(min_value=0, max_value=10**6).map(lambda minutes: NOON + 60.0 * minutes)
lengths = st.integers(min_value=0, max_value=10**4).map(lambda minutes: 60.0 * minutes)
banks = st.builds(lambda seconds: SeatClock(1, seconds), lengths)


# A turn


def test_a_turn_ends_when_its_time_and_the_bank_are_used_up() -> None:
    assert ends_at(start_turn(FRESH, NOON, running=True), TURN) == NOON + 15 * HOUR


def test_without_a_bank_a_turn_ends_with_its_time() -> None:
    assert ends_at(start_turn(SeatClock(0, 0.0), NOON, running=True), TURN) == NOON + TURN


def test_the_reminder_comes_after_four_fifths_of_the_turn_whatever_the_bank_holds() -> None:
    assert reminds_at(running(bank=0.0), TURN) == NOON + 8 * HOUR
    assert reminds_at(running(bank=700 * HOUR), TURN) == NOON + 8 * HOUR


def test_a_turn_that_was_quick_costs_nothing_of_the_bank() -> None:
    assert timeless(end_turn(running(), NOON + TURN, TURN)) == FRESH


def test_a_turn_that_was_slow_costs_what_it_took_longer() -> None:
    assert timeless(end_turn(running(), NOON + 12 * HOUR, TURN)) == SeatClock(0, bank=3 * HOUR)


def test_a_bank_is_never_less_than_empty() -> None:
    assert timeless(end_turn(running(), NOON + 99 * HOUR, TURN)) == SeatClock(0, bank=0.0)


def test_the_time_that_is_left_of_a_turn_is_not_saved_up() -> None:
    clock = FRESH
    for turn in range(9):
        at = NOON + turn * HOUR
        clock = end_turn(start_turn(clock, at, running=True), at + 1, TURN)
    assert timeless(clock) == FRESH


def test_the_clock_of_somebody_who_does_not_move_is_left_alone() -> None:
    assert timeless(end_turn(FRESH, NOON, TURN)) == FRESH
    assert ends_at(FRESH, TURN) is None
    assert reminds_at(FRESH, TURN) is None


def test_a_new_turn_forgets_that_time_was_up_and_who_asked() -> None:
    late = replace(running(), up=True, nudged=NOON + 16 * HOUR)
    assert timeless(end_turn(late, NOON + 20 * HOUR, TURN)) == SeatClock(0, bank=0.0)
    assert start_turn(late, NOON, running=True) == running()


def test_the_seat_stays_the_same() -> None:
    other = SeatClock(3, 60.0, 30.0, NOON)
    changed = (
        start_turn(other, NOON, running=True),
        end_turn(other, NOON, TURN),
        pause_clock(other, NOON),
        resume_clock(pause_clock(other, NOON), NOON),
        restart_turn(other, NOON),
    )
    assert {clock.seat for clock in changed} == {3}


# Standing still


def test_a_turn_that_begins_on_vacation_uses_nothing() -> None:
    clock = start_turn(FRESH, NOON, running=False)
    assert time_used(clock, NOON + 500 * HOUR) == 0.0
    assert ends_at(clock, TURN) is None
    assert ends_at(resume_clock(clock, NOON + 500 * HOUR), TURN) == NOON + 515 * HOUR


def test_a_clock_that_was_stopped_goes_on_where_it_was() -> None:
    held = pause_clock(running(), NOON + 4 * HOUR)
    assert (held.spent, held.since, held.bank) == (4 * HOUR, None, 5 * HOUR)
    again = resume_clock(held, NOON + 100 * HOUR)
    assert reminds_at(again, TURN) == NOON + 104 * HOUR
    assert ends_at(again, TURN) == NOON + 111 * HOUR
    assert end_turn(again, NOON + 108 * HOUR, TURN).bank == 3 * HOUR


def test_stopping_twice_is_stopping_once() -> None:
    held = pause_clock(running(), NOON + HOUR)
    assert pause_clock(held, NOON + 50 * HOUR) == held


def test_starting_a_clock_that_runs_changes_nothing() -> None:
    assert resume_clock(running(), NOON + HOUR) == running()


def test_a_clock_that_stands_still_keeps_that_time_is_up() -> None:
    late = replace(running(), up=True, nudged=NOON)
    held = pause_clock(late, NOON + 20 * HOUR)
    assert (held.up, held.nudged) == (True, NOON)
    assert resume_clock(held, NOON + 30 * HOUR).up


def test_a_bank_under_way_is_used_before_the_turn_is_over() -> None:
    """Twelve hours were used when it stopped: two of the bank, though the bank still says five."""
    again = resume_clock(pause_clock(running(), NOON + 12 * HOUR), NOON + 50 * HOUR)
    assert ends_at(again, TURN) == NOON + 53 * HOUR


@given(clock=banks, start=moments, before=lengths, pause=lengths, after=lengths)
def test_a_pause_puts_everything_off_by_its_length(
    clock: SeatClock, start: float, before: float, pause: float, after: float
) -> None:
    straight = start_turn(clock, start, running=True)
    halted = resume_clock(pause_clock(straight, start + before), start + before + pause)
    end, reminder = ends_at(straight, TURN), reminds_at(straight, TURN)
    assert end is not None
    assert reminder is not None
    assert ends_at(halted, TURN) == end + pause
    assert reminds_at(halted, TURN) == pytest.approx(reminder + pause)
    stop = start + before + after
    assert time_used(halted, stop + pause) == time_used(straight, stop)
    assert end_turn(halted, stop + pause, TURN) == end_turn(straight, stop, TURN)


# A clock that goes backwards


def test_a_moment_before_the_turn_began_uses_nothing() -> None:
    """The host's clock may be set back."""
    assert time_used(running(spent=HOUR), NOON - 50 * HOUR) == HOUR
    assert timeless(end_turn(running(), NOON - 50 * HOUR, TURN)) == FRESH


@given(clock=banks, start=moments, length=lengths)
def test_a_bank_only_shrinks_and_by_no_more_than_the_turn_took(
    clock: SeatClock, start: float, length: float
) -> None:
    after = end_turn(start_turn(clock, start, running=True), start + length, TURN)
    assert clock.bank - length <= after.bank <= clock.bank
    assert after == SeatClock(clock.seat, after.bank, last=length)


@given(clock=banks, start=moments, length=lengths)
def test_time_is_over_exactly_when_the_bank_is_empty_and_the_turn_is_used_up(
    clock: SeatClock, start: float, length: float
) -> None:
    turn = start_turn(clock, start, running=True)
    end = ends_at(turn, TURN)
    assert end is not None
    assert (start + length >= end) is (time_used(turn, start + length) >= TURN + clock.bank)


@given(clock=banks, start=moments)
def test_the_reminder_comes_before_the_end(clock: SeatClock, start: float) -> None:
    turn = start_turn(clock, start, running=True)
    reminder, end = reminds_at(turn, TURN), ends_at(turn, TURN)
    assert reminder is not None
    assert end is not None
    assert start < reminder < end


# More time


def test_more_time_is_a_whole_turn_from_now_and_no_bank() -> None:
    late = replace(running(), up=True, nudged=NOON + 16 * HOUR)
    longer = restart_turn(late, NOON + 20 * HOUR)
    assert longer == SeatClock(0, bank=0.0, since=NOON + 20 * HOUR)
    assert ends_at(longer, TURN) == NOON + 30 * HOUR


def test_whoever_moves_within_the_time_they_were_given_has_no_bank_any_more() -> None:
    longer = restart_turn(running(), NOON + 20 * HOUR)
    assert timeless(end_turn(longer, NOON + 21 * HOUR, TURN)) == SeatClock(0, bank=0.0)


# A turn that comes back


@given(clock=banks, start=moments, first=lengths, second=lengths)
def test_a_turn_that_was_taken_back_costs_no_more_and_no_less_than_one_that_was_not(
    clock: SeatClock, start: float, first: float, second: float
) -> None:
    whole = end_turn(start_turn(clock, start, running=True), start + first + second, TURN)
    over = end_turn(start_turn(clock, start, running=True), start + first, TURN)
    resumed_later = resume_turn(over, start + 7 * HOUR, TURN, running=True)
    twice = end_turn(resumed_later, start + 7 * HOUR + second, TURN)
    if first - TURN <= clock.bank:  # the bank was not empty at the first end
        assert twice.bank == pytest.approx(whole.bank)
        assert twice.last == pytest.approx(whole.last)


def test_what_a_turn_took_is_known_until_the_next_one_is_over() -> None:
    over = end_turn(running(), NOON + 4 * HOUR, TURN)
    assert over.last == 4 * HOUR
    assert start_turn(over, NOON + 5 * HOUR, running=True).last == 4 * HOUR
    assert end_turn(over, NOON + 9 * HOUR, TURN) == over
