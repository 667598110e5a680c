"""Playing a line: the command `/move`, the buttons and lists of a board, and the form for a typed move."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.discord.command import OFFERED, Choices, Code, Command, CommandOption, Completion
from bot.discord.frame import note
from bot.discord.keyboard import WARNED, Control, Verb
from bot.discord.request import Request, Route
from bot.kernel.session import Shown
from bot.kernel.tables.seats import check_turn
from bot.ui.play.deliver import deliver, is_private
from bot.ui.table.lines import is_played, own_option
from bot.words import Words

NOTATION_LIMIT: Final = 70
"""The most characters of an action's notation."""


async def play_notation(
    request: Request, move: app_commands.Range[str, 1, NOTATION_LIMIT], table: Code | None = None
) -> None:
    """`/move`: play a line of notation."""
    found = await request.session.search.find_own(request.click, table)
    if await _is_intercepted(request, found.id, move, None):
        return
    shown = await request.session.play.move(request.click, found.id, move, request.trace)
    await deliver(request, shown)


async def _suggest_moves(request: Request, current: str) -> Choices:
    """What may be played at the table that is named, or the only one that fits: told, and sent as a line."""
    code = request.incoming.options.get("table")
    found = await request.session.search.suggest_moves(request.words, request.click, code, current, OFFERED)
    return [app_commands.Choice(name=one.description, value=one.line) for one in found]


async def play_line(request: Request) -> None:
    """Play a line of the board as it stood, unless its player is asked first whether they mean it."""
    control = request.control
    if not await _is_intercepted(
        request, control.table, request.chosen_value[:NOTATION_LIMIT], control.revision
    ):
        await play_unchecked(request)


async def _is_intercepted(request: Request, table_id: int, line: str, revision: int | None) -> bool:
    """Whether a feature has asked the player if they mean a line, which then is not played."""
    for feature in request.session.features:
        asks = feature.at_table.before_move
        if asks is not None and await asks(request, table_id, line, revision):
            return True
    return False


async def play_unchecked(request: Request) -> None:
    """The same, whatever there is to ask."""
    session, control = request.session, request.control
    shown = await session.play.move(
        request.click,
        control.table,
        request.chosen_value[:NOTATION_LIMIT],
        request.trace,
        revision=control.revision,
    )
    await deliver(request, shown)


async def play_from_private_menu(request: Request) -> None:
    """Play a line of a private menu, which stays good while others move: it names all of what it does."""
    session, control = request.session, request.control
    shown = await session.play.move(
        request.click,
        control.table,
        request.chosen_value[:NOTATION_LIMIT],
        request.trace,
        since=control.revision,
    )
    await deliver(request, shown)


async def dismiss_question(request: Request) -> None:
    """A question goes without being answered; a board for one comes back in its place."""
    if request.control.detail == WARNED:
        await request.change(note(request.words("warning.gone")))
        return
    table = await request.table()
    if is_private(request, table):
        await deliver(request, request.session.tables.show(table), ping=False)
    else:
        await request.change(note(request.words("nothing-to-confirm")))


async def open_move_form(request: Request) -> None:
    """The form to type a move into."""
    table = await request.table()
    check_turn(table, request.person, request.control.revision)
    form = _form(request.words, request.control, request.session.tables.show(table))
    await request.open(form)


def _form(words: Words, control: Control, shown: Shown) -> discord.ui.Modal:
    """The form to type a move into. It is not kept in memory either: its custom_id says all."""
    modal = discord.ui.Modal(
        title=words("modal.title")[:45],
        custom_id=str(Control(control.table, control.revision, Verb.TYPED)),
    )
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="move", placeholder=words(f"{shown.table.game}.example"), max_length=NOTATION_LIMIT
    )
    modal.add_item(discord.ui.Label(text=words("modal.label"), component=field))
    modal.stop()
    return modal


PLAY_MOVE: Final = Command(
    "move",
    "command.move",
    play_notation,
    {
        "move": CommandOption("command.move.move", completion=Completion("move", _suggest_moves)),
        "table": own_option(is_played),
    },
    posts=True,
    public=True,
)
"""What can be written at the table is what is offered first, before anything is typed."""

CONTROLS: Final = {
    Verb.PLAY: Route(play_line, posts=True),
    Verb.TYPED: Route(play_line, posts=True),
    Verb.ASIDE_PLAY: Route(play_from_private_menu, posts=True),
    Verb.PICK_ASIDE_PLAY: Route(play_from_private_menu, posts=True),
    Verb.TYPE: Route(open_move_form),
    Verb.NEVER_MIND: Route(dismiss_question, looks=True, private=True),
}
