"""What is done at a time of its own: a tournament goes on, and says who has won."""

from __future__ import annotations

from typing import Final

from bot.features.tournaments.going_on import go_on, tell
from bot.features.tournaments.pairings import PODIUM, ROUND
from bot.features.tournaments.service import Tournaments
from bot.kernel.session import Session
from bot.kernel.time.alarms import About, AlarmKind, Lane
from bot.kernel.time.schedule import Due
from bot.store import Alarm
from bot.ui.alarms.ticker import Ticker


async def _go_on(ticker: Ticker, due: Due) -> float | None:
    """Lead a tournament on; it is looked at again as long as there are games whose boards are not up."""
    is_shown = await go_on(ticker.surface, ticker.client, int(due.alarm.detail))
    return None if is_shown else ticker.try_again(due.alarm)


async def _tell(ticker: Ticker, due: Due) -> None:
    await tell(ticker.surface, ticker.client, due.alarm)


async def _place(session: Session, alarm: Alarm) -> tuple[int | None, int]:
    """Where it is held."""
    of = await session.service(Tournaments).get(int(alarm.detail))
    return of.guild_id, of.channel_id


ALARMS: Final = (
    AlarmKind(ROUND, About.NOTHING, Lane.DETAIL, repeatable=True, patient=True, run=_go_on),
    AlarmKind(PODIUM, About.NOTHING, patient=True, place=_place, run=_tell),
)
