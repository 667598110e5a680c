"""Hints and odds that are worth looking at: on the boards of the games."""

from __future__ import annotations

from PIL import Image

from tools.gallery.games import GAMES


def pictures() -> list[Image.Image]:
    """A hint of every kind, game by game, and odds at last."""
    hints = [picture for wall in GAMES.values() for picture in wall.with_hints()]
    return hints + [picture for wall in GAMES.values() for picture in wall.with_odds()]
