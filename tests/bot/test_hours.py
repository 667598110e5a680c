from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.kernel.time.calendar import (
    COMMON,
    DAY,
    MORNING,
    format_minute,
    is_awake,
    last_awake_before,
    local,
    morning_after,
    next_at,
    next_awake,
    parse_minute,
    start_of_day,
    valid_zone,
    zones_like,
)
from bot.store import Habits

BERLIN = "Europe/Berlin"  # forward on 29 March 2026 at 2:00, back on 25 October 2026 at 3:00
NEW_YORK = "America/New_York"  # forward on 8 March 2026 at 2:00, back on 1 November 2026 at 2:00
LORD_HOWE = "Australia/Lord_Howe"  # half an hour: back on 5 April 2026 at 2:00, forward on 4 October at 2:00
KOLKATA = "Asia/Kolkata"  # always five and a half hours ahead
APIA = "Pacific/Apia"  # crossed the date line: 29 December 2011 was followed by the 31st

zones = st.sampled_from([BERLIN, NEW_YORK, LORD_HOWE, KOLKATA, APIA, "UTC", "America/Sao_Paulo", "Asia/Gaza"])
minutes = st.integers(0, DAY - 1)
people = st.builds(Habits, user_id=st.just(1), zone=zones, wakes=minutes, sleeps=minutes)
moments = st.integers(0, int(datetime(2036, 1, 1, tzinfo=UTC).timestamp())).map(float)


