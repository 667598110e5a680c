"""What is done at a time of its own: a month or a week is over, and its podium is told."""

from __future__ import annotations

from typing import Final

from bot.discord.frame import Message, text_panel
from bot.features.ladders.page import seasons_text
from bot.features.ladders.service import Ladders
from bot.features.ladders.storage import SEASON
from bot.games.catalogue import words_in
from bot.kernel.session import Session
from bot.kernel.time.alarms import AlarmKind, AlarmScope
from bot.kernel.time.calendar import is_week
from bot.kernel.time.schedule import DueAlarm
from bot.store import Alarm, Table
from bot.ui.alarms import messenger
from bot.ui.alarms.ticker import Ticker, nonce_of
from bot.ui.play.daily import podium


def _channel(table: Table) -> int:
    """The channel of a ladder: that of the table, or the one its thread is in."""
    return table.home_id or table.channel_id


async def _channel_of_alarm(session: Session, alarm: Alarm) -> tuple[int | None, int] | None:
    table = await session.tables.find(alarm.table_id or 0)
    return None if table is None else (table.guild_id, _channel(table))


async def _close_season(ticker: Ticker, due: DueAlarm) -> None:
    """A month or a week is over: its podium, where somebody played in it whom one may still name."""
    session = ticker.session
    table = await session.tables.find(due.alarm.table_id or 0)
    if table is None:
        return
    channel, period = _channel(table), due.alarm.detail
    words, text = words_in(session.tables.language_in(table)), ""
    if is_week(period):
        if best := await session.service(Ladders).close_week(channel, period):
            text = podium(words, session, period, best)
    elif seasons := await session.service(Ladders).close_month(channel, period):
        text = seasons_text(words, session, period, seasons, podium=True)
    if text:
        told = messenger.mark_message(Message(text_panel(text)), due.alarm.id)
        await messenger.into(ticker.client, table.guild_id, channel, told, nonce_of(due.alarm))


ALARMS: Final = (
    AlarmKind(SEASON, AlarmScope.NOTHING, patient=True, place=_channel_of_alarm, run=_close_season),
)
