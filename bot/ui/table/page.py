"""The board in a browser: a private link to it, and whether anybody may look who has another one."""

from __future__ import annotations

import secrets
from typing import Final

import discord

from bot.errors import Refused
from bot.seats import seat_of
from bot.store import Table
from bot.ui.kit.frame import Layout, note
from bot.ui.kit.keyboard import NO, YES, Control, Key, Verb, in_rows
from bot.ui.kit.limits import SHARING
from bot.ui.kit.request import Pages, Request, Route


async def page(request: Request) -> None:
    """A link for whoever clicked, good once; and for the people of the table the way to show it to all."""
    pages, table = _pages(request), await request.table()
    await request.session.access.check_look(request.person, table)
    await request.ask(await _offered(request, pages, table))


async def watch(request: Request) -> None:
    """Let anybody look at the table who has the link, or nobody any more."""
    pages, table = _pages(request), await request.table(request.control.detail)
    if not _can_show(request, table):
        raise Refused("watch-not-yours", table, code=table.code)
    if request.control.detail not in (YES, NO):
        raise Refused("old-control")
    visits = request.session.context.store.visits
    if request.control.detail == YES:
        await visits.show(table.id, secrets.token_urlsafe(16))
    else:
        await visits.hide(table.id)
    await request.change(await _offered(request, pages, table))


async def log_out(request: Request) -> None:
    """Every browser that was let in for somebody is let in no more."""
    _pages(request)
    await request.session.context.store.visits.leave(request.person.id)
    await request.private(request.words("page.logged-out"))


def _can_show(request: Request, table: Table) -> bool:
    """Whether somebody may show a table to all: who plays there, unless others are to play the same deal."""
    return seat_of(table, request.person) is not None and table.deal is None


def _pages(request: Request) -> Pages:
    pages = request.surface.pages
    if pages is None:
        raise Refused("old-control")
    return pages


async def _offered(request: Request, pages: Pages, table: Table) -> Layout:
    words = request.words
    link = await pages.link(request.person, table, words.language)
    keys: list[Key] = [discord.ui.Button(label=words("button.page.open"), url=link)]
    lines = [words("page.offer", code=table.code)]
    if _can_show(request, table):
        code = await request.session.context.store.visits.code_of(table.id)
        if code is not None:
            lines.append(words("page.watched", link=pages.watch_link(code)))
        label, detail = ("button.watch.no", NO) if code else ("button.watch.yes", YES)
        custom_id = str(Control(table.id, table.revision, Verb.WATCH, detail))
        keys.append(discord.ui.Button(label=words(label), custom_id=custom_id))
    return note("\n".join(lines), in_rows(keys))


CONTROLS: Final = {
    Verb.PAGE: Route(page, looks=True, limit=SHARING),
    Verb.WATCH: Route(watch, private=True, limit=SHARING),
    Verb.PAGES_OUT: Route(log_out, bare=True, private=True),
}
