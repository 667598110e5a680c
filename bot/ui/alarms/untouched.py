"""The alarms of idle tables: first the question, later the closing."""

from __future__ import annotations

from typing import Final

from bot.kernel.time.alarms import AlarmKind, AlarmScope
from bot.kernel.time.schedule import CLOSE, DueAlarm, is_question
from bot.store import Alarm, Kind, NewAlarm
from bot.ui.alarms import idle
from bot.ui.alarms.ticker import Ticker


async def _ask_or_close(ticker: Ticker, due: DueAlarm) -> None:
    step = idle.ask_to_keep if is_question(due.alarm) else idle.close_idle
    await step(ticker.surface, ticker.client, due, ticker.untouched)


async def _close_next(ticker: Ticker, alarm: Alarm) -> NewAlarm | None:
    """Return the alarm that closes a table after the question, if no one acts there."""
    if not is_question(alarm):
        return None
    due = ticker.session.now() + ticker.untouched.grace * idle.DAY
    revision = alarm.detail.partition(":")[2]
    return NewAlarm(Kind.IDLE, due, alarm.table_id, detail=f"{CLOSE}:{revision}")


ALARMS: Final = (AlarmKind(Kind.IDLE, AlarmScope.TABLE, follow=_close_next, run=_ask_or_close),)
