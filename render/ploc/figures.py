"""Numbers and names composed of cached figures and letters, because each number and name is rare."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from PIL import Image

from render.kit.cache import cached_sprite
from render.kit.canvas import Face, capitals, font, is_plain, width, word
from render.kit.picture import PasteTarget
from render.ploc.colours import PALETTE

Colours: TypeAlias = tuple[str, str]
"""The names of the ground's colour and of the type's."""


DIGITS: Final = "0123456789"


class DigitTiles:
    """A signed number as tiles, cropped to the height of figures; they do not overlap."""

    def __init__(self, text: str, size: int, colours: Colours) -> None:
        self._tiles: Final = [_figure(figure, size, colours) for figure in text]
        self.width: Final = sum(tile.width for tile in self._tiles)
        self.height: Final = self._tiles[0].height

    def paste(self, onto: PasteTarget, x: int, y: int) -> None:
        """Paste it with the upper left corner of its first figure at (x, y)."""
        for tile in self._tiles:
            onto.paste(tile, (x, y))
            x += tile.width


@cached_sprite
def _figure(figure: str, size: int, colours: Colours) -> Image.Image:
    tile = word(figure, Face.FIGURES, size, colours, PALETTE)
    top, bottom = capitals(Face.FIGURES, size)
    return tile.crop((0, top, tile.width, bottom))


def words(text: str, face: Face, size: int, colours: Colours) -> list[Image.Image]:
    """Return the tiles that make `text` from left to right, cut wherever letters do not overlap."""
    return [word(piece, face, size, colours, PALETTE) for piece in _pieces(text, face, size)]


@lru_cache(maxsize=4096)
def _pieces(text: str, face: Face, size: int) -> tuple[str, ...]:
    """Cut `text` between letters that do not overlap.

    Letters of other fonts stay together, as they may join.
    """
    if not is_plain(text, face):
        return (text,)
    pieces = list(text[:1])
    for last, letter in pairwise(text):
        if _overhangs(last, face, size)[1] or _overhangs(letter, face, size)[0]:
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return tuple(pieces)


@lru_cache(maxsize=4096)
def _overhangs(letter: str, face: Face, size: int) -> tuple[bool, bool]:
    """Return whether a letter extends beyond its advance width to the left, and to the right."""
    left, _, right, _ = font(face, size).getbbox(letter)
    return left < 0, right > width(letter, face, size)
