"""*Hints*: the best action, the odds and the threats, for the player to act.

- `service`: who may have a hint or the odds, and the engine's answers
- `hint`, `odds`, `threats`: what one person is shown
- `agreement`: the question whether a duel shall have hints
- `warning`: before a move that gives something away
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.discord.keyboard import Key
from bot.discord.request import Request
from bot.features.hints import agreement, hint, odds, threats, warning
from bot.features.hints.english import ENGLISH
from bot.features.hints.service import Hints, may_agree_on_hints, opponent_of
from bot.kernel.feature import AtTable, Buttons, Feature, MoreGroup
from bot.kernel.session import Shown
from bot.kernel.tables.seats import has_bots, seat_of


async def _menu_buttons(request: Request, shown: Shown) -> Sequence[Key]:
    words, table, entry = request.words, shown.table, shown.entry
    if not has_bots(entry.game):
        return ()
    danger = [] if entry.help.hangs is None else [threats.threats_button(words, table)]
    advice = _advice_buttons(request, shown)
    return [*danger, *advice, odds.HERE.button(words("button.odds"), (table.id, table.revision))]


def _advice_buttons(request: Request, shown: Shown) -> list[Key]:
    """The hint where there are any; in a duel without, a player can ask the other to allow them."""
    words, table, seat = request.words, shown.table, seat_of(shown.table, request.person)
    if seat is None or table.deal is not None:
        return []
    if request.session.service(Hints).hints_allowed(table):
        return [hint.HERE.button(words("button.more.hint"), (table.id, table.revision))]
    if table.terms.hints_asked == seat or not may_agree_on_hints(shown.entry, table):
        return []
    return [agreement.ask_other_button(words, table, opponent_of(table, seat).name)]


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
    buttons=Buttons(more=_menu_buttons, board=agreement.lobby_buttons, group=MoreGroup.HELP),
    at_table=AtTable(question=agreement.question, before_move=warning.warn_before_move),
)
