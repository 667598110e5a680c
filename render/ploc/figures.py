"""Numbers and names in pieces: each of them is a new one, the figures and letters in it are not."""

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
    """A number, its sign before it, as high as its figures; none of them reaches into the next one."""

    def __init__(self, text: str, size: int, colours: Colours) -> None:
        self._tiles: Final = [_figure(figure, size, colours) for figure in text]
        self.width: Final = sum(tile.width for tile in self._tiles)
        self.height: Final = self._tiles[0].height

    def paste(self, onto: PasteTarget, x: int, y: int) -> None:
        """Set it down with the upper left corner of its first figure at (x, y)."""
        for tile in self._tiles:
            onto.paste(tile, (x, y))
            x += tile.width


@cached_sprite
def _figure(figure: str, size: int, colours: Colours) -> Image.Image:
    tile = word(figure, Face.FIGURES, size, colours, PALETTE)
    top, bottom = capitals(Face.FIGURES, size)
    return tile.crop((0, top, tile.width, bottom))


def words(text: str, face: Face, size: int, colours: Colours) -> list[Image.Image]:
    """The tiles that make `text` from left to right: letter by letter, as far as each keeps to itself."""
    return [word(piece, face, size, colours, PALETTE) for piece in _pieces(text, face, size)]


@lru_cache(maxsize=4096)
def _pieces(text: str, face: Face, size: int) -> tuple[str, ...]:
    """`text` cut between letters of which neither reaches into the other's place.

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
    """Whether a letter reaches out of its place to the left, and to the right."""
    left, _, right, _ = font(face, size).getbbox(letter)
    return left < 0, right > width(letter, face, size)
