"""`/me`: what somebody says of their day, their reminders, their daily list and their vacations."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.clicks import Opening, Person
from bot.store import Kind
from bot.trace import Trace
from tests.bot.ui.world import World, told

BERLIN = "Europe/Berlin"


def at(text: str, zone: str = BERLIN) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


async def me(world: World, command: str, **options: str | int) -> str:
    """What Ann is told, and nobody else."""
    mark = world.mark()
    said = told(await world.ann.slash(world.channel, f"me {command}", **options))
    assert all(posted.private and not posted.pings for posted in world.posted(mark))
    return said


async def dues(world: World, kind: Kind) -> list[float]:
    found = await world.session.context.store.schedule.of_person(world.ann.id)
    return [alarm.due for alarm in found if alarm.kind is kind]


# Hours


async def test_whoever_never_said_anything_sees_what_holds_and_how_to_change_it(world: World) -> None:
    world.clock.now = at("2026-06-01T12:34", "UTC")
    said = await me(world, "hours")
    assert "Your clock shows **12:34** now (UTC)." in said
    assert "You are awake always" in said
    assert "Where a table has a clock, I remind you once a turn, in its channel." in said
    assert "no daily list" in said
    assert "30 days are left in 2026" in said
    assert "`/me hours`, `/me reminders`, `/me digest`, `/me vacation` and `/me language`" in said
    assert "Noted" not in said


async def test_hours_are_told_by_the_clock_of_the_person(world: World) -> None:
    world.clock.now = at("2026-06-01T12:34", "UTC")
    said = await me(world, "hours", zone="Europe/Berlin", wakes="7", sleeps="10:30 pm")
    assert said.startswith("Noted.")
    assert "Your clock shows **14:34** now (Europe/Berlin)." in said
    assert "You are awake from **07:00** to **22:30**." in said
    assert "Your clock shows **14:34**" in await me(world, "hours")


async def test_in_their_night_it_says_when_they_will_be_called(world: World) -> None:
    world.clock.now = at("2026-06-01T23:10")
    said = await me(world, "hours", zone="berlin", wakes="7", sleeps="22:30")
    assert "It is your night now: I call you at 07:00." in said


async def test_always_is_a_day_without_a_night(world: World) -> None:
    await me(world, "hours", wakes="7", sleeps="22")
    assert "You are awake always" in await me(world, "hours", wakes="Always")
    await me(world, "hours", wakes="7", sleeps="22")
    assert "You are awake always" in await me(world, "hours", sleeps="never")


async def test_the_hours_outlive_the_bot(world: World) -> None:
    await me(world, "hours", zone="Asia/Kolkata", wakes="7", sleeps="22:30")
    await world.restart()
    assert "(Asia/Kolkata)" in await me(world, "hours")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"zone": "Atlantis"}, "Atlantis is no time zone that I know. Type a large city near you"),
        ({"zone": "Europe"}, "These are like it: Europe/Athens, Europe/Berlin and Europe/Istanbul."),
        ({"zone": "GMT+2"}, "GMT+2 is no time zone that I know"),
        ({"wakes": "25", "sleeps": "22"}, "25 is no time of the day. Write it like 7, 07:30 or 7 pm."),
        ({"wakes": "7", "sleeps": "late"}, "late is no time of the day."),
        ({"wakes": "7"}, "Say both, when you wake up and when you go to bed"),
        ({"sleeps": "7"}, "Say both, when you wake up and when you go to bed"),
    ],
)
async def test_what_is_wrong_is_told_with_what_would_be_right(
    world: World, options: dict[str, str], sentence: str
) -> None:
    before = await world.session.people.habits(world.ann.id)
    assert sentence in await me(world, "hours", **options)
    assert await world.session.people.habits(world.ann.id) == before


async def test_what_is_typed_pings_nobody_and_is_shown_as_it_is(world: World) -> None:
    said = await me(world, "hours", zone="**@everyone**")
    assert r"\*\*@everyone\*\*" in said


async def test_zones_are_offered_with_their_time(world: World) -> None:
    world.clock.now = at("2026-06-01T12:00", "UTC")
    found = await world.ann.autocomplete(world.channel, "me hours", "zone", "berl")
    assert found[0]["name"] == "Europe/Berlin (now 14:00)"
    assert found[0]["value"] == "Europe/Berlin"
    assert len(await world.ann.autocomplete(world.channel, "me hours", "zone", "a")) == 25
    assert len(await world.ann.autocomplete(world.channel, "me hours", "zone", "")) >= 20


@pytest.mark.parametrize(
    ("option", "typed", "offered"),
    [
        ("wakes", "", ["always", "00:00", "01:00"]),
        ("wakes", "7", ["07:00"]),
        ("wakes", "7 pm", ["19:00"]),
        ("wakes", "7:35", ["07:35"]),
        ("wakes", "al", ["always"]),
        ("sleeps", "n", ["never"]),
        ("sleeps", "nonsense", []),
    ],
)
async def test_times_are_offered_as_they_are_understood(
    world: World, option: str, typed: str, offered: list[str]
) -> None:
    found = await world.ann.autocomplete(world.channel, "me hours", option, typed)
    assert [choice["value"] for choice in found][: len(offered) or 1] == offered
    assert len(found) <= 25


@pytest.mark.parametrize("typed", ["", "al", "imm"])
async def test_what_is_no_time_is_offered_in_the_language_of_who_types(world: World, typed: str) -> None:
    world.session.context.store.servers.people_speak[world.ann.id] = "de"
    found = await world.ann.autocomplete(world.channel, "me hours", "wakes", typed)
    assert (found[0]["name"], found[0]["value"]) == ("immer wach (always)", "always")


# Reminders


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("here", "I remind you once a turn, in its channel."),
        ("direct", "That comes by direct message"),
        ("never", "I never remind you."),
    ],
)
async def test_reminders_come_as_somebody_wants_them(world: World, how: str, sentence: str) -> None:
    assert sentence in await me(world, "reminders", how=how)
    assert (await world.session.people.habits(world.ann.id)).remind == how


# The daily list


async def test_the_daily_list_comes_at_a_time_of_their_own_day(world: World) -> None:
    world.clock.now = at("2026-06-01T12:00")
    await me(world, "hours", zone="Berlin")
    assert "Every day at **08:30** you get a list of your turns" in await me(world, "digest", at="8:30")
    assert await dues(world, Kind.DIGEST) == [at("2026-06-02T08:30")]


async def test_the_daily_list_can_be_ended(world: World) -> None:
    await me(world, "digest", at="8:30")
    assert "You get no daily list" in await me(world, "digest", at="Off")
    assert await dues(world, Kind.DIGEST) == []


async def test_a_daily_list_needs_a_time(world: World) -> None:
    assert "soon is no time of the day" in await me(world, "digest", at="soon")
    assert await dues(world, Kind.DIGEST) == []


async def test_the_end_of_the_list_is_offered_too(world: World) -> None:
    found = await world.ann.autocomplete(world.channel, "me digest", "at", "")
    assert found[0]["value"] == "off"


# Vacations


async def test_a_vacation_begins_now_and_ends_by_their_own_clock(world: World) -> None:
    world.clock.now = at("2026-06-01T18:00")
    await me(world, "hours", zone="Berlin")
    said = await me(world, "vacation", days=7)
    assert "You are on vacation until **8 June, 18:00**." in said
    assert "Days left in 2026: 23." in said
    assert await dues(world, Kind.BACK) == [at("2026-06-08T18:00")]


async def test_a_vacation_can_be_planned(world: World) -> None:
    world.clock.now = at("2026-06-01T18:00")
    await me(world, "hours", zone="Berlin")
    said = await me(world, "vacation", days=2, starts="2026-07-10")
    assert "You are on vacation from **10 July, 00:00** to **12 July, 00:00**." in said
    assert await dues(world, Kind.AWAY) == [at("2026-07-10T00:00")]


async def test_who_is_back_early_gets_the_rest_back(world: World) -> None:
    world.clock.now = at("2026-06-01T18:00", "UTC")
    await me(world, "vacation", days=7)
    world.clock.now += 2 * 86_400
    said = await me(world, "vacation", days=0)
    assert "You have no vacation planned; 28 days are left in 2026." in said


async def test_a_vacation_that_is_over_is_not_told_of(world: World) -> None:
    world.clock.now = at("2026-06-01T18:00", "UTC")
    await me(world, "vacation", days=7)
    world.clock.now += 8 * 86_400
    assert "You have no vacation planned; 23 days are left in 2026." in await me(world, "hours")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"days": 0}, "`/me vacation days:7` begins one."),
        ({"days": 3, "starts": "soon"}, "soon is no date. Write it like 2026-11-21."),
        ({"days": 3, "starts": "2026-05-31"}, "A vacation can begin from 2026-06-01 to 2027-06-02"),
        ({"days": 11}, "That takes 11 days of 2026, and of your 30 in that year 10 are left."),
    ],
)
async def test_a_vacation_that_cannot_be_is_refused_with_what_could(
    world: World, options: dict[str, str | int], sentence: str
) -> None:
    world.clock.now = at("2026-03-01T12:00", "UTC")
    await me(world, "vacation", days=20)
    world.clock.now = at("2026-06-01T12:00", "UTC")
    for alarm in await world.session.context.store.schedule.of_person(world.ann.id):
        await world.session.context.store.schedule.drop(alarm)
    before = await world.session.people.habits(world.ann.id)
    assert sentence in await me(world, "vacation", **options)
    assert await world.session.people.habits(world.ann.id) == before
    assert await dues(world, Kind.BACK) == []


async def test_a_vacation_stops_the_clocks_and_its_end_starts_them(world: World) -> None:
    trace, session = Trace("scene", 0), world.session
    opening = Opening("thud", {}, 0, Person(world.ben.id, "Ben"), clock=10 * 3600)
    table = (await session.lobby.open(world.click_by(world.ann), opening, trace)).table
    await session.lobby.sit(world.click_by(world.ben), table.id, 0, trace)
    world.clock.now += 3600
    await me(world, "vacation", days=7)
    await world.tick()
    assert "time is up" not in told(await world.ann.slash(world.channel, "my turns"))
    assert await world.later(6 * 24) == []
    await me(world, "vacation", days=0)
    await world.tick()
    due = int(world.clock.now) + 9 * 3600
    assert f"<t:{due}:R>" in told(await world.ann.slash(world.channel, "my turns"))
    kinds = {alarm.kind for alarm in await world.session.context.store.schedule.of_person(world.ann.id)}
    assert not kinds & {Kind.AWAY, Kind.BACK}
