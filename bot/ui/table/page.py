"""The board on a page: inside Discord, or by a private link in a browser; and sharing it with anyone."""

from __future__ import annotations

from typing import Final

import discord

from bot.discord.frame import Layout, note
from bot.discord.keyboard import BROWSER, NO, YES, Control, Key, Verb, in_rows
from bot.discord.limits import SHARING
from bot.discord.request import Pages, Request, Route
from bot.kernel.errors import Refused
from bot.store import Table


async def open_board(request: Request) -> None:
    """Open the board inside Discord, or send the user a link, good once; players can also share the table."""
    pages, table = _pages(request), await request.table()
    await request.session.access.check_may_look(request.person, table)
    inside = request.control.detail != BROWSER and pages.prepare_launch(request.click, table)
    if inside and await request.answer.launch():
        return
    await request.ask(await _link_layout(request, pages, table))


async def share_table(request: Request) -> None:
    """Start or stop sharing the table by a link for anyone."""
    pages, table = _pages(request), await request.table(request.control.detail)
    if request.control.detail not in (YES, NO):
        raise Refused("old-control")
    await request.session.web_sessions.show(request.person, table, shown=request.control.detail == YES)
    await request.change(await _link_layout(request, pages, table))


async def log_out_everywhere(request: Request) -> None:
    """Log the user out of all browsers."""
    _pages(request)
    await request.session.web_sessions.log_out(request.person)
    await request.private(request.words("page.logged-out"))


def _pages(request: Request) -> Pages:
    pages = request.surface.pages
    if pages is None:
        raise Refused("old-control")
    return pages


async def _link_layout(request: Request, pages: Pages, table: Table) -> Layout:
    words = request.words
    link = await pages.link(request.person, table, words.language)
    keys: list[Key] = [discord.ui.Button(label=words("button.page.open"), url=link)]
    lines = [words("page.offer", code=table.code, how=words(f"{table.game}.page"))]
    if request.session.web_sessions.may_show(request.person, table):
        code = await request.session.web_sessions.code_of(table)
        if code is not None:
            lines.append(words("page.watched", link=pages.watch_link(code)))
        label, detail = ("button.watch.no", NO) if code else ("button.watch.yes", YES)
        custom_id = str(Control(table.id, table.revision, Verb.WATCH, detail))
        keys.append(discord.ui.Button(label=words(label), custom_id=custom_id))
    return note("\n".join(lines), in_rows(keys))


CONTROLS: Final = {
    Verb.PAGE: Route(open_board, looks=True, limit=SHARING),
    Verb.WATCH: Route(share_table, private=True, limit=SHARING),
    Verb.PAGES_OUT: Route(log_out_everywhere, bare=True, private=True),
}
