"""Looking at a table, and leaving one: `/board`, `/resign`, `/leave`."""

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
    note,
    panel_layout,
    picture_gallery,
    plain_names,
)
from bot.discord.interaction_data import ClickedMessage
from bot.discord.keyboard import (
    Control,
    Key,
    Row,
    Verb,
    in_rows,
    more_keys,
    page_key,
    parse_control,
)
from bot.discord.request import Request, Route
from bot.discord.translator import localized
from bot.kernel.errors import Refused
from bot.kernel.feature import buttons_about, buttons_back, buttons_near, rules_of
from bot.kernel.session import Shown
from bot.kernel.tables.results import is_duel
from bot.kernel.tables.seats import check_turn, seat_of, seen_in
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
"""How one person can look at a board: the picture from their side, as text, or from the other side."""


async def board_command(request: Request, table: Code | None = None, view: str | None = None) -> None:
    """`/board`: the board where it is asked for; to one person, if it is of elsewhere or in a `view`."""
    if view != TEXT:
        request.check_permissions()
    found = await request.find(table)
    if view is None:
        found = request.note_table(await restore_from_thread(request, found))
    shown = request.session.tables.show(found)
    if view is None and seen_in(found, request.click.channel_id) is not found:
        await show_second_board(request.surface, request.client, found.id, anew=True)
        await request.private(request.words("done"))
        return
    others_deal = found.terms.day is not None and seat_of(found, request.person) is None
    if view is not None or others_deal or found.channel_id != request.click.channel_id:
        await request.show(await _view_message(request, shown, view or UPRIGHT))
    else:
        await deliver(request, await request.session.history.with_last_events(shown), ping=False)


async def switch_view(request: Request) -> None:
    """The board in the view of the control: in the place of another view, else in a message of its own."""
    view = request.control.detail
    if view not in (UPRIGHT, TEXT, TURNED):
        raise Refused("old-control")
    seen = await _view_message(request, request.session.tables.show(await request.table(view)), view)
    if _is_view(request.clicked_message):
        await request.redraw(seen)
    else:
        await request.show(seen)


async def show_more(request: Request) -> None:
    """What is rarely wanted at a table, to whoever clicked."""
    shown = request.session.tables.show(await request.table())
    if shown.state is None or shown.table.status is not Status.PLAYING:
        raise Refused("old-control")
    game, entry = game_title(request.words, shown.entry.game.title, shown.table.deal), shown.entry
    keys = more_keys(
        request.words,
        shown.table,
        duel=is_duel(entry.game),
        back=_history_buttons(request, shown),
        glossary=entry.drawing.glossary is not None,
        more=[
            *rules_of(request.session.features, request.words, entry),
            *buttons_about(request.session.features, request.words, shown),
            *_browser_buttons(request, shown.table),
            *await _feature_buttons(request, shown),
        ],
    )
    rows = in_rows([*keys, *buttons_near(request.session.features, request.words, shown.table, Menu())])
    await request.ask(note(f"### {request.words('table.title', game=game, code=shown.table.code)}", rows))


def _browser_buttons(request: Request, table: Table) -> list[Key]:
    """The way to the board in a browser, where the host has set one up, for who is not there already."""
    return [page_key(request.words, table)] if request.opens_pages else []


def _history_buttons(request: Request, shown: Shown) -> list[Key]:
    """The way to how the game went, unless that has to be kept in mind."""
    if shown.entry.rules.from_memory(shown.state):
        return []
    at = shown.table.id, shown.table.revision
    return buttons_back(request.session.features, request.words("button.history"), at)


async def _feature_buttons(request: Request, shown: Shown) -> list[Key]:
    keys = list[Key]()
    for feature in request.session.features:
        keys += await feature.buttons.more(request, shown)
    return keys


def _is_view(message: ClickedMessage) -> bool:
    """Whether a message is a board for one person that is only looked at: all its buttons lead to views."""
    keys = [part for part in parts_of(message.components) if hasattr(part, "custom_id")]
    controls = [parse_control(key.custom_id or "") for key in keys]
    views = [control is not None and control.verb is Verb.LOOK for control in controls]
    return message.flags.ephemeral and all(views) and bool(views)


async def _view_message(request: Request, shown: Shown, view: str) -> Message:
    """The board for one person, to look at from their side; refuses a game that has not begun."""
    words = request.words
    if shown.state is None:
        raise Refused("not-begun", shown.table, code=shown.table.code)
    rows, seen = [_view_row(words, shown, view)], shown.entry.game.view(shown.state, None)
    if view == TEXT:
        return Message(note(f"```\n{shown.entry.game.text(seen, words)}\n```", rows))
    game = game_title(words, shown.entry.game.title, shown.table.deal)
    panel = Panel(Text(f"### {words('table.title', game=game, code=shown.table.code)}"), accent_colour=WALNUT)
    alt = shown.entry.speech.alt(words, plain_names(shown.table), seen)
    panel.add_item(picture_gallery("board.png", alt))
    picture = board_picture(words, shown, Menu(), turned=(view == TURNED) != is_turned(shown, request.person))
    return Message(panel_layout(panel, rows), picture, "board.png")


def _view_row(words: Words, shown: Shown, view: str) -> Row:
    """The other ways to look at a board; only a duel's has another side."""
    labels = {TEXT: words("button.text"), UPRIGHT: words("button.picture")}
    if is_duel(shown.entry.game):
        labels[TURNED] = words("button.turned")
    others = ((one, label) for one, label in labels.items() if one != view)
    return Row(
        *(
            Key(label=label, custom_id=str(Control(shown.table.id, 0, Verb.LOOK, one)))
            for one, label in others
        )
    )


def _view_choices(_: Catalogue) -> list[app_commands.Choice[Any]]:
    return [
        app_commands.Choice(name=localized("command.board.text"), value=TEXT),
        app_commands.Choice(name=localized("command.board.turned"), value=TURNED),
    ]


async def resign_command(request: Request, table: Code | None = None) -> None:
    """`/resign`: the question before it; in a co-operative game that before leaving."""
    found = request.note_table(await find_from_afar(request, table))
    check_turn(found, request.person, None)
    if request.session.catalogue[found.game].game.cooperative:
        await _ask_to_leave(request, found)
    else:
        await ask_confirmation(request, request.session.tables.show(found), "resign")


async def leave_command(request: Request, table: Code | None = None) -> None:
    """`/leave`: at once while a table waits; later, where others go on, after a question."""
    found = request.note_table(await find_from_afar(request, table))
    if found.status is Status.OPEN:
        request.check_permissions()
        await deliver(request, await request.session.lobby.leave(request.click, found.id, request.trace))
        return
    check_turn(found, request.person, None)
    if not request.session.catalogue[found.game].game.cooperative:
        alone = len(found.players) == 1
        raise Refused("leave-alone" if alone else "leave-is-resign", found, code=found.code)
    await _ask_to_leave(request, found)


async def _ask_to_leave(request: Request, table: Table) -> None:
    """Leaving needs no turn, so the answer holds even if others move meanwhile."""
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

CONTROLS: Final = {Verb.LOOK: Route(switch_view, looks=True), Verb.MORE: Route(show_more, looks=True)}
