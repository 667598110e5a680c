"""The alarm that closes a vote."""

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
"""Seconds until it is checked again whether a vote's message is current."""


async def _assess(session: Session, alarm: Alarm, table: Table) -> DueAlarm | float | None:
    """When the alarm of a vote has something to do, if at all.

    A vote closes at its end, but not at the asker's night; at once if the decision is taken; and in any case
    before the asker's time is up. A running vote whose message is not known to be current is shown now.
    """
    votes = session.service(Votes)
    ballot = await votes.ballot_of_alarm(alarm, table)
    if ballot is None:
        return None
    now, vote = session.now(), ballot.vote
    if ballot.is_running(now):
        return vote.ends if votes.is_shown(ballot) else DueAlarm(alarm, table)
    habits = await session.people.habits(vote.user_id)
    due, end = when_awake(habits, now), due_at(table, vote.seat)
    if ballot.is_open and due > now and (end is None or due < end):
        return due
    return DueAlarm(alarm, table, None, habits)


async def _close(ticker: Ticker, due: DueAlarm) -> float | None:
    """Show the result of a closed vote, and call the asker if they must still decide.

    A running vote is only shown, and checked again soon.
    """
    assert due.table is not None  # noqa: S101 - `_assess` returns one with a table
    now, habits, votes = ticker.session.now(), due.habits, ticker.session.service(Votes)
    async with ticker.surface.posting_lock(due.table.id):
        ballot = await votes.ballot_of_alarm(due.alarm, due.table)
        if ballot is not None and ballot.is_running(now):
            await show_vote(ticker.surface, ticker.client, ballot)
            return now + SOON
        ballot = await votes.close(due.alarm, due.table)
        if ballot is None:
            return None
        ballot = await show_closed(ticker.client, ballot)
    if not ballot.is_open:
        await votes.drop_vote(ballot)
        return None
    asleep = habits is not None and when_awake(habits, now) > now
    message = outcome_message(words_at(due.table), ballot, calls=not asleep)
    await votes.set_result_message(ballot, await ticker.post_at_table(due, message))
    return None


ALARMS: Final = (AlarmKind(VOTE, AlarmScope.TABLE, posts=True, held=True, assess=_assess, run=_close),)
