"""Games that are over: the card of a game, and its review."""

from __future__ import annotations

from typing import Final

from bot.kernel.time.alarms import About, AlarmKind, Lane
from bot.kernel.time.schedule import Due
from bot.store import Alarm, Kind, NewAlarm
from bot.ui.alarms.ticker import Ticker
from bot.ui.review.card import end_card
from bot.ui.review.reviewing import PAUSE, make_review, note_card

WEEK: Final = 7 * 24 * 60 * 60.0
"""Seconds after which no card comes any more of a game that is over."""


async def _post_card(ticker: Ticker, due: Due) -> None:
    assert due.table is not None  # noqa: S101
    if due.table.terms.day is None:
        board = await ticker.say(due, await end_card(ticker.session, due.table))
        await note_card(ticker.session, due.table, board)


async def _review_next(ticker: Ticker, alarm: Alarm) -> NewAlarm:
    """After a card comes the review."""
    return NewAlarm(Kind.REVIEW, ticker.session.now() + PAUSE, alarm.table_id)


async def _review(ticker: Ticker, due: Due) -> None:
    assert due.table is not None  # noqa: S101
    await make_review(ticker.session, ticker.client, due.table)


ALARMS: Final = (
    AlarmKind(Kind.CARD, About.TABLE, posts=True, expires=WEEK, follow=_review_next, run=_post_card),
    AlarmKind(Kind.REVIEW, About.TABLE, Lane.TABLE, repeatable=True, one_at_a_time=True, run=_review),
)
