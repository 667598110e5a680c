"""Sample hints, odds and dangers on the boards of the games."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from tools.gallery.games import GAMES

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay")


def pictures() -> list[Image.Image]:
    """Return hints of every kind, game by game, then odds, then dangers on those boards."""
    hints = [picture for wall in GAMES.values() for picture in wall.with_hints()]
    odds = [picture for wall in GAMES.values() for picture in wall.with_odds()]
    return [*hints, *odds, *dangers()]


def dangers() -> Iterator[Image.Image]:
    """Yield the dangers on every board that has a hint."""
    for key, wall in GAMES.items():
        describe = CATALOGUE[key].help.hangs
        if describe is None:
            continue
        for name in dict.fromkeys(name for name, _ in wall.hints):
            danger = describe(IN_ENGLISH, NAMES, wall.pictures[name][0], 0)
            yield wall.paint_with(
                name, heat=danger.heat, danger=danger.ways, hinted=danger.good, written=danger.written
            )
