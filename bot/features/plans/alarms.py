"""What is done at a time of its own: looking whether a plan is shown as it is liked."""

from __future__ import annotations

from typing import Final

from bot.features.plans.page import show_plan
from bot.features.plans.service import Plans
from bot.features.plans.storage import PLAN
from bot.kernel.session import Session
from bot.kernel.time.alarms import AlarmKind, AlarmScope
from bot.kernel.time.schedule import DueAlarm
from bot.store import Alarm, Table
from bot.ui.alarms.ticker import Ticker


async def _assess(_: Session, alarm: Alarm, table: Table) -> DueAlarm | None:
    return DueAlarm(alarm, table) if table.turn == alarm.turn else None


async def _show(ticker: Ticker, due: DueAlarm) -> None:
    """Show a plan as it is liked, unless it is known to be."""
    assert due.table is not None  # noqa: S101 - `_assess` has seen to it
    async with ticker.surface.posting_lock(due.table.id):
        liked = await ticker.session.service(Plans).plan_of_alarm(due.alarm, due.table)
        if liked is not None:
            await show_plan(ticker.surface, ticker.client, liked)


ALARMS: Final = (
    AlarmKind(PLAN, AlarmScope.TABLE, posts=True, held=True, repeatable=True, assess=_assess, run=_show),
)
