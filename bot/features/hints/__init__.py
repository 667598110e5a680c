"""*Hints*: what to do, what may happen and what is in danger, for whoever must decide.

- `service`: who may have a hint or the odds, and what the minds say
- `hint`, `odds`, `threats`: what one person is shown
- `agreement`: whether a duel shall have hints
- `warning`: before a move that gives something away
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.discord.keyboard import Key
from bot.discord.request import Request
from bot.features.hints import agreement, hint, odds, threats, warning
from bot.features.hints.english import ENGLISH
from bot.features.hints.service import Hints
from bot.kernel.feature import AtTable, Buttons, Feature
from bot.kernel.session import Shown
from bot.kernel.tables.seats import has_bots


async def _menu_buttons(request: Request, shown: Shown) -> Sequence[Key]:
    words, table, entry = request.words, shown.table, shown.entry
    if not has_bots(entry.game):
        return ()
    at = table.id, table.revision
    advice = [] if table.deal is not None else [hint.HERE.button(words("button.more.hint"), at)]
    danger = [] if entry.help.hangs is None else [threats.threats_button(words, table)]
    return [*advice, odds.HERE.button(words("button.odds"), at), *danger]


HINTS: Final = Feature(
    key="hints",
    service=Hints,
    english=ENGLISH,
    commands=(hint.HINT, odds.ODDS),
    controls={
        **hint.CONTROLS,
        **odds.CONTROLS,
        **threats.CONTROLS,
        **agreement.CONTROLS,
        **warning.CONTROLS,
    },
    buttons=Buttons(more=_menu_buttons),
    at_table=AtTable(question=agreement.question, before_move=warning.warn_before_move),
)
