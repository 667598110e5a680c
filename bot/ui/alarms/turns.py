"""Turns without a person: those of bots, and of players with a stand-in."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.kernel.session import Shown
from bot.kernel.tables.seats import acting_for
from bot.kernel.time.alarms import AlarmKind, Lane
from bot.kernel.time.schedule import DueAlarm
from bot.kernel.trace import Trace
from bot.store import Kind, Table, is_bot
from bot.ui.alarms import messenger
from bot.ui.alarms.ticker import Ticker
from bot.ui.play.board_layout import is_for_code

LOG = logging.getLogger("taproom.ticker")


@dataclass(slots=True)
class BotTurns:
    """The events of bots at a table up to a revision, where another bot is next."""

    done: dict[int, tuple[int, tuple[Any, ...]]] = field(default_factory=dict)


def _is_for_a_bot(due: DueAlarm) -> bool:
    """Return whether a bot has to act, and not a stand-in for a person."""
    return due.player is not None and is_bot(acting_for(due.player))


async def _play_turn(ticker: Ticker, due: DueAlarm) -> None:
    """Play a turn, and show the result."""
    assert due.table is not None  # noqa: S101 - the alarm has a table and a player
    assert due.player is not None  # noqa: S101
    session = ticker.session
    if _is_for_a_bot(due):
        trace = Trace("tick.bot", 0)
        before = await _unread_events(ticker, due.table)
        shown = await session.play.bot_turn(due.alarm, due.table, due.player, trace)
        shown = _prepend_events(ticker, due.table, before, shown)
    else:
        trace = Trace("tick.house", 0)
        shown = await session.absence.stand_in(due.alarm, due.table, due.player, trace)
    await messenger.show_if_reachable(ticker.surface, ticker.client, shown)
    ticker.surface.wake()
    if _is_for_a_bot(due) and not is_for_code(shown):
        for feature in session.features:
            if feature.at_table.after_bot_turn is not None:
                await feature.at_table.after_bot_turn(ticker, shown, due.player)


async def _unread_events(ticker: Ticker, table: Table) -> tuple[Any, ...]:
    """Return the events to repeat with a bot's turn, which comes before anyone has read them.

    Those of the bots just before it, or, in cooperative games, of the last line.
    """
    revision, events = ticker.state(BotTurns).done.pop(table.id, (-1, ()))
    if revision == table.revision:
        return events
    shown = ticker.session.tables.show(table)
    if not shown.entry.game.cooperative or not table.plies:
        return ()
    return (await ticker.session.history.with_last_events(shown)).recalled


def _prepend_events(ticker: Ticker, before: Table, unread: tuple[Any, ...], shown: Shown) -> Shown:
    """Return a bot's turn with the `unread` events before it, so that one board shows them all."""
    if shown.table.revision > before.revision:
        shown = replace(shown, events=(*unread, *shown.events))
    if is_for_code(shown):
        ticker.state(BotTurns).done[before.id] = (shown.table.revision, shown.events)
    return shown


ALARMS: Final = (AlarmKind(Kind.HOUSE, lane=Lane.TABLE, is_slow=_is_for_a_bot, run=_play_turn),)
