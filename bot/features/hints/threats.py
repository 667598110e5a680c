"""*What's in danger?*: what could be lost in the next turn, painted for the user alone.

It uses only public information, as the odds do, so it costs no hint and is not announced.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

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
    without_markdown,
)
from bot.discord.keyboard import Key
from bot.discord.limits import THINKING
from bot.discord.request import Request
from bot.features.hints.service import Hints
from bot.kernel.errors import Refused
from bot.kernel.session import Shown
from bot.kernel.tables.seats import seat_of
from bot.store import Table
from bot.ui.play.board_layout import is_turned_where_clicked, sheet_of
from bot.words import Words
from bot.words.menu import Menu
from bot.words.reasons import Danger
from engine.core import Seat
from render.kit.canvas import png


async def show_threats(request: Request) -> None:
    """Show the board with what is in danger, and a list in words, to the user."""
    table = await request.table()
    shown = await request.session.service(Hints).check_odds_possible(table)
    if shown.entry.help.hangs is None:
        raise Refused("hint-no-mind", game=shown.entry.game.title)
    seat, turned = seat_of(table, request.person), is_turned_where_clicked(request, shown)
    with request.trace.span("picture"):
        picture, danger = await asyncio.to_thread(_paint_threats, request.words, shown, seat, turned=turned)
    await request.show(danger_message(request.words, shown, danger, picture))


def danger_message(words: Words, shown: Shown, danger: Danger, picture: bytes) -> Message:
    """What is in danger: in words first, for people who do not see the picture."""
    table, game = shown.table, game_title(words, shown.entry.game.title, shown.table.deal)
    filename = f"{table.code}-{table.revision}-hangs.png"
    panel = Panel(accent_colour=WALNUT)
    title = words("hangs.title", game=game, what=words(f"{table.game}.hangs"))
    panel.add_item(Text("\n".join((title, *danger.lines))))
    alt = " ".join((words("hangs.alt", game=game), *map(without_markdown, danger.lines)))
    panel.add_item(picture_gallery(filename, alt))
    return Message(panel_layout(panel), picture, filename)


def _paint_threats(words: Words, shown: Shown, seat: Seat | None, *, turned: bool) -> tuple[bytes, Danger]:
    """The board with what is in danger marked, as PNG, and the list; from the public view."""
    entry = shown.entry
    assert entry.help.hangs is not None  # noqa: S101 - checked by the caller
    view = entry.game.view(shown.state, None)
    danger = entry.help.hangs(words, names_of(shown.table), view, seat)
    sheet = sheet_of(words, shown, Menu(), turned=turned)
    marked = replace(sheet, danger=danger.ways, heat=danger.heat, hinted=danger.good, written=danger.written)
    return png(entry.drawing.paint(view, marked)), danger


def threats_button(words: Words, table: Table) -> Key:
    """The button that shows what could be lost in the next turn."""
    return HANGS.button(words(f"{table.game}.hangs"), (table.id, table.revision))


HANGS: Final = Endpoint("hangs", show_threats, looks=True, limit=THINKING)
CONTROLS: Final = routes(HANGS)
