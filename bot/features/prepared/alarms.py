"""What is done by itself: an answer that is due is played."""

from __future__ import annotations

from typing import Final

from bot.features.prepared.service import PreparedAnswers
from bot.features.prepared.storage import ANSWER
from bot.kernel.session import Session
from bot.kernel.tables.seats import awaited_seats, has_gone
from bot.kernel.time.alarms import AlarmKind, Lane
from bot.kernel.time.schedule import DueAlarm
from bot.kernel.trace import Trace
from bot.store import Alarm, Status, Table
from bot.ui.alarms import messenger
from bot.ui.alarms.ticker import Ticker


async def _assess(session: Session, alarm: Alarm, table: Table) -> DueAlarm | None:
    """An answer is played in its turn, for a seat that must act."""
    if table.status is not Status.PLAYING or table.turn != alarm.turn or not table.is_answered:
        return None
    shown = session.tables.show(table)
    awaited = awaited_seats(shown.entry, shown.state)
    for player in table.players:
        if str(player.seat) == alarm.detail and player.seat in awaited and not has_gone(player):
            return DueAlarm(alarm, table, player)
    return None


async def _play(ticker: Ticker, due: DueAlarm) -> None:
    """Play what is due, and show what came of it; where it is gone, whoever must act is called."""
    assert due.table is not None  # noqa: S101 - `_assess` has seen to both
    assert due.player is not None  # noqa: S101
    trace = Trace("tick.prepared", due.alarm.user_id or 0)
    answers = ticker.session.service(PreparedAnswers)
    shown = await answers.play_due(due.alarm, due.table, due.player, trace)
    if shown is not None:
        await messenger.show_if_reachable(ticker.surface, ticker.client, shown)
    ticker.surface.wake()


ALARMS: Final = (AlarmKind(ANSWER, lane=Lane.TABLE, assess=_assess, run=_play),)
