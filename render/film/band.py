"""The band under a board of a film: who did what, and which move it is."""

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
"""Between the baselines of two lines, in pixels. Larger type costs more bytes than there are in a replay."""

COUNT: Final = 23
"""Pixels of the type of the count."""

FEWEST: Final = 90
"""Pixels that are kept for the count, so that what stands left of it does not jump."""

MIDDLE: Final = HEIGHT // 2
"""The row in the middle."""

ELLIPSIS: Final = "\u2026"
"""What stands for the part of a text that has no room."""


@dataclass(frozen=True, slots=True)
class BandText:
    """What the band says: what was done in words, and which move it was in short."""

    text: str
    count: str = ""


@lru_cache(maxsize=64)
def palette_of(colours: bytes) -> Palette:
    """The palette of a picture, three bytes a colour, with the names that all games share.

    A name stands for the colour that comes closest, so that a palette need not have them all.
    """
    own = [(red, green, blue) for red, green, blue in zip(*[iter(colours)] * 3, strict=True)]
    numbered = {str(number): colour for number, colour in enumerate(own)}
    return Palette({**numbered, **{name: _nearest_colour(own, colour) for name, colour in TABLE.items()}})


def _nearest_colour(own: Sequence[RGB], colour: RGB) -> RGB:
    return min(own, key=lambda one: sum((a - b) ** 2 for a, b in zip(one, colour, strict=True)))


def add_band(picture: Image.Image, told: BandText) -> Image.Image:
    """The picture, mode P, with the band beneath it: `HEIGHT` pixels more.

    Of a picture that is not drawn yet comes one that is not drawn either: what differs in two of them can be
    told from their tiles (`render.replay`).
    """
    if not palette_bytes(picture):  # a painter may name no colours at all
        picture = picture.convert("RGB").quantize()
    words = band(told, picture.width, palette_of(palette_bytes(picture)))
    if isinstance(picture, Picture) and picture.parts is not None:
        whole = Picture(_extended_ground(picture.ground))
        whole.parts = list(picture.parts)
        whole.paste(words, (0, picture.height))
        return whole
    drawn = _extend_canvas(picture)
    drawn.paste(words, (0, picture.height))
    return drawn


def _extend_canvas(picture: Image.Image) -> Image.Image:
    """The picture with empty rows beneath it."""
    taller = Image.new("P", (picture.width, picture.height + HEIGHT))
    taller.putpalette(palette_bytes(picture))
    taller.paste(picture, (0, 0))
    return taller


def _extended_ground(ground: Image.Image) -> Image.Image:
    """The same of a ground, which many pictures share, made once; it stands on that, as tiles know theirs."""
    known: dict[str, Image.Image] = ground.__dict__
    if _TALLER not in known:
        known[_TALLER] = _extend_canvas(ground)
    return known[_TALLER]


_TALLER: Final = "_with_room_for_a_band"


def band(told: BandText, wide: int, palette: Palette) -> Image.Image:
    """The band alone."""
    tile = palette.blank((wide, HEIGHT), "night")
    ImageDraw.Draw(tile).line([(0, 0), (wide, 0)], palette.index("brass-deep"))
    room = wide - 2 * PAD
    if told.count:
        figures = word(told.count, Face.LABEL, COUNT, ("night", "muted"), palette)
        tile.paste(figures, (wide - PAD - figures.width, MIDDLE + 8 - ascent(Face.LABEL, COUNT)))
        room -= max(figures.width, FEWEST) + PAD
    lines, size = lines_of(told.text, Face.FIGURES, SIZES, room, LINES, even=False)
    y = MIDDLE + 9 - (len(lines) - 1) * STEP // 2
    for line in lines:
        sentence(tile, (PAD, y), line, Face.FIGURES, size, ("night", "cream"), palette)
        y += STEP
    return tile


def fits(text: str, wide: int) -> bool:
    """Whether a text stands whole on the band of a picture so wide."""
    lines, _ = lines_of(text, Face.FIGURES, SIZES, wide - 2 * PAD - FEWEST - PAD, LINES, even=False)
    return ELLIPSIS not in "".join(lines)  # one of the text's own is drawn as three dots
