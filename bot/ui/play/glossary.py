"""What a game's cards or pieces can do, looked up by one person: as a picture, or in words."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import discord

from bot.discord.frame import (
    ALT_LIMIT,
    WALNUT,
    Layout,
    Message,
    Panel,
    Text,
    game_title,
    names_of,
    note,
    panel_layout,
    picture_gallery,
    without_markdown,
)
from bot.discord.keyboard import ROW, Key, Row, Verb, glossary_key
from bot.discord.request import Request, Route
from bot.kernel.errors import Refused
from bot.kernel.session import Shown
from bot.kernel.tables.seats import seat_of
from bot.ui.play.board_layout import sheet_of
from bot.words import Words
from bot.words.menu import Menu
from engine.core import Seat
from render.kit.canvas import png

TEXT: Final = "text"
PICTURE: Final = "picture"
"""How it is shown in the place of the other; from elsewhere the picture comes in a message of its own."""


async def show_glossary(request: Request) -> None:
    """What can be looked up: the picture at first, then one in the place of the other."""
    if request.control.detail not in ("", TEXT, PICTURE):
        raise Refused("old-control")
    shown = request.session.tables.show(await request.table(request.control.detail))
    seat = seat_of(shown.table, request.person)
    if request.control.detail == TEXT:
        await request.redraw(Message(glossary_text(request.words, shown, seat)))
        return
    message = await glossary_message(request.words, shown, seat)
    if request.control.detail == PICTURE and request.clicked_message.flags.ephemeral:
        await request.redraw(message)
    else:
        await request.show(message)


async def glossary_message(
    words: Words, shown: Shown, seat: Seat | None, text: str = "", rows: Sequence[Row] = ()
) -> Message:
    """The picture, and beneath it a `text` and controls that come with it; all of it in words is a tap away.

    Drawn in a thread: at first all that is on it has to be modelled.
    """
    glossary = shown.entry.drawing.glossary
    if glossary is None or shown.state is None:
        raise Refused("old-control")
    name, view = f"{shown.table.code}-{shown.table.revision}-cards.png", shown.view
    sheet = sheet_of(words, shown, Menu())
    picture = await asyncio.to_thread(lambda: png(glossary.paint(words, view, sheet, seat)))
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text(_title(words, shown)))
    panel.add_item(picture_gallery(name, _alt_text(glossary.tell(words, sheet.names, view, seat))))
    if text:
        panel.add_item(Text(text))
    spoken = glossary_key(shown.table, words("button.text"), TEXT)
    return Message(panel_layout(panel, _rows_with(rows, spoken)), picture, name)


def _rows_with(rows: Sequence[Row], key: Key) -> list[Row]:
    """The rows and one button more: in the last one, if that has buttons and room, so that it stays low."""
    if not rows or not all(isinstance(one, discord.ui.Button) for one in rows[-1].children):
        return [*rows, Row(key)]
    if len(rows[-1].children) == ROW:
        return [*rows, Row(key)]
    rows[-1].add_item(key)
    return list(rows)


def glossary_text(words: Words, shown: Shown, seat: Seat | None) -> Layout:
    """The same without a picture."""
    glossary = shown.entry.drawing.glossary
    if glossary is None or shown.state is None:
        raise Refused("old-control")
    told = glossary.tell(words, names_of(shown.table), shown.view, seat)
    back = Row(glossary_key(shown.table, words("button.picture"), PICTURE))
    return note("\n".join((_title(words, shown), *told)), [back])


def _title(words: Words, shown: Shown) -> str:
    game = game_title(words, shown.entry.game.title, shown.table.deal)
    return f"### {words('table.title', game=game, code=shown.table.code)}"


def _alt_text(lines: Sequence[str]) -> str:
    """As many of the lines as a picture may have for its description."""
    text = without_markdown("\n".join(lines))
    return text if len(text) <= ALT_LIMIT else text[:ALT_LIMIT].rpartition("\n")[0]


CONTROLS: Final = {Verb.GLOSSARY: Route(show_glossary, looks=True)}
