"""Somebody's settings in words, with times as their own clock shows them."""

from __future__ import annotations

from bot.hours import always_awake, face, is_awake, local
from bot.store import Habits
from bot.ui.kit.frame import dated
from bot.vacation import days_left, is_away, is_planned
from bot.words import Words
from bot.words.languages import LANGUAGES

COMMANDS = ("`/me hours`", "`/me reminders`", "`/me digest`", "`/me vacation`", "`/me language`")


def settings(words: Words, said: Habits, at: float) -> str:
    """All that somebody has said, or what holds for who never said."""
    lines = (
        words("me.clock", time=local(said, at).strftime("%H:%M"), zone=said.zone),
        _awake(words, said, at),
        _reminders(words, said),
        words("me.digest.off") if said.digest is None else words("me.digest", time=face(said.digest)),
        _vacation(words, said, at),
        _language(words, said),
    )
    return "\n".join((*(f"- {line}" for line in lines), words("me.change", commands=words.listed(COMMANDS))))


def _language(words: Words, said: Habits) -> str:
    if not said.language:
        return words("me.language.auto")
    return words("me.language", language=LANGUAGES[said.language])


def _awake(words: Words, said: Habits, at: float) -> str:
    if always_awake(said):
        return words("me.awake.always")
    key = "me.awake" if is_awake(said, at) else "me.awake.night"
    return words(key, wakes=face(said.wakes), sleeps=face(said.sleeps))


def _reminders(words: Words, said: Habits) -> str:
    match said.remind:
        case "here":
            return words("me.remind.here")
        case "direct":
            return words("me.remind.direct")
        case _:
            return words("me.remind.never")


def _vacation(words: Words, said: Habits, at: float) -> str:
    year, left = local(said, at).year, days_left(said, at)
    if said.away_from is None or said.away_until is None or at >= said.away_until:
        return words.some("me.away.none", left, year=year)
    first, last = (_moment(words, said, moment) for moment in (said.away_from, said.away_until))
    if is_planned(said, at):
        return words("me.away.planned", first=first, last=last, year=year, left=left)
    assert is_away(said, at)  # noqa: S101 - neither over nor yet to come
    return words("me.away", last=last, year=year, left=left)


def _moment(words: Words, said: Habits, at: float) -> str:
    shown = local(said, at)
    return words("me.moment", date=dated(words, shown.date().isoformat()), time=shown.strftime("%H:%M"))
