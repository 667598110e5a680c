"""Sprites ahead of the boards that need them: from the file of an earlier start, or drawn in a thread."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Final

from bot.covers import cover_of
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, AnyEntry
from bot.place import Place, Postgres
from bot.words.menu import Menu, leads_to
from engine.core import read_settings
from engine.rng import SeededRng
from render import portraits
from render.kit import stored
from render.kit.sheet import Sheet

LOG = logging.getLogger("taproom.ahead")

SOON: Final = 2.0
"""Seconds between being ready and painting ahead: whoever waited for the bot comes first."""

BOARDS: Final = 250
"""How many boards of each game are painted for their sprites; later ones would show few new ones."""

STEPS: Final = 4
"""How many steps of a guided move are painted on each of them, the board itself among these."""


def warm_up(enough: Callable[[], bool] = lambda: False) -> None:
    """Paint each game once, until that is `enough`: a first picture draws its pieces, for over a second.

    Five seconds of processor in all. Pictures may be painted meanwhile, by any thread: what is drawn once
    and kept is never changed, so that at worst two threads draw the same.
    """
    for entry in CATALOGUE.values():
        if enough():
            return
        seats = entry.game.seats[-1]
        _paint(entry, _begun(entry, seats, SeededRng("")), seats, "")
        cover_of(entry)
    portraits.prepare()


def draw_more(enough: Callable[[], bool], boards: int = BOARDS) -> None:
    """Paint boards of each game that come at random, until that is `enough`: most sprites are seen on some.

    Otherwise each keeps the first board that needs it waiting: fifty dice, a hundred coins and tiles.
    """
    for entry in CATALOGUE.values():
        game, rng = entry.game, SeededRng("sprites")
        seats = game.seats[-1]
        state = _begun(entry, seats, rng)
        for number in range(boards):
            if enough():
                return
            moves = [(seat, line) for seat in sorted(game.to_act(state)) for line in game.legal(state, seat)]
            if moves:
                state = game.apply(state, *moves[rng.below(len(moves))], rng).state
            else:
                seats = game.seats[number % len(game.seats)]
                state = _begun(entry, seats, rng)
            _paint_choosing(entry, state, seats, rng)


def _begun(entry: AnyEntry, seats: int, rng: SeededRng) -> object:
    return entry.game.start(read_settings(entry.game, {}, seats), seats, rng)


def _paint_choosing(entry: AnyEntry, state: object, seats: int, rng: SeededRng) -> None:
    """Paint a board and what is seen by somebody who chooses something there, step by step."""
    path = ""
    for _ in range(STEPS):
        ways = leads_to(_paint(entry, state, seats, path))
        if not ways:
            return
        path = ways[rng.below(len(ways))]


def _paint(entry: AnyEntry, state: object, seats: int, path: str) -> Menu:
    """Paint a board with what can be chosen on it at a step, for nobody; returns what that is."""
    names = tuple(f"Player {seat}" for seat in range(1, seats + 1))
    view, over = entry.game.view(state, None), entry.game.outcome(state) is not None
    menu = Menu() if over else entry.menu(IN_ENGLISH, names, state, path)
    sheet = Sheet(
        "T0",
        "",
        entry.game.title,
        "",
        chosen=menu.chosen,
        targets=menu.targets,
        names=names,
        say=IN_ENGLISH,
    )
    entry.paint(view, sheet)
    return menu


def sprites_beside(database: Place) -> Path:
    """The file that sprites are kept in between two starts of one version.

    Where the tables are kept by a server, it is in the folder where the bot is started.
    """
    if isinstance(database, Postgres):
        return Path("taproom.sprites")
    return database.with_name(f"{database.name}.sprites")


def from_file(sprites: Path) -> bool:
    """Take the sprites from their file and paint each game, in 0.2 s; whether there is such a file."""
    if not stored.load(sprites):
        return False
    warm_up()
    return True


def paint_soon(enough: Event, sprites: Path) -> None:
    """Paint each game, unless somebody has had `enough`, and keep the sprites for the next start."""
    if not enough.wait(SOON):
        warm_up(enough.is_set)
        draw_more(enough.is_set)
    if not enough.is_set() and not stored.save(sprites):
        LOG.info("%s cannot be written: sprites are drawn anew at each start", sprites)