def at(zone: str, text: str, fold: int = 0) -> float:
    """The moment of a local date and time; `fold` 1 is the second one, where the clocks go back."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp()


def utc(text: str) -> float:
    return at("UTC", text)


def somebody(zone: str, wakes: str, sleeps: str) -> Habits:
    first, last = parse_minute(wakes), parse_minute(sleeps)
    assert first is not None
    assert last is not None
    return Habits(1, zone, first, last)


def clock_shows_day(habits: Habits, moment: float) -> bool:
    """Whether a clock on the wall stands within the waking hours."""
    now = local(habits, moment)
    minute = now.hour * 60 + now.minute
    if habits.wakes <= habits.sleeps:
        return habits.wakes == habits.sleeps or habits.wakes <= minute < habits.sleeps
    return minute >= habits.wakes or minute < habits.sleeps


# An ordinary day


@pytest.mark.parametrize(
    ("moment", "awake"),
    [
        ("2026-06-01T06:59:59", False),
        ("2026-06-01T07:00", True),
        ("2026-06-01T21:59:59", True),
        ("2026-06-01T22:00", False),
        ("2026-06-01T00:00", False),
    ],
)
@pytest.mark.parametrize("zone", [BERLIN, KOLKATA, LORD_HOWE])
def test_somebody_is_awake_from_their_morning_to_their_night(zone: str, moment: str, awake: bool) -> None:
    assert is_awake(somebody(zone, "7", "22"), at(zone, moment)) is awake


@pytest.mark.parametrize(
    ("moment", "awake"),
    [
        ("2026-06-01T13:59", False),
        ("2026-06-01T14:00", True),
        ("2026-06-02T01:59", True),
        ("2026-06-02T02:00", False),
    ],
)
def test_a_day_may_go_on_past_midnight(moment: str, awake: bool) -> None:
    assert is_awake(somebody(NEW_YORK, "14:00", "2:00"), at(NEW_YORK, moment)) is awake


def test_the_same_moment_is_night_for_one_and_day_for_another() -> None:
    moment = utc("2026-06-01T20:30")
    assert is_awake(somebody(NEW_YORK, "8", "22"), moment)  # 16:30
    assert not is_awake(somebody(KOLKATA, "8", "22"), moment)  # 02:00


def test_whoever_never_said_is_always_awake() -> None:
    nobody = Habits(1)
    night = utc("2026-06-01T03:00")
    assert is_awake(nobody, night)
    assert next_awake(nobody, night) == night
    assert last_awake_before(nobody, night) == night


def test_the_morning_of_who_is_always_awake_is_a_usual_one() -> None:
    owl = somebody(BERLIN, "5", "5")
    assert morning_after(owl, at(BERLIN, "2026-06-01T23:00")) == at(BERLIN, "2026-06-02T08:00")
    assert format_minute(MORNING) == "08:00"


def test_in_the_night_the_next_waking_moment_is_the_morning() -> None:
    sleeper = somebody(BERLIN, "7:30", "22")
    assert next_awake(sleeper, at(BERLIN, "2026-06-01T23:10")) == at(BERLIN, "2026-06-02T07:30")


def test_by_day_the_next_waking_moment_is_now_and_the_next_morning_is_tomorrow() -> None:
    sleeper, noon = somebody(BERLIN, "7:30", "22"), at(BERLIN, "2026-06-01T12:00")
    assert next_awake(sleeper, noon) == noon
    assert morning_after(sleeper, noon) == at(BERLIN, "2026-06-02T07:30")
    assert morning_after(sleeper, at(BERLIN, "2026-06-02T07:30")) == at(BERLIN, "2026-06-03T07:30")


def test_the_last_waking_moment_before_the_night_is_its_last_minute() -> None:
    sleeper = somebody(BERLIN, "7:30", "22")
    assert last_awake_before(sleeper, at(BERLIN, "2026-06-02T03:00")) == at(BERLIN, "2026-06-01T21:59")
    assert last_awake_before(sleeper, at(BERLIN, "2026-06-02T22:00")) == at(BERLIN, "2026-06-02T21:59")


# The clocks change


def test_a_waking_time_that_the_spring_skips_is_the_next_there_is() -> None:
    early = somebody(BERLIN, "2:30", "20")
    assert morning_after(early, at(BERLIN, "2026-03-28T21:00")) == utc("2026-03-29T01:00")  # 03:00 there
    assert morning_after(early, at(BERLIN, "2026-03-29T21:00")) == at(BERLIN, "2026-03-30T02:30")


def test_a_waking_time_that_comes_twice_in_autumn_is_the_first() -> None:
    early = somebody(BERLIN, "2:30", "20")
    assert morning_after(early, at(BERLIN, "2026-10-24T21:00")) == utc("2026-10-25T00:30")
    assert is_awake(early, utc("2026-10-25T01:10"))  # 02:10 again: they do not go back to bed


def test_a_night_that_begins_in_the_hour_that_comes_twice_begins_once() -> None:
    late = somebody(NEW_YORK, "12", "1:30")
    assert not is_awake(late, at(NEW_YORK, "2026-11-01T01:30"))
    assert not is_awake(late, at(NEW_YORK, "2026-11-01T01:10", fold=1))


@pytest.mark.parametrize(
    ("day", "moment"),
    [
        ("2026-03-07", "2026-03-07T13:00"),  # winter: five hours behind
        ("2026-03-08", "2026-03-08T12:00"),  # from this day on four
        ("2026-10-31", "2026-10-31T12:00"),
        ("2026-11-01", "2026-11-01T13:00"),
    ],
)
def test_eight_in_the_morning_is_another_moment_once_the_clocks_have_changed(day: str, moment: str) -> None:
    early = somebody(NEW_YORK, "8", "22")
    assert morning_after(early, at(NEW_YORK, f"{day}T01:00")) == utc(moment)


def test_where_the_clocks_change_by_half_an_hour() -> None:
    early = somebody(LORD_HOWE, "2:15", "20")
    spring = morning_after(early, at(LORD_HOWE, "2026-10-03T21:00"))
    assert local(early, spring).isoformat() == "2026-10-04T02:30:00+11:00"
    autumn = somebody(LORD_HOWE, "1:45", "20")
    first = morning_after(autumn, at(LORD_HOWE, "2026-04-04T21:00"))
    assert local(autumn, first).isoformat() == "2026-04-05T01:45:00+11:00"


def test_a_date_that_is_skipped_has_no_morning() -> None:
    islander = somebody(APIA, "8", "22")
    assert local(islander, morning_after(islander, at(APIA, "2011-12-29T12:00"))).day == 31
    assert local(islander, next_at(islander, 9 * 60, at(APIA, "2011-12-29T12:00"))).day == 31


def test_a_night_that_is_skipped_whole_is_none() -> None:
    restless = somebody(BERLIN, "3:00", "2:00")
    before = at(BERLIN, "2026-03-28T12:00")
    assert all(is_awake(restless, before + hour * 1800) for hour in range(48))
    assert morning_after(restless, before) == at(BERLIN, "2026-03-30T03:00")


# What holds on any day


@given(people, moments)
def test_somebody_is_awake_when_their_clock_says_so(habits: Habits, moment: float) -> None:
    now = local(habits, moment)
    assume(now.utcoffset() == now.replace(fold=1 - now.fold).utcoffset())  # it shows this time only once
    assert is_awake(habits, moment) == clock_shows_day(habits, moment)


@given(people, moments)
def test_the_next_waking_moment_is_one_and_none_is_missed(habits: Habits, moment: float) -> None:
    found = next_awake(habits, moment)
    assert found >= moment
    assert is_awake(habits, found)
    assert found == moment or not is_awake(habits, (moment + found) / 2)
    assert found == moment or not is_awake(habits, found - 1)


@given(people, moments)
def test_a_morning_comes_later_and_ends_a_night(habits: Habits, moment: float) -> None:
    morning = morning_after(habits, moment)
    assert moment < morning <= moment + 3 * 86_400
    assert is_awake(habits, morning)
    assert habits.wakes == habits.sleeps or not is_awake(habits, morning - 1)


@given(people, moments)
def test_the_last_waking_moment_is_one_and_none_is_missed(habits: Habits, moment: float) -> None:
    found = last_awake_before(habits, moment)
    assert found <= moment
    assert is_awake(habits, found)
    assert found == moment or moment - found <= 60 or not is_awake(habits, found + 60)


@given(people, minutes, moments)
def test_a_time_of_day_is_what_the_clock_then_shows(habits: Habits, minute: int, moment: float) -> None:
    found = next_at(habits, minute, moment)
    assert moment < found <= moment + (50 if habits.zone == APIA else 25) * 3600
    shown, before = local(habits, found), local(habits, found - 1)
    jumped = shown.utcoffset() != before.utcoffset()
    assert shown.hour * 60 + shown.minute == minute or jumped


@given(people, minutes, moments)
def test_a_time_of_day_is_not_missed(habits: Habits, minute: int, moment: float) -> None:
    found = next_at(habits, minute, moment)
    shown = local(habits, (moment + found) / 2)
    assume(shown.fold == 0)
    assert shown.hour * 60 + shown.minute != minute


# Zones


def test_a_date_begins_at_the_midnight_of_its_place() -> None:
    assert start_of_day(Habits(1, KOLKATA), datetime(2026, 6, 2, tzinfo=UTC).date()) == utc(
        "2026-06-01T18:30"
    )


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Berlin", BERLIN),
        (" europe/berlin ", BERLIN),
        ("new york", NEW_YORK),
        ("America/New York", NEW_YORK),
        ("Kolkata", KOLKATA),
        ("utc", "UTC"),
        ("Atlantis", None),
        ("", None),
        ("Berlin/", None),
        ("../etc/passwd", None),
        ("Etc/GMT+2", None),  # two hours the other way
    ],
)
def test_a_zone_is_known_by_its_name_or_its_city(typed: str, zone: str | None) -> None:
    assert valid_zone(typed) == zone


def test_a_city_that_is_in_two_zones_is_not_guessed() -> None:
    assert len([zone for zone in zones_like("Louisville", 9) if zone.endswith("Louisville")]) == 2
    assert valid_zone("Louisville") is None


SHORT = {  # an abbreviation that people type, and a place where they mean it
    "EST": "America/New_York",
    "EDT": "America/New_York",
    "ET": "America/New_York",
    "CST": "America/Chicago",
    "MST": "America/Denver",
    "mst": "America/Phoenix",
    "PST": "America/Los_Angeles",
    "HST": "Pacific/Honolulu",
    "GMT": "Europe/London",
    "BST": "Europe/London",
    "WET": "Europe/Lisbon",
    "CET": "Europe/Berlin",
    "CEST": "Europe/Berlin",
    "MEZ": "Europe/Berlin",
    "EET": "Europe/Athens",
    "IST": "Asia/Kolkata",
    "AEST": "Australia/Sydney",
}


@pytest.mark.parametrize(("typed", "meant"), SHORT.items())
def test_an_abbreviation_is_asked_about_and_not_guessed(typed: str, meant: str) -> None:
    assert valid_zone(typed) is None
    near = zones_like(typed, 25)
    assert meant in near
    assert typed not in near, "it is what nobody means in one half of the year"
    assert all(valid_zone(zone) == zone for zone in near), "each of them can be chosen"


def test_large_cities_come_first_among_those_of_an_abbreviation() -> None:
    assert [zones_like(typed, 1) for typed in ("EST", "MST", "GMT")] == [
        (NEW_YORK,),
        ("America/Denver",),
        ("Europe/London",),
    ]


def test_cities_that_begin_with_what_is_typed_come_first() -> None:
    assert zones_like("ber", 25)[0] == BERLIN
    assert zones_like("america/new", 25)[0] == NEW_YORK
    assert all("lo" in zone.casefold() for zone in zones_like("lo", 25))


def test_no_more_zones_are_offered_than_fit() -> None:
    assert len(zones_like("a", 25)) == 25
    assert zones_like("xyzzy", 25) == ()


def test_whoever_types_nothing_is_offered_well_known_zones() -> None:
    assert zones_like("", 25) == COMMON
    assert all(valid_zone(zone) == zone for zone in COMMON)


def test_a_zone_that_has_vanished_counts_as_greenwich() -> None:
    assert local(Habits(1, "Europe/Atlantis"), 0.0).isoformat() == "1970-01-01T00:00:00+00:00"


# Times as people type them


@pytest.mark.parametrize(
    ("typed", "minute"),
    [
        ("7", 420),
        ("07:30", 450),
        ("7.30", 450),
        ("7h", 420),
        ("7h30", 450),
        (" 23:59 ", 1439),
        ("0", 0),
        ("24:00", 0),
        ("12am", 0),
        ("12 pm", 720),
        ("7:30 PM", 1170),
        ("24:01", None),
        ("25", None),
        ("7:60", None),
        ("13pm", None),
        ("0am", None),
        ("noon", None),
        ("", None),
        ("-1", None),
    ],
)
def test_a_time_is_read_as_people_type_it(typed: str, minute: int | None) -> None:
    assert parse_minute(typed) == minute


@given(minutes)
def test_a_time_that_is_shown_can_be_typed(minute: int) -> None:
    assert parse_minute(format_minute(minute)) == minute
