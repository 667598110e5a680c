"""Choosing a move in private: what somebody has picked so far, in one message that only they see.

The board in the channel stays as it is until something is played. Each tap changes the one private message:
the picture with what can be picked, held as they sit, the next question, and what was picked from a list, to
be played by another tap. Where nobody else sees the board, it changes itself instead; and so it does where
people have brought the bot along to a server that it is not in, as there it reaches the board only by clicks
on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.discord.frame import WALNUT, Message, Panel, Text, names_of, panel_layout, plain_names
from bot.discord.keyboard import TRIED, Verb, choosing_rows
from bot.discord.request import Request, Route
from bot.kernel.errors import Refused
from bot.kernel.feature import MenuNote
from bot.kernel.session import Shown
from bot.kernel.tables.seats import second_board_of
from bot.store import Table
from bot.ui.play.board_layout import board_of, board_picture, is_turned, picture_name
from bot.ui.play.deliver import deliver, is_board, is_private
from bot.ui.play.moves import play_line
from bot.words import Words
from bot.words.menu import Menu
from engine.core import Seat


@dataclass(frozen=True, slots=True)
class PreviewedAction:
    """An action that somebody looks at before they play it, and the seat whose it is."""

    seat: Seat
    action: Any


async def guide_move(request: Request) -> None:
    """The next question of a guided move."""
    session, control = request.session, request.control
    in_place = _is_in_place(request, await session.tables.get(control.table))
    # Whoever goes on choosing in private sees what has changed meanwhile.
    revision = control.revision if in_place or is_board(request) else None
    shown = await session.play.guide(
        request.click, control.table, revision, request.chosen_value, request.trace
    )
    if in_place:
        await deliver(request, shown)
    else:
        await _show_step(request, shown)


async def guide_stand_in(request: Request) -> None:
    """The next question of who is away, to somebody who may act for them."""
    table = await request.table()
    if table.turn != request.control.revision:
        raise Refused("late-no-more", table, code=table.code)
    await _show_step(
        request, await request.session.play.guide(request.click, table.id, None, "", request.trace)
    )


async def pick_from_list(request: Request) -> None:
    """What was picked from a list of the board: shown first, or played where nobody else sees the board."""
    if _is_in_place(request, await request.session.tables.get(request.control.table)):
        await play_line(request)
    else:
        await preview_action(request)


async def preview_action(request: Request) -> None:
    """What was picked from a list: shown on the board, and told, before it is played."""
    session, control = request.session, request.control
    path, revision = control.detail.partition(":")[2].partition(TRIED)[0], None
    if is_board(request):
        path, revision = "", control.revision
    shown, seat, action = await session.play.look_ahead(
        request.click, control.table, revision, request.chosen_value, request.trace
    )
    await _show_step(request, replace(shown, path=path), PreviewedAction(seat, action))


def _is_in_place(request: Request, table: Table) -> bool:
    """Whether a step of a guided move changes the board itself."""
    if second_board_of(table) is not None:
        return False  # it has two boards, and they show the same
    in_direct = request.incoming.is_direct
    return is_private(request, table) or request.is_visiting or in_direct


async def _show_step(request: Request, shown: Shown, tried: PreviewedAction | None = None) -> None:
    """The private message at a step; with what was tried marked in its picture."""
    words, table, entry = request.words, shown.table, shown.entry
    menu: Menu = entry.rules.menu(words, names_of(table), shown.state, shown.path)
    marks = (
        ()
        if tried is None or entry.drawing.action_places is None
        else entry.drawing.action_places(shown.view, tried.action)
    )
    marked = replace(menu, targets=()) if marks else menu
    picture = None
    with suppress(Exception), request.trace.span("picture"):  # without it there is the board as text
        picture = board_picture(words, shown, marked, turned=is_turned(shown, request.person), hinted=marks)
    notes = await _menu_notes(request, table)
    message = choosing_message(words, shown, menu, picture, tried, [note.text for note in notes])
    if is_board(request):
        number = await request.show(message)
    else:
        await request.redraw(message)
        number = request.clicked_message.id
    removal = request.answer.removal(number)
    await request.surface.presence.note_private_menu(table.id, request.person.id, number, removal)
    for note in notes:
        await note.on_shown()


async def _menu_notes(request: Request, table: Table) -> list[MenuNote]:
    """What features have to say."""
    asked = [one.at_table.menu_note for one in request.session.features if one.at_table.menu_note is not None]
    found = [await note(request, table) for note in asked]
    return [note for note in found if note is not None]


def choosing_message(
    words: Words,
    shown: Shown,
    menu: Menu,
    picture: bytes | None,
    tried: PreviewedAction | None,
    notes: Sequence[str] = (),
) -> Message:
    """The private message at a step; `tried` is what was picked from a list, if something was.

    `notes` are what features have to say.
    """
    line, told, question = "", "", menu.question
    if tried is not None:
        line, names = str(tried.action), plain_names(shown.table)
        told = shown.entry.speech.describe(words, names, shown.state, tried.seat, tried.action)
        question = words("choose.sure", move=told)
    name = picture_name(shown.table, f"{shown.path}-{line}")
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(board_of(words, shown, picture, name, menu=menu, tried=told))
    if said := "\n".join(filter(None, (*notes, question))):
        panel.add_item(Text(said))
    return Message(
        panel_layout(panel, choosing_rows(words, shown.table, menu, shown.path, line)), picture, name
    )


CONTROLS: Final = {
    Verb.GO: Route(guide_move, posts=True),
    Verb.PICK_GO: Route(guide_move, posts=True),
    Verb.STAND_IN: Route(guide_stand_in, posts=True),
    Verb.PICK_PLAY: Route(pick_from_list, posts=True),
    Verb.PICK_TRY: Route(preview_action, private=True),
}
