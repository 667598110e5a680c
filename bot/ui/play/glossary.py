"""A game's glossary: what its cards or pieces can do, as a picture or in words, for one user."""

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
"""The two forms, which replace each other; from elsewhere the picture comes in a new message."""


async def show_glossary(request: Request) -> None:
    """Show the glossary: the picture at first, then one form in place of the other."""
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
    """Return the picture with a `text` and controls below it; a button leads to the words.

    The picture is drawn in a thread, as sprites may have to be built first.
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
    """Return the rows with one more button: in the last row, if that has buttons and room."""
    if not rows or not all(isinstance(child, discord.ui.Button) for child in rows[-1].children):
        return [*rows, Row(key)]
    if len(rows[-1].children) == ROW:
        return [*rows, Row(key)]
    rows[-1].add_item(key)
    return list(rows)


def glossary_text(words: Words, shown: Shown, seat: Seat | None) -> Layout:
    """Return the glossary without a picture."""
    glossary = shown.entry.drawing.glossary
    if glossary is None or shown.state is None:
        raise Refused("old-control")
    lines = glossary.tell(words, names_of(shown.table), shown.view, seat)
    back = Row(glossary_key(shown.table, words("button.picture"), PICTURE))
    return note("\n".join((_title(words, shown), *lines)), [back])


def _title(words: Words, shown: Shown) -> str:
    game = game_title(words, shown.entry.game.title, shown.table.deal)
    return f"### {words('table.title', game=game, code=shown.table.code)}"


def _alt_text(lines: Sequence[str]) -> str:
    """Return as many lines as fit into a picture's description."""
    text = without_markdown("\n".join(lines))
    return text if len(text) <= ALT_LIMIT else text[:ALT_LIMIT].rpartition("\n")[0]


CONTROLS: Final = {Verb.GLOSSARY: Route(show_glossary, looks=True)}
