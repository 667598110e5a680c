"""`/me`: when somebody is awake, how they are reminded, their daily list, their vacations. All in private."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from datetime import date
from typing import Any, Final, Literal

import discord
from discord import app_commands

from bot.errors import Refused
from bot.hours import face, local, parse_minute, valid_zone, zones_like
from bot.seating import Click, parse_day
from bot.store import Habits
from bot.trace import Trace
from bot.ui.kit.desk import CONTEXTS, INSTALLS, OFFERED, Choices, Desk, private
from bot.ui.kit.translator import named
from bot.ui.people.me_data import add_data, add_forget
from bot.ui.people.me_lines import settings
from bot.ui.table.language import add_my_language
from bot.vacation import BALANCE
from bot.words import Words

ALWAYS: Final = ("always", "never")
"""What somebody types who has no night: they wake `always`, and sleep `never`."""

OFF: Final = "off"

_HOURS: Final = range(0, 24 * 60, 60)
"""Every full hour, as a minute of the day."""

LONGEST: Final = 40
"""The most characters of what is typed; no time zone has a longer name."""

Typed = app_commands.Range[str, 1, LONGEST]
Command = app_commands.Command[Any, ..., Any]
Completed = Callable[[discord.Interaction, str], Coroutine[Any, Any, Choices]]


def me_group(desk: Desk) -> app_commands.Group:
    """The command with a subcommand for each thing one can say of oneself."""
    group = app_commands.Group(
        name="me",
        description=named("command.me"),
        allowed_installs=INSTALLS,
        allowed_contexts=CONTEXTS,
    )
    for add in (
        _add_hours,
        _add_reminders,
        _add_digest,
        _add_vacation,
        add_my_language,
        add_data,
        add_forget,
    ):
        add(group, desk)
    return group


def _add_hours(group: app_commands.Group, desk: Desk) -> None:

    @group.command(name="hours", description=named("command.me.hours"))
    @app_commands.describe(
        zone=named("command.me.hours.zone"),
        wakes=named("command.me.hours.wakes"),
        sleeps=named("command.me.hours.sleeps"),
    )
    async def hours(
        interaction: discord.Interaction,
        zone: Typed | None = None,
        wakes: Typed | None = None,
        sleeps: Typed | None = None,
    ) -> None:
        async def handle(_: Trace) -> None:
            user = interaction.user.id
            if zone is None and wakes is None and sleeps is None:
                await _show(desk, interaction, await desk.session.habits(user), noted=False)
                return
            spelled = None if zone is None else _zone(desk.words, zone)
            said = await desk.session.set_hours(user, spelled, *_day(wakes, sleeps))
            await _show(desk, interaction, said)

        await desk.serve(interaction, "command.me.hours", handle)

    hours.autocomplete("zone")(_zones(desk))
    hours.autocomplete("wakes")(_times(desk, "always"))
    hours.autocomplete("sleeps")(_times(desk, "never"))


def _add_reminders(group: app_commands.Group, desk: Desk) -> None:

    @group.command(name="reminders", description=named("command.me.reminders"))
    @app_commands.describe(how=named("command.me.reminders.how"))
    @app_commands.choices(
        how=[
            app_commands.Choice(name=named("command.me.reminders.here"), value="here"),
            app_commands.Choice(name=named("command.me.reminders.direct"), value="direct"),
            app_commands.Choice(name=named("command.me.reminders.never"), value="never"),
        ]
    )
    async def reminders(interaction: discord.Interaction, how: str) -> None:
        async def handle(_: Trace) -> None:
            await _show(desk, interaction, await desk.session.set_reminders(interaction.user.id, how))

        await desk.serve(interaction, "command.me.reminders", handle)


def _add_digest(group: app_commands.Group, desk: Desk) -> None:

    @group.command(name="digest", description=named("command.me.digest"))
    @app_commands.describe(at=named("command.me.digest.at"))
    async def digest(interaction: discord.Interaction, at: Typed) -> None:
        async def handle(_: Trace) -> None:
            minute = None if at.strip().casefold() == OFF else _minute(at)
            await _show(desk, interaction, await desk.session.set_digest(interaction.user.id, minute))

        await desk.serve(interaction, "command.me.digest", handle)

    digest.autocomplete("at")(_times(desk, OFF))


def _add_vacation(group: app_commands.Group, desk: Desk) -> None:

    @group.command(name="vacation", description=named("command.me.vacation"))
    @app_commands.describe(days=named("command.me.vacation.days"), starts=named("command.me.vacation.starts"))
    async def vacation(
        interaction: discord.Interaction,
        days: app_commands.Range[int, 0, BALANCE],
        starts: Typed | None = None,
    ) -> None:
        async def handle(_: Trace) -> None:
            said = await desk.session.set_vacation(interaction.user.id, days, _date(starts))
            desk.wake()
            await _show(desk, interaction, said)

        await desk.serve(interaction, "command.me.vacation", handle)


async def _show(desk: Desk, interaction: discord.Interaction, said: Habits, *, noted: bool = True) -> None:
    head = desk.words("me.noted" if noted else "me.settings")
    await private(interaction, f"{head}\n{settings(desk.words, said, desk.session.now())}")


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


def _zones(desk: Desk) -> Completed:
    async def complete(interaction: discord.Interaction, current: str) -> Choices:
        async def choose(_: Click) -> Choices:
            now = desk.session.now()
            return [_place(desk, zone, now) for zone in zones_like(current, OFFERED)]

        return await desk.offer(interaction, "typing.zone", choose)

    return complete


def _place(desk: Desk, zone: str, at: float) -> app_commands.Choice[str]:
    time = local(Habits(0, zone), at).strftime("%H:%M")
    return app_commands.Choice(name=desk.words("me.zone.now", zone=zone, time=time), value=zone)


def _times(desk: Desk, word: Literal["always", "never", "off"]) -> Completed:
    """What is offered for a time: what is typed, `word` in their language, and every full hour that fits."""

    async def complete(interaction: discord.Interaction, current: str) -> Choices:
        async def choose(_: Click) -> Choices:
            typed = current.strip().casefold()
            meant = parse_minute(typed)
            every = {word: desk.words(f"me.times.{word}")} | {time: time for time in map(face, _HOURS)}
            fitting = {
                value: said
                for value, said in every.items()
                if any(text.startswith(typed) for text in (value, value.lstrip("0"), said.casefold()))
            }
            found = fitting if meant is None else {face(meant): face(meant)} | fitting
            return [app_commands.Choice(name=found[value], value=value) for value in list(found)[:OFFERED]]

        return await desk.offer(interaction, "typing.time", choose)

    return complete
