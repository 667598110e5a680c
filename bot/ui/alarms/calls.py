"""Turn calls, reminders, nudges, and calls for offers that await an answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord

from bot.discord.channels import is_access_failure
from bot.discord.frame import Message
from bot.discord.presence import THERE
from bot.games.catalogue import words_in
from bot.kernel.tables.seats import seen_by
from bot.kernel.time.alarms import AlarmKind
from bot.kernel.time.schedule import DueAlarm
from bot.store import Kind
from bot.ui.alarms import messenger
from bot.ui.alarms.notices import call_message, calls_message
from bot.ui.alarms.ticker import Ticker


async def _send_call(ticker: Ticker, due: DueAlarm) -> None:
    """Call a player in the channel or by direct message, as they prefer; if that fails, by the other."""
    due = _from_player_view(due)
    table, player, alarm = due.table, due.player, due.alarm
    assert table is not None  # noqa: S101 - the alarm has a table and a player
    assert player is not None  # noqa: S101

    entry = ticker.session.catalogue[table.game]
    snoozes = _snooze_spans(ticker, due)

    def message_in(language: str) -> Message:
        if due.others:
            spans = [_snooze_spans(ticker, turn) for turn in due.all_alarms]
            return calls_message(words_in(language), ticker.session.catalogue, due.all_alarms, spans)
        return call_message(words_in(language), entry, table, player, alarm.kind, alarm.detail, snoozes)

    user_language = ticker.session.tables.language_of(alarm.user_id or 0, table.terms.language)
    routes = [(ticker.post_at_table, table.terms.language), (ticker.send_direct, user_language)]
    if due.habits is not None and due.habits.remind == "direct":
        routes.reverse()
    try:
        send, language = routes[0]
        sent = await send(due, message_in(language))
    except discord.HTTPException as failure:
        if not is_access_failure(failure):
            raise
        send, language = routes[1]
        sent = await send(due, message_in(language))
    await ticker.remove_after_turn(due, table, sent)


def _from_player_view(due: DueAlarm) -> DueAlarm:
    """Return the alarm with each table as its recipient sees it, perhaps from another server."""
    user = due.alarm.user_id or 0
    table = None if due.table is None else seen_by(due.table, user)
    return replace(due, table=table, others=tuple(_from_player_view(other) for other in due.others))


def _snooze_spans(ticker: Ticker, due: DueAlarm) -> tuple[str, ...]:
    """Return the spans by which a reminder can be postponed; none for other calls."""
    if due.habits is None or due.table is None or due.player is None or due.alarm.kind is not Kind.REMIND:
        return ()
    return ticker.session.schedule.snoozes(due.table, due.player, due.habits)


async def _announce_offer(ticker: Ticker, due: DueAlarm) -> None:
    """Repost the board at the bottom of the channel, pinging the player who is offered something."""
    assert due.table is not None  # noqa: S101
    shown = await ticker.session.history.with_last_events(ticker.session.tables.show(due.table))
    await messenger.repost_for_alarm(ticker.surface, ticker.client, shown, due.alarm)


async def _delay_while_watching(ticker: Ticker, due: DueAlarm) -> float | None:
    """Return a later time while the player who is offered something has the board open."""
    now, user = ticker.session.now(), due.alarm.user_id or 0
    there = due.table is not None and ticker.surface.presence.are_there(due.table.id, (user,), now)
    return now + THERE if there else None


ALARMS: Final = (
    AlarmKind(Kind.CALL, posts=True, held=True, merges=True, run=_send_call),
    AlarmKind(Kind.REMIND, posts=True, held=True, clock=True, merges=True, run=_send_call),
    AlarmKind(Kind.SNOOZE, posts=True, run=_send_call),
    AlarmKind(Kind.NUDGE, posts=True, held=True, run=_send_call),
    AlarmKind(Kind.ASKED, posts=True, held=True, delay=_delay_while_watching, run=_announce_offer),
)
