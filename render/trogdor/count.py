"""Small figures on round ground: how many there are."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from render.kit.canvas import Face, capitals, word
from render.trogdor.clay import Wood
from render.trogdor.colours import NAMED, PALETTE

SIDE: Final = 26
TYPE: Final = 21


@cache
def count(number: int) -> Image.Image:
    """A number on a dark disc, mode RGBA; shared, so paste it only."""
    clay = Wood(SIDE // 2)
    clay.fill(clay.ellipse(50, 50, 49, 49), NAMED["cream"])
    clay.fill(clay.ellipse(50, 50, 42, 42), NAMED["ink"])
    disc = clay.shown(SIDE)
    tile = word(str(number), Face.FIGURES, TYPE, ("ink", "cream"), PALETTE)
    top, bottom = capitals(Face.FIGURES, TYPE)
    figures = tile.crop((0, top, tile.width, bottom)).convert("RGBA")
    disc.alpha_composite(figures, ((SIDE - figures.width) // 2, (SIDE - figures.height) // 2))
    return disc
