"""*Plan*: a turn put together on a ghost of the board, alone or for all, which the others may like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.discord.keyboard import Key
from bot.discord.request import Request
from bot.features.plans.alarms import ALARMS
from bot.features.plans.english import ENGLISH
from bot.features.plans.page import CONTROLS, PLAN
from bot.features.plans.service import Plans
from bot.features.plans.storage import HOOKS
from bot.kernel.feature import Buttons, Feature
from bot.kernel.session import Shown
from bot.kernel.tables.seats import is_played_together
from bot.ui.play.board_layout import is_for_code
from bot.words import Words


def _plan_buttons(words: Words, shown: Shown) -> Sequence[Key]:
    if not is_played_together(shown.entry, shown.table):
        return ()
    return (PLAN.button(words("button.plan"), (shown.table.id, shown.table.turn)),)


async def _menu_buttons(request: Request, shown: Shown) -> Sequence[Key]:
    return _plan_buttons(request.words, shown)


def _board_buttons(words: Words, shown: Shown) -> Sequence[Key]:
    return () if is_for_code(shown) else _plan_buttons(words, shown)


PLANS: Final = Feature(
    key="plans",
    storage=HOOKS,
    service=Plans,
    alarms=ALARMS,
    controls=CONTROLS,
    english=ENGLISH,
    buttons=Buttons(more=_menu_buttons, board=_board_buttons),
)
