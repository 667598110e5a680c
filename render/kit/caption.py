"""The caption strip: which game and table on the left, whose turn on the right."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.kit.cache import cached
from render.kit.canvas import Face, Palette, ascent, fit_text, sentence, width, word
from render.kit.picture import PasteTarget
from render.kit.sheet import Sheet

PAD: Final = 22
TITLE: Final = range(38, 23, -1)
TURN: Final = range(30, 21, -1)
SMALL: Final = 22
UPPER: Final = 39
LOWER: Final = 62
"""Baselines of the two lines, in pixels from the top."""


def title(image: Image.Image, sheet: Sheet, palette: Palette, room: int) -> int:
    """The game's name with the table's code beneath it, on the left; where the code ends, in pixels."""
    name, size = fit_text(sheet.title, Face.TITLE, TITLE, room)
    write(image, (PAD, UPPER), word(name, Face.TITLE, size, ("night", "cream"), palette), Face.TITLE, size)
    code, size = fit_text(sheet.code, Face.FIGURES, range(SMALL, 19, -1), room)
    x = PAD
    # Code and stamp go character by character: they are others in every picture, their characters are not.
    for character in code:
        tile, above = _muted_word(character, Face.FIGURES, size, palette)
        image.paste(tile, (x, LOWER - above))
        x += tile.width
    return x


def turn(image: Image.Image, sheet: Sheet, colour: str, palette: Palette, room: int) -> None:
    """Whose turn it is in the named colour, with the stamp beneath it, on the right; `room` in pixels."""
    text, size = fit_text(sheet.turn, Face.FIGURES, TURN, room)
    at = (image.width - PAD - width(text, Face.FIGURES, size), UPPER - 2)
    sentence(image, at, text, Face.FIGURES, size, ("night", colour), palette)
    x = image.width - PAD
    for character in reversed(sheet.stamp):
        tile, above = _muted_word(character, Face.LABEL, SMALL, palette)
        x -= tile.width
        image.paste(tile, (x, LOWER - above))


@cached
def _muted_word(text: str, face: Face, size: int, palette: Palette) -> tuple[Image.Image, int]:
    """A word of the lower line, and how many pixels it begins above its baseline.

    There is nothing empty above it: that would cover the tails of the letters of the upper line. Nor is there
    beneath it: a stamp is another one in every picture, and would reach into the next band of rows.
    """
    tile = word(text, face, size, ("night", "muted"), palette)
    night = palette.index("night")
    _, top, _, end = tile.point([index != night for index in range(256)]).getbbox() or (0, 0, *tile.size)
    return tile.crop((0, top, tile.width, end)), ascent(face, size) - top


def write(image: PasteTarget, at: tuple[int, int], tile: Image.Image, face: Face, size: int) -> None:
    """A word's tile with the left end of its baseline at `at`, in pixels."""
    image.paste(tile, (at[0], at[1] - ascent(face, size)))
