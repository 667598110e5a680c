"""What is done at a time of its own: a tournament goes on, and says who has won."""

from __future__ import annotations

from typing import Final

from bot.features.tournaments.pairings import PODIUM, ROUND
from bot.features.tournaments.progress import advance_tournament, announce_winners
from bot.features.tournaments.service import Tournaments
from bot.kernel.session import Session
from bot.kernel.time.alarms import AlarmKind, AlarmScope, Lane
from bot.kernel.time.schedule import DueAlarm
from bot.store import Alarm
from bot.ui.alarms.ticker import Ticker


async def _advance(ticker: Ticker, due: DueAlarm) -> float | None:
    """Lead a tournament on; it is looked at again as long as there are games whose boards are not up."""
    is_shown = await advance_tournament(ticker.surface, ticker.client, int(due.alarm.detail))
    return None if is_shown else ticker.retry_time(due.alarm)


async def _announce(ticker: Ticker, due: DueAlarm) -> None:
    await announce_winners(ticker.surface, ticker.client, due.alarm)


async def _tournament_channel(session: Session, alarm: Alarm) -> tuple[int | None, int]:
    """Where it is held."""
    of = await session.service(Tournaments).get(int(alarm.detail))
    return of.guild_id, of.channel_id


ALARMS: Final = (
    AlarmKind(ROUND, AlarmScope.NOTHING, Lane.DETAIL, repeatable=True, patient=True, run=_advance),
    AlarmKind(PODIUM, AlarmScope.NOTHING, patient=True, place=_tournament_channel, run=_announce),
)
