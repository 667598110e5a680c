"""Monthly ladders, and the trophies for months and weekly deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.discord.request import Request
from bot.features.ladders.alarms import ALARMS
from bot.features.ladders.english import ENGLISH
from bot.features.ladders.page import VIEW
from bot.features.ladders.service import Ladders
from bot.features.ladders.storage import HOOKS
from bot.kernel.feature import Feature, ForPerson


async def _trophies(request: Request) -> Sequence[str]:
    words, user, ladders = request.words, request.person.id, request.session.service(Ladders)
    months = sum((await ladders.months_won(user)).values())
    weeks = sum((await ladders.weeks_won(user)).values())
    parts = [words.some("trophies.months", months)] if months else []
    return [*parts, words.some("trophies.weeks", weeks)] if weeks else parts


LADDERS: Final = Feature(
    key="ladders",
    english=ENGLISH,
    storage=HOOKS,
    service=Ladders,
    alarms=ALARMS,
    stats_views=(VIEW,),
    for_person=ForPerson(trophies=_trophies),
)
