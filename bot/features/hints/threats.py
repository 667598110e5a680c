"""*What hangs?*: what could be lost with the next turn, painted for whoever asks alone.

It is counted from what everybody may know, as the odds are, so it is free, and nobody hears of it.
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
from bot.ui.play.board_layout import is_turned, sheet_of
from bot.words import Words
from bot.words.menu import Menu
from bot.words.reasons import Danger
from engine.core import Seat
from render.kit.canvas import png


async def show_threats(request: Request) -> None:
    """The board with what is in danger, and that in words; to one person."""
    table = await request.table()
    shown = await request.session.service(Hints).check_odds_possible(table)
    if shown.entry.help.hangs is None:
        raise Refused("hint-no-mind", game=shown.entry.game.title)
    seat, turned = seat_of(table, request.person), is_turned(shown, request.person)
    with request.trace.span("picture"):
        picture, found = await asyncio.to_thread(_paint_threats, request.words, shown, seat, turned=turned)
    await request.show(danger_message(request.words, shown, found, picture))


def danger_message(words: Words, shown: Shown, found: Danger, picture: bytes) -> Message:
    """What is in danger: in words first, as not everybody sees the picture."""
    table, game = shown.table, game_title(words, shown.entry.game.title, shown.table.deal)
    filename = f"{table.code}-{table.revision}-hangs.png"
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text("\n".join((words("hangs.title", game=game), *found.lines))))
    alt = " ".join((words("hangs.alt", game=game), *map(without_markdown, found.lines)))
    panel.add_item(picture_gallery(filename, alt))
    return Message(panel_layout(panel), picture, filename)


def _paint_threats(words: Words, shown: Shown, seat: Seat | None, *, turned: bool) -> tuple[bytes, Danger]:
    """The board with what is in danger marked, as PNG, and what it is: from what everybody sees."""
    entry = shown.entry
    assert entry.help.hangs is not None  # noqa: S101 - asked before
    view = entry.game.view(shown.state, None)
    found = entry.help.hangs(words, names_of(shown.table), view, seat)
    sheet = sheet_of(words, shown, Menu(), turned=turned)
    marked = replace(sheet, danger=found.ways, heat=found.heat, hinted=found.good, written=found.written)
    return png(entry.drawing.paint(view, marked)), found


def threats_button(words: Words, table: Table) -> Key:
    """The button that shows what could be lost with the next turn."""
    return HANGS.button(words("button.hangs"), (table.id, table.revision))


HANGS: Final = Endpoint("hangs", show_threats, looks=True, limit=THINKING)
CONTROLS: Final = routes(HANGS)
