"""What one person gets for themselves: questions before what cannot be taken back, private menus, films."""

from __future__ import annotations

import asyncio
import io

import discord

from bot.errors import Refused
from bot.export import UNPLAYABLE, replayed_moments
from bot.seating import check_turn
from bot.session import Shown
from bot.ui.kit.desk import Desk, click_of
from bot.ui.kit.frame import NOBODY, Layout, Text, names_of, note, pictured, unlisted
from bot.ui.kit.ids import Control
from bot.ui.kit.keyboard import confirm_rows, private_rows
from bot.ui.play.deliver import is_board
from bot.ui.play.post import sheet_of
from bot.words.menu import Button, Menu, asking
from engine.core import Seat

LEAVE = "leave"
"""The line by which a player leaves a co-operative game."""


async def ask(
    desk: Desk, interaction: discord.Interaction, shown: Shown, notation: str, *, aside: bool = False
) -> None:
    """The question before something that cannot be taken back, to one person.

    The sentence is that of the menu where the button stands, the board's or (`aside`) the person's own.
    """
    seat = check_turn(shown.table, click_of(interaction).person, None)
    names = names_of(shown.table)

    def at(path: str) -> Menu:
        if aside:
            return Menu() if shown.entry.aside is None else _aside(desk, shown, seat, path)
        return shown.entry.menu(desk.words, names, shown.state, path)

    plain = Button(notation, notation, confirm=desk.words("confirm.plain", what=notation))
    button = asking(at, notation) or (_leaving(desk) if notation == LEAVE else plain)
    rows = confirm_rows(desk.words, shown.table, button, private=aside)
    await _show(interaction, note(button.confirm, rows))


def _leaving(desk: Desk) -> Button:
    return Button(desk.words("button.leave"), LEAVE, confirm=desk.words("confirm.leave"))


async def open_aside(desk: Desk, interaction: discord.Interaction, shown: Shown, path: str) -> None:
    """The private menu of whoever asks: a message of its own at first, then that message changed."""
    seat = check_turn(shown.table, click_of(interaction).person, None)
    menu = _aside(desk, shown, seat, path)
    text = menu.question or desk.words("aside.title", code=shown.table.code)
    await _show(interaction, note(text, private_rows(shown.table, menu)))


def _aside(desk: Desk, shown: Shown, seat: Seat, path: str) -> Menu:
    if shown.entry.aside is None:
        raise Refused("old-control")
    return shown.entry.aside(desk.words, names_of(shown.table), shown.state, seat, path)


async def _show(interaction: discord.Interaction, layout: Layout) -> None:
    """A private message; where a private message was clicked, that one."""
    if interaction.message is not None and not is_board(interaction):
        # The message may have been the board of a deal of the day, with its picture.
        await interaction.response.edit_message(view=layout, attachments=[], allowed_mentions=NOBODY)
    else:
        await interaction.response.send_message(view=layout, ephemeral=True, allowed_mentions=NOBODY)


async def show_film(desk: Desk, interaction: discord.Interaction, control: Control) -> None:
    """The film of a table, to one person. Drawn in a thread, one at a time; there may be none yet."""
    shown = desk.session.shown(await desk.session.table(control.table))
    film = shown.entry.film
    if film is None or shown.state is None:
        raise Refused("old-control")
    await interaction.response.defer(ephemeral=True, thinking=True)
    lines = await desk.session.log(shown.table)
    sheet = sheet_of(desk.words, shown, Menu())
    async with desk.projector:
        try:
            moments = await asyncio.to_thread(replayed_moments, shown.entry, shown.table, lines)
        except UNPLAYABLE as error:
            raise Refused("film-other-rules", shown.table, code=shown.table.code) from error
        gif = b""
        if moments:
            gif = await asyncio.to_thread(film, desk.words, names_of(shown.table), sheet, moments)
    if not gif:
        raise Refused("film-nothing", shown.table, code=shown.table.code)
    if len(gif) > interaction.filesize_limit:
        raise Refused("film-too-large", shown.table, code=shown.table.code)
    await _send_film(desk, interaction, shown, gif)


async def _send_film(desk: Desk, interaction: discord.Interaction, shown: Shown, gif: bytes) -> None:
    name = f"{shown.table.code}-{shown.table.revision}.gif"
    told = desk.words("film.title", code=shown.table.code, game=shown.entry.game.title)
    layout = Layout(timeout=None)
    layout.add_item(Text(told))
    layout.add_item(pictured(name, told))
    await interaction.followup.send(
        view=unlisted(layout),
        file=discord.File(io.BytesIO(gif), name),
        ephemeral=True,
        allowed_mentions=NOBODY,
    )
