"""Parts of the sign of a match's result, for every game on the octagon."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engine.octagon.model import Side
from render.octagon.pieces import piece

SIZE: Final = 200
"""Pixels of the sign, along each side."""

WINNER: Final = 164
CROWN: Final = 76
DRAWN: Final = 118
"""Pixels of each piece and the stone on it, along each side."""


def dwarf_and_troll(stone: Image.Image) -> Image.Image:
    """A dwarf and a troll side by side behind a stone: the sign of a draw."""
    image = Image.new("RGBA", (SIZE, SIZE))
    image.alpha_composite(piece(Side.DWARFS, DRAWN), (0, 30))
    image.alpha_composite(piece(Side.TROLLS, DRAWN), (SIZE - DRAWN, 30))
    image.alpha_composite(stone, ((SIZE - stone.width) // 2, SIZE - stone.width))
    return image
