"""The middle of Thud's caption: the points of both sides, who leads, and which battle it is."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engine.thud.model import Side, View
from render.canvas import Face, word
from render.thud_colours import NAMED, PALETTE
from render.thud_pieces import piece

ICON: Final = 56
LEFT: Final = 270


def score(image: Image.Image, view: View) -> None:
    """Both sides' points on the board, each beside its piece."""
    points = {Side.DWARFS: view.points[view.dwarf_seat], Side.TROLLS: view.points[1 - view.dwarf_seat]}
    for place, side in enumerate(Side):
        x = LEFT + place * 110
        image.paste(_icon(side), (x, 8))
        image.paste(word(str(points[side]), Face.FIGURES, 34, ("night", f"{side}-say"), PALETTE), (x + ICON + 4, 14))


@cache
def _icon(side: Side) -> Image.Image:
    tile = Image.new("RGBA", (ICON, ICON), NAMED["night"])
    tile.alpha_composite(piece(side, ICON))
    return PALETTE.quantised(tile.convert("RGB"))
