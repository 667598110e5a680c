"""The best moments of a game that is over as a short film: the button *Highlights* of its card."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from PIL import Image

from bot.discord.endpoints import Endpoint, routes
from bot.discord.frame import game_title, plain_names, with_picture_names
from bot.discord.limits import FILMING
from bot.discord.request import Request
from bot.features.reviews.service import Reviews
from bot.games.catalogue import AnyEntry
from bot.kernel.errors import Refused
from bot.kernel.tables.seats import players_as_of, refuse_closed
from bot.minds.analysis import Analysis
from bot.store import Line, Status, Table
from bot.ui.history.page import Page
from bot.ui.history.replay import FilmKind, show_film
from bot.ui.history.story import caption_for, moment_between, result_of, weight_of
from bot.ui.play.board_layout import sheet_of
from bot.words import Words
from bot.words.menu import Menu
from engine.replay import LogPosition, effective_positions
from render.film.band import HEIGHT, BandText, add_band
from render.film.curtain import Curtain, draw_curtain
from render.kit.sheet import Sheet
from render.replay import gif

MOST: Final = 3
"""As many moments are shown."""

APART: Final = 2
"""So many lines of the log lie between two of them, at the least."""

TITLE: Final = 1000
BEFORE: Final = 700
PASSING: Final = 100
AFTER: Final = 1300
END: Final = 1600
"""Milliseconds that a picture is held: the title, a board before something is done, on the way, after it, and
how it ended: eight seconds and a half, and what happens on the way."""

PASSED: Final = 10
"""As many pictures are on the way from one board to another at most."""

LARGEST: Final = 500_000
"""Bytes of a film; one that would be larger goes from board to board."""


async def highlights(request: Request) -> None:
    """The film, to whoever clicked; from there to everybody, where they may see it."""
    await show_film(request, REEL, _check_over)


def _check_over(table: Table) -> None:
    if table.status is Status.CLOSED:
        raise refuse_closed(table) if table.state is None else Refused("card-closed", table, code=table.code)
    if table.status is not Status.OVER:
        raise Refused("card-not-over", table, code=table.code)


async def highlights_of(request: Request, table: Table, words: Words) -> bytes:
    """The best moments of a game as a GIF. Painted in a thread, one at a time.

    Raises `Refused` where the log cannot be replayed, or nothing in it stands.
    """
    session = request.session
    positions, log = await session.history.shown_positions(table), await session.tables.log(table)
    analysis = await session.service(Reviews).find_review(table)
    game = FilmedGame(
        words,
        with_picture_names(words, table),
        session.catalogue[table.game],
        positions,
        effective_positions(positions),
        log,
    )
    if len(game.way) == 1:
        raise Refused("replay-nothing", table, code=table.code)
    async with request.surface.projector:
        return await asyncio.to_thread(film_gif, game, swings(game.way, analysis))


def swings(way: Sequence[LogPosition], analysis: Analysis | None) -> Mapping[int, float]:
    """How much the game turned where its review says that it did, by place on the way: from 0 to 1."""
    if analysis is None:
        return {}
    places, found = {position.ply: at for at, position in enumerate(way)}, dict[int, float]()
    for slip in analysis.slips:
        found[places[slip.ply]] = slip.best - slip.worth
    for luck in analysis.lucks:
        at = places[luck.ply]
        found[at] = max(found.get(at, 0.0), abs(luck.after - luck.before))
    return found


def best_moments(entry: AnyEntry, way: Sequence[LogPosition], turned: Mapping[int, float]) -> tuple[int, ...]:
    """The places on the way of the best moments, in order: each that of the position which a line led to.

    They are first where the game `turned` most, and then where most happened by its own judgement, the later
    of equal ones; none of the same turn as another, or right after it.
    """
    ranked = sorted(turned, key=lambda at: -turned[at])
    lines = [at for at in range(1, len(way)) if way[at].action is not None]
    ranked += sorted(lines, key=lambda at: (-weight_of(entry, (way[at],)), -at))
    found = dict[Any, int]()
    for at in ranked:
        turn = entry.rules.turn_key(way[at - 1].state)
        if turn not in found and all(abs(at - other) >= APART for other in found.values()):
            found[turn] = at
        if len(found) == MOST:
            break
    return tuple(sorted(found.values()))


@dataclass(frozen=True, slots=True)
class FilmedGame:
    """A game that is over, to be told in these words; nobody took back what is on its `way`."""

    words: Words
    table: Table
    entry: AnyEntry
    positions: tuple[LogPosition, ...]
    way: tuple[LogPosition, ...]
    log: tuple[Line, ...]

    def sheet(self, position: LogPosition) -> Sheet:
        """What a board needs besides its view."""
        page = Page(self.table, self.entry, self.positions, self.log, position.ply - self.positions[0].ply)
        sheet = sheet_of(self.words, page.to_shown(), Menu())
        return replace(sheet, stamp="", turn=self.words("highlights.head"))

    def board(self, position: LogPosition) -> Image.Image:
        """A position as its board was."""
        return self.entry.drawing.paint(self.entry.game.view(position.state, None), self.sheet(position))


def film_gif(game: FilmedGame, turned: Mapping[int, float]) -> bytes:
    """The best moments as a GIF; `turned` is how much the game did at places on its way, by its review."""
    places = best_moments(game.entry, game.way, turned)
    data = _gif(game, places, moving=True)
    return data if len(data) <= LARGEST else _gif(game, places, moving=False)


def _gif(game: FilmedGame, places: Sequence[int], *, moving: bool) -> bytes:
    frames = list(_film_pictures(game, places, moving=moving))
    return gif([picture for picture, _ in frames], [held for _, held in frames], HEIGHT)


def _film_pictures(
    game: FilmedGame, places: Sequence[int], *, moving: bool
) -> Iterator[tuple[Image.Image, int]]:
    """Each picture, and for how many milliseconds it is held."""
    words, way, names = game.words, game.way, game.words.join_list(plain_names(game.table))
    title = game_title(words, game.entry.game.title, game.table.deal)
    curtain = Curtain(title, words("highlights.head"))
    yield add_band(draw_curtain(game.board(way[places[0] - 1]), curtain), BandText(names)), TITLE
    for number, at in enumerate(places, 1):
        yield from _moment_pictures(game, at, f"{number} / {len(places)}", moving=moving)
    last, result = way[-1], result_of(words, game.table, game.entry, way, game.log)
    emblem = game.entry.drawing.emblem
    view = game.entry.game.view(last.state, None)
    curtain = Curtain(result, emblem=None if emblem is None else emblem(view))
    yield add_band(draw_curtain(game.board(last), curtain), BandText(names)), END


def _moment_pictures(
    game: FilmedGame, at: int, count: str, *, moving: bool
) -> Iterator[tuple[Image.Image, int]]:
    """The board before a line with when it was and whose, and with what was done the way to the one after."""
    before, after = game.way[at - 1], game.way[at]
    yield add_band(game.board(before), BandText(_moment_title(game, before, after), count)), BEFORE
    done = BandText(caption_for(game.words, game.table, game.entry, game.log, (before, after)), count)
    sheet = game.sheet(after)
    for view in _motion_views(game, before, after) if moving else ():
        yield add_band(game.entry.drawing.paint(view, sheet), done), PASSING
    left = game.entry.drawing.final_view(moment_between(game.table, before, after))
    board = game.board(after) if left is None else game.entry.drawing.paint(left, sheet)
    yield add_band(board, done), AFTER


def _moment_title(game: FilmedGame, before: LogPosition, after: LogPosition) -> str:
    """When it was, as the game counts it, and whose move."""
    words, moment = game.words, game.entry.speech.moment
    when = words("review.moment", ply=after.ply) if moment is None else moment(words, before.state)
    name = plain_names(players_as_of(game.table, after.ply))[after.seat or 0]
    return words("highlights.moment", when=when, name=name)


def _motion_views(game: FilmedGame, before: LogPosition, after: LogPosition) -> tuple[Any, ...]:
    """The views between two positions, as many as there is time for."""
    views = game.entry.drawing.motion(moment_between(game.table, before, after))
    step = -(-len(views) // PASSED) or 1
    return views[::step]


HIGHLIGHTS: Final = Endpoint("highlights", highlights, looks=True, limit=FILMING)
REEL: Final = FilmKind("highlights", HIGHLIGHTS.path, highlights_of)
CONTROLS: Final = routes(HIGHLIGHTS)
