"""A whole game as an animated GIF: the button *Film* of its history."""

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
"""The most frames of a replay; in a longer game a frame covers several turns."""

FEW: Final = 24
"""With fewer turns than this, every step is shown."""

FIRST: Final = 1500
LAST: Final = 4500
STEP: Final = 800
PAUSE: Final = 2200
"""Milliseconds for the first frame, the last, any other, and the most important ones."""

PAUSES: Final = 8
"""One in so many frames is held for longer, if it mattered."""


async def show_replay(request: Request) -> None:
    """Show the film to the user, who may share it where the table can be seen."""
    await show_film(request, REEL, _check_begun)


def _check_begun(table: Table) -> None:
    """Refuse a table without moves."""
    if table.state is None:
        raise (
            refuse_closed(table)
            if table.status is Status.CLOSED
            else Refused("not-begun", table, code=table.code)
        )
    if not table.plies:
        raise Refused("replay-nothing", table, code=table.code)


async def replay_of(request: Request, table: Table, words: Words, since: int = 0) -> bytes:
    """The film of a game as a GIF, from its position after line `since` of the log.

    Painted in a thread, one at a time. Raises `Refused` where the log cannot be replayed, or everything was
    undone.
    """
    positions, log = (
        await request.session.history.shown_positions(table),
        await request.session.tables.log(table),
    )
    entry = request.session.catalogue[table.game]
    path = from_line(effective_positions(positions), since)
    chosen = await asyncio.to_thread(frames_of, path, entry.rules.turn_key)
    if len(chosen) == 1:
        raise Refused("replay-nothing", table, code=table.code)
    first = positions[0].ply
    drawn = with_picture_names(words, table)
    pages = [Page(drawn, entry, positions, log, path[at].ply - first) for at in chosen]
    stretches = [path[before : at + 1] for before, at in pairwise(chosen)]
    async with request.surface.projector:
        return await asyncio.to_thread(_paint_gif, words, pages, stretches)


def from_line(path: Sequence[LogPosition], since: int) -> Sequence[LogPosition]:
    """The positions after a line of the log, from the last one that was not undone."""
    return path[max((at for at, position in enumerate(path) if position.ply <= since), default=0) :]


def frames_of(
    path: Sequence[LogPosition], turn_key: Callable[[Any], Hashable], most: int = MOST
) -> tuple[int, ...]:
    """The indexes of at most `most` positions to show, always with the first and the last.

    A frame shows the end of a turn; with fewer turns than `FEW`, every position has one.
    """
    keys = [turn_key(position.state) for position in path]
    begin = [at for at, (before, after) in enumerate(pairwise(keys), 1) if before != after]
    turns = sorted({0, *begin, len(path) - 1})
    indexes = list(range(len(path))) if len(turns) < FEW else turns
    count = min(len(indexes), most)
    return tuple(indexes[round(at * (len(indexes) - 1) / max(count - 1, 1))] for at in range(count))


def durations(weights: Sequence[int]) -> list[int]:
    """How many milliseconds each frame is held, by the weight of what it shows.

    There is one frame more than weights: the first, which shows the beginning.
    """
    heaviest = sorted(range(len(weights)), key=lambda at: -weights[at])[: -(-len(weights) // PAUSES)]
    pauses = {at for at in heaviest if weights[at] > min(weights)}
    held = [PAUSE if at in pauses else STEP for at in range(len(weights) - 1)]
    return [FIRST, *held, LAST]


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of a replay: a position, the text below it, and its duration.

    `battle_end` is the view at the end of a battle with line `ply` of the log, where the position is the
    start of the next one.
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
    """A frame for each position with the moves before it; the last one shows the standing or the result."""
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
    """The board of a frame with its text."""
    shown = frame.page.to_shown()
    sheet = sheet_of(words, shown, Menu())
    if frame is not last:
        sheet = replace(sheet, stamp="", turn=words("replay.head"))
    board = shown.entry.drawing.paint(frame.battle_end or shown.entry.game.view(shown.state, None), sheet)
    return add_band(board, BandText(frame.text, words("replay.move", ply=frame.ply, last=last.ply)))


FILM: Final = Endpoint("replay", show_replay, looks=True, limit=FILMING)
REEL: Final = FilmKind("replay", FILM.path, replay_of)
CONTROLS: Final = routes(FILM)
