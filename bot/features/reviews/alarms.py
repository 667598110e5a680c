"""The alarms after a game: its card, then its review."""

from __future__ import annotations

import logging
from typing import Final

from bot.features.reviews.routes import end_card
from bot.features.reviews.service import Reviews
from bot.features.reviews.storage import CARD, REVIEW
from bot.kernel.errors import Refused
from bot.kernel.session import Session
from bot.kernel.time.alarms import AlarmKind, AlarmScope, Lane
from bot.kernel.time.schedule import DueAlarm
from bot.minds.pool import NoSearchResult
from bot.store import Alarm, NewAlarm, Table
from bot.ui.alarms.ticker import Ticker

LOG = logging.getLogger("taproom.review")

WEEK: Final = 7 * 24 * 60 * 60.0
"""Seconds after which no card is posted for a finished game."""

PAUSE: Final = 20.0
"""Seconds from a game's end to its review: searches for new games come first."""


async def _post_card(ticker: Ticker, due: DueAlarm) -> None:
    assert due.table is not None  # noqa: S101
    if due.table.terms.day is None:
        await ticker.post_at_table(due, await end_card(ticker.session, due.table))


async def _review_next(ticker: Ticker, alarm: Alarm) -> NewAlarm:
    """The alarm of the review, which follows the card."""
    return NewAlarm(REVIEW, ticker.session.now() + PAUSE, alarm.table_id)


async def _review(ticker: Ticker, due: DueAlarm) -> None:
    assert due.table is not None  # noqa: S101
    await _make_review(ticker.session, due.table)


async def _make_review(session: Session, table: Table) -> None:
    """Make a review, so that it is there when a player asks; `/review` tries a failed one again."""
    try:
        await session.service(Reviews).make_review(table)
    except (Refused, NoSearchResult) as failure:
        LOG.warning("table=%s has no review: %s", table.code, failure)


ALARMS: Final = (
    AlarmKind(CARD, AlarmScope.TABLE, posts=True, expires=WEEK, follow=_review_next, run=_post_card),
    AlarmKind(REVIEW, AlarmScope.TABLE, Lane.TABLE, repeatable=True, one_at_a_time=True, run=_review),
)
