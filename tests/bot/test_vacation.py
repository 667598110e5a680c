from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.time.calendar import (
    BALANCE,
    begin_vacation,
    days_left,
    end_vacation,
    is_away,
    is_planned,
    local,
)
from bot.store import Habits
from tests.bot.samples import refusing

BERLIN = "Europe/Berlin"
ANN = Habits(11, BERLIN)


def at(text: str, zone: str = BERLIN) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def vacation_times(habits: Habits) -> tuple[str, str]:
    """From when until when a vacation lasts, as the person's clock shows it."""
    assert habits.away_from is not None
    assert habits.away_until is not None
    return tuple(  # type: ignore[return-value]
        local(habits, moment).strftime("%Y-%m-%d %H:%M") for moment in (habits.away_from, habits.away_until)
    )


JUNE = at("2026-06-01T15:20:30")


def test_nobody_is_away_who_never_said_so() -> None:
    assert not is_away(ANN, JUNE)
    assert not is_planned(ANN, JUNE)
    assert days_left(ANN, JUNE) == 30


def test_a_vacation_begins_now_and_lasts_so_many_days() -> None:
    away = begin_vacation(ANN, JUNE, 7, None)
    assert vacation_times(away) == ("2026-06-01 15:20", "2026-06-08 15:20")
    assert is_away(away, JUNE)
    assert is_away(away, at("2026-06-08T15:20"))
    assert not is_away(away, at("2026-06-08T15:21"))
    assert days_left(away, JUNE) == 23


def test_a_planned_one_begins_at_the_midnight_of_its_date() -> None:
    away = begin_vacation(ANN, JUNE, 3, date(2026, 7, 10))
    assert vacation_times(away) == ("2026-07-10 00:00", "2026-07-13 00:00")
    assert is_planned(away, JUNE)
    assert not is_away(away, at("2026-07-09T23:59"))
    assert is_away(away, at("2026-07-10T00:00"))
    assert not is_planned(away, at("2026-07-10T00:00"))
    assert days_left(away, JUNE) == 27, "what is planned is taken"


def test_today_as_a_date_is_now() -> None:
    assert begin_vacation(ANN, JUNE, 7, date(2026, 6, 1)) == begin_vacation(ANN, JUNE, 7, None)


def test_whose_today_it_is_depends_on_where_they_are() -> None:
    evening = datetime(2026, 6, 1, 20, tzinfo=UTC).timestamp()
    tomorrow = date(2026, 6, 2)
    assert is_away(
        begin_vacation(Habits(1, "Asia/Kolkata"), evening, 1, tomorrow), evening
    )  # 01:30 on the 2nd
    assert not is_away(begin_vacation(Habits(1, "America/New_York"), evening, 1, tomorrow), evening)


@pytest.mark.parametrize(
    ("starts", "until"),
    [(date(2026, 3, 27), "2026-04-01 00:00"), (date(2026, 10, 23), "2026-10-28 00:00")],
)
def test_five_days_are_five_dates_even_where_the_clocks_change(starts: date, until: str) -> None:
    away = begin_vacation(ANN, at("2026-01-05T12:00"), 5, starts)
    assert vacation_times(away)[1] == until
    assert days_left(away, at("2026-01-05T12:00")) == 25


# Ending it


def test_what_is_not_used_is_given_back() -> None:
    away = begin_vacation(ANN, JUNE, 14, None)
    back = end_vacation(away, at("2026-06-05T15:20:30"))
    assert not is_away(back, at("2026-06-05T15:21"))
    assert days_left(back, at("2026-06-05T15:21")) == 26


def test_a_day_that_was_begun_is_not_given_back_whole() -> None:
    back = end_vacation(begin_vacation(ANN, JUNE, 14, None), at("2026-06-02T03:00"))
    assert days_left(back, at("2026-06-02T03:00")) == 29


def test_a_planned_one_that_is_dropped_costs_nothing() -> None:
    back = end_vacation(begin_vacation(ANN, JUNE, 14, date(2026, 8, 1)), JUNE)
    assert back == replace(ANN, year=2026)


def test_one_that_is_over_is_paid_whole_however_late_that_is_noticed() -> None:
    away = begin_vacation(ANN, JUNE, 14, None)
    assert days_left(away, at("2026-11-01T12:00")) == 16
    assert days_left(end_vacation(away, at("2026-11-01T12:00")), at("2026-11-01T12:00")) == 16


