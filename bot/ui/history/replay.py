"""A film of a game, to whoever clicked, and from there to everybody: what all kinds of films share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from bot.discord.frame import (
    Layout,
    Message,
    Text,
    game_title,
    names_of,
    picture_gallery,
    plain_names,
    without_view_store,
    words_at,
)
from bot.discord.keyboard import Control, Key, Row
from bot.discord.request import Request
from bot.kernel.errors import Refused
from bot.store import Table
from bot.words import Words

ALL: Final = "all"
"""The detail of the button that shows a film to everybody."""


@dataclass(frozen=True, slots=True)
class FilmKind:
    """A kind of film: what its sentences begin with, and what makes it, for one person alone or for all."""

    key: str
    path: str
    make: Callable[[Request, Table, Words], Awaitable[bytes]]


async def show_film(request: Request, reel: FilmKind, check: Callable[[Table], None]) -> None:
    """A film of the table that was clicked on; `check` refuses, before anybody is kept waiting."""
    table = await request.table(request.control.detail)
    shared = request.control.detail == ALL
    if shared:
        if is_for_one(request, table):
            raise Refused("old-control")
        request.check_permissions()
    check(table)
    await _send_film_later(request, table, reel, alone=not shared)


def is_for_one(request: Request, table: Table) -> bool:
    """Whether what is shown of a table is for one person here.

    It is if others could yet play the same deal, and where the table is one of elsewhere.
    """
    return table.terms.day is not None or request.click.channel_id not in (table.channel_id, table.home_id)


async def _send_film_later(request: Request, table: Table, reel: FilmKind, *, alone: bool) -> None:
    """The film, to one person or to all.

    What is waited for is private in both cases: it may end in a refusal, and what was once begun in public
    stays so. Only the first message after a wait takes its place.
    """
    await request.defer()
    words = request.words if alone else words_at(table)
    with request.trace.span("replay"):
        data = await reel.make(request, table, words)
    if len(data) > request.incoming.filesize_limit:
        raise Refused("replay-too-large", table, code=table.code)
    if not alone:
        await request.private(request.words(f"{reel.key}.shared"))
    await _send_film(request, table, reel, data, alone=alone)


async def _send_film(request: Request, table: Table, reel: FilmKind, data: bytes, *, alone: bool) -> None:
    words = request.words if alone else words_at(table)
    title = request.session.catalogue[table.game].game.title
    game, name = game_title(words, title, table.deal), f"{table.code}-{table.revision}-{reel.path}.gif"
    title_line = words(f"{reel.key}.title", game=game)
    alt = words(f"{reel.key}.alt", game=game, names=words.join_list(plain_names(table)))
    layout = Layout(timeout=None)
    layout.add_item(
        Text("\n".join((title_line, words("replay.names", names=words.join_list(names_of(table))))))
    )
    layout.add_item(picture_gallery(name, alt))
    if alone and not is_for_one(request, table):
        share = Control(table.id, 0, reel.path, ALL)
        layout.add_item(Row(Key(label=words("button.share"), custom_id=str(share))))
    await request.show(Message(without_view_store(layout), data, name), alone=alone)
