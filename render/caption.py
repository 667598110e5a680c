"""The caption strip: which game and table on the left, whose turn on the right."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.canvas import Face, fitted, word
from render.palette import Palette
from render.sheet import Sheet

PAD: Final = 22
TITLE: Final = 38
TURN: Final = range(30, 21, -1)
SMALL: Final = 21


def title(image: Image.Image, sheet: Sheet, palette: Palette) -> None:
    """The game's name with the table's code beneath it, on the left."""
    name, size = fitted(sheet.title, Face.TITLE, range(TITLE, 23, -1), 230)
    image.paste(word(name, Face.TITLE, size, ("night", "cream"), palette), (PAD, 0))
    image.paste(word(sheet.code, Face.FIGURES, SMALL, ("night", "muted"), palette), (PAD, 42))


def turn(image: Image.Image, sheet: Sheet, colour: str, palette: Palette, room: int) -> None:
    """Whose turn it is in the named colour, with the stamp beneath it, on the right; `room` in pixels."""
    text, size = fitted(sheet.turn, Face.FIGURES, TURN, room)
    tile = word(text, Face.FIGURES, size, ("night", colour), palette)
    image.paste(tile, (image.width - PAD - tile.width, 4))
    stamp = word(sheet.stamp, Face.LABEL, SMALL, ("night", "muted"), palette)
    image.paste(stamp, (image.width - PAD - stamp.width, 42))
