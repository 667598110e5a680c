"""A game from its beginning to now, or to its end, as an animated GIF: the button *Film* of its history."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from PIL import Image

from bot.errors import Refused
from bot.seats import closed
from bot.store import Status, Table
from bot.ui.history.page import Page
from bot.ui.kit.frame import (
    Layout,
    Message,
    Text,
    names_of,
    pictured,
    plain_names,
    titled,
    unlisted,
    words_at,
)
from bot.ui.kit.keyboard import Control, Key, Row, Verb
from bot.ui.kit.limits import FILMING
from bot.ui.kit.request import Request, Route
from bot.ui.play.post import sheet_of
from bot.words import Words
from bot.words.menu import Menu
from engine.replay import Position, lasting
from render.replay import gif

MOST: Final = 120
"""As many frames are in a replay; of a longer game several turns come together."""

FEW: Final = 24
"""Of a game of fewer turns every step is shown."""

FIRST: Final = 1000
LAST: Final = 4000
STEP: Final = 700
"""Milliseconds that the first, the last and any other frame is held."""

WHOLE: Final = 42_000
"""Milliseconds that all of those others take together at most."""


ALL: Final = "all"
"""The detail of the button that shows a film to everybody."""


async def replay(request: Request) -> None:
    """The film, to whoever clicked; from there to everybody, where they may see it."""
    table = await request.table(request.control.detail)
    shared = request.control.detail == ALL
    if shared:
        if is_for_one(request, table):
            raise Refused("old-control")
        request.check_permissions()
    _check_begun(table)
    await _answer(request, table, alone=not shared)


def is_for_one(request: Request, table: Table) -> bool:
    """Whether what is shown of a table is for one person here.

    It is if others could yet play the same deal, and where the table is one of elsewhere.
    """
    return table.day is not None or request.interaction.channel_id not in (table.channel_id, table.home_id)


def _check_begun(table: Table) -> None:
    """Refuse, before anybody is kept waiting, what has nothing to show."""
    if table.state is None:
        raise closed(table) if table.status is Status.CLOSED else Refused("not-begun", table, code=table.code)
    if not table.plies:
        raise Refused("replay-nothing", table, code=table.code)


async def _answer(request: Request, table: Table, *, alone: bool) -> None:
    """The replay, to one person or to all.

    What is waited for is private in both cases: it may end in a refusal, and what was once begun in public
    stays so. Only the first message after a wait takes its place.
    """
    await request.defer()
    with request.trace.span("replay"):
        data = await replay_of(request, table, alone=alone)
    if len(data) > request.interaction.filesize_limit:
        raise Refused("replay-too-large", table, code=table.code)
    if not alone:
        await request.private(request.words("replay.shared"))
    await _send(request, table, data, alone=alone)


async def replay_of(request: Request, table: Table, *, alone: bool) -> bytes:
    """The replay of a game as a GIF. Painted in a thread, one at a time.

    Raises `Refused` where the log cannot be replayed, or nothing in it stands.
    """
    positions, lines = await request.session.history.told(table), await request.session.tables.log(table)
    entry = request.session.catalogue[table.game]
    chosen = frames_of(lasting(positions), entry.turn_key)
    if len(chosen) == 1:
        raise Refused("replay-nothing", table, code=table.code)
    first = positions[0].ply
    pages = [Page(table, entry, positions, lines, position.ply - first) for position in chosen]
    words = request.words if alone else words_at(table)
    async with request.surface.projector:
        return await asyncio.to_thread(_painted, words, pages)


def frames_of(
    way: Sequence[Position], turn_key: Callable[[Any], Hashable], most: int = MOST
) -> tuple[Position, ...]:
    """The positions to be shown, `most` of them at most, always with the first and the last.

    They are those that a turn begins with, as the one before it has ended then; if they are fewer than `FEW`,
    every one.
    """
    keys = [turn_key(position.state) for position in way]
    begin = [at for at, (before, after) in enumerate(pairwise(keys), 1) if before != after]
    turns = sorted({0, *begin, len(way) - 1})
    found = list(range(len(way))) if len(turns) < FEW else turns
    count = min(len(found), most)
    spread = [round(at * (len(found) - 1) / max(count - 1, 1)) for at in range(count)]
    return tuple(way[found[at]] for at in spread)


def durations(count: int) -> list[int]:
    """For how many milliseconds each of so many frames is held."""
    step = min(STEP, WHOLE // max(count, 1))
    return [FIRST, *[step] * (count - 2), LAST][-count:]


def _painted(words: Words, pages: Sequence[Page]) -> bytes:
    return gif(_pictures(words, pages), durations(len(pages)))


def _pictures(words: Words, pages: Sequence[Page]) -> Iterator[Image.Image]:
    """Each position as its board was, with the number of its move where that said whose turn it was.

    The last one says how the game stands.
    """
    last = pages[-1].position.ply
    for page in pages:
        shown = page.shown()
        sheet = sheet_of(words, shown, Menu())
        if page is not pages[-1]:
            sheet = replace(sheet, turn=words("replay.move", ply=page.position.ply, last=last))
        yield shown.entry.paint(shown.entry.game.view(shown.state, None), sheet)


async def _send(request: Request, table: Table, data: bytes, *, alone: bool) -> None:
    words = request.words if alone else words_at(table)
    title = request.session.catalogue[table.game].game.title
    game, name = titled(words, title, table.day), f"{table.code}-{table.revision}-replay.gif"
    title_line = words("replay.title", game=game)
    alt = words("replay.alt", game=game, names=words.listed(plain_names(table)))
    layout = Layout(timeout=None)
    layout.add_item(Text("\n".join((title_line, words("replay.names", names=words.listed(names_of(table)))))))
    layout.add_item(pictured(name, alt))
    if alone and not is_for_one(request, table):
        share = Control(table.id, 0, Verb.REPLAY, ALL)
        layout.add_item(Row(Key(label=words("button.share"), custom_id=str(share))))
    await request.show(Message(unlisted(layout), data, name), alone=alone)


CONTROLS: Final = {Verb.REPLAY: Route(replay, looks=True, limit=FILMING)}
