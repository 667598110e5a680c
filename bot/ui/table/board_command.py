"""`/board`, `/resign` and `/leave`, and the private views of a board."""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands

from bot.discord.command import Catalogue, Code, Command, CommandOption
from bot.discord.frame import (
    WALNUT,
    Message,
    Panel,
    Text,
    game_title,
    names_of,
    note,
    panel_layout,
    picture_gallery,
    plain_names,
)
from bot.discord.interaction_data import ClickedMessage
from bot.discord.keyboard import Control, Key, Row, Verb, parse_control
from bot.discord.request import Request, Route
from bot.discord.translator import localized
from bot.kernel.errors import Refused
from bot.kernel.session import Shown
from bot.kernel.tables.results import is_duel
from bot.kernel.tables.seats import check_may_act, has_lobby, seat_of, seen_in
from bot.store import Status, Table
from bot.ui.alarms.second_boards import show_second_board
from bot.ui.board.messages import parts_of
from bot.ui.play.board_layout import board_picture, is_turned
from bot.ui.play.deliver import deliver
from bot.ui.play.private_menu import LEAVE, ask_confirmation
from bot.ui.play.threads import restore_from_thread
from bot.ui.table.lines import (
    can_be_left,
    can_be_shown,
    find_from_afar,
    is_played,
    own_option,
    visible_option,
)
from bot.words import Words
from bot.words.menu import Menu

UPRIGHT: Final = "upright"
TEXT: Final = "text"
TURNED: Final = "turned"
"""The private views of a board: the picture from the user's side, as text, or from the other side."""


async def board_command(request: Request, table: Code | None = None, view: str | None = None) -> None:
    """`/board`: post the board here; in private if its table is elsewhere, or in a `view`."""
    if view != TEXT:
        request.check_permissions()
    seen_table = await request.find(table)
    if view is None:
        seen_table = request.note_table(await restore_from_thread(request, seen_table))
    shown = request.session.tables.show(seen_table)
    if view is None and seen_in(seen_table, request.click.channel_id) is not seen_table:
        await show_second_board(request.surface, request.client, seen_table.id, anew=True)
        await request.private(request.words("done"))
        return
    others_deal = seen_table.terms.day is not None and seat_of(seen_table, request.person) is None
    if view is not None or others_deal or seen_table.channel_id != request.click.channel_id:
        await request.show(await _view_message(request, shown, view or UPRIGHT))
    else:
        await deliver(request, await request.session.history.with_last_events(shown), ping=False)


async def switch_view(request: Request) -> None:
    """Show the control's view of the board: in place of another view, else in a new message."""
    view = request.control.detail
    if view not in (UPRIGHT, TEXT, TURNED):
        raise Refused("old-control")
    seen = await _view_message(request, request.session.tables.show(await request.table(view)), view)
    if _is_view(request.clicked_message):
        await request.redraw(seen)
    else:
        await request.show(seen)


def _is_view(message: ClickedMessage) -> bool:
    """Return whether a message is a private view of a board: all its buttons lead to views."""
    keys = [part for part in parts_of(message.components) if hasattr(part, "custom_id")]
    controls = [parse_control(key.custom_id or "") for key in keys]
    views = [control is not None and control.verb is Verb.LOOK for control in controls]
    return message.flags.ephemeral and all(views) and bool(views)


async def _view_message(request: Request, shown: Shown, view: str) -> Message:
    """Return a private board from the user's side; refuses a game that has not begun."""
    words = request.words
    if shown.state is None:
        raise Refused("not-begun", shown.table, code=shown.table.code)
    rows, seen = [_view_row(words, shown, view)], shown.entry.game.view(shown.state, None)
    if view == TEXT:
        board_text = f"```\n{shown.entry.game.text(seen, words)}\n```"
        return Message(note("\n".join((*_players_lines(words, shown), board_text)), rows))
    game = game_title(words, shown.entry.game.title, shown.table.deal)
    panel = Panel(Text(f"### {words('table.title', game=game, code=shown.table.code)}"), accent_colour=WALNUT)
    alt = shown.entry.speech.alt(words, plain_names(shown.table), seen)
    panel.add_item(picture_gallery("board.png", alt))
    picture = board_picture(words, shown, Menu(), turned=(view == TURNED) != is_turned(shown, request.person))
    return Message(panel_layout(panel, rows), picture, "board.png")


def _players_lines(words: Words, shown: Shown) -> tuple[str, ...]:
    """Return who plays, above a board as text: it knows players by their sides or numbers alone."""
    names = names_of(shown.table)
    if not has_lobby(shown.entry.game):
        return shown.entry.speech.header(words, names, shown.view)
    if len(names) == 1:
        return ()
    numbers = (words("picture.player", number=number) for number in range(1, len(names) + 1))
    return (" · ".join(f"{number}: {name}" for number, name in zip(numbers, names, strict=True)),)


def _view_row(words: Words, shown: Shown, view: str) -> Row:
    """Return the buttons to the other views; only a duel's board has another side."""
    labels = {TEXT: words("button.text"), UPRIGHT: words("button.picture")}
    if is_duel(shown.entry.game):
        labels[TURNED] = words("button.turned")
    others = ((view_key, label) for view_key, label in labels.items() if view_key != view)
    return Row(
        *(
            Key(label=label, custom_id=str(Control(shown.table.id, 0, Verb.LOOK, view_key)))
            for view_key, label in others
        )
    )


def _view_choices(_: Catalogue) -> list[app_commands.Choice[Any]]:
    return [
        app_commands.Choice(name=localized("command.board.text"), value=TEXT),
        app_commands.Choice(name=localized("command.board.turned"), value=TURNED),
    ]


async def resign_command(request: Request, table: Code | None = None) -> None:
    """`/resign`: ask for a confirmation; in a cooperative game, of leaving."""
    own_table = request.note_table(await find_from_afar(request, table))
    check_may_act(own_table, request.person, None)
    if request.session.catalogue[own_table.game].game.cooperative:
        await _ask_to_leave(request, own_table)
    else:
        await ask_confirmation(request, request.session.tables.show(own_table), "resign")


async def leave_command(request: Request, table: Code | None = None) -> None:
    """`/leave`: leave a lobby at once, a cooperative game after a confirmation."""
    own_table = request.note_table(await find_from_afar(request, table))
    if own_table.status is Status.OPEN:
        request.check_permissions()
        await deliver(request, await request.session.lobby.leave(request.click, own_table.id, request.trace))
        return
    check_may_act(own_table, request.person, None)
    if not request.session.catalogue[own_table.game].game.cooperative:
        alone = len(own_table.players) == 1
        raise Refused("leave-alone" if alone else "leave-is-resign", own_table, code=own_table.code)
    await _ask_to_leave(request, own_table)


async def _ask_to_leave(request: Request, table: Table) -> None:
    """Ask to confirm leaving, which needs no turn: the answer stays valid while others move."""
    await ask_confirmation(request, request.session.tables.show(table), LEAVE, aside=True)


BOARD: Final = Command(
    "board",
    "command.board",
    board_command,
    {
        "table": visible_option(can_be_shown),
        "view": CommandOption("command.board.view", choices=_view_choices),
    },
    public=True,
    private_with="view",
)
LEAVING: Final = Command(
    "leave", "command.leave", leave_command, {"table": own_option(can_be_left, afar=True)}
)
RESIGN: Final = Command(
    "resign", "command.resign", resign_command, {"table": own_option(is_played, afar=True)}
)

CONTROLS: Final = {Verb.LOOK: Route(switch_view, looks=True)}
