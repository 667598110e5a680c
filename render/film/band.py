"""The band under a board of a film: the last action in words, and the number of the move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.kit.canvas import RGB, TABLE, Face, Palette, ascent, sentence, word
from render.kit.lines import lines_of
from render.kit.picture import Picture, palette_bytes

HEIGHT: Final = 80
"""Pixels of the band."""

PAD: Final = 22
LINES: Final = 2
SIZES: Final = range(25, 21, -1)
STEP: Final = 31
"""Between the baselines of two lines, in pixels. Larger type would make a replay too large a file."""

COUNT: Final = 23
"""Pixels of the count's type."""

FEWEST: Final = 90
"""The least width that is reserved for the count, so that the text left of it does not jump."""

MIDDLE: Final = HEIGHT // 2
"""The row in the middle."""

ELLIPSIS: Final = "\u2026"
"""Stands for the part of a text that does not fit."""


@dataclass(frozen=True, slots=True)
class BandText:
    """What the band says: the action in words, and the number of the move."""

    text: str
    count: str = ""


@lru_cache(maxsize=64)
def palette_of(colours: bytes) -> Palette:
    """Return the palette of a picture, three bytes a colour, with the names that all games share.

    A name stands for the nearest colour, so a palette need not have them all.
    """
    colours_of_picture = [(red, green, blue) for red, green, blue in zip(*[iter(colours)] * 3, strict=True)]
    numbered = {str(number): colour for number, colour in enumerate(colours_of_picture)}
    return Palette(
        {**numbered, **{name: _nearest_colour(colours_of_picture, colour) for name, colour in TABLE.items()}}
    )


def _nearest_colour(palette: Sequence[RGB], colour: RGB) -> RGB:
    return min(
        palette, key=lambda candidate: sum((a - b) ** 2 for a, b in zip(candidate, colour, strict=True))
    )


def add_band(picture: Image.Image, text: BandText) -> Image.Image:
    """Return the picture, mode P, with the band beneath it: `HEIGHT` pixels more.

    A picture that is not drawn yet stays undrawn, so that `render.replay` can compare two of them by their
    tiles.
    """
    if not palette_bytes(picture):  # a painter may use an image without a palette
        picture = picture.convert("RGB").quantize()
    band_tile = band(text, picture.width, palette_of(palette_bytes(picture)))
    if isinstance(picture, Picture) and picture.parts is not None:
        whole = Picture(_extended_ground(picture.ground))
        whole.parts = list(picture.parts)
        whole.paste(band_tile, (0, picture.height))
        return whole
    drawn = _extend_canvas(picture)
    drawn.paste(band_tile, (0, picture.height))
    return drawn


def _extend_canvas(picture: Image.Image) -> Image.Image:
    """Return the picture with empty rows beneath it."""
    taller = Image.new("P", (picture.width, picture.height + HEIGHT))
    taller.putpalette(palette_bytes(picture))
    taller.paste(picture, (0, 0))
    return taller


def _extended_ground(ground: Image.Image) -> Image.Image:
    """Return the extended canvas of a ground, which many pictures share; stored on the ground."""
    known: dict[str, Image.Image] = ground.__dict__
    if _TALLER not in known:
        known[_TALLER] = _extend_canvas(ground)
    return known[_TALLER]


_TALLER: Final = "_with_room_for_a_band"


def band(text: BandText, wide: int, palette: Palette) -> Image.Image:
    """Draw the band alone."""
    tile = palette.blank((wide, HEIGHT), "night")
    ImageDraw.Draw(tile).line([(0, 0), (wide, 0)], palette.index("brass-deep"))
    room = wide - 2 * PAD
    if text.count:
        figures = word(text.count, Face.LABEL, COUNT, ("night", "muted"), palette)
        tile.paste(figures, (wide - PAD - figures.width, MIDDLE + 8 - ascent(Face.LABEL, COUNT)))
        room -= max(figures.width, FEWEST) + PAD
    lines, size = lines_of(text.text, Face.FIGURES, SIZES, room, LINES, even=False)
    y = MIDDLE + 9 - (len(lines) - 1) * STEP // 2
    for line in lines:
        sentence(tile, (PAD, y), line, Face.FIGURES, size, ("night", "cream"), palette)
        y += STEP
    return tile


def fits(text: str, wide: int) -> bool:
    """Return whether a text fits whole on the band of a picture `wide` pixels wide."""
    lines, _ = lines_of(text, Face.FIGURES, SIZES, wide - 2 * PAD - FEWEST - PAD, LINES, even=False)
    return ELLIPSIS not in "".join(lines)  # an ellipsis in the text itself is drawn as three dots
