"""`/settings`: one panel for somebody's day, their reminders, their daily list, vacation and language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from simcord.results import InteractionResult, ResponseMessage

from bot.discord.keyboard import Control
from bot.features.people import settings
from bot.features.people.service import AWAY, BACK, DIGEST, PersonalSettings
from bot.games.catalogue import IN_ENGLISH, words_in
from bot.kernel.clicks import Opening, Person
from bot.kernel.trace import Trace
from bot.store import Terms
from bot.words import LANGUAGES
from tests.bot.discord.test_limits import check
from tests.bot.ui.world import Component, World, labels, private_text, says, text_of, walk

BERLIN = "Europe/Berlin"


def at(text: str, zone: str = BERLIN) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


@dataclass
class Panel:
    """Ann in front of her panel."""

    world: World
    message: ResponseMessage

    @property
    def text(self) -> str:
        return text_of(self.message.components)

    @property
    def buttons(self) -> list[str]:
        return labels(self.message)

    async def press(self, label: str) -> InteractionResult:
        return self._check_panel(await self.world.ann.click(self.message, label=label))

    async def pick(self, which: str, value: str) -> str:
        """A choice in a list; what the panel says then."""
        custom_id = str(Control(0, 0, settings.PICK.path, which))
        self._check_panel(await self.world.ann.select(self.message, [value], custom_id=custom_id))
        return self.text

    async def fill_in(self, label: str, entered: Mapping[str, str | list[str]]) -> str:
        """The form behind a button; what the panel says then, or what is refused."""
        result = await self.world.ann.submit_modal(await self.press(label), dict(entered))
        if result.response is not None and result.response.id == self.message.id:
            self._check_panel(result)
            return self.text
        return private_text(result)

    async def hours(self, wakes: str = "", sleeps: str = "", place: str = "", zone: str = "UTC") -> str:
        entered: dict[str, str | list[str]] = {
            "zone": [zone],
            "place": place,
            "wakes": wakes,
            "sleeps": sleeps,
        }
        return await self.fill_in("Hours…", entered)

    async def vacation(self, days: str, starts: str = "") -> str:
        return await self.fill_in("Vacation…", {"days": days, "starts": starts})

    def options(self, which: str) -> dict[str, bool]:
        """What a list offers, and whether it is picked."""
        parts: list[Component] = list(walk(self.message.components))
        custom_id = str(Control(0, 0, settings.PICK.path, which))
        (found,) = [part for part in parts if part.get("custom_id") == custom_id]
        return {one["label"]: bool(one.get("default")) for one in found["options"]}

    def _check_panel(self, result: InteractionResult) -> InteractionResult:
        """The same message, as it is now; within what Discord allows, and for nobody else."""
        if result.response is not None and result.response.components:
            assert result.response.ephemeral
            check(result.response.components)
            self.message = result.response
        return result


@pytest.fixture
async def panel(world: World) -> Panel:
    return await open_panel(world)


async def open_panel(world: World) -> Panel:
    message = (await world.ann.slash(world.channel, "settings")).response
    assert message is not None
    assert message.ephemeral
    check(message.components)
    return Panel(world, message)


async def dues(world: World, kind: str) -> list[float]:
    found = await world.session.context.store.schedule.of_person(world.ann.id)
    return [alarm.due for alarm in found if alarm.kind == kind]


# What holds


async def test_whoever_never_said_anything_sees_what_holds(world: World) -> None:
    world.clock.now = at("2026-06-01T12:34", "UTC")
    panel = await open_panel(world)
    assert panel.text.splitlines() == [
        "### Your settings",
        f"- {IN_ENGLISH('settings.pings.always', time='12:34', zone='UTC')}",
        f"- {IN_ENGLISH('settings.remind.here')}",
        f"- {IN_ENGLISH('settings.digest.off')}",
        f"- {IN_ENGLISH('settings.away.none.many', count=30, year=2026)}",
        f"- {IN_ENGLISH('settings.language.auto')}",
    ]
    assert panel.buttons == [
        "Hours…",
        "Daily list…",
        IN_ENGLISH("button.warnings"),
        "Quiet bots",
        "Standing orders",
        "Vacation…",
    ]
    assert panel.options("remind")[IN_ENGLISH("settings.remind.here.pick")]
    assert panel.options("language")[IN_ENGLISH("settings.language.same")]


async def test_bots_are_quiet_where_somebody_wants_that_and_talk_again(panel: Panel) -> None:
    await panel.press("Quiet bots")
    assert says(panel.text, "settings.quiet")
    assert (await panel.world.session.people.habits(panel.world.ann.id)).quiet
    await panel.press("Let bots talk")
    assert "**Bots:**" not in panel.text
    assert not (await panel.world.session.people.habits(panel.world.ann.id)).quiet


async def test_one_message_shows_every_change(panel: Panel) -> None:
    first, mark = panel.message.id, panel.world.mark()
    await panel.pick("remind", "direct")
    await panel.hours("7", "22")
    await panel.fill_in("Daily list…", {"at": "8"})
    await panel.pick("language", "fr")
    assert panel.message.id == first
    assert not any(posted.new or posted.pings for posted in panel.world.posts_since(mark))


async def test_what_was_settled_outlives_the_bot(panel: Panel) -> None:
    await panel.hours("7", "22:30", "Kolkata")
    await panel.world.restart()
    assert "07:00 to 22:30" in (await open_panel(panel.world)).text
    assert "(Asia/Kolkata)" in await panel.pick("remind", "never"), "and an older panel goes on working"


async def test_it_works_in_direct_messages(world: World) -> None:
    assert "### Your settings" in private_text(await world.ann.user.slash("settings"))


# Hours


async def test_hours_are_told_by_the_clock_of_the_person(world: World) -> None:
    world.clock.now = at("2026-06-01T12:34", "UTC")
    panel = await open_panel(world)
    said = await panel.hours("7", "10:30 pm", zone=BERLIN)
    assert says(said, "settings.pings", wakes="07:00", sleeps="22:30", time="14:34", zone="Europe/Berlin")


async def test_in_their_night_it_says_so(world: World) -> None:
    world.clock.now = at("2026-06-01T23:10")
    said = await (await open_panel(world)).hours("7", "22:30", "berlin")
    assert says(said, "settings.pings.night", wakes="07:00", sleeps="22:30")


@pytest.mark.parametrize(("wakes", "sleeps"), [("", ""), ("Always", ""), ("", "never"), ("8", "08:00")])
async def test_there_need_not_be_a_night(panel: Panel, wakes: str, sleeps: str) -> None:
    await panel.hours("7", "22")
    assert says(await panel.hours(wakes, sleeps), "settings.pings.always")


async def test_the_form_begins_with_what_holds(panel: Panel) -> None:
    await panel.hours("7", "22:30", "Kathmandu")
    form = (await panel.press("Hours…")).modal
    assert form is not None
    fields = {part["custom_id"]: part for part in walk(form["components"]) if "custom_id" in part}
    assert (fields["wakes"]["value"], fields["sleeps"]["value"]) == ("07:00", "22:30")
    (chosen,) = [one["value"] for one in fields["zone"]["options"] if one.get("default")]
    assert chosen == "Asia/Kathmandu"
    assert len(fields["zone"]["options"]) == 25


async def test_a_place_that_could_be_several_is_asked_about(panel: Panel) -> None:
    said = await panel.hours("7", "22", "America/Indiana")
    assert "07:00 to 22:00" in said, "the rest is settled already"
    assert "(UTC)" in said
    assert [label.partition(" (")[0] for label in panel.options("zone")][:2] == [
        "America/Indiana/Indianapolis",
        "America/Indiana/Knox",
    ]
    assert "(America/Indiana/Knox)" in await panel.pick("zone", "America/Indiana/Knox")
    assert not says(str(panel.message.components), "settings.zone.which")


async def test_an_abbreviation_is_asked_about_each_time_until_a_place_is_chosen(panel: Panel) -> None:
    habits = await panel.world.session.people.habits(panel.world.ann.id)
    await panel.world.session.service(PersonalSettings).set_hours(
        habits.user_id, 0, 0, "EST"
    )  # as it could be set before
    assert "(UTC)" not in await panel.hours("7", "22", zone="EST")
    assert next(iter(panel.options("zone"))).startswith("America/New_York")
    assert "(America/New_York)" in await panel.pick("zone", "America/New_York")


@pytest.mark.parametrize(
    ("entered", "sentence"),
    [
        ({"place": "Atlantis"}, "I know no time zone called Atlantis. Try a big city near you"),
        ({"place": "GMT+2"}, "I know no time zone called GMT+2."),
        ({"place": "**@everyone**"}, r"called \*\*@everyone\*\*."),
        ({"wakes": "25", "sleeps": "22"}, "I can't read 25 as a time. Try 7, 07:30 or 7 pm."),
        ({"wakes": "7", "sleeps": "late"}, "I can't read late as a time."),
        ({"wakes": "7"}, "Fill in both times, or leave both empty."),
        ({"sleeps": "7"}, "Fill in both times, or leave both empty."),
    ],
)
async def test_what_is_wrong_is_told_with_what_would_be_right(
    panel: Panel, entered: dict[str, str], sentence: str
) -> None:
    people, ann = panel.world.session.people, panel.world.ann.id
    before = await people.habits(ann)
    assert sentence in await panel.hours(**entered)
    assert await people.habits(ann) == before


# Reminders


@pytest.mark.parametrize(
    ("way", "sentence"),
    [("here", "in the game's channel"), ("direct", "by DM, when"), ("never", "**Reminders:** none.")],
)
async def test_reminders_come_as_somebody_wants_them(panel: Panel, way: str, sentence: str) -> None:
    assert sentence in await panel.pick("remind", way)
    assert (await panel.world.session.people.habits(panel.world.ann.id)).remind == way
    assert list(panel.options("remind").values()) == [one == way for one in ("here", "direct", "never")]


# The daily list


async def test_the_daily_list_comes_at_a_time_of_their_own_day_and_can_be_ended(panel: Panel) -> None:
    panel.world.clock.now = at("2026-06-01T12:00")
    await panel.hours(zone=BERLIN)
    assert says(await panel.fill_in("Daily list…", {"at": "8:30"}), "settings.digest", time="08:30")
    assert await dues(panel.world, DIGEST) == [at("2026-06-02T08:30")]
    assert says(await panel.fill_in("Daily list…", {"at": " "}), "settings.digest.off")
    assert await dues(panel.world, DIGEST) == []


async def test_a_daily_list_needs_a_time(panel: Panel) -> None:
    assert says(await panel.fill_in("Daily list…", {"at": "soon"}), "no-time", text="soon")
    assert await dues(panel.world, DIGEST) == []


# Vacations


async def test_a_vacation_begins_now_and_ends_by_their_own_clock(panel: Panel) -> None:
    panel.world.clock.now = at("2026-06-01T18:00")
    await panel.hours(zone=BERLIN)
    said = await panel.vacation("7")
    assert says(said, "settings.away.many", last="8 June, 18:00")
    assert says(said, "settings.away.many", count=23, year=2026)
    assert await dues(panel.world, BACK) == [at("2026-06-08T18:00")]
    assert panel.buttons[-1] == "I'm back"


async def test_a_vacation_can_be_planned_and_called_off(panel: Panel) -> None:
    panel.world.clock.now = at("2026-06-01T18:00")
    await panel.hours(zone=BERLIN)
    said = await panel.vacation("2", "2026-07-10")
    assert says(said, "settings.away.planned.many", first="10 July, 00:00", last="12 July, 00:00")
    assert await dues(panel.world, AWAY) == [at("2026-07-10T00:00")]
    await panel.press("Cancel my vacation")
    assert says(panel.text, "settings.away.none.many", count=30, year=2026)
    assert await dues(panel.world, AWAY) == []


async def test_who_is_back_early_gets_the_rest_back(panel: Panel) -> None:
    panel.world.clock.now = at("2026-06-01T18:00", "UTC")
    await panel.vacation("7")
    panel.world.clock.now += 2 * 86_400
    await panel.press("I'm back")
    assert says(panel.text, "settings.away.none.many", count=28, year=2026)
    assert panel.buttons[-1] == "Vacation…"


async def test_a_vacation_that_is_over_is_not_told_of_and_cannot_be_ended(panel: Panel) -> None:
    world = panel.world
    world.clock.now = at("2026-06-01T18:00", "UTC")
    await panel.vacation("7")
    await world.later(8 * 24)
    assert says(private_text(await world.ann.click(panel.message, label="I'm back")), "vacation-none")
    assert says((await open_panel(world)).text, "settings.away.none.many", count=23, year=2026)


@pytest.mark.parametrize(
    ("days", "starts", "sentence"),
    [
        ("0", "", "Type a number from 1 to 30."),
        ("99", "", "Type a number from 1 to 30."),
        ("all", "", "Type a number from 1 to 30."),
        ("3", "soon", "I can't read soon as a date. Write it like 2026-11-21."),
        ("3", "2026-05-31", "A vacation can start from 2026-06-01 to 2027-06-02."),
        ("11", "", "that would be 11 in 2026, and you have 10 left."),
    ],
)
async def test_a_vacation_that_cannot_be_is_refused_with_what_could(
    panel: Panel, days: str, starts: str, sentence: str
) -> None:
    people, kept = panel.world.session.people, panel.world.session.service(PersonalSettings)
    ann = panel.world.ann.id
    panel.world.clock.now = at("2026-03-01T12:00", "UTC")
    await kept.set_vacation(ann, 20, None)
    panel.world.clock.now = at("2026-06-01T12:00", "UTC")
    before = await people.habits(ann)
    assert sentence in await panel.vacation(days, starts)
    assert await people.habits(ann) == before


async def test_a_vacation_stops_the_clocks_and_its_end_starts_them(panel: Panel) -> None:
    world, trace = panel.world, Trace("scene", 0)
    opening = Opening("thud", {}, 0, Person(world.ben.id, "Ben"), terms=Terms(clock=10 * 3600))
    table = (await world.session.lobby.open(world.click_by(world.ann), opening, trace)).table
    await world.session.lobby.sit(world.click_by(world.ben), table.id, 0, trace)
    world.clock.now += 3600
    await panel.vacation("7")
    await world.tick()
    assert await world.later(6 * 24) == []
    await panel.press("I'm back")
    await world.tick()
    (waiting,) = await world.session.people.turns(world.ann.id)
    assert waiting.due == int(world.clock.now) + 9 * 3600
    kinds = {alarm.kind for alarm in await world.session.context.store.schedule.of_person(world.ann.id)}
    assert not kinds & {AWAY, BACK}


# Language


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_language_is_heard_at_once(panel: Panel, language: str) -> None:
    said = await panel.pick("language", language)
    assert said.splitlines()[0] == words_in(language)("settings.title")
    assert (await panel.world.session.people.habits(panel.world.ann.id)).language == language
    assert list(panel.options("language"))[1:] == list(LANGUAGES.values())


async def test_it_can_be_left_to_discord_again(panel: Panel) -> None:
    await panel.pick("language", "de")
    assert panel.world.session.tables.language_of(panel.world.ann.id, "en") == "de"
    assert says(await panel.pick("language", "auto"), "settings.language.auto")
    assert panel.world.session.tables.language_of(panel.world.ann.id, "en") == "en"


async def test_the_daily_list_is_not_set_anew_by_it(panel: Panel) -> None:
    schedule = panel.world.session.context.store.schedule
    await panel.fill_in("Daily list…", {"at": "8:30"})
    before = await schedule.of_person(panel.world.ann.id)
    await panel.pick("language", "fr")
    assert await schedule.of_person(panel.world.ann.id) == before
