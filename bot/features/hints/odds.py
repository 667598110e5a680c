"""`/odds`: what somebody may want to know before a decision, to whoever may see the table."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

from bot.discord.command import Code, Command
from bot.discord.endpoints import Endpoint, routes
from bot.discord.frame import (
    WALNUT,
    Message,
    Panel,
    Text,
    game_title,
    names_of,
    panel_layout,
    picture_gallery,
)
from bot.discord.keyboard import in_rows
from bot.discord.limits import THINKING
from bot.discord.request import Request
from bot.features.hints.service import Hints, OddsReport
from bot.features.hints.threats import threats_button
from bot.kernel.session import Shown
from bot.kernel.tables.seats import has_bots
from bot.store import Status, Table
from bot.ui.play.board_layout import sheet_of
from bot.ui.table.lines import visible_option
from bot.words import Words
from bot.words.menu import Menu
from bot.words.odds import Forecast
from render.kit.canvas import png


async def odds(request: Request, table: Code | None = None) -> None:
    """`/odds`."""
    await _show_odds(request, await request.find(table))


async def odds_by_button(request: Request) -> None:
    """The same by a button, of its table."""
    await _show_odds(request, await request.table())


async def _show_odds(request: Request, found: Table) -> None:
    hints = request.session.service(Hints)
    shown = await hints.check_odds_possible(found)
    await request.defer()
    await request.show(await odds_message(request.words, await hints.compute_odds(shown)))


def _has_odds(request: Request, table: Table) -> bool:
    """Whether a game goes on that the minds know."""
    return table.status is Status.PLAYING and has_bots(request.session.catalogue[table.game].game)


async def odds_message(words: Words, found: OddsReport) -> Message:
    """What may happen and how likely it is; with the board, where something is written on it."""
    shown, odds = found.shown, found.odds
    table, entry = shown.table, shown.entry
    view = entry.game.view(shown.state, None)
    forecast = (
        Forecast(()) if entry.help.odds is None else entry.help.odds(words, names_of(table), view, odds)
    )
    game = game_title(words, entry.game.title, table.deal)
    lines = forecast.lines or (words("odds.nothing"),)
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text("\n".join((words("odds.title", game=game), *lines))))
    picture, filename = None, f"{table.code}-{table.revision}-odds.png"
    if forecast.places:
        picture = await asyncio.to_thread(_paint_odds, words, shown, forecast)
        alt = words("odds.alt", game=game)
        panel.add_item(picture_gallery(filename, alt))
    rows = [] if entry.help.hangs is None else in_rows([threats_button(words, table)])
    return Message(panel_layout(panel, rows), picture, filename)


def _paint_odds(words: Words, shown: Shown, forecast: Forecast) -> bytes:
    """The board with what is written on it, as PNG."""
    view = shown.entry.game.view(shown.state, None)
    return png(
        shown.entry.drawing.paint(view, replace(sheet_of(words, shown, Menu()), written=forecast.places))
    )


ODDS: Final = Command(
    "odds", "command.odds", odds, {"table": visible_option(_has_odds)}, posts=True, limit=THINKING
)

HERE: Final = Endpoint("odds", odds_by_button, looks=True, limit=THINKING)
CONTROLS: Final = routes(HERE)
