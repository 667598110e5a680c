"""What people have asked for at a time of their own: the daily list of turns, and vacations."""

from __future__ import annotations

from typing import Final

from bot.discord.frame import Message, note
from bot.features.people.games import digest_text
from bot.features.people.service import AWAY, BACK, DIGEST, PersonalSettings
from bot.games.catalogue import words_in
from bot.kernel.time.alarms import About, AlarmKind
from bot.kernel.time.schedule import Due
from bot.store import Alarm, NewAlarm
from bot.ui.alarms import messenger
from bot.ui.alarms.ticker import Ticker, nonce_of


async def _send_digest(ticker: Ticker, due: Due) -> None:
    user, session = due.alarm.user_id or 0, ticker.session
    tables = await session.service(PersonalSettings).digest(user)
    if tables:
        words = words_in(session.tables.language_of(user, tables[0].table.terms.language))
        told = Message(note(digest_text(words, session, tables)))
        marked = messenger.marked(told, due.alarm.id)
        await messenger.to_person(ticker.client, user, marked, nonce_of(due.alarm))


async def _next_digest(ticker: Ticker, alarm: Alarm) -> NewAlarm | None:
    """The daily list comes again tomorrow."""
    return await ticker.session.service(PersonalSettings).next_digest(alarm)


async def _begin_vacation(ticker: Ticker, due: Due) -> None:
    user = due.alarm.user_id or 0
    await ticker.session.schedule.stop_clocks(user, ticker.session.now())
    await _refresh_where(ticker, user)


async def _end_vacation(ticker: Ticker, due: Due) -> None:
    user = due.alarm.user_id or 0
    await ticker.session.schedule.start_clocks(user, ticker.session.now())
    await _refresh_where(ticker, user)


async def _refresh_where(ticker: Ticker, user_id: int) -> None:
    """The boards where somebody must act say what has become of their time."""
    for table in await ticker.session.schedule.timed_by(user_id):
        await messenger.refresh(ticker.surface, ticker.client, table)


ALARMS: Final = (
    AlarmKind(DIGEST, About.NOTHING, follow=_next_digest, run=_send_digest),
    AlarmKind(AWAY, About.NOTHING, run=_begin_vacation),
    AlarmKind(BACK, About.NOTHING, run=_end_vacation),
)
