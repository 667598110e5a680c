"""The film of a great turn, or of a battle's last move, above the next board or in place of the last.

A board waits for its film for a moment only. A film that comes later is edited in, unless the table has
changed; what is lost with the process is not painted again (docs/decisions/animations.md).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from bot.discord.frame import escape_markdown, words_at
from bot.discord.request import Surface
from bot.games.catalogue import AnyEntry
from bot.kernel.errors import Refused
from bot.kernel.session import Session, Shown
from bot.store import Status, StoreError
from bot.ui.play.board_layout import sheet_of
from bot.words import Names, Words
from bot.words.menu import Menu
from engine.replay import Moment, moments
from render.kit.sheet import Sheet
from render.replay import gif

LOG = logging.getLogger("taproom.post")

READY: Final = 0.6
"""Seconds that a board waits for its film: most are painted in less, and an answer may take a second."""

LARGEST: Final = 300_000
"""The most bytes of a film at the end of a game, where it stands for the board."""

BESIDE: Final = 220_000
"""The most bytes of a film above a board, which has less than 80,000 itself."""

BEFORE: Final = 900
PASSING: Final = 120
AFTER: Final = 2500
"""Milliseconds for the board before a battle's last move, each step of it, and the board after it."""

PASSED: Final = 8
"""The most pictures between the two."""

REST: Final = 4
"""For this many times as long as a film took to paint, no other one is painted: clicks come first."""

Film = Callable[[Words, Names, Sheet, Sequence[Moment]], bytes]
"""Draws recent events of a game, as `bot.games.entry.Drawing` describes."""


def has_climax(shown: Shown) -> bool:
    """Return whether everyone may get a film of the turn that was just played."""
    is_over = shown.table.status is Status.OVER
    is_new = bool(shown.events) and (shown.new_turn or is_over)
    return is_new and not shown.table.terms.quiet and _painter_of(shown) is not None


def _painter_of(shown: Shown) -> Film | None:
    """Return what draws the film of a turn; none for a game without films, and within a battle."""
    drawing = shown.entry.drawing
    if drawing.climax is not None or drawing.new_battle is None:
        return drawing.climax
    begins = any(isinstance(event, drawing.new_battle) for event in shown.events)
    return partial(battle_film, shown.entry) if begins else None


def battle_film(entry: AnyEntry, words: Words, _names: Names, sheet: Sheet, lines: Sequence[Moment]) -> bytes:
    """Return the last move of a battle as an animated GIF; empty if it did not end by a move."""
    game, drawing, last = entry.game, entry.drawing, lines[-1]
    before, left = game.view(last.state, None), drawing.final_view(last)
    if left is None or drawing.action_places is None or not drawing.action_places(before, last.action):
        return b""
    when = entry.speech.moment
    sheet = sheet if when is None else replace(sheet, turn=when(words, last.state))
    steps = drawing.motion(last)
    passed = steps[:: -(-len(steps) // PASSED) or 1]
    pictures = [drawing.paint(view, sheet) for view in (before, *passed, left)]
    return gif(pictures, [BEFORE, *(PASSING for _ in passed), AFTER])


async def prepare_climax(surface: Surface, shown: Shown) -> asyncio.Task[bool] | None:
    """Paint the film of a turn for `board_message`; return the task if it is not ready in time.

    Where many turns are played at once, some have none; a game's end always has its film.
    """
    is_busy = surface.projector.locked() or time.monotonic() < surface.projector.rests
    if not has_climax(shown) or (is_busy and shown.table.status is not Status.OVER):
        return None
    painting = surface.run(paint_climax(surface, shown))
    done, _ = await asyncio.wait({painting}, timeout=READY)
    return None if done else painting


async def paint_climax(surface: Surface, shown: Shown) -> bool:
    """Paint and cache the film of a turn; return whether there is one."""
    table, film = shown.table, _painter_of(shown)
    assert film is not None  # noqa: S101 - see `has_climax`
    try:
        async with surface.projector:
            if (await surface.session.tables.get(table.id)).revision != table.revision:
                return False
            begun = time.monotonic()
            data = await paint_film(surface.session, shown, words_at(table), film)
            surface.projector.rests = (1 + REST) * time.monotonic() - REST * begun
    except (Refused, StoreError) as error:
        LOG.info("table=%s has no film: %s", table.code, error)
        return False
    except Exception:
        LOG.exception("table=%s revision=%s its film could not be painted", table.code, table.revision)
        return False
    most = LARGEST if table.status is Status.OVER else BESIDE
    if not data or len(data) > most:
        return False
    surface.projector.films.put((table.id, table.revision), data)
    return True


async def paint_film(session: Session, shown: Shown, words: Words, film: Film) -> bytes:
    """Return a film of a table, painted in a thread; the caller holds the projector.

    Raises `Refused` for games from memory, and where the log cannot be replayed.
    """
    sheet = sheet_of(words, shown, Menu())
    names = tuple(map(escape_markdown, sheet.names))
    positions = await session.history.shown_positions(shown.table)
    lines = moments(positions, shown.table.chance)
    return await asyncio.to_thread(film, words, names, sheet, lines) if lines else b""
