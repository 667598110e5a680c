"""Sprites, built once for an installation: `python -m bot.sprites` draws them all and writes them to a file.

Drawing takes seconds, reading a fifth of one. The file belongs to the code like a compiled module: it begins
with a digest of its sources, and a file of other sources is ignored.
"""

from __future__ import annotations

import logging
import os
import pickle
import sys
import zlib
from hashlib import sha256
from pathlib import Path
from typing import Final

import PIL

import data
import engine
import render
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, AnyEntry
from bot.games.covers import cover_of
from bot.words.menu import Menu, leads_to
from engine.core import read_settings
from engine.rng import SeededRng
from render import portraits
from render.kit.cache import drawn_sprites, restore_sprites
from render.kit.sheet import Sheet

LOG = logging.getLogger("taproom.sprites")

FILE: Final = Path(render.__path__[0]) / "sprites.bin"
"""The file of this installation."""

BOARDS: Final = 250
"""How many boards of each game are painted: a sprite that is on none of them takes 8 ms at most."""

STEPS: Final = 4
"""How many steps of a guided move are painted on each of them, including the board itself."""

_DIGEST: Final = 32


def prepare(file: Path = FILE) -> None:
    """Load the sprites from the file, or draw them and write the file for the next time."""
    if load(file):
        return
    LOG.info("drawing the sprites, which takes some seconds; `python -m bot.sprites` does it before a start")
    draw()
    if not save(file):
        LOG.warning("%s cannot be written: sprites are drawn at each start", file)


def load(file: Path = FILE) -> bool:
    """Load the sprites; returns false if the file is missing or was drawn from other sources."""
    try:
        data = file.read_bytes()
    except OSError:
        return False
    whole = data[2 * _DIGEST :]
    if data[: 2 * _DIGEST] != fingerprint() + sha256(whole).digest():
        return False
    restore_sprites(pickle.loads(zlib.decompress(whole)))  # noqa: S301 - part of the installation, like its code
    draw_initial()
    return True


def save(file: Path = FILE) -> bool:
    """Write all sprites that were drawn; returns whether that worked. Several processes may do so at once."""
    whole = zlib.compress(pickle.dumps(drawn_sprites(), protocol=pickle.HIGHEST_PROTOCOL))
    new = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        new.write_bytes(fingerprint() + sha256(whole).digest() + whole)
        new.replace(file)
    except OSError:
        new.unlink(missing_ok=True)
        return False
    return True


def fingerprint() -> bytes:
    """Return a digest of the sprites' sources: pictures, rules and facts, and Pillow."""
    digest = sha256(PIL.__version__.encode())
    for package in (render, data, engine):
        folder = Path(package.__path__[0])
        for file in sorted(folder.rglob("*.*")):
            if file.suffix in {".py", ".json"} and "mind" not in file.parts:
                digest.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes())
    return digest.digest()


def draw_initial() -> None:
    """Paint the first position of each game, its cover, and the portraits."""
    for entry in CATALOGUE.values():
        seats = entry.game.seats[-1]
        _paint(entry, _initial_state(entry, seats, SeededRng("")), seats, "")
        cover_of(entry)
    portraits.prepare()


def draw(boards: int = BOARDS) -> None:
    """Paint the first position of each game, and random boards: most sprites are on some of them."""
    draw_initial()
    for entry in CATALOGUE.values():
        game, rng = entry.game, SeededRng("sprites")
        seats = game.seats[-1]
        state = _initial_state(entry, seats, rng)
        for number in range(boards):
            moves = [(seat, line) for seat in sorted(game.to_act(state)) for line in game.legal(state, seat)]
            if moves:
                state = game.apply(state, *moves[rng.below(len(moves))], rng).state
            else:
                seats = game.seats[number % len(game.seats)]
                state = _initial_state(entry, seats, rng)
            _paint_choosing(entry, state, seats, rng)


def _initial_state(entry: AnyEntry, seats: int, rng: SeededRng) -> object:
    return entry.game.start(read_settings(entry.game, {}, seats), seats, rng)


def _paint_choosing(entry: AnyEntry, state: object, seats: int, rng: SeededRng) -> None:
    """Paint a board and the steps of a guided move on it."""
    path = ""
    for _ in range(STEPS):
        ways = leads_to(_paint(entry, state, seats, path))
        if not ways:
            return
        path = ways[rng.below(len(ways))]


def _paint(entry: AnyEntry, state: object, seats: int, path: str) -> Menu:
    """Paint a board at a step of a guided move; returns its menu."""
    names = tuple(f"Player {seat}" for seat in range(1, seats + 1))
    view, over = entry.game.view(state, None), entry.game.outcome(state) is not None
    menu = Menu() if over else entry.rules.menu(IN_ENGLISH, names, state, path)
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
    entry.drawing.paint(view, sheet)
    return menu


def main() -> int:
    """Build the file, unless it is up to date; returns the exit code."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    prepare()
    return 0 if FILE.is_file() else 1


if __name__ == "__main__":
    sys.exit(main())
