"""*What do you think?*: whoever must decide puts it to a vote of those who play, and of who looks on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.discord.keyboard import Key
from bot.discord.request import Request
from bot.features.votes.alarms import ALARMS
from bot.features.votes.ballot import CONSULT, CONTROLS
from bot.features.votes.english import ENGLISH
from bot.features.votes.service import Votes
from bot.features.votes.storage import HOOKS
from bot.kernel.feature import AtTable, Buttons, Feature
from bot.kernel.session import Session, Shown
from bot.kernel.trace import Trace
from bot.store import Alarm, Player, Table


async def _menu_buttons(request: Request, shown: Shown) -> Sequence[Key]:
    if not request.session.service(Votes).may_ask(request.person, shown):
        return ()
    return (CONSULT.button(request.words("button.ask"), (shown.table.id, shown.table.turn)),)


async def _play_by_default(
    session: Session, alarm: Alarm, table: Table, player: Player, trace: Trace
) -> Shown | None:
    return await session.service(Votes).play_by_default(alarm, table, player, trace)


VOTES: Final = Feature(
    key="votes",
    storage=HOOKS,
    service=Votes,
    alarms=ALARMS,
    controls=CONTROLS,
    english=ENGLISH,
    buttons=Buttons(more=_menu_buttons),
    at_table=AtTable(on_time_up=_play_by_default),
)
