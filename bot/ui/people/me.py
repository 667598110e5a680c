"""`/me`: when somebody is awake, how they are reminded, their daily list, their vacations. All in private."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Any, Final, Literal

from discord import app_commands

from bot.calendar import (
    BALANCE,
    always_awake,
    days_left,
    face,
    is_awake,
    is_away,
    is_planned,
    local,
    parse_day,
    parse_minute,
    valid_zone,
    zones_like,
)
from bot.errors import Refused
from bot.store import Habits
from bot.ui.kit.command import OFFERED, Catalogue, Choices, Command, Completion, Option
from bot.ui.kit.frame import dated
from bot.ui.kit.request import Request
from bot.ui.kit.translator import named
from bot.words import LANGUAGES, Words

ALWAYS: Final = ("always", "never")
"""What somebody types who has no night: they wake `always`, and sleep `never`."""

OFF: Final = "off"

_HOURS: Final = range(0, 24 * 60, 60)
"""Every full hour, as a minute of the day."""

LONGEST: Final = 40
"""The most characters of what is typed; no time zone has a longer name."""

Typed = app_commands.Range[str, 1, LONGEST]

COMMANDS: Final = ("`/me hours`", "`/me reminders`", "`/me digest`", "`/me vacation`", "`/me language`")


async def hours(
    request: Request, zone: Typed | None = None, wakes: Typed | None = None, sleeps: Typed | None = None
) -> None:
    """`/me hours`: when somebody is awake; without options, all their settings."""
    user = request.person.id
    if zone is None and wakes is None and sleeps is None:
        await _show(request, await request.session.people.habits(user), noted=False)
        return
    spelled = None if zone is None else _zone(request.words, zone)
    await _show(request, await request.session.people.set_hours(user, spelled, *_day(wakes, sleeps)))


async def reminders(request: Request, how: str) -> None:
    """`/me reminders`."""
    await _show(request, await request.session.people.set_reminders(request.person.id, how))


def _ways(_: Catalogue) -> list[app_commands.Choice[Any]]:
    """How somebody can be reminded."""
    return [
        app_commands.Choice(name=named("command.me.reminders.here"), value="here"),
        app_commands.Choice(name=named("command.me.reminders.direct"), value="direct"),
        app_commands.Choice(name=named("command.me.reminders.never"), value="never"),
    ]


async def digest(request: Request, at: Typed) -> None:
    """`/me digest`: when somebody gets their daily list, or that they want none."""
    minute = None if at.strip().casefold() == OFF else _minute(at)
    await _show(request, await request.session.people.set_digest(request.person.id, minute))


async def vacation(
    request: Request, days: app_commands.Range[int, 0, BALANCE], starts: Typed | None = None
) -> None:
    """`/me vacation`: how long somebody is away, from today or a day on."""
    habits = await request.session.people.set_vacation(request.person.id, days, _date(starts))
    request.surface.wake()
    await _show(request, habits)


async def _show(request: Request, habits: Habits, *, noted: bool = True) -> None:
    head = request.words("me.noted" if noted else "me.settings")
    await request.private(f"{head}\n{settings(request.words, habits, request.session.now())}")


def _zone(words: Words, typed: str) -> str:
    zone = valid_zone(typed)
    if zone is not None:
        return zone
    near = zones_like(typed, 3)
    if near:
        raise Refused("no-zone-like", text=typed, zones=words.listed(near))
    raise Refused("no-zone", text=typed)


def _day(wakes: str | None, sleeps: str | None) -> tuple[int | None, int | None]:
    """When somebody wakes and sleeps, in minutes of the day; the same minute twice: they have no night."""
    if any(typed is not None and typed.strip().casefold() in ALWAYS for typed in (wakes, sleeps)):
        return 0, 0
    return (
        None if wakes is None else _minute(wakes),
        None if sleeps is None else _minute(sleeps),
    )


def _minute(typed: str) -> int:
    minute = parse_minute(typed)
    if minute is None:
        raise Refused("no-time", text=typed)
    return minute


def _date(typed: str | None) -> date | None:
    if typed is None:
        return None
    day = parse_day(typed)
    if day is None:
        raise Refused("no-day", text=typed)
    return date.fromisoformat(day)


async def _zones(request: Request, current: str) -> Choices:
    """The time zones that fit what is typed, with the time that it is there."""
    now = request.session.now()
    return [_place(request.words, zone, now) for zone in zones_like(current, OFFERED)]


def _place(words: Words, zone: str, at: float) -> app_commands.Choice[str]:
    time = local(Habits(0, zone), at).strftime("%H:%M")
    return app_commands.Choice(name=words("me.zone.now", zone=zone, time=time), value=zone)


async def _times(word: Literal["always", "never", "off"], request: Request, current: str) -> Choices:
    """What is offered for a time: what is typed, `word` in their language, and every full hour that fits."""
    typed = current.strip().casefold()
    meant = parse_minute(typed)
    every = {word: request.words(f"me.times.{word}")} | {time: time for time in map(face, _HOURS)}
    fitting = {
        value: label
        for value, label in every.items()
        if any(text.startswith(typed) for text in (value, value.lstrip("0"), label.casefold()))
    }
    found = fitting if meant is None else {face(meant): face(meant)} | fitting
    return [app_commands.Choice(name=found[value], value=value) for value in list(found)[:OFFERED]]


def settings(words: Words, habits: Habits, at: float) -> str:
    """All that somebody has said, or what holds for who never said."""
    lines = (
        words("me.clock", time=local(habits, at).strftime("%H:%M"), zone=habits.zone),
        _awake(words, habits, at),
        _reminders(words, habits),
        words("me.digest.off") if habits.digest is None else words("me.digest", time=face(habits.digest)),
        _vacation(words, habits, at),
        _language(words, habits),
    )
    return "\n".join((*(f"- {line}" for line in lines), words("me.change", commands=words.listed(COMMANDS))))


def _language(words: Words, habits: Habits) -> str:
    if not habits.language:
        return words("me.language.auto")
    return words("me.language", language=LANGUAGES[habits.language])


def _awake(words: Words, habits: Habits, at: float) -> str:
    if always_awake(habits):
        return words("me.awake.always")
    key = "me.awake" if is_awake(habits, at) else "me.awake.night"
    return words(key, wakes=face(habits.wakes), sleeps=face(habits.sleeps))


def _reminders(words: Words, habits: Habits) -> str:
    match habits.remind:
        case "here":
            return words("me.remind.here")
        case "direct":
            return words("me.remind.direct")
        case _:
            return words("me.remind.never")


def _vacation(words: Words, habits: Habits, at: float) -> str:
    year, left = local(habits, at).year, days_left(habits, at)
    if habits.away_from is None or habits.away_until is None or at >= habits.away_until:
        return words.some("me.away.none", left, year=year)
    first, last = (_moment(words, habits, moment) for moment in (habits.away_from, habits.away_until))
    if is_planned(habits, at):
        return words("me.away.planned", first=first, last=last, year=year, left=left)
    assert is_away(habits, at)  # noqa: S101 - neither over nor yet to come
    return words("me.away", last=last, year=year, left=left)


def _moment(words: Words, habits: Habits, at: float) -> str:
    shown = local(habits, at)
    return words("me.moment", date=dated(words, shown.date().isoformat()), time=shown.strftime("%H:%M"))


ZONE: Final = Option("command.me.hours.zone", completion=Completion("zone", _zones))
WAKES: Final = Option("command.me.hours.wakes", completion=Completion("time", partial(_times, "always")))
SLEEPS: Final = Option("command.me.hours.sleeps", completion=Completion("time", partial(_times, "never")))
AT: Final = Option("command.me.digest.at", completion=Completion("time", partial(_times, "off")))

HOURS: Final = Command("hours", "command.me.hours", hours, {"zone": ZONE, "wakes": WAKES, "sleeps": SLEEPS})
REMINDERS: Final = Command(
    "reminders",
    "command.me.reminders",
    reminders,
    {"how": Option("command.me.reminders.how", choices=_ways)},
)
DIGEST: Final = Command("digest", "command.me.digest", digest, {"at": AT})
VACATION: Final = Command(
    "vacation",
    "command.me.vacation",
    vacation,
    {"days": Option("command.me.vacation.days"), "starts": Option("command.me.vacation.starts")},
)
