"""What people have asked for at a time of their own: the daily list of turns, and vacations."""

from __future__ import annotations

from typing import Final

from bot.discord.frame import Message, note
from bot.features.people.games import digest_text
from bot.features.people.service import AWAY, BACK, DIGEST, PersonalSettings
from bot.games.catalogue import words_in
from bot.kernel.time.alarms import AlarmKind, AlarmScope
from bot.kernel.time.schedule import DueAlarm
from bot.store import Alarm, NewAlarm
from bot.ui.alarms import messenger
from bot.ui.alarms.ticker import Ticker, nonce_of


async def _send_digest(ticker: Ticker, due: DueAlarm) -> None:
    user, session = due.alarm.user_id or 0, ticker.session
    tables = await session.service(PersonalSettings).digest_turns(user)
    if tables:
        words = words_in(session.tables.language_of(user, tables[0].table.terms.language))
        told = Message(note(digest_text(words, session, tables)))
        marked = messenger.mark_message(told, due.alarm.id)
        await messenger.send_direct(ticker.client, user, marked, nonce_of(due.alarm))


async def _next_digest(ticker: Ticker, alarm: Alarm) -> NewAlarm | None:
    """The daily list comes again tomorrow."""
    return await ticker.session.service(PersonalSettings).next_digest(alarm)


async def _begin_vacation(ticker: Ticker, due: DueAlarm) -> None:
    user = due.alarm.user_id or 0
    await ticker.session.schedule.stop_clocks(user, ticker.session.now())
    await _refresh_boards(ticker, user)


async def _end_vacation(ticker: Ticker, due: DueAlarm) -> None:
    user = due.alarm.user_id or 0
    await ticker.session.schedule.start_clocks(user, ticker.session.now())
    await _refresh_boards(ticker, user)


async def _refresh_boards(ticker: Ticker, user_id: int) -> None:
    """The boards where somebody must act say what has become of their time."""
    for table in await ticker.session.schedule.clocked_tables_of(user_id):
        await messenger.refresh_board(ticker.surface, ticker.client, table)


ALARMS: Final = (
    AlarmKind(DIGEST, AlarmScope.NOTHING, follow=_next_digest, run=_send_digest),
    AlarmKind(AWAY, AlarmScope.NOTHING, run=_begin_vacation),
    AlarmKind(BACK, AlarmScope.NOTHING, run=_end_vacation),
)
