"""Words on places of a picture, each on a small plate: such as the odds of a strike on a square."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from PIL import Image, ImageDraw

from render.kit.canvas import SMALLEST, Face, capitals, fitted, word
from render.kit.hint import Place
from render.kit.palette import Palette

SIZE: Final = 34
"""Pixels of the type, where there is room for it: at 400 px wide it is still 15."""

PAD: Final = 7


def write_on(
    image: Image.Image,
    written: Iterable[tuple[str, str]],
    place_of: Callable[[str], Place],
    palette: Palette,
) -> None:
    """Put the words of a `Sheet.written` on the lower edges of their places; raises what `place_of` does."""
    for name, text in written:
        _plate(image, text, place_of(name), palette)


def _plate(image: Image.Image, text: str, place: Place, palette: Palette) -> None:
    shown, size = fitted(text, Face.FIGURES, range(SIZE, SMALLEST - 1, -1), place.width - 4 * PAD)
    tile = word(shown, Face.FIGURES, size, ("night", "cream"), palette)
    top, bottom = capitals(Face.FIGURES, size)
    wide, tall = tile.width + 2 * PAD, bottom - top + 2 * PAD
    x, y = place.x + (place.width - wide) // 2, place.y + place.height - tall - 4
    draw = ImageDraw.Draw(image)
    for grow, name in ((2, "cream"), (0, "night")):
        box = (x - grow, y - grow, x + wide + grow - 1, y + tall + grow - 1)
        draw.rounded_rectangle(box, 8 + grow, palette.index(name))
    image.paste(tile.crop((0, top, tile.width, bottom)), (x + PAD, y + PAD))
