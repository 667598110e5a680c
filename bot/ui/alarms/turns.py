"""Turns that nobody has to take: of bots, of players whom the house stands in for, and prepared answers."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.alarms import AlarmKind, Lane
from bot.seats import acting_for
from bot.session import Shown
from bot.session.schedule import Due
from bot.store import Kind, Player, Table, is_bot
from bot.trace import Trace
from bot.ui.alarms import speak
from bot.ui.alarms.ticker import Ticker
from bot.ui.board.show import parted
from bot.ui.kit.frame import words_at
from bot.ui.play.post import is_for_code
from bot.ui.play.remark import has_room, remark

LOG = logging.getLogger("taproom.ticker")


@dataclass(slots=True)
class BotTurns:
    """What bots have done at a table up to a revision, where another one of them is next."""

    done: dict[int, tuple[int, tuple[Any, ...]]] = field(default_factory=dict)


def _is_for_a_bot(due: Due) -> bool:
    """Whether it is a bot that has to act, and not the house or a prepared answer."""
    return due.alarm.user_id is None and due.player is not None and is_bot(acting_for(due.player))


async def _play(ticker: Ticker, due: Due) -> None:
    """Play a turn, and show what came of it."""
    assert due.table is not None  # noqa: S101 - such an alarm is about a table and its player
    assert due.player is not None  # noqa: S101
    session = ticker.session
    if _is_for_a_bot(due):
        trace = Trace("tick.bot", 0)
        before = await _told_before(ticker, due.table)
        shown = await session.play.bot_turn(due.alarm, due.table, due.player, trace)
        shown = _with_those_before(ticker, due.table, before, shown)
    elif due.alarm.user_id is not None:
        trace = Trace("tick.prepared", due.alarm.user_id)
        answered = await session.prepared.play_due(due.alarm, due.table, due.player, trace)
        if answered is None:
            ticker.surface.wake()
            return
        shown = answered
    else:
        trace = Trace("tick.house", 0)
        shown = await session.absence.stand_in(due.alarm, due.table, due.player, trace)
    await speak.show_within_reach(ticker.surface, ticker.client, shown)
    ticker.surface.wake()
    is_done = _is_for_a_bot(due) and not is_for_code(shown)
    if is_done and await session.remarks.may_speak(shown.table, due.player):
        ticker.run_aside(_remark(ticker, shown, due.player))


async def _remark(ticker: Ticker, shown: Shown, bot: Player) -> None:
    """A bot that has just played says a word on a move that stood out; mostly nothing.

    It is thought of while it is somebody's turn, and not said if they were quicker.
    """
    try:
        found = await ticker.session.remarks.think_of(shown.table, bot)
        if found is not None:
            words = words_at(shown.table)
            said = remark(words, found)
            if has_room(words, parted(ticker.surface, shown, shown.events)[1], said):
                await speak.add(ticker.surface, ticker.client, shown, (said,))
    except Exception:
        LOG.exception("table=%s a remark could not be made", shown.table.code)


async def _told_before(ticker: Ticker, table: Table) -> tuple[Any, ...]:
    """What is told once more with a bot's turn: it comes so soon that nobody has read it.

    Those are the turns of the bots just before it, or, where they play together, what came of the last
    line of whoever was before it.
    """
    revision, events = ticker.state(BotTurns).done.pop(table.id, (-1, ()))
    if revision == table.revision:
        return events
    shown = ticker.session.tables.shown(table)
    if not shown.entry.game.cooperative or not table.plies:
        return ()
    return (await ticker.session.history.recalled(shown)).recalled


def _with_those_before(ticker: Ticker, before: Table, told: tuple[Any, ...], shown: Shown) -> Shown:
    """A bot's turn, told with what was `told` before it: one board shows all of it."""
    if shown.table.revision > before.revision:
        shown = replace(shown, events=(*told, *shown.events))
    if is_for_code(shown):
        ticker.state(BotTurns).done[before.id] = (shown.table.revision, shown.events)
    return shown


ALARMS: Final = (AlarmKind(Kind.HOUSE, lane=Lane.TABLE, is_slow=_is_for_a_bot, run=_play),)
