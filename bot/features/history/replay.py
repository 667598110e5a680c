"""A game from its beginning to now, or to its end, as an animated GIF: the button *Film* of its history."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

from PIL import Image

from bot.discord.endpoints import Endpoint, routes
from bot.discord.frame import (
    plain_names,
    with_picture_names,
)
from bot.discord.limits import FILMING
from bot.discord.request import Request
from bot.kernel.errors import Refused
from bot.kernel.tables.seats import refuse_closed
from bot.store import Status, Table
from bot.ui.history.page import Page
from bot.ui.history.replay import FilmKind, show_film
from bot.ui.history.story import caption_for, moment_between, result_of, weight_of
from bot.ui.play.board_layout import sheet_of
from bot.words import Words
from bot.words.menu import Menu
from engine.replay import LogPosition, effective_positions
from render.film.band import HEIGHT, BandText, add_band
from render.replay import gif

MOST: Final = 80
"""As many frames are in a replay; of a longer game several turns come together."""

FEW: Final = 24
"""Of a game of fewer turns every step is shown."""

FIRST: Final = 1500
LAST: Final = 4500
STEP: Final = 800
PAUSE: Final = 2200
"""Milliseconds that the first frame is held, the last, any other, and one of those that mattered most."""

PAUSES: Final = 8
"""Of so many frames one is held for longer, as far as anything mattered in them."""


async def show_replay(request: Request) -> None:
    """The film, to whoever clicked; from there to everybody, where they may see it."""
    await show_film(request, REEL, _check_begun)


def _check_begun(table: Table) -> None:
    """Refuse what has nothing to show."""
    if table.state is None:
        raise (
            refuse_closed(table)
            if table.status is Status.CLOSED
            else Refused("not-begun", table, code=table.code)
        )
    if not table.plies:
        raise Refused("replay-nothing", table, code=table.code)


async def replay_of(request: Request, table: Table, words: Words, since: int = 0) -> bytes:
    """The replay of a game as a GIF, from how it stood after the line `since` of its log.

    Painted in a thread, one at a time. Raises `Refused` where the log cannot be replayed, or nothing in it
    stands.
    """
    positions, log = (
        await request.session.history.shown_positions(table),
        await request.session.tables.log(table),
    )
    entry = request.session.catalogue[table.game]
    way = from_line(effective_positions(positions), since)
    chosen = await asyncio.to_thread(frames_of, way, entry.rules.turn_key)
    if len(chosen) == 1:
        raise Refused("replay-nothing", table, code=table.code)
    first = positions[0].ply
    drawn = with_picture_names(words, table)
    pages = [Page(drawn, entry, positions, log, way[at].ply - first) for at in chosen]
    stretches = [way[before : at + 1] for before, at in pairwise(chosen)]
    async with request.surface.projector:
        return await asyncio.to_thread(_paint_gif, words, pages, stretches)


def from_line(way: Sequence[LogPosition], since: int) -> Sequence[LogPosition]:
    """The way from how the game stood after a line of its log, as far as that was not taken back."""
    return way[max((at for at, position in enumerate(way) if position.ply <= since), default=0) :]


def frames_of(
    way: Sequence[LogPosition], turn_key: Callable[[Any], Hashable], most: int = MOST
) -> tuple[int, ...]:
    """The places on the way to be shown, `most` of them at most, always with the first and the last.

    They are those that a turn begins with, as the one before it has ended then; if they are fewer than `FEW`,
    every one.
    """
    keys = [turn_key(position.state) for position in way]
    begin = [at for at, (before, after) in enumerate(pairwise(keys), 1) if before != after]
    turns = sorted({0, *begin, len(way) - 1})
    found = list(range(len(way))) if len(turns) < FEW else turns
    count = min(len(found), most)
    return tuple(found[round(at * (len(found) - 1) / max(count - 1, 1))] for at in range(count))


def durations(weights: Sequence[int]) -> list[int]:
    """For how many milliseconds each frame is held, by how much that mattered which it shows.

    There is a frame more than weights: the first, which shows how it began.
    """
    heaviest = sorted(range(len(weights)), key=lambda at: -weights[at])[: -(-len(weights) // PAUSES)]
    pauses = {at for at in heaviest if weights[at] > min(weights)}
    held = [PAUSE if at in pauses else STEP for at in range(len(weights) - 1)]
    return [FIRST, *held, LAST]


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of a replay: a position, the words below it, and for how many milliseconds it is held.

    `left` is how a battle stood at its end with the line `ply` of the log, where the position is the start of
    the next one.
    """

    page: Page
    text: str
    milliseconds: int
    ply: int
    battle_end: object = None


def _paint_gif(words: Words, pages: Sequence[Page], stretches: Sequence[Sequence[LogPosition]]) -> bytes:
    frames = tuple(_frames(words, pages, stretches))
    pictures = (_paint_frame(words, frame, frames[-1]) for frame in frames)
    return gif(pictures, [frame.milliseconds for frame in frames], HEIGHT)


def _frames(
    words: Words, pages: Sequence[Page], stretches: Sequence[Sequence[LogPosition]]
) -> Iterator[Frame]:
    """Each position, and what has led there; the last one says how the game stands, or how it ended."""
    first, last = pages[0], pages[-1]
    table, entry = first.table, first.entry
    held = durations([weight_of(entry, stretch[1:]) for stretch in stretches])
    yield Frame(first, words.join_list(plain_names(table)), held[0], first.position.ply)
    for page, stretch, hold in zip(pages[1:], stretches, held[1:], strict=True):
        rest, ply = stretch, page.position.ply
        for at, (before, after) in enumerate(pairwise(stretch), 1):
            if (left := entry.drawing.final_view(moment_between(table, before, after))) is not None:
                text, rest = caption_for(words, table, entry, first.lines, stretch[: at + 1]), stretch[at:]
                yield Frame(page, text, PAUSE, after.ply, left)
        if page is last and entry.game.outcome(page.position.state) is not None:
            text = result_of(words, table, entry, effective_positions(first.positions), first.lines)
        elif len(rest) > 1:
            text = caption_for(words, table, entry, first.lines, rest)
        else:
            text = "" if entry.speech.moment is None else entry.speech.moment(words, page.position.state)
        yield Frame(page, text, hold, ply)


def _paint_frame(words: Words, frame: Frame, last: Frame) -> Image.Image:
    """The board of a frame as it was, and its words."""
    shown = frame.page.to_shown()
    sheet = sheet_of(words, shown, Menu())
    if frame is not last:
        sheet = replace(sheet, stamp="", turn=words("replay.head"))
    board = shown.entry.drawing.paint(frame.battle_end or shown.entry.game.view(shown.state, None), sheet)
    return add_band(board, BandText(frame.text, words("replay.move", ply=frame.ply, last=last.ply)))


FILM: Final = Endpoint("replay", show_replay, looks=True, limit=FILMING)
REEL: Final = FilmKind("replay", FILM.path, replay_of)
CONTROLS: Final = routes(FILM)
