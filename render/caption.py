"""The caption strip: which game and table on the left, whose turn on the right."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.canvas import Face, ascent, fitted, word
from render.palette import Palette
from render.sheet import Sheet

PAD: Final = 22
TITLE: Final = range(38, 23, -1)
TURN: Final = range(30, 21, -1)
SMALL: Final = 22
UPPER: Final = 39
LOWER: Final = 62
"""Baselines of the two lines, in pixels from the top."""


def title(image: Image.Image, sheet: Sheet, palette: Palette, room: int) -> int:
    """The game's name with the table's code beneath it, on the left; where the code ends, in pixels."""
    name, size = fitted(sheet.title, Face.TITLE, TITLE, room)
    write(image, (PAD, UPPER), word(name, Face.TITLE, size, ("night", "cream"), palette), Face.TITLE, size)
    code, size = fitted(sheet.code, Face.FIGURES, range(SMALL, 19, -1), room)
    tile = word(code, Face.FIGURES, size, ("night", "muted"), palette)
    write(image, (PAD, LOWER), tile, Face.FIGURES, size)
    return PAD + tile.width


def turn(image: Image.Image, sheet: Sheet, colour: str, palette: Palette, room: int) -> None:
    """Whose turn it is in the named colour, with the stamp beneath it, on the right; `room` in pixels."""
    text, size = fitted(sheet.turn, Face.FIGURES, TURN, room)
    tile = word(text, Face.FIGURES, size, ("night", colour), palette)
    write(image, (image.width - PAD - tile.width, UPPER - 2), tile, Face.FIGURES, size)
    _stamp(image, sheet.stamp, palette)


def _stamp(image: Image.Image, stamp: str, palette: Palette) -> None:
    """The stamp, character by character: it is another one in every picture, its characters are not."""
    x = image.width - PAD
    for character in reversed(stamp):
        tile = word(character, Face.LABEL, SMALL, ("night", "muted"), palette)
        x -= tile.width
        write(image, (x, LOWER), tile, Face.LABEL, SMALL)


def write(image: Image.Image, at: tuple[int, int], tile: Image.Image, face: Face, size: int) -> None:
    """A word's tile with the left end of its baseline at `at`, in pixels."""
    image.paste(tile, (at[0], at[1] - ascent(face, size)))
