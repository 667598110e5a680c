"""What is done at a time of its own: a vote closes."""

from __future__ import annotations

from typing import Final

from bot.discord.frame import words_at
from bot.features.votes.ballot import outcome_message, show_closed, show_vote
from bot.features.votes.service import Votes
from bot.features.votes.storage import VOTE
from bot.kernel.session import Session
from bot.kernel.time.alarms import AlarmKind, AlarmScope
from bot.kernel.time.schedule import DueAlarm
from bot.kernel.time.timing import due_at, when_awake
from bot.store import Alarm, Table
from bot.ui.alarms.ticker import Ticker

SOON: Final = 10.0
"""Seconds after which it is looked whether what was shown of a vote still holds."""


async def _assess(session: Session, alarm: Alarm, table: Table) -> DueAlarm | float | None:
    """A vote closes once it ends, in the day of who has asked; and at once where there is nothing to ask.

    Where they would sleep until their time is over it closes all the same. One that goes on is shown, unless
    that is known to be done.
    """
    votes = session.service(Votes)
    asked = await votes.ballot_of_alarm(alarm, table)
    if asked is None:
        return None
    now, ask = session.now(), asked.vote
    if asked.is_running(now):
        return ask.ends if votes.is_shown(asked) else DueAlarm(alarm, table)
    habits = await session.people.habits(ask.user_id)
    due, end = when_awake(habits, now), due_at(table, ask.seat)
    if asked.is_open and due > now and (end is None or due < end):
        return due
    return DueAlarm(alarm, table, None, habits)


async def _close(ticker: Ticker, due: DueAlarm) -> float | None:
    """The message of a vote says what came of it; who has asked is called if they must decide.

    One that goes on is shown, and looked at soon, as people may have voted meanwhile.
    """
    assert due.table is not None  # noqa: S101 - `_assess` has seen to it
    now, habits, votes = ticker.session.now(), due.habits, ticker.session.service(Votes)
    async with ticker.surface.posting_lock(due.table.id):
        asked = await votes.ballot_of_alarm(due.alarm, due.table)
        if asked is not None and asked.is_running(now):
            await show_vote(ticker.surface, ticker.client, asked)
            return now + SOON
        asked = await votes.close(due.alarm, due.table)
        if asked is None:
            return None
        asked = await show_closed(ticker.client, asked)
    if not asked.is_open:
        await votes.drop_vote(asked)
        return None
    asleep = habits is not None and when_awake(habits, now) > now
    told = outcome_message(words_at(due.table), asked, calls=not asleep)
    await votes.set_result_message(asked, await ticker.post_at_table(due, told))
    return None


ALARMS: Final = (AlarmKind(VOTE, AlarmScope.TABLE, posts=True, held=True, assess=_assess, run=_close),)
