"""Leafing through a game: `/history`, the button of that name, and the controls of its message.

The message is no board of its table: nothing remembers it, and its custom_ids say all there is to know. So
it works for ever, whoever uses it, and whatever becomes of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.discord.command import Code, Command, CommandOption, Ply
from bot.discord.endpoints import Endpoint, routes
from bot.discord.frame import (
    WALNUT,
    Message,
    Panel,
    Text,
    game_title,
    is_board_of,
    names_of,
    panel_layout,
    picture_gallery,
    plain_names,
    words_at,
)
from bot.discord.keyboard import Row, page_key
from bot.discord.limits import SHARING
from bot.discord.request import Request
from bot.features.history.replay import FILM
from bot.kernel.errors import Refused
from bot.kernel.session import Session
from bot.kernel.tables.seats import DONE, players_as_of
from bot.store import Table
from bot.ui.history.page import Page, describe_page
from bot.ui.history.replay import is_for_one
from bot.ui.play.board_layout import board_picture
from bot.ui.table.lines import BEGUN
from bot.words import Words
from bot.words.menu import ButtonLook, Menu


async def history(request: Request, table: Code | None = None, move: Ply | None = None) -> None:
    """`/history`: the message to leaf through a game, at a move or the newest."""
    found = await request.find(table)
    await _open(request, await page_at(request.session, found, move))


async def open_history(request: Request, ply: str) -> None:
    """The history of a table for whoever clicked, at the control's move or the newest."""
    if ply and not (ply.isascii() and ply.isdecimal()):
        raise Refused("old-control")
    await _open(request, await _page(request, int(ply) if ply else None))


async def _open(request: Request, page: Page) -> None:
    with request.trace.span("picture"):
        share = not is_for_one(request, page.table)
        beside = PageButtons(_move_buttons(request, request.words), share, request.opens_pages)
        message = await page_message(request.words, page, beside)
    await request.show(message)


async def turn_page(request: Request, way: str) -> None:
    """The page that a control of the message leads to, in its place."""
    table = await request.table(way)
    if is_board_of(table, request.clicked_message):
        raise Refused("old-control")
    positions = await request.session.history.shown_positions(table)
    ply = target_ply(way, positions[0].ply, positions[-1].ply)
    if ply is None:
        raise Refused("old-control")
    alone = request.clicked_message.flags.ephemeral
    words = request.words if alone else words_at(table)
    share = alone and not is_for_one(request, table)
    page = await page_at(request.session, table, ply)
    beside = PageButtons(_move_buttons(request, words), share, browser=alone and request.opens_pages)
    await request.redraw(await page_message(words, page, beside))


async def share_page(request: Request, ply: int) -> None:
    """The page that somebody sees alone as a message for everybody, who may leaf on in it."""
    page = await _page(request, ply)
    if is_for_one(request, page.table):
        raise Refused("old-control")
    words = words_at(page.table)
    await request.show(
        await page_message(words, page, PageButtons(_move_buttons(request, words))), alone=False
    )


def _move_buttons(request: Request, words: Words) -> list[tuple[str, Endpoint[[str]]]]:
    return [button for feature in request.session.features for button in feature.buttons.past(words)]


async def show_text(request: Request, ply: int) -> None:
    """The board at a move as text, to one person."""
    page = await _page(request, ply)
    game = page.entry.game
    await request.private(f"```\n{game.text(game.view(page.position.state, None), request.words)}\n```")


async def page_at(session: Session, table: Table, ply: int | None) -> Page:
    """The page of a move, of the newest if none is named; raises `Refused` where there is no such move."""
    position = await session.history.position_at(table, ply)
    positions = await session.history.shown_positions(table)
    return Page(
        table,
        session.catalogue[table.game],
        positions,
        await session.tables.log(table),
        position.ply - positions[0].ply,
        parent=None if table.journey.parent is None else await session.tables.find(table.journey.parent[0]),
        forks=await session.access.is_published(table),
    )


async def _page(request: Request, ply: int | None) -> Page:
    """The page that a control names."""
    table = await request.table(request.control.detail)
    return await page_at(request.session, table, ply)


