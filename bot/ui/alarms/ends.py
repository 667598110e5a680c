"""Games that are over: the card of a game, its review, and the podium of a month or week."""

from __future__ import annotations

from typing import Final

from bot.alarms import About, AlarmKind, Lane
from bot.calendar import is_week
from bot.games.catalogue import words_in
from bot.session import Session
from bot.session.schedule import Due
from bot.store import Alarm, Kind, NewAlarm, Table
from bot.ui.alarms import speak
from bot.ui.alarms.ticker import Ticker, nonce_of
from bot.ui.kit.frame import Message, boxed
from bot.ui.people.stats import seasons_text
from bot.ui.play.daily import podium
from bot.ui.review.card import end_card
from bot.ui.review.reviewing import PAUSE, make_review, note_card

WEEK: Final = 7 * 24 * 60 * 60.0
"""Seconds after which no card comes any more of a game that is over."""


async def _post_card(ticker: Ticker, due: Due) -> None:
    assert due.table is not None  # noqa: S101
    if due.table.day is None:
        board = await ticker.say(due, await end_card(ticker.session, due.table))
        await note_card(ticker.session, due.table, board)


async def _review_next(ticker: Ticker, alarm: Alarm) -> NewAlarm:
    """After a card comes the review."""
    return NewAlarm(Kind.REVIEW, ticker.session.now() + PAUSE, alarm.table_id)


async def _review(ticker: Ticker, due: Due) -> None:
    assert due.table is not None  # noqa: S101
    await make_review(ticker.session, ticker.client, due.table)


def _channel(table: Table) -> int:
    """The channel of a ladder: that of the table, or the one its thread is in."""
    return table.home_id or table.channel_id


async def _place(session: Session, alarm: Alarm) -> tuple[int | None, int] | None:
    table = await session.tables.known(alarm.table_id or 0)
    return None if table is None else (table.guild_id, _channel(table))


async def _close_season(ticker: Ticker, due: Due) -> None:
    """A month or a week is over: its podium, where somebody played in it whom one may still name."""
    session = ticker.session
    table = await session.tables.known(due.alarm.table_id or 0)
    if table is None:
        return
    channel, period = _channel(table), due.alarm.detail
    words, text = words_in(session.tables.language_in(table)), ""
    if is_week(period):
        if best := await session.scores.close_week(channel, period):
            text = podium(words, session, period, best)
    elif seasons := await session.scores.close_month(channel, period):
        text = seasons_text(words, session, period, seasons, podium=True)
    if text:
        told = speak.marked(Message(boxed(text)), due.alarm.id)
        await speak.into(ticker.client, table.guild_id, channel, told, nonce_of(due.alarm))


ALARMS: Final = (
    AlarmKind(Kind.CARD, About.TABLE, posts=True, expires=WEEK, follow=_review_next, run=_post_card),
    AlarmKind(Kind.REVIEW, About.TABLE, Lane.TABLE, repeatable=True, one_at_a_time=True, run=_review),
    AlarmKind(Kind.SEASON, About.NOTHING, patient=True, place=_place, run=_close_season),
)
