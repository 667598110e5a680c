"""*Plan*: a turn put together on a ghost of the board, alone or for all, which the others may like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.feature import Buttons, Feature
from bot.features.plans import composing, together
from bot.features.plans.alarms import ALARMS
from bot.features.plans.service import Plans
from bot.features.plans.storage import HOOKS
from bot.seats import is_played_together
from bot.session import Shown
from bot.ui.kit.keyboard import Key, Verb, plan_key
from bot.ui.kit.request import Request
from bot.ui.play.post import is_for_code
from bot.words import Words


def _entries(request: Request, shown: Shown) -> Sequence[Key]:
    if not is_played_together(shown.entry, shown.table):
        return ()
    return (plan_key(request.words("button.plan"), shown.table, Verb.PLAN),)


def _plan(words: Words, shown: Shown) -> Sequence[Key]:
    if not is_played_together(shown.entry, shown.table) or is_for_code(shown):
        return ()
    return (plan_key(words("button.plan"), shown.table, Verb.PLAN),)


PLANS: Final = Feature(
    key="plans",
    storage=HOOKS,
    service=Plans,
    alarms=ALARMS,
    controls={**composing.CONTROLS, **together.CONTROLS},
    buttons=Buttons(more=_entries, board=_plan),
)
