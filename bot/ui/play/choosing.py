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

from bot.discord.frame import WALNUT, Message, Panel, Text, laid_out, names_of, plain_names
from bot.discord.keyboard import TRIED, Verb, choosing_rows
from bot.discord.request import Request, Route
from bot.kernel.errors import Refused
from bot.kernel.feature import MenuNote
from bot.kernel.session import Shown
from bot.kernel.tables.seats import mirror_of
from bot.store import Table
from bot.ui.play.deliver import deliver, is_board, is_private
from bot.ui.play.moves import play
from bot.ui.play.post import board_of, is_turned, painted, picture_name
from bot.words import Words
from bot.words.menu import Menu
from engine.core import Seat


@dataclass(frozen=True, slots=True)
class Tried:
    """An action that somebody looks at before they play it, and the seat whose it is."""

    seat: Seat
    action: Any


async def guide(request: Request) -> None:
    """The next question of a guided move."""
    session, control = request.session, request.control
    in_place = _is_in_place(request, await session.tables.get(control.table))
    # Whoever goes on choosing in private sees what has changed meanwhile.
    revision = control.revision if in_place or is_board(request) else None
    shown = await session.play.guide(request.click, control.table, revision, request.meant, request.trace)
    if in_place:
        await deliver(request, shown)
    else:
        await _show(request, shown)


async def stand_in(request: Request) -> None:
    """The next question of who is away, to somebody who may act for them."""
    table = await request.table()
    if table.turn != request.control.revision:
        raise Refused("late-no-more", table, code=table.code)
    await _show(request, await request.session.play.guide(request.click, table.id, None, "", request.trace))


async def pick(request: Request) -> None:
    """What was picked from a list of the board: shown first, or played where nobody else sees the board."""
    if _is_in_place(request, await request.session.tables.get(request.control.table)):
        await play(request)
    else:
        await look_first(request)


async def look_first(request: Request) -> None:
    """What was picked from a list: shown on the board, and told, before it is played."""
    session, control = request.session, request.control
    path, revision = control.detail.partition(":")[2].partition(TRIED)[0], None
    if is_board(request):
        path, revision = "", control.revision
    shown, seat, action = await session.play.look_ahead(
        request.click, control.table, revision, request.meant, request.trace
    )
    await _show(request, replace(shown, path=path), Tried(seat, action))


def _is_in_place(request: Request, table: Table) -> bool:
    """Whether a step of a guided move changes the board itself."""
    if mirror_of(table) is not None:
        return False  # it has two boards, and they show the same
    in_direct = request.asked.direct
    return is_private(request, table) or request.is_visiting or in_direct


async def _show(request: Request, shown: Shown, tried: Tried | None = None) -> None:
    """The private message at a step; with what was tried marked in its picture."""
    words, table, entry = request.words, shown.table, shown.entry
    menu: Menu = entry.rules.menu(words, names_of(table), shown.state, shown.path)
    marks = (
        ()
        if tried is None or entry.drawing.hinted is None
        else entry.drawing.hinted(shown.view, tried.action)
    )
    marked = replace(menu, targets=()) if marks else menu
    picture = None
    with suppress(Exception), request.trace.span("picture"):  # without it there is the board as text
        picture = painted(words, shown, marked, turned=is_turned(shown, request.person), hinted=marks)
    notes = await _notes(request, table)
    message = choosing(words, shown, menu, picture, tried, [note.text for note in notes])
    if is_board(request):
        number = await request.show(message)
    else:
        await request.redraw(message)
        number = request.clicked.id
    removal = request.answer.removal(number)
    await request.surface.presence.opens(table.id, request.person.id, number, removal)
    for note in notes:
        await note.told()


async def _notes(request: Request, table: Table) -> list[MenuNote]:
    """What features have to say."""
    asked = [one.at_table.menu_note for one in request.session.features if one.at_table.menu_note is not None]
    found = [await note(request, table) for note in asked]
    return [note for note in found if note is not None]


def choosing(
    words: Words,
    shown: Shown,
    menu: Menu,
    picture: bytes | None,
    tried: Tried | None,
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
    return Message(laid_out(panel, choosing_rows(words, shown.table, menu, shown.path, line)), picture, name)


CONTROLS: Final = {
    Verb.GO: Route(guide, posts=True),
    Verb.PICK_GO: Route(guide, posts=True),
    Verb.STAND_IN: Route(stand_in, posts=True),
    Verb.PICK_PLAY: Route(pick, posts=True),
    Verb.PICK_TRY: Route(look_first, private=True),
}
