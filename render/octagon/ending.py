"""What the sign of how a match ended is made of, in every game on the octagon."""

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
"""Pixels of what is on it, along each side."""


def dwarf_and_troll(stone: Image.Image) -> Image.Image:
    """A dwarf and a troll side by side, a stone before them: nobody has won."""
    image = Image.new("RGBA", (SIZE, SIZE))
    image.alpha_composite(piece(Side.DWARFS, DRAWN), (0, 30))
    image.alpha_composite(piece(Side.TROLLS, DRAWN), (SIZE - DRAWN, 30))
    image.alpha_composite(stone, ((SIZE - stone.width) // 2, SIZE - stone.width))
    return image
