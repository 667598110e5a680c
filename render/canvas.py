"""From shapes and words to a file: text in the two faces, and a palette image as PNG."""

from __future__ import annotations

import unicodedata
from enum import Enum
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from render.palette import Palette

SMALLEST: Final = 20
"""Pixels of the smallest type at 900 px width: phones show a picture at 400."""

PNG_LEVEL: Final = 3
"""Smaller files cost more time than they save above this."""


class Face(Enum):
    """The typefaces: package and file. The display face is for titles only."""

    TITLE = ("font_caladea", "Caladea-Bold.ttf")
    FIGURES = ("font_source_sans_pro", "SourceSansPro-Semibold.ttf")
    LABEL = ("font_source_sans_pro", "SourceSansPro-Regular.ttf")


@cache
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """A face at `size` pixels; raises `ValueError` below `SMALLEST`."""
    if size < SMALLEST:
        raise ValueError(f"type of {size} px cannot be read on a phone, at least {SMALLEST}")
    package, name = face.value
    data = BytesIO((files(package) / "files" / name).read_bytes())
    # The basic layout is the same everywhere; the other one depends on a library of the host.
    return ImageFont.truetype(data, size, layout_engine=ImageFont.Layout.BASIC)


def drawable(text: str, face: Face) -> str:
    """`text` without what `face` has no glyph for; fancy letters become the plain ones they stand for."""
    plain = unicodedata.normalize("NFKC", text)
    return " ".join("".join(char for char in plain if char == " " or _has_glyph(face, char)).split())


@lru_cache(maxsize=4096)
def _has_glyph(face: Face, char: str) -> bool:
    if not char.isprintable():
        return False
    sample = font(face, SMALLEST)
    return bytes(sample.getmask(char)) != bytes(sample.getmask("\uffff"))


def width(text: str, face: Face, size: int) -> int:
    """How wide `text` runs, in pixels."""
    return round(font(face, size).getlength(text))


def fitted(text: str, face: Face, sizes: range, room: int) -> tuple[str, int]:
    """`text` and the largest of `sizes` that lets it fit into `room` pixels, shortened if none does."""
    text = drawable(text, face)
    for size in sizes:
        if width(text, face, size) <= room:
            return text, size
    size = sizes[-1]
    while text and width(text + "\u2026", face, size) > room:
        text = text[:-1].rstrip()
    return text + "\u2026", size


@lru_cache(maxsize=512)
def word(text: str, face: Face, size: int, colours: tuple[str, str], palette: Palette) -> Image.Image:
    """`text` as a tile in `palette`, in the named colours (ground, type); shared, so paste it only.

    The tile is as high as the face's ascent and descent; its baseline lies at the ascent.
    """
    ground, ink = (palette[name] for name in colours)
    type_ = font(face, size)
    ascent, descent = type_.getmetrics()
    coverage = Image.new("L", (max(1, width(text, face, size)), ascent + descent))
    ImageDraw.Draw(coverage).text((0, ascent), text, fill=255, font=type_, anchor="ls")
    return palette.adopted(coverage.point(palette.ramp(ground, ink)))


def png(image: Image.Image) -> bytes:
    """`image` as a PNG file; `image` itself is left as it is, so that any thread may do this at any time."""
    # Pillow keeps the encoder's settings on the image it saves: one saved by two threads spoils later files.
    buffer = BytesIO()
    image.copy().save(buffer, "PNG", compress_level=PNG_LEVEL)
    return buffer.getvalue()
