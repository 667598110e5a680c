"""`/settings`: when somebody is called and how, their daily list, vacation, language, and what bots remark.

One private panel: what holds, and what changes it. Each change shows the same panel as it is then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from typing import Final

import discord

from bot.discord.command import OFFERED, Command
from bot.discord.endpoints import NO_TABLE, Endpoint, option, routes
from bot.discord.forms import Form, form, list_field, text_field
from bot.discord.frame import Layout, format_day, text_panel
from bot.discord.keyboard import Key, Row, in_rows, log_out_key
from bot.discord.request import Request
from bot.discord.setting_controls import SETTINGS_FORM, SETTINGS_USE, settings_form, settings_key
from bot.features.people.service import PersonalSettings
from bot.kernel.errors import Refused
from bot.kernel.feature import Setting
from bot.kernel.time.calendar import (
    BALANCE,
    COMMON,
    always_awake,
    days_left,
    format_minute,
    is_awake,
    is_away,
    is_planned,
    local,
    parse_day,
    parse_minute,
    valid_zone,
    zones_like,
)
from bot.store import Habits
from bot.ui.table.language import language_of_choice, language_options
from bot.words import LANGUAGES, Words

ALWAYS: Final = ("always", "never")
"""What somebody may type who has no night: they wake `always`, and sleep `never`."""

LONGEST: Final = 40
"""The most characters of what is typed; no time zone has a longer name."""

WAYS: Final = ("here", "direct", "never")
"""How somebody can be reminded."""


# The panel


async def show(request: Request) -> None:
    """`/settings`."""
    habits = await request.session.people.habits(request.person.id)
    await request.ask(_panel(request, habits))


async def _redraw_panel(request: Request, habits: Habits, zones: Sequence[str] = ()) -> None:
    await request.change(_panel(request, habits, zones))


def _panel(request: Request, habits: Habits, zones: Sequence[str] = ()) -> Layout:
    """What holds, and what changes it. `zones`: which of them is meant is asked, too."""
    words, now = request.words, request.session.now()
    asked = [_zone_list(words, zones, now)] if zones else []
    languages = language_options(words, "settings.language.same", habits.language)
    browsers = [] if request.surface.pages is None else [log_out_key(words)]
    return text_panel(
        _settings_text(request, habits, now),
        [
            *asked,
            PICK.options(words("settings.remind"), NO_TABLE, _reminder_options(words, habits), "remind"),
            PICK.options(words("settings.language.pick"), NO_TABLE, languages, "language"),
            *in_rows([*_buttons(request, habits, now), *browsers]),
        ],
    )


def _reminder_options(words: Words, habits: Habits) -> list[discord.SelectOption]:
    labels = {
        "here": words("settings.remind.here.pick"),
        "direct": words("settings.remind.direct.pick"),
        "never": words("settings.remind.never.pick"),
    }
    return [option(labels[way], way, chosen=way == habits.remind) for way in WAYS]


def _zone_list(words: Words, zones: Sequence[str], now: float) -> Row:
    options = [option(_zone_label(words, zone, now), zone) for zone in zones]
    return PICK.options(words("settings.zone.which"), NO_TABLE, options, "zone")


def _buttons(request: Request, habits: Habits, now: float) -> Iterator[Key]:
    button = partial(_button, request.words)
    yield button("button.hours", "hours")
    yield button("button.digest", "digest")
    if any(feature.at_table.before_move for feature in request.session.features):
        label, which = ("button.warnings.off", "unwarned") if habits.warned else ("button.warnings", "warned")
        yield button(label, which)
    for feature in request.session.features:
        yield from feature.buttons.settings(request.words, habits)
    yield button("button.vacation", "vacation")
    yield from filter(None, (one.control(request, habits) for one in _feature_settings(request).values()))
    if is_planned(habits, now):
        yield button("button.vacation.cancel", "back")
    elif is_away(habits, now):
        yield button("button.vacation.end", "back")


def _button(words: Words, label: str, which: str) -> Key:
    return settings_key(words(label), which)


def _settings_text(request: Request, habits: Habits, at: float) -> str:
    """All that somebody has said, or what holds for who never said, a line for each."""
    words, digest = request.words, habits.digest
    lines = (
        _pings_line(words, habits, at),
        _reminders_line(words, habits),
        words("settings.digest.off")
        if digest is None
        else words("settings.digest", time=format_minute(digest)),
        _vacation_line(words, habits, at),
        *((words("settings.quiet"),) if habits.quiet else ()),
        _language_line(words, habits),
        *((words("settings.warned"),) if habits.warned else ()),
        *filter(None, (one.line(request, habits) for one in _feature_settings(request).values())),
    )
    return "\n".join((words("settings.title"), *(f"- {line}" for line in lines)))


def _feature_settings(request: Request) -> dict[str, Setting]:
    return {one.key: one for feature in request.session.features for one in feature.settings}


def _pings_line(words: Words, habits: Habits, at: float) -> str:
    time = local(habits, at).strftime("%H:%M")
    if always_awake(habits):
        return words("settings.pings.always", time=time, zone=habits.zone)
    wakes, sleeps = format_minute(habits.wakes), format_minute(habits.sleeps)
    key = "settings.pings" if is_awake(habits, at) else "settings.pings.night"
    return words(key, time=time, zone=habits.zone, wakes=wakes, sleeps=sleeps)


def _reminders_line(words: Words, habits: Habits) -> str:
    match habits.remind:
        case "here":
            return words("settings.remind.here")
        case "direct":
            return words("settings.remind.direct")
        case _:
            return words("settings.remind.never")


def _vacation_line(words: Words, habits: Habits, at: float) -> str:
    year, left = local(habits, at).year, days_left(habits, at)
    if habits.away_from is None or habits.away_until is None or at >= habits.away_until:
        return words.some("settings.away.none", left, year=year)
    first, last = (_moment_text(words, habits, moment) for moment in (habits.away_from, habits.away_until))
    if is_planned(habits, at):
        return words.some("settings.away.planned", left, first=first, last=last, year=year)
    return words.some("settings.away", left, last=last, year=year)


def _moment_text(words: Words, habits: Habits, at: float) -> str:
    shown = local(habits, at)
    day = format_day(words, shown.date().isoformat())
    return words("settings.moment", date=day, time=shown.strftime("%H:%M"))


def _language_line(words: Words, habits: Habits) -> str:
    if not habits.language:
        return words("settings.language.auto")
    return words("settings.language", language=LANGUAGES[habits.language])


# What is used on it


async def use(request: Request, which: str) -> None:
    """A button: a form for what is typed, or the end of a vacation."""
    people, user = request.session.people, request.person.id
    kept = request.session.service(PersonalSettings)
    match which:
        case "hours":
            await request.open(_hours_form(request, await people.habits(user)))
        case "digest":
            await request.open(_digest_form(request.words, await people.habits(user)))
        case "vacation":
            await request.open(_vacation_form(request, await people.habits(user)))
        case "warned" | "unwarned":
            await _redraw_panel(request, await people.set_warned(user, warned=which == "warned"))
        case "quiet" | "talk":
            await _redraw_panel(request, await kept.set_quiet(user, quiet=which == "quiet"))
        case "back":
            habits = await kept.set_vacation(user, 0, None)
            request.surface.wake()
            await _redraw_panel(request, habits)
        case _ if (setting := _feature_settings(request).get(which)) is not None:
            kept = await setting.use(request)
            if kept is not None:
                await _redraw_panel(request, kept)
        case _:
            raise Refused("old-control")


async def pick(request: Request, which: str, value: str) -> None:
    """A list: how they are reminded, in which language they are answered, which zone they have meant."""
    kept, user = request.session.service(PersonalSettings), request.person.id
    match which:
        case "remind" if value in WAYS:
            await _redraw_panel(request, await kept.set_reminders(user, value))
        case "zone" if valid_zone(value) == value:
            await _redraw_panel(request, await kept.set_zone(user, value))
        case "language" if not language_of_choice(value) or value in LANGUAGES:
            habits = await kept.set_language(user, language_of_choice(value))
            spoken = request.session.tables.language_of(user, request.click.own_language)
            await _redraw_panel(request.in_language(spoken), habits)
        case _:
            raise Refused("old-control")


async def fill_in(request: Request, which: str) -> None:
    """A form."""
    kept = request.session.service(PersonalSettings)
    match which, dict(request.form_values):
        case "hours", {"zone": (listed,), "place": (place,), "wakes": (wakes,), "sleeps": (sleeps,)}:
            await _set_hours(request, listed, place, wakes, sleeps)
        case "digest", {"at": (at,)}:
            minute = _parse_minute(at) if at.strip() else None
            await _redraw_panel(request, await kept.set_digest(request.person.id, minute))
        case "vacation", {"days": (days,), "starts": (starts,)}:
            habits = await kept.set_vacation(request.person.id, _parse_days(days), _parse_date(starts))
            request.surface.wake()
            await _redraw_panel(request, habits)
        case _ if (
            setting := _feature_settings(request).get(which)
        ) is not None and setting.fill_in is not None:
            await _redraw_panel(request, await setting.fill_in(request))
        case _:
            raise Refused("old-control")


# When they may be called


def _hours_form(request: Request, habits: Habits) -> Form:
    words, now, night = request.words, request.session.now(), not always_awake(habits)
    zones = list(dict.fromkeys((habits.zone, *COMMON)))[:OFFERED]
    options = [
        discord.SelectOption(label=_zone_label(words, zone, now), value=zone, default=zone == habits.zone)
        for zone in zones
    ]
    return form(
        words("settings.hours.form"),
        settings_form("hours"),
        list_field("zone", words("settings.zone"), options),
        text_field("place", words("settings.place"), about=words("settings.place.about"), longest=LONGEST),
        text_field(
            "wakes",
            words("settings.wakes"),
            format_minute(habits.wakes) if night else "",
            example="8:00",
            longest=LONGEST,
        ),
        text_field(
            "sleeps",
            words("settings.sleeps"),
            format_minute(habits.sleeps) if night else "",
            about=words("settings.sleeps.about"),
            example="22:30",
            longest=LONGEST,
        ),
    )


def _zone_label(words: Words, zone: str, at: float) -> str:
    """A zone, with the time that it is there."""
    return words("settings.zone.now", zone=zone, time=local(Habits(0, zone), at).strftime("%H:%M"))[:100]


async def _set_hours(request: Request, listed: str, place: str, wakes: str, sleeps: str) -> None:
    """Where no zone is called what was typed, those that contain it are asked about; the rest is settled."""
    kept, user = request.session.service(PersonalSettings), request.person.id
    first, last = _parse_day_hours(wakes, sleeps)
    wanted = place.strip() or listed
    zone, near = valid_zone(wanted), tuple[str, ...]()
    if zone is None:
        near = zones_like(wanted, OFFERED)
        if not near:
            raise Refused("no-zone", text=place)
    await _redraw_panel(request, await kept.set_hours(user, first, last, zone), near)


def _parse_day_hours(wakes: str, sleeps: str) -> tuple[int, int]:
    """When somebody wakes and sleeps, in minutes of the day; the same minute twice: they have no night."""
    both = [text.strip().casefold() for text in (wakes, sleeps)]
    if not any(both) or any(text in ALWAYS for text in both):
        return 0, 0
    if not all(both):
        raise Refused("hours-both")
    return _parse_minute(wakes), _parse_minute(sleeps)


def _parse_minute(text: str) -> int:
    minute = parse_minute(text)
    if minute is None:
        raise Refused("no-time", text=text)
    return minute


# The daily list, and vacations


def _digest_form(words: Words, habits: Habits) -> Form:
    at = "" if habits.digest is None else format_minute(habits.digest)
    about = words("settings.digest.about")
    return form(
        words("settings.digest.form"),
        settings_form("digest"),
        text_field("at", words("settings.digest.at"), at, about=about, example="8:30", longest=LONGEST),
    )


def _vacation_form(request: Request, habits: Habits) -> Form:
    words, now = request.words, request.session.now()
    left, year = days_left(habits, now), local(habits, now).year
    about = words.some("settings.vacation.left", left, year=year)
    starts, today = words("settings.vacation.starts.about"), local(habits, now).date().isoformat()
    return form(
        words("settings.vacation.form"),
        settings_form("vacation"),
        text_field(
            "days", words("settings.vacation.days"), about=about, example="7", longest=3, required=True
        ),
        text_field("starts", words("settings.vacation.starts"), about=starts, example=today, longest=LONGEST),
    )


def _parse_days(text: str) -> int:
    days = int(text) if text.strip().isdecimal() else 0
    if not 1 <= days <= BALANCE:
        raise Refused("vacation-days", most=BALANCE)
    return days


def _parse_date(text: str) -> date | None:
    if not text.strip():
        return None
    day = parse_day(text)
    if day is None:
        raise Refused("no-day", text=text)
    return date.fromisoformat(day)


SETTINGS: Final = Command("settings", "command.settings", show)

USE: Final = Endpoint(SETTINGS_USE, use, bare=True, private=True)
PICK: Final = Endpoint("settingspick", pick, is_list=True, bare=True, private=True)
FILL_IN: Final = Endpoint(SETTINGS_FORM, fill_in, bare=True, private=True)

CONTROLS: Final = routes(USE, PICK, FILL_IN)
