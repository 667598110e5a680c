"""The deals of the day and of the week, which everyone plays once."""

from __future__ import annotations

from typing import Final

from bot.features.deals.english import ENGLISH
from bot.features.deals.panel import CONTROLS, DEAL, deal_buttons
from bot.features.deals.service import Deals
from bot.features.deals.storage import HOOKS
from bot.kernel.feature import Buttons, Feature

DEALS: Final = Feature(
    key="deals",
    storage=HOOKS,
    service=Deals,
    english=ENGLISH,
    controls=CONTROLS,
    buttons=Buttons(ways=(DEAL,), deal=deal_buttons),
)
