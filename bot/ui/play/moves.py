"""Playing a line: `/move`, the board's buttons and lists, and the form for a typed move."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.discord.command import OFFERED, Choices, Code, Command, CommandOption, Completion
from bot.discord.frame import note
from bot.discord.keyboard import WARNED, Control, Verb
from bot.discord.request import Request, Route
from bot.kernel.session import Shown
from bot.kernel.tables.seats import check_may_act
from bot.ui.play.deliver import deliver, is_private
from bot.ui.table.lines import is_played, own_option
from bot.words import Words

NOTATION_LIMIT: Final = 70
"""The most characters of an action's notation."""


async def play_notation(
    request: Request, move: app_commands.Range[str, 1, NOTATION_LIMIT], table: Code | None = None
) -> None:
    """`/move`: play a line of notation."""
    own_table = await request.session.search.find_own(request.click, table)
    if await _is_intercepted(request, own_table.id, move, None):
        return
    shown = await request.session.play.move(request.click, own_table.id, move, request.trace)
    await deliver(request, shown)


async def _suggest_moves(request: Request, current: str) -> Choices:
    """Suggest legal lines at the named table, or the only one that fits: in words, sent as notation."""
    code = request.incoming.options.get("table")
    suggestions = await request.session.search.suggest_moves(
        request.words, request.click, code, current, OFFERED
    )
    return [
        app_commands.Choice(name=suggestion.description, value=suggestion.line) for suggestion in suggestions
    ]


async def play_line(request: Request) -> None:
    """Play a line of the shown board, unless a feature asks the player to confirm it."""
    control = request.control
    if not await _is_intercepted(
        request, control.table, request.chosen_value[:NOTATION_LIMIT], control.revision
    ):
        await play_unchecked(request)


async def _is_intercepted(request: Request, table_id: int, line: str, revision: int | None) -> bool:
    """Return whether a feature asks the player to confirm a line, which then is not played."""
    for feature in request.session.features:
        asks = feature.at_table.before_move
        if asks is not None and await asks(request, table_id, line, revision):
            return True
    return False


async def play_unchecked(request: Request) -> None:
    """Play a line without asking features."""
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
    """Play a line of a private menu, which stays valid while others move."""
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
    """Dismiss a question; a private board comes back in its place."""
    if request.control.detail == WARNED:
        await request.change(note(request.words("warning.gone")))
        return
    table = await request.table()
    if is_private(request, table):
        await deliver(request, request.session.tables.show(table), ping=False)
    else:
        await request.change(note(request.words("nothing-to-confirm")))


async def open_move_form(request: Request) -> None:
    """Open the form to type a move into."""
    table = await request.table()
    check_may_act(table, request.person, request.control.revision)
    form = _form(request.words, request.control, request.session.tables.show(table))
    await request.open(form)


def _form(words: Words, control: Control, shown: Shown) -> discord.ui.Modal:
    """Return the form to type a move into. Nothing is kept in memory: its custom_id says all."""
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
"""Its suggestions for `move` come before anything is typed."""

CONTROLS: Final = {
    Verb.PLAY: Route(play_line, posts=True),
    Verb.TYPED: Route(play_line, posts=True),
    Verb.ASIDE_PLAY: Route(play_from_private_menu, posts=True),
    Verb.TYPE: Route(open_move_form),
    Verb.NEVER_MIND: Route(dismiss_question, looks=True, private=True),
}
