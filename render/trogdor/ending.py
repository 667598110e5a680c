"""The sign of the ending: Trogdor crowned, as fire, or his grave."""

from __future__ import annotations

from PIL import Image

from engine.trogdor.model import View
from render.trogdor.cards import banner


def emblem(view: View) -> Image.Image:
    """Return the ending's banner, mode RGBA, 252 x 268 pixels; raises `ValueError` while the game runs."""
    if view.outcome is None:
        raise ValueError("the game has not ended")
    return banner(view.outcome.ending).convert("RGBA")
