"""A sign of how Thrag's night has ended: his breakfast, his grave, or his bed."""

from __future__ import annotations

from PIL import Image

from engine.thrag.model import View
from render.thrag.hero import sign


def emblem(view: View) -> Image.Image:
    """What has become of him, as on the board, mode RGBA; raises `ValueError` while the game runs."""
    if view.outcome is None:
        raise ValueError("the game has not ended")
    return sign(view.outcome.ending).convert("RGBA")
