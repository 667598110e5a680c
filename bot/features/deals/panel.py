"""The list of deals on a game's panel, and the table that one of them opens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.discord.request import Request, check_seen
from bot.features.deals.service import Deals
from bot.games.catalogue import AnyEntry
from bot.kernel.clicks import Opening
from bot.kernel.errors import Refused
from bot.kernel.feature import WayToPlay
from bot.kernel.tables.seats import is_for_one
from bot.store import Status
from bot.ui.play.daily import report_result
from bot.ui.play.deliver import deliver
from bot.ui.play.panel import show_opened
from bot.ui.play.setup_draft import SetupDraft, opening_of
from bot.words import Words


def _options(words: Words, entry: AnyEntry) -> Mapping[str, str]:
    """The deals that everybody plays."""
    named = (
        (entry.rules.daily, "daily", words("panel.daily")),
        (entry.rules.weekly, "weekly", words("panel.weekly")),
    )
    return {which: name for deal, which, name in named if deal is not None}


async def _open(request: Request, entry: AnyEntry, wish: SetupDraft, which: str) -> None:
    """Open the deal of the day or of the week, as the game has them."""
    match which:
        case "daily" if entry.rules.daily is not None:
            await _play_deal(request, wish, opening_of(entry, wish), weekly=False)
        case "weekly" if entry.rules.weekly is not None and is_for_one(entry.game):
            await _play_deal(request, wish, opening_of(entry, wish), weekly=True)
        case "weekly" if entry.rules.weekly is not None:
            check_seen(request, entry.game)
            opened = await request.session.service(Deals).open_weekly(
                request.click, opening_of(entry, wish), request.trace
            )
            await show_opened(request, wish, opened)
        case _:
            raise Refused("old-control")


async def _play_deal(request: Request, wish: SetupDraft, opening: Opening, *, weekly: bool) -> None:
    """Begin a deal for one, or go on with it; tell how it went if it is over."""
    if wish.thread:
        raise Refused("daily-options")
    deals = request.session.service(Deals)
    shown = await deals.open_deal(request.click, opening, request.trace, weekly=weekly)
    request.note_table(shown.table)
    if shown.table.status is Status.OVER:
        await report_result(request, shown)
    else:
        await deliver(request, shown, ping=False)


DEAL: Final = WayToPlay("deal", "panel.deal", _options, _open)
