"""The list of deals on a game's panel, and the table that each opens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.discord.endpoints import NO_TABLE, Endpoint, routes
from bot.discord.keyboard import Key
from bot.discord.request import Request, check_seen
from bot.features.deals.service import Deals
from bot.games.catalogue import AnyEntry
from bot.kernel.clicks import Opening
from bot.kernel.errors import Refused
from bot.kernel.feature import WayToPlay
from bot.kernel.tables.seats import is_for_one
from bot.kernel.time.calendar import is_week
from bot.store import Status, Table
from bot.ui.play.daily import report_result
from bot.ui.play.deliver import deliver
from bot.ui.play.panel import show_opened
from bot.ui.play.setup_draft import SetupDraft, opening_of
from bot.words import Words
from bot.words.menu import ButtonLook


def _options(words: Words, entry: AnyEntry) -> Mapping[str, str]:
    """The deals that a game has."""
    named = (
        (entry.rules.daily, "daily", words("panel.daily")),
        (entry.rules.weekly, "weekly", words("panel.weekly")),
    )
    return {which: name for deal, which, name in named if deal is not None}


async def _open(request: Request, entry: AnyEntry, wish: SetupDraft, which: str) -> None:
    """Open the deal of the day or of the week, if the game has it."""
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
    """Begin a deal for one player, or continue it; show the result if it is over."""
    if wish.thread:
        raise Refused("daily-options")
    await _open_alone(request, opening, weekly=weekly)


async def _open_alone(request: Request, opening: Opening, *, weekly: bool) -> None:
    deals = request.session.service(Deals)
    shown = await deals.open_deal(request.click, opening, request.trace, weekly=weekly)
    request.note_table(shown.table)
    if shown.table.status is Status.OVER:
        await report_result(request, shown)
    else:
        await deliver(request, shown, ping=False)


def deal_buttons(words: Words, table: Table) -> Sequence[Key]:
    """The button that begins the same game's current deal."""
    which = "weekly" if is_week(table.terms.day or "") else "daily"
    return (PLAY.button(words("button.deal.play"), NO_TABLE, ButtonLook.GOOD, table.game, which),)


async def play_deal(request: Request, game: str, which: str) -> None:
    """Begin or continue the current deal of a game, from the results of one."""
    entry = request.session.catalogue.get(game)
    if entry is None or not is_for_one(entry.game) or which not in _options(request.words, entry):
        raise Refused("old-control")
    await _open_alone(request, Opening(game, {}, None, None), weekly=which == "weekly")


PLAY: Final = Endpoint("dealplay", play_deal, posts=True, bare=True)
CONTROLS: Final = routes(PLAY)
DEAL: Final = WayToPlay("deal", "panel.deal", _options, _open)
