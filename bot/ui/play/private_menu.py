"""Private messages of one player: confirmations, private menus, films."""

from __future__ import annotations

from typing import Final

from bot.discord.frame import (
    Layout,
    Message,
    Text,
    names_of,
    note,
    picture_gallery,
    without_view_store,
)
from bot.discord.keyboard import Verb, confirm_rows, private_rows
from bot.discord.limits import FILMING
from bot.discord.request import Request, Route, Surface
from bot.kernel.errors import Refused
from bot.kernel.session import Shown
from bot.kernel.tables.seats import check_may_act, seat_of, seats_beside
from bot.store import Status
from bot.ui.board.climax import paint_film
from bot.ui.play.deliver import is_board
from bot.ui.play.glossary import glossary_message
from bot.words import Words
from bot.words.menu import Button, Menu, confirming_button
from engine.core import Seat

LEAVE = "leave"
"""The line by which a player leaves a cooperative game."""


async def ask_board_question(request: Request) -> None:
    """Ask for the confirmation that a button of the board needs."""
    table = await request.table()
    check_may_act(table, request.person, request.control.revision)
    await ask_confirmation(request, request.session.tables.show(table), request.control.detail)


async def ask_private_question(request: Request) -> None:
    """Ask for the confirmation that a button of a private menu needs."""
    table = await request.table(request.control.detail)
    check_may_act(table, request.person, None)
    await ask_confirmation(request, request.session.tables.show(table), request.control.detail, aside=True)


async def show_private_menu(request: Request) -> None:
    """Show the private menu, at the step that a button or a list leads to.

    A spectator gets the game's glossary instead, if it has one.
    """
    table = await request.table(request.control.detail)
    shown = request.session.tables.show(table)
    watches = table.status is Status.PLAYING and seat_of(table, request.person) is None
    if watches and shown.entry.drawing.glossary is not None:
        await request.show(await glossary_message(request.words, shown, None))
        return
    check_may_act(table, request.person, None)
    await _open_menu(request, shown, request.chosen_value)


async def ask_confirmation(request: Request, shown: Shown, notation: str, *, aside: bool = False) -> None:
    """Ask one player to confirm what cannot be undone.

    The sentence is that of the menu where the button stands, the board's or (`aside`) the player's own.
    """
    seat = _menu_seat(request, shown)
    names = names_of(shown.table)

    def menu_at(path: str) -> Menu:
        if aside:
            return Menu() if shown.entry.rules.aside is None else _menu(request.words, shown, seat, path)
        return shown.entry.rules.menu(request.words, names, shown.state, path)

    plain = Button(notation, notation, confirm=request.words("confirm.plain", what=notation))
    button = confirming_button(menu_at, notation) or (
        _leave_button(request.words) if notation == LEAVE else plain
    )
    rows = confirm_rows(request.words, shown.table, button, private=aside)
    await _show_private(request, Message(note(button.confirm, rows)))


def _menu_seat(request: Request, shown: Shown) -> Seat:
    """Return the seat whose menu a player gets: of two keepers, the one who is to act."""
    own = check_may_act(shown.table, request.person, None)
    return min(shown.entry.game.to_act(shown.state) & seats_beside(shown.table, own), default=own)


def _leave_button(words: Words) -> Button:
    return Button(words("button.leave"), LEAVE, confirm=words("confirm.leave"))


async def _open_menu(request: Request, shown: Shown, path: str) -> None:
    """Show a player's private menu: in a new message at first, then by editing that one."""
    seat = _menu_seat(request, shown)
    menu = _menu(request.words, shown, seat, path)
    text, rows = menu.question or request.words("aside.title"), private_rows(shown.table, menu)
    if not path and shown.entry.drawing.glossary is not None:
        message = await glossary_message(request.words, shown, seat, text, rows)
    else:
        message = Message(note(text, rows))
    number = await _show_private(request, message)
    removal = request.answer.removal(number)
    await request.surface.presence.note_private_menu(
        shown.table.id, request.person.id, number, removal, aside=True
    )


def _menu(words: Words, shown: Shown, seat: Seat, path: str) -> Menu:
    if shown.entry.rules.aside is None:
        raise Refused("old-control")
    return shown.entry.rules.aside(words, names_of(shown.table), shown.state, seat, path)


async def _show_private(request: Request, message: Message) -> int:
    """Show a private message; if one was clicked, edit that one.

    Returns its id.
    """
    if request.incoming.message is not None and not is_board(request):
        await request.redraw(message)
        return request.clicked_message.id
    return await request.show(message)


async def show_film(request: Request) -> None:
    """Send one user a film of a table."""
    request.trace.table = f"T{request.control.table}"
    shown = request.session.tables.show(await request.session.tables.get(request.control.table))
    if shown.entry.drawing.film is None or shown.state is None:
        raise Refused("old-control")
    await request.defer()
    gif = await draw_film(request.surface, request.words, shown)
    if len(gif) > request.incoming.filesize_limit:
        raise Refused("film-too-large", shown.table, code=shown.table.code)
    await _send_film(request, shown, gif)


async def draw_film(surface: Surface, words: Words, shown: Shown) -> bytes:
    """Draw the film of a table, one at a time; raises `Refused` if there is none to be seen."""
    film, gif = shown.entry.drawing.film, b""
    if film is not None:
        async with surface.projector:
            try:
                gif = await paint_film(surface.session, shown, words, film)
            except Refused as error:
                if error.key != "history-other-rules":
                    raise
                raise Refused("film-other-rules", shown.table, code=shown.table.code) from error
    if not gif:
        raise Refused("film-nothing", shown.table, code=shown.table.code)
    return gif


async def _send_film(request: Request, shown: Shown, gif: bytes) -> None:
    name = f"{shown.table.code}-{shown.table.revision}.gif"
    title = request.words("film.title", game=shown.entry.game.title)
    layout = Layout(timeout=None)
    layout.add_item(Text(title))
    layout.add_item(picture_gallery(name, title))
    await request.show(Message(without_view_store(layout), gif, name))


CONTROLS: Final = {
    Verb.ASK: Route(ask_board_question),
    Verb.ASIDE: Route(show_private_menu),
    Verb.PICK_ASIDE: Route(show_private_menu),
    Verb.ASIDE_ASK: Route(ask_private_question),
    Verb.FILM: Route(show_film, looks=True, limit=FILMING),
}
