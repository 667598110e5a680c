"""Numbers, figure by figure: each number is a new one, its figures are not."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.kit.cache import kept
from render.kit.canvas import Face, capitals, word
from render.kit.picture import Onto
from render.ploc.colours import PALETTE

Colours = tuple[str, str]
"""The names of the ground's colour and of the type's."""


@kept
def _figure(figure: str, size: int, colours: Colours) -> Image.Image:
    """A figure as high as it is, without what a word has above and below; shared, so paste it only."""
    tile = word(figure, Face.FIGURES, size, colours, PALETTE)
    top, bottom = capitals(Face.FIGURES, size)
    return tile.crop((0, top, tile.width, bottom))


class Figures:
    """A number and its sign, or whatever else has no letters: those may reach into each other's tiles."""

    def __init__(self, text: str, size: int, colours: Colours) -> None:
        self._tiles: Final = [_figure(figure, size, colours) for figure in text]
        self.width: Final = sum(tile.width for tile in self._tiles)
        self.height: Final = self._tiles[0].height

    def paste(self, onto: Onto, x: int, y: int) -> None:
        """Set it down with the upper left corner of its first figure at (x, y)."""
        for tile in self._tiles:
            onto.paste(tile, (x, y))
            x += tile.width