# The message

_STEPS: Final = {"back": -1, "next": 1}


def target_ply(detail: str, first: int, last: int) -> int | None:
    """The move that a control leads to, from `first` to `last`; none if it is not one of ours."""
    if detail in ("first", "last"):
        return first if detail == "first" else last
    way, _, ply = detail.partition(":")
    if way not in _STEPS or not (ply.isascii() and ply.isdecimal()):
        return None
    return min(max(int(ply) + _STEPS[way], first), last)


@dataclass(frozen=True, slots=True)
class PageButtons:
    """What stands beside the ways to leaf on.

    `onwards`: what leads on from a move, as `Buttons.past` says. `share`: whoever sees it alone may show it
    to everybody. `browser`: they may open the table in one.
    """

    onwards: Sequence[tuple[str, Endpoint[[str]]]] = ()
    share: bool = False
    browser: bool = False


async def page_message(words: Words, page: Page, beside: PageButtons) -> Message:
    """The message of a page: the picture, what the line was, what it did in words, and the controls."""
    table, entry = players_as_of(page.table, page.position.ply + 1), page.entry
    names = names_of(table)
    view = entry.game.view(page.position.state, None)
    filename = f"{table.code}-move-{page.position.ply}.png"
    title = words("history.title", game=game_title(words, entry.game.title, table.deal))
    alt = entry.speech.alt(words, plain_names(table), view)
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text("\n".join((f"### {title}", *entry.speech.header(words, names, view)))))
    panel.add_item(picture_gallery(filename, alt))
    panel.add_item(Text("\n".join(describe_page(words, page))))
    return Message(
        panel_layout(panel, _rows(words, page, beside)),
        board_picture(words, page.to_shown(), Menu()),
        filename,
    )


def _rows(words: Words, page: Page, beside: PageButtons) -> list[Row]:
    """First, back, forward and last, as far as there is something there; text, film, and what leads on.

    A move is one at every revision, and who looks for a board at a revision does not find this. While a game
    goes on, the last of its moves may not be the last for long, so that key stays.
    """
    table, ply = page.table, page.position.ply
    at, early, late = (table.id, 0), page.at == 0, page.at == len(page.positions) - 1
    ended = page.entry.game.outcome(page.position.state) is not None
    first = LEAF.button(words("button.history.first"), at, ButtonLook.PLAIN, "first")
    back = LEAF.button(words("button.history.back"), at, ButtonLook.PLAIN, f"back:{ply}")
    forward = LEAF.button(words("button.history.next"), at, ButtonLook.PLAIN, f"next:{ply}")
    last = LEAF.button(words("button.history.last"), at, ButtonLook.PLAIN, "last")
    film = FILM.button(words("button.replay"), at)
    onwards = [ways.button(label, at, ButtonLook.PLAIN, str(ply)) for label, ways in beside.onwards]
    first.disabled = back.disabled = early
    forward.disabled, last.disabled = late, late and table.status in DONE
    film.disabled = len(page.positions) == 1
    for key in onwards:
        key.disabled = ended or not page.forks
    besides = [
        LEAF_TEXT.button(words("button.text"), at, ButtonLook.PLAIN, ply),
        film,
        *onwards,
        *([SHARE.button(words("button.share"), at, ButtonLook.PLAIN, ply)] if beside.share else []),
        *([page_key(words, table)] if beside.browser else []),
    ]
    return [Row(first, back, forward, last), Row(*besides)]


HISTORY: Final = Command(
    "history", "command.history", history, {"table": BEGUN, "move": CommandOption("command.history.move")}
)

OPEN: Final = Endpoint("history", open_history, looks=True)
LEAF: Final = Endpoint("leaf", turn_page, looks=True)
LEAF_TEXT: Final = Endpoint("leaftext", show_text, looks=True)
SHARE: Final = Endpoint("share", share_page, posts=True, looks=True, private=True, limit=SHARING)
CONTROLS: Final = routes(OPEN, LEAF, LEAF_TEXT, SHARE)
