"""Calls: whose turn it is, reminders, nudges, and offers that wait for an answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord

from bot.discord.frame import Message
from bot.discord.places import is_shut
from bot.discord.presence import THERE
from bot.games.catalogue import words_in
from bot.kernel.tables.seats import seen_by
from bot.kernel.time.alarms import AlarmKind
from bot.kernel.time.schedule import Due
from bot.store import Kind
from bot.ui.alarms import messenger
from bot.ui.alarms.notices import call, calls
from bot.ui.alarms.ticker import Ticker


async def _call(ticker: Ticker, due: Due) -> None:
    """Call somebody in the channel or directly, as they want it; the other way, if that one is closed."""
    due = _as_seen(due)
    table, player, alarm = due.table, due.player, due.alarm
    assert table is not None  # noqa: S101 - such an alarm is about a table and its player
    assert player is not None  # noqa: S101

    entry = ticker.session.catalogue[table.game]
    snoozes = _snoozes(ticker, due)

    def message_in(language: str) -> Message:
        if due.others:
            spans = [_snoozes(ticker, one) for one in due.every]
            return calls(words_in(language), ticker.session.catalogue, due.every, spans)
        return call(words_in(language), entry, table, player, alarm.kind, alarm.detail, snoozes)

    own = ticker.session.tables.language_of(alarm.user_id or 0, table.terms.language)
    ways = [(ticker.say, table.terms.language), (ticker.write, own)]
    if due.habits is not None and due.habits.remind == "direct":
        ways.reverse()
    try:
        send, language = ways[0]
        sent = await send(due, message_in(language))
    except discord.HTTPException as failure:
        if not is_shut(failure):
            raise
        send, language = ways[1]
        sent = await send(due, message_in(language))
    await ticker.remove_with_turn(due, table, sent)


def _as_seen(due: Due) -> Due:
    """The same, each table as the person sees it whom it is for: perhaps from another server."""
    user = due.alarm.user_id or 0
    table = None if due.table is None else seen_by(due.table, user)
    return replace(due, table=table, others=tuple(_as_seen(one) for one in due.others))


def _snoozes(ticker: Ticker, due: Due) -> tuple[str, ...]:
    """The spans by which a reminder can be put off; none for other calls."""
    if due.habits is None or due.table is None or due.player is None or due.alarm.kind is not Kind.REMIND:
        return ()
    return ticker.session.schedule.snoozes(due.table, due.player, due.habits)


async def _offer(ticker: Ticker, due: Due) -> None:
    """Somebody is offered something: the board comes to the bottom, and calls them."""
    assert due.table is not None  # noqa: S101
    shown = await ticker.session.history.recalled(ticker.session.tables.shown(due.table))
    await messenger.call_to(ticker.surface, ticker.client, shown, due.alarm)


async def _while_looking_on(ticker: Ticker, due: Due) -> float | None:
    """Somebody who is asked something and sees the board at this moment is called later."""
    now, user = ticker.session.now(), due.alarm.user_id or 0
    there = due.table is not None and ticker.surface.presence.are_there(due.table.id, (user,), now)
    return now + THERE if there else None


ALARMS: Final = (
    AlarmKind(Kind.CALL, posts=True, held=True, merges=True, run=_call),
    AlarmKind(Kind.REMIND, posts=True, held=True, clock=True, merges=True, run=_call),
    AlarmKind(Kind.SNOOZE, posts=True, run=_call),
    AlarmKind(Kind.NUDGE, posts=True, held=True, run=_call),
    AlarmKind(Kind.ASKED, posts=True, held=True, delay=_while_looking_on, run=_offer),
)
