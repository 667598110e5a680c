"""The band under a board of a film: who did what, how far the game has come, and which move it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.kit.canvas import RGB, TABLE, Face, Palette, ascent, sentence, word
from render.kit.lines import lines_of

HEIGHT: Final = 92
"""Pixels of the band."""

PAD: Final = 22
BAR: Final = 5
"""Height of the bar that tells how far it has come, in pixels."""

LINES: Final = 2
SIZES: Final = range(32, 25, -1)
STEP: Final = 36
"""Between the baselines of two lines, in pixels."""

COUNT: Final = 24
"""Pixels of the type of the count."""

FEWEST: Final = 90
"""Pixels that are kept for the count, so that what stands left of it does not jump."""

ELLIPSIS: Final = "\u2026"
"""What stands for the part of a text that has no room."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the band says: what was done in words, which move it was in short, and how far it is, 0 to 1."""

    text: str
    count: str = ""
    share: float = 0.0


@lru_cache(maxsize=64)
def palette_of(colours: bytes) -> Palette:
    """The palette of a picture, three bytes a colour, with the names that all games share.

    A name stands for the colour that comes closest, so that a palette need not have them all.
    """
    own = [(red, green, blue) for red, green, blue in zip(*[iter(colours)] * 3, strict=True)]
    numbered = {str(number): colour for number, colour in enumerate(own)}
    return Palette({**numbered, **{name: _nearest(own, colour) for name, colour in TABLE.items()}})


def _nearest(own: Sequence[RGB], colour: RGB) -> RGB:
    return min(own, key=lambda one: sum((a - b) ** 2 for a, b in zip(one, colour, strict=True)))


def captioned(picture: Image.Image, told: Told) -> Image.Image:
    """The picture, mode P, with the band beneath it: `HEIGHT` pixels more."""
    colours = bytes(picture.getpalette() or ())
    whole = Image.new("P", (picture.width, picture.height + HEIGHT))
    whole.putpalette(colours)
    whole.paste(picture, (0, 0))
    whole.paste(band(told, picture.width, palette_of(colours)), (0, picture.height))
    return whole


def band(told: Told, wide: int, palette: Palette) -> Image.Image:
    """The band alone."""
    tile = palette.blank((wide, HEIGHT), "night")
    draw = ImageDraw.Draw(tile)
    draw.rectangle((0, 0, wide, BAR - 1), palette.index("field-deep"))
    if reached := round(told.share * wide):
        draw.rectangle((0, 0, reached - 1, BAR - 1), palette.index("amber"))
    room = wide - 2 * PAD
    if told.count:
        figures = word(told.count, Face.LABEL, COUNT, ("night", "muted"), palette)
        tile.paste(figures, (wide - PAD - figures.width, _middle() + 8 - ascent(Face.LABEL, COUNT)))
        room -= max(figures.width, FEWEST) + PAD
    lines, size = lines_of(told.text, Face.FIGURES, SIZES, room, LINES, even=False)
    y = _middle() + 11 - (len(lines) - 1) * STEP // 2
    for line in lines:
        sentence(tile, (PAD, y), line, Face.FIGURES, size, ("night", "cream"), palette)
        y += STEP
    return tile


def _middle() -> int:
    """The row in the middle of what is under the bar."""
    return BAR + (HEIGHT - BAR) // 2


def fits(text: str, wide: int) -> bool:
    """Whether a text stands whole on the band of a picture so wide."""
    room = wide - 2 * PAD - FEWEST - PAD
    lines, _ = lines_of(text, Face.FIGURES, SIZES, room, LINES, even=False)
    return " ".join(lines).count(ELLIPSIS) == text.count(ELLIPSIS)
