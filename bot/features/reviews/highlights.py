"""The best moments of a finished game as a short film: the button *Highlights* of its card."""

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
from bot.kernel.tables.results import SAID
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
"""The most moments in a film."""

APART: Final = 2
"""The fewest lines of the log between two moments."""

TITLE: Final = 1000
BEFORE: Final = 700
PASSING: Final = 100
AFTER: Final = 1300
END: Final = 1600
"""Milliseconds for the title, the board before a move, each step of it, the board after it, and the end:
eight and a half seconds in all, and the steps of the moves."""

PASSED: Final = 10
"""The most pictures between two boards."""

LARGEST: Final = 500_000
"""The most bytes of a film; a larger one leaves out the steps between boards."""


async def highlights(request: Request) -> None:
    """Show the film to the user, who may share it where the table can be seen."""
    await show_film(request, REEL, _check_over)


def _check_over(table: Table) -> None:
    if table.status is Status.CLOSED:
        raise refuse_closed(table) if table.state is None else Refused("card-closed", table, code=table.code)
    if table.status is not Status.OVER:
        raise Refused("card-not-over", table, code=table.code)


async def highlights_of(request: Request, table: Table, words: Words) -> bytes:
    """The best moments of a game as a GIF. Painted in a thread, one at a time.

    Raises `Refused` where the log cannot be replayed, or everything was undone.
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


def swings(positions: Sequence[LogPosition], analysis: Analysis | None) -> Mapping[int, float]:
    """How much the chances changed at each move that the review names, by index on the way: from 0 to 1."""
    if analysis is None:
        return {}
    places, by_place = {position.ply: at for at, position in enumerate(positions)}, dict[int, float]()
    for slip in analysis.slips:
        by_place[places[slip.ply]] = slip.best - slip.worth
    for luck in analysis.lucks:
        at = places[luck.ply]
        by_place[at] = max(by_place.get(at, 0.0), abs(luck.after - luck.before))
    return by_place


def best_moments(
    entry: AnyEntry, positions: Sequence[LogPosition], turned: Mapping[int, float]
) -> tuple[int, ...]:
    """The indexes of the best moments on the way, in order: those of the positions after a line.

    Always the move that ended the game. Then those where the chances changed most (`turned`), then those with
    the most weight in the game's own judgement, the later of equal ones; never two in the same turn or close
    to each other.
    """
    ranked = [len(positions) - 1] if _ends_by_move(positions[-1]) else []
    ranked += sorted(turned, key=lambda at: -turned[at])
    lines = [at for at in range(1, len(positions)) if positions[at].action is not None]
    ranked += sorted(lines, key=lambda at: (-weight_of(entry, (positions[at],)), -at))
    by_turn = dict[Any, int]()
    for at in ranked:
        turn = entry.rules.turn_key(positions[at - 1].state)
        if turn not in by_turn and all(abs(at - other) >= APART for other in by_turn.values()):
            by_turn[turn] = at
        if len(by_turn) == MOST:
            break
    return tuple(sorted(by_turn.values()))


def _ends_by_move(last: LogPosition) -> bool:
    """Return whether the last line of a finished game is a move, not an agreement or giving up."""
    return last.action is not None and str(last.action).partition(" ")[0] not in SAID


@dataclass(frozen=True, slots=True)
class FilmedGame:
    """A finished game with its words; `way` are the positions that were not undone."""

    words: Words
    table: Table
    entry: AnyEntry
    positions: tuple[LogPosition, ...]
    way: tuple[LogPosition, ...]
    log: tuple[Line, ...]

    def sheet(self, position: LogPosition) -> Sheet:
        """The labels of a position's board."""
        page = Page(self.table, self.entry, self.positions, self.log, position.ply - self.positions[0].ply)
        sheet = sheet_of(self.words, page.to_shown(), Menu())
        return replace(sheet, stamp="", turn=self.words("highlights.head"))

    def board(self, position: LogPosition) -> Image.Image:
        """The board of a position."""
        return self.entry.drawing.paint(self.entry.game.view(position.state, None), self.sheet(position))


def film_gif(game: FilmedGame, turned: Mapping[int, float]) -> bytes:
    """The best moments as a GIF; `turned` is how much the chances changed at positions, by the review."""
    places = best_moments(game.entry, game.way, turned)
    data = _gif(game, places, moving=True)
    return data if len(data) <= LARGEST else _gif(game, places, moving=False)


def _gif(game: FilmedGame, places: Sequence[int], *, moving: bool) -> bytes:
    frames = list(_film_pictures(game, places, moving=moving))
    return gif([picture for picture, _ in frames], [held for _, held in frames], HEIGHT)


def _film_pictures(
    game: FilmedGame, places: Sequence[int], *, moving: bool
) -> Iterator[tuple[Image.Image, int]]:
    """Each picture with its duration in milliseconds."""
    words, positions, names = game.words, game.way, game.words.join_list(plain_names(game.table))
    title = game_title(words, game.entry.game.title, game.table.deal)
    curtain = Curtain(title, words("highlights.head"))
    yield add_band(draw_curtain(game.board(positions[places[0] - 1]), curtain), BandText(names)), TITLE
    for number, at in enumerate(places, 1):
        yield from _moment_pictures(game, at, f"{number} / {len(places)}", moving=moving)
    last, result = positions[-1], result_of(words, game.table, game.entry, positions, game.log)
    emblem = game.entry.drawing.emblem
    view = game.entry.game.view(last.state, None)
    curtain = Curtain(result, emblem=None if emblem is None else emblem(view))
    yield add_band(draw_curtain(game.board(last), curtain), BandText(names)), END


def _moment_pictures(
    game: FilmedGame, at: int, count: str, *, moving: bool
) -> Iterator[tuple[Image.Image, int]]:
    """The board before a move, the steps of the move, and the board after it."""
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
    """The moment, as the game counts it, and the player."""
    words, moment = game.words, game.entry.speech.moment
    when = words("review.moment", ply=after.ply) if moment is None else moment(words, before.state)
    name = plain_names(players_as_of(game.table, after.ply))[after.seat or 0]
    return words("highlights.moment", when=when, name=name)


def _motion_views(game: FilmedGame, before: LogPosition, after: LogPosition) -> tuple[Any, ...]:
    """The views between two positions, at most `PASSED`."""
    views = game.entry.drawing.motion(moment_between(game.table, before, after))
    step = -(-len(views) // PASSED) or 1
    return views[::step]


HIGHLIGHTS: Final = Endpoint("highlights", highlights, looks=True, limit=FILMING)
REEL: Final = FilmKind("highlights", HIGHLIGHTS.path, highlights_of)
CONTROLS: Final = routes(HIGHLIGHTS)
