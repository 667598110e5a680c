"""Choosing a move in private: one ephemeral message holds what the player has picked so far.

The board in the channel stays as it is until an action is played. Each tap edits the private message: the
picture with the options from the player's side, the next question, and an action picked from a list, to be
confirmed by another tap. Where no one else sees the board, the board itself is edited instead; the same where
the bot is a guest, as it then reaches the board only by clicks on it.
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
from bot.ui.play.moves import NOTATION_LIMIT, play_from_private_menu, play_line
from bot.words import Words
from bot.words.menu import Menu
from engine.core import IllegalAction, Seat


@dataclass(frozen=True, slots=True)
class PreviewedAction:
    """An action that a player previews, and its seat."""

    seat: Seat
    action: Any


async def guide_move(request: Request) -> None:
    """Show the next question of a guided move."""
    session, control = request.session, request.control
    in_place = _is_in_place(request, await session.tables.get(control.table))
    # A private message is redrawn with the current state.
    revision = control.revision if in_place or is_board(request) else None
    shown = await session.play.guide(
        request.click, control.table, revision, request.chosen_value, request.trace
    )
    if in_place:
        await deliver(request, shown)
    else:
        await _show_step(request, shown)


async def guide_stand_in(request: Request) -> None:
    """Show the next question for an absent player to another player who may act for them."""
    table = await request.table()
    if table.turn != request.control.revision:
        raise Refused("late-no-more", table, code=table.code)
    await _show_step(
        request, await request.session.play.guide(request.click, table.id, None, "", request.trace)
    )


async def pick_from_list(request: Request) -> None:
    """Preview what was picked from a list; play it where no one else sees the board."""
    if _is_in_place(request, await request.session.tables.get(request.control.table)):
        await play_line(request)
    else:
        await preview_action(request)


async def preview_action(request: Request) -> None:
    """Preview what was picked from a list, in the picture and in words."""
    session, control = request.session, request.control
    path, revision = control.detail.partition(":")[2].partition(TRIED)[0], None
    if is_board(request):
        path, revision = "", control.revision
    shown, seat, action = await session.play.look_ahead(
        request.click, control.table, revision, request.chosen_value, request.trace
    )
    await _show_step(request, replace(shown, path=path), PreviewedAction(seat, action))


async def pick_from_private_list(request: Request) -> None:
    """Preview what was picked in a private menu, as on the board; offers can be withdrawn and are made.

    What can be done in others' turns is played there: the board then asks someone else.
    """
    session, table = request.session, await request.table()
    shown = session.tables.show(table)
    ahead = None
    with suppress(IllegalAction, Refused):  # playing it says why it is refused, if it is
        is_running = shown.state is not None
        if is_running and shown.entry.rules.is_plan_step(
            shown.entry.game.parse(request.chosen_value[:NOTATION_LIMIT], shown.state)
        ):
            ahead = await session.play.look_ahead(
                request.click, table.id, None, request.chosen_value, request.trace
            )
    if ahead is None:
        await play_from_private_menu(request)
    else:
        preview, seat, action = ahead
        await _show_step(request, preview, PreviewedAction(seat, action))


def _is_in_place(request: Request, table: Table) -> bool:
    """Return whether a step of a guided move edits the board itself."""
    if second_board_of(table) is not None:
        return False  # its two boards must show the same
    in_direct = request.incoming.is_direct
    return is_private(request, table) or request.is_visiting or in_direct


async def _show_step(request: Request, shown: Shown, tried: PreviewedAction | None = None) -> None:
    """Show the private message at a step, with the previewed action marked in its picture."""
    words, table, entry = request.words, shown.table, shown.entry
    menu: Menu = entry.rules.menu(words, names_of(table), shown.state, shown.path)
    marks = (
        ()
        if tried is None or entry.drawing.action_places is None
        else entry.drawing.action_places(shown.view, tried.action)
    )
    marked = replace(menu, targets=()) if marks else menu
    picture = None
    with suppress(Exception), request.trace.span("picture"):  # without a picture the board is text
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
    """Return the features' notes."""
    note_functions = [
        feature.at_table.menu_note
        for feature in request.session.features
        if feature.at_table.menu_note is not None
    ]
    notes = [await note(request, table) for note in note_functions]
    return [note for note in notes if note is not None]


def choosing_message(
    words: Words,
    shown: Shown,
    menu: Menu,
    picture: bytes | None,
    tried: PreviewedAction | None,
    notes: Sequence[str] = (),
) -> Message:
    """Return the private message at a step; `tried` is the action picked from a list, if any.

    `notes` are the features' lines.
    """
    line, move_text, question = "", "", menu.question
    if tried is not None:
        line, names = str(tried.action), plain_names(shown.table)
        move_text = shown.entry.speech.describe(words, names, shown.state, tried.seat, tried.action)
        question = words("choose.sure", move=move_text)
    name = picture_name(shown.table, f"{shown.path}-{line}")
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(board_of(words, shown, picture, name, menu=menu, tried=move_text))
    if text := "\n".join(filter(None, (*notes, question))):
        panel.add_item(Text(text))
    return Message(
        panel_layout(panel, choosing_rows(words, shown.table, menu, shown.path, line)), picture, name
    )


CONTROLS: Final = {
    Verb.GO: Route(guide_move, posts=True),
    Verb.PICK_GO: Route(guide_move, posts=True),
    Verb.STAND_IN: Route(guide_stand_in, posts=True),
    Verb.PICK_PLAY: Route(pick_from_list, posts=True),
    Verb.PICK_TRY: Route(preview_action, private=True),
    Verb.PICK_ASIDE_PLAY: Route(pick_from_private_list, posts=True),
}
