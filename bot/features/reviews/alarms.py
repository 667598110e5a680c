"""What comes by itself once a game is over: its card, and then its review."""

from __future__ import annotations

import logging
from typing import Final

import discord

from bot.discord.frame import NOBODY
from bot.features.reviews.routes import end_card
from bot.features.reviews.service import Reviews
from bot.features.reviews.storage import CARD, REVIEW
from bot.kernel.errors import Refused
from bot.kernel.session import Session
from bot.kernel.time.alarms import AlarmKind, AlarmScope, Lane
from bot.kernel.time.schedule import DueAlarm
from bot.minds.pool import NoSearchResult
from bot.store import Alarm, Board, NewAlarm, Status, Table
from bot.ui.alarms.ticker import Ticker

LOG = logging.getLogger("taproom.review")

WEEK: Final = 7 * 24 * 60 * 60.0
"""Seconds after which no card comes any more of a game that is over."""

PAUSE: Final = 20.0
"""Seconds from a game's end to its review: whoever plays again at once comes first."""


async def _post_card(ticker: Ticker, due: DueAlarm) -> None:
    assert due.table is not None  # noqa: S101
    if due.table.terms.day is None:
        board = await ticker.post_at_table(due, await end_card(ticker.session, due.table))
        await _note_card(ticker.session, due.table, board)


async def _review_next(ticker: Ticker, alarm: Alarm) -> NewAlarm:
    """After a card comes the review."""
    return NewAlarm(REVIEW, ticker.session.now() + PAUSE, alarm.table_id)


async def _review(ticker: Ticker, due: DueAlarm) -> None:
    assert due.table is not None  # noqa: S101
    await _make_review(ticker.session, ticker.client, due.table)


async def _make_review(session: Session, client: discord.Client, table: Table) -> None:
    """Have a review made, and show it on the card of its game, if that is still there.

    Where it cannot be made, the card stays as it was; `/review` asks for it anew.
    """
    try:
        await session.service(Reviews).make_review(table)
    except (Refused, NoSearchResult) as failure:
        LOG.warning("table=%s has no review: %s", table.code, failure)
        return
    place = await session.tables.note(_card_note_key(table))
    if place is None or table.status is not Status.OVER:
        return
    channel_id, _, message_id = place.partition(":")
    channel = client.get_partial_messageable(int(channel_id), guild_id=table.guild_id)
    message = await end_card(session, table)
    await channel.get_partial_message(int(message_id)).edit(
        view=message.layout, attachments=message.files(), allowed_mentions=NOBODY
    )


async def _note_card(session: Session, table: Table, board: Board) -> None:
    """Note where the card of a game was posted."""
    await session.tables.set_note(_card_note_key(table), f"{board.channel_id}:{board.message_id}")


def _card_note_key(table: Table) -> str:
    """What it is noted under where the card of a table is."""
    return f"card:{table.id}"


ALARMS: Final = (
    AlarmKind(CARD, AlarmScope.TABLE, posts=True, expires=WEEK, follow=_review_next, run=_post_card),
    AlarmKind(REVIEW, AlarmScope.TABLE, Lane.TABLE, repeatable=True, one_at_a_time=True, run=_review),
)
