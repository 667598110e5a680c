"""The sign of the ending: Thrag's breakfast, his grave, or his bed."""

from __future__ import annotations

from PIL import Image

from engine.thrag.model import View
from render.thrag.hero import sign


def emblem(view: View) -> Image.Image:
    """Return the sign of the ending, as on the board, mode RGBA; raises `ValueError` while the game runs."""
    if view.outcome is None:
        raise ValueError("the game has not ended")
    return sign(view.outcome.ending).convert("RGBA")
