"""Hints, odds and dangers that are worth looking at: on the boards of the games."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from tools.gallery.games import GAMES

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay")


def pictures() -> list[Image.Image]:
    """A hint of every kind, game by game, then odds, and at last what hangs on those boards."""
    hints = [picture for wall in GAMES.values() for picture in wall.with_hints()]
    odds = [picture for wall in GAMES.values() for picture in wall.with_odds()]
    return [*hints, *odds, *dangers()]


def dangers() -> Iterator[Image.Image]:
    """What hangs, on every board that has a hint."""
    for key, wall in GAMES.items():
        told = CATALOGUE[key].help.hangs
        if told is None:
            continue
        for name in dict.fromkeys(name for name, _ in wall.hints):
            found = told(IN_ENGLISH, NAMES, wall.pictures[name][0], 0)
            yield wall.paint_with(
                name, heat=found.heat, danger=found.ways, hinted=found.good, written=found.written
            )
