"""Looking at a table, and leaving one: `/board`, `/resign`, `/leave`."""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands

from bot.discord.asked import Clicked
from bot.discord.command import Catalogue, Code, Command, Option
from bot.discord.frame import (
    WALNUT,
    Message,
    Panel,
    Text,
    laid_out,
    note,
    pictured,
    plain_names,
    titled,
)
from bot.discord.keyboard import (
    Control,
    Key,
    Row,
    Verb,
    in_rows,
    more_keys,
    page_key,
    read,
)
from bot.discord.request import Request, Route
from bot.discord.translator import named
from bot.kernel.errors import Refused
from bot.kernel.feature import buttons_about, buttons_back, buttons_near, rules_of
from bot.kernel.session import Shown
from bot.kernel.tables.results import is_duel
from bot.kernel.tables.seats import check_turn, seat_of, seen_in
from bot.store import Status, Table
from bot.ui.alarms.second_boards import show_mirror
from bot.ui.board.sent import parts_of
from bot.ui.play.deliver import deliver
from bot.ui.play.post import is_turned, painted
from bot.ui.play.private_menu import LEAVE, ask
from bot.ui.play.threads import brought_back
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


async def show(request: Request, table: Code | None = None, view: str | None = None) -> None:
    """`/board`: the board where it is asked for; to one person, if it is of elsewhere or in a `view`."""
    if view != TEXT:
        request.check_permissions()
    found = await request.find(table)
    if view is None:
        found = request.about(await brought_back(request, found))
    shown = request.session.tables.shown(found)
    if view is None and seen_in(found, request.click.channel_id) is not found:
        await show_mirror(request.surface, request.client, found.id, anew=True)
        await request.private(request.words("done"))
        return
    others_deal = found.terms.day is not None and seat_of(found, request.person) is None
    if view is not None or others_deal or found.channel_id != request.click.channel_id:
        await request.show(await _seen(request, shown, view or UPRIGHT))
    else:
        await deliver(request, await request.session.history.recalled(shown), ping=False)


async def look(request: Request) -> None:
    """The board in the view of the control: in the place of another view, else in a message of its own."""
    view = request.control.detail
    if view not in (UPRIGHT, TEXT, TURNED):
        raise Refused("old-control")
    seen = await _seen(request, request.session.tables.shown(await request.table(view)), view)
    if _is_view(request.clicked):
        await request.redraw(seen)
    else:
        await request.show(seen)


async def more(request: Request) -> None:
    """What is rarely wanted at a table, to whoever clicked."""
    shown = request.session.tables.shown(await request.table())
    if shown.state is None or shown.table.status is not Status.PLAYING:
        raise Refused("old-control")
    game, entry = titled(request.words, shown.entry.game.title, shown.table.deal), shown.entry
    keys = more_keys(
        request.words,
        shown.table,
        duel=is_duel(entry.game),
        back=_back(request, shown),
        glossary=entry.drawing.glossary is not None,
        more=[
            *rules_of(request.session.features, request.words, entry),
            *buttons_about(request.session.features, request.words, shown),
            *_in_browser(request, shown.table),
            *await _of_features(request, shown),
        ],
    )
    rows = in_rows([*keys, *buttons_near(request.session.features, request.words, shown.table, Menu())])
    await request.ask(note(f"### {request.words('table.title', game=game, code=shown.table.code)}", rows))


def _in_browser(request: Request, table: Table) -> list[Key]:
    """The way to the board in a browser, where the host has set one up, for who is not there already."""
    return [page_key(request.words, table)] if request.opens_pages else []


def _back(request: Request, shown: Shown) -> list[Key]:
    """The way to how the game went, unless that has to be kept in mind."""
    if shown.entry.rules.from_memory(shown.state):
        return []
    at = shown.table.id, shown.table.revision
    return buttons_back(request.session.features, request.words("button.history"), at)


async def _of_features(request: Request, shown: Shown) -> list[Key]:
    keys = list[Key]()
    for feature in request.session.features:
        keys += await feature.buttons.more(request, shown)
    return keys


def _is_view(message: Clicked) -> bool:
    """Whether a message is a board for one person that is only looked at: all its buttons lead to views."""
    keys = [part for part in parts_of(message.components) if hasattr(part, "custom_id")]
    controls = [read(key.custom_id or "") for key in keys]
    views = [control is not None and control.verb is Verb.LOOK for control in controls]
    return message.flags.ephemeral and all(views) and bool(views)


async def _seen(request: Request, shown: Shown, view: str) -> Message:
    """The board for one person, to look at from their side; refuses a game that has not begun."""
    words = request.words
    if shown.state is None:
        raise Refused("not-begun", shown.table, code=shown.table.code)
    rows, seen = [_views(words, shown, view)], shown.entry.game.view(shown.state, None)
    if view == TEXT:
        return Message(note(f"```\n{shown.entry.game.text(seen, words)}\n```", rows))
    game = titled(words, shown.entry.game.title, shown.table.deal)
    panel = Panel(Text(f"### {words('table.title', game=game, code=shown.table.code)}"), accent_colour=WALNUT)
    alt = shown.entry.speech.alt(words, plain_names(shown.table), seen)
    panel.add_item(pictured("board.png", alt))
    picture = painted(words, shown, Menu(), turned=(view == TURNED) != is_turned(shown, request.person))
    return Message(laid_out(panel, rows), picture, "board.png")


def _views(words: Words, shown: Shown, view: str) -> Row:
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


def _every_view(_: Catalogue) -> list[app_commands.Choice[Any]]:
    return [
        app_commands.Choice(name=named("command.board.text"), value=TEXT),
        app_commands.Choice(name=named("command.board.turned"), value=TURNED),
    ]


async def resign(request: Request, table: Code | None = None) -> None:
    """`/resign`: the question before it; in a co-operative game that before leaving."""
    found = request.about(await find_from_afar(request, table))
    check_turn(found, request.person, None)
    if request.session.catalogue[found.game].game.cooperative:
        await _ask_to_leave(request, found)
    else:
        await ask(request, request.session.tables.shown(found), "resign")


async def leave(request: Request, table: Code | None = None) -> None:
    """`/leave`: at once while a table waits; later, where others go on, after a question."""
    found = request.about(await find_from_afar(request, table))
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
    await ask(request, request.session.tables.shown(table), LEAVE, aside=True)


BOARD: Final = Command(
    "board",
    "command.board",
    show,
    {"table": visible_option(can_be_shown), "view": Option("command.board.view", choices=_every_view)},
    public=True,
    private_with="view",
)
LEAVING: Final = Command("leave", "command.leave", leave, {"table": own_option(can_be_left, afar=True)})
RESIGN: Final = Command("resign", "command.resign", resign, {"table": own_option(is_played, afar=True)})

CONTROLS: Final = {Verb.LOOK: Route(look, looks=True), Verb.MORE: Route(more, looks=True)}
