"""Leafing through a game: `/history`, the button of that name, and the controls of its message.

The message is no board of its table: nothing remembers it, and its custom_ids say all there is to know. So
it works for ever, whoever uses it, and whatever becomes of the game.
"""

from __future__ import annotations

from typing import Final

from bot.discord.command import Code, Command, Option, Ply
from bot.discord.endpoints import Endpoint
from bot.discord.frame import is_board_of, words_at
from bot.discord.keyboard import Verb
from bot.discord.limits import SHARING
from bot.discord.request import Request, Route
from bot.kernel.errors import Refused
from bot.kernel.session import Session
from bot.store import Table
from bot.ui.history.page import Beside, Page, page_message, step
from bot.ui.history.replay import is_for_one
from bot.ui.table.lines import BEGUN
from bot.words import Words


async def history(request: Request, table: Code | None = None, move: Ply | None = None) -> None:
    """`/history`: the message to leaf through a game, at a move or the newest."""
    found = await request.find(table)
    await _open(request, await page_at(request.session, found, move))


async def open_history(request: Request) -> None:
    """The history of a table for whoever clicked, at the control's move or the newest."""
    await _open(request, await _page(request, request.control.detail or None))


async def _open(request: Request, page: Page) -> None:
    with request.trace.span("picture"):
        share = not is_for_one(request, page.table)
        beside = Beside(_onwards(request, request.words), share, request.opens_pages)
        message = await page_message(request.words, page, beside)
    await request.show(message)


async def leaf(request: Request) -> None:
    """The page that a control of the message leads to, in its place."""
    table = await request.table(request.control.detail)
    if is_board_of(table, request.clicked):
        raise Refused("old-control")
    positions = await request.session.history.told(table)
    ply = step(request.control.detail, positions[0].ply, positions[-1].ply)
    if ply is None:
        raise Refused("old-control")
    alone = request.clicked.flags.ephemeral
    words = request.words if alone else words_at(table)
    share = alone and not is_for_one(request, table)
    page = await page_at(request.session, table, ply)
    beside = Beside(_onwards(request, words), share, browser=alone and request.opens_pages)
    await request.redraw(await page_message(words, page, beside))


async def share(request: Request) -> None:
    """The page that somebody sees alone as a message for everybody, who may leaf on in it."""
    page = await _page(request, request.control.detail)
    if is_for_one(request, page.table):
        raise Refused("old-control")
    words = words_at(page.table)
    await request.show(await page_message(words, page, Beside(_onwards(request, words))), alone=False)


def _onwards(request: Request, words: Words) -> list[tuple[str, Endpoint[[str]]]]:
    return [button for feature in request.session.features for button in feature.buttons.past(words)]


async def leaf_text(request: Request) -> None:
    """The board at a move as text, to one person."""
    page = await _page(request, request.control.detail)
    game = page.entry.game
    await request.private(f"```\n{game.text(game.view(page.position.state, None), request.words)}\n```")


async def page_at(session: Session, table: Table, ply: int | None) -> Page:
    """The page of a move, of the newest if none is named; raises `Refused` where there is no such move."""
    position = await session.history.position_at(table, ply)
    positions = await session.history.told(table)
    return Page(
        table,
        session.catalogue[table.game],
        positions,
        await session.tables.log(table),
        position.ply - positions[0].ply,
        parent=None if table.parent is None else await session.tables.known(table.parent[0]),
        forks=await session.access.is_published(table),
    )


async def _page(request: Request, detail: str | None) -> Page:
    """The page that a control names."""
    table = await request.table(request.control.detail)
    if detail is not None and not (detail.isascii() and detail.isdecimal()):
        raise Refused("old-control")
    return await page_at(request.session, table, None if detail is None else int(detail))


HISTORY: Final = Command(
    "history", "command.history", history, {"table": BEGUN, "move": Option("command.history.move")}
)

CONTROLS: Final = {
    Verb.HISTORY: Route(open_history, looks=True),
    Verb.LEAF: Route(leaf, looks=True),
    Verb.LEAF_TEXT: Route(leaf_text, looks=True),
    Verb.SHARE: Route(share, posts=True, looks=True, private=True, limit=SHARING),
}
