"""The faces of the bots, at all sizes in use, on dark and light grounds, and in grey."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.kit.canvas import TABLE
from render.portraits import FACES, portrait

SIZES: Final = (128, 92, 64, 44, 32)
"""In pixels: a large one for inspection, then lobbies, cards, boards, and boards at phone size."""

WIDTH: Final = 900
_GROUNDS: Final = (TABLE["walnut"], TABLE["field"], (234, 217, 174), (49, 51, 56), (255, 255, 255))
_GAP: Final = 14


def pictures() -> list[Image.Image]:
    """Return a picture for each ground, and one in grey."""
    in_colour = [_on(ground) for ground in _GROUNDS]
    return [*in_colour, in_colour[0].convert("L").convert("RGB")]


def _on(ground: tuple[int, int, int]) -> Image.Image:
    """Draw all faces in a row for each size."""
    tall = sum(size + _GAP for size in SIZES) + _GAP
    image = Image.new("RGBA", (WIDTH, tall), ground)
    y = _GAP
    for size in SIZES:
        for number, who in enumerate(FACES):
            image.alpha_composite(portrait(who, size), (_GAP + number * (WIDTH - _GAP) // len(FACES), y))
        y += size + _GAP
    return image.convert("RGB")