def test_ending_nothing_changes_nothing() -> None:
    assert end_vacation(ANN, JUNE) == ANN


def test_a_new_one_takes_the_place_of_the_old() -> None:
    away = begin_vacation(ANN, JUNE, 20, None)
    later = at("2026-06-06T15:20:30")
    longer = begin_vacation(away, later, 25, None)
    assert vacation_times(longer) == ("2026-06-06 15:20", "2026-07-01 15:20")
    assert days_left(longer, later) == 0, "five are used, twenty-five planned"


# The balance


def test_a_year_has_thirty_days_and_no_more() -> None:
    assert BALANCE == 30
    assert days_left(begin_vacation(ANN, JUNE, 30, None), JUNE) == 0
    with refusing("vacation-balance") as refused:
        begin_vacation(ANN, JUNE, 31, None)
    assert refused.value.values == {"days": 31, "left": 30, "year": 2026, "balance": 30}


def test_earlier_vacations_of_the_year_count() -> None:
    used = end_vacation(begin_vacation(ANN, JUNE, 20, None), at("2026-08-01T12:00"))
    with refusing("vacation-balance") as refused:
        begin_vacation(used, at("2026-08-01T12:00"), 11, None)
    assert refused.value.values["left"] == 10
    assert days_left(begin_vacation(used, at("2026-08-01T12:00"), 10, None), at("2026-08-01T12:00")) == 0


def test_a_new_year_has_its_own_thirty_days() -> None:
    used = end_vacation(begin_vacation(ANN, JUNE, 30, None), at("2026-08-01T12:00"))
    assert days_left(used, at("2026-12-31T23:59")) == 0
    assert days_left(used, at("2027-01-01T00:00")) == 30


def test_a_vacation_over_new_year_is_paid_by_both_years() -> None:
    away = begin_vacation(ANN, at("2026-12-01T12:00"), 10, date(2026, 12, 28))
    assert days_left(away, at("2026-12-01T12:00")) == 26
    assert days_left(away, at("2027-01-03T12:00")) == 24
    assert days_left(end_vacation(away, at("2027-02-01T12:00")), at("2027-02-01T12:00")) == 24


def test_one_over_new_year_is_refused_by_the_year_that_cannot_pay() -> None:
    used = end_vacation(begin_vacation(ANN, JUNE, 28, None), at("2026-08-01T12:00"))
    assert begin_vacation(used, at("2026-12-01T12:00"), 30, date(2026, 12, 30)).away_from is not None
    with refusing("vacation-balance") as refused:
        begin_vacation(used, at("2026-12-01T12:00"), 30, date(2026, 12, 29))
    assert refused.value.values == {"days": 3, "left": 2, "year": 2026, "balance": 30}


def test_the_last_midnight_of_a_year_costs_the_next_nothing() -> None:
    away = begin_vacation(ANN, at("2026-12-01T12:00"), 4, date(2026, 12, 28))
    assert vacation_times(away)[1] == "2027-01-01 00:00"
    assert days_left(away, at("2027-01-01T00:00")) == 30


@pytest.mark.parametrize("starts", [date(2026, 5, 31), date(2027, 6, 3), date(1999, 1, 1)])
def test_a_date_that_is_past_or_far_off_is_refused(starts: date) -> None:
    with refusing("vacation-date") as refused:
        begin_vacation(ANN, JUNE, 3, starts)
    assert (refused.value.values["first"], refused.value.values["last"]) == ("2026-06-01", "2027-06-02")


@given(st.integers(1, 30), st.integers(0, 40), st.integers(0, 366))
def test_what_was_used_and_what_is_left_make_thirty(days: int, gone: int, offset: int) -> None:
    begins = JUNE + offset * 86_400
    away = begin_vacation(ANN, begins, days, None)
    later = begins + gone * 86_400
    back = end_vacation(away, later)
    year = local(ANN, later).year
    assert 0 <= days_left(back, later) <= 30
    if local(ANN, begins).year == year == local(away, away.away_until or 0).year:
        used = min(days, gone)
        assert days_left(back, later) in {30 - used, 30 - used - 1}  # a change of the clocks begins a day
