"""Films of a game, shown to one user and shared from there: what all kinds of films have in common."""

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
"""The detail of the button that shares a film."""


@dataclass(frozen=True, slots=True)
class FilmKind:
    """A kind of film: the prefix of its sentences, and the function that makes it."""

    key: str
    path: str
    make: Callable[[Request, Table, Words], Awaitable[bytes]]


async def show_film(request: Request, reel: FilmKind, check: Callable[[Table], None]) -> None:
    """Send a film of the clicked table; `check` refuses before the user has to wait."""
    table = await request.table(request.control.detail)
    shared = request.control.detail == ALL
    if shared:
        if is_for_one(request, table):
            raise Refused("old-control")
        request.check_permissions()
    check(table)
    await _send_film_later(request, table, reel, alone=not shared)


def is_for_one(request: Request, table: Table) -> bool:
    """Return whether only one user may see what is shown of a table here.

    So it is if others could still play the same deal, and where the table is played elsewhere.
    """
    return table.terms.day is not None or request.click.channel_id not in (table.channel_id, table.home_id)


async def _send_film_later(request: Request, table: Table, reel: FilmKind, *, alone: bool) -> None:
    """Make the film and send it, to one user or to all.

    The wait is always private: it may end in a refusal. Only the first message after a wait replaces it.
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
