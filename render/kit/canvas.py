"""Named colours in a fixed palette, text in two faces, and the PNG file."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from itertools import chain, groupby
from struct import pack
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from render.kit import scripts
from render.kit.cache import cached
from render.kit.picture import PasteTarget, Picture, join_strips, palette_bytes, strips_of

try:
    from zlib_ng.zlib_ng import crc32
except ImportError:  # not every machine has a wheel
    from zlib import crc32

RGB: TypeAlias = tuple[int, int, int]

LIMIT: Final = 128
"""The most colours that a palette may hold, blends included."""

SMALLEST: Final = 20
"""Pixels of the smallest type at 900 px width: phones show a picture at 400."""

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


def rgb(code: str) -> RGB:
    """Return the colour of six hex digits, `3a2416`."""
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


def mix(under: RGB, over: RGB, share: float) -> RGB:
    """Blend `over` onto `under` with the opacity `share` in 0..1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(under, over, strict=True))
    return red, green, blue


def blend_steps(under: RGB, over: RGB, steps: int) -> list[RGB]:
    """Return `steps` colours evenly between `under` and `over`, without the two ends."""
    return [mix(under, over, step / (steps + 1)) for step in range(1, steps + 1)]


def colours_of(image: Image.Image) -> list[RGB]:
    """Return the colours of an RGB picture; empty if there are more than 256."""
    counts = image.getcolors(256) or []
    return [colour for _, colour in counts if isinstance(colour, tuple) and len(colour) == 3]  # noqa: PLR2004 - RGB


def palette_of(colours: Iterable[RGB]) -> Image.Image:
    """Return a palette image of one pixel, as `quantize` takes it."""
    image = Image.new("P", (1, 1))
    image.putpalette(bytes(chain.from_iterable(colours)))
    return image


TABLE: Final[Mapping[str, RGB]] = {
    "night": rgb("20130b"),  # the caption strip
    "walnut": rgb("352013"),  # the table's edge
    "walnut-lit": rgb("5f3e26"),
    "walnut-deep": rgb("281709"),
    "field": rgb("684630"),  # the table's top
    "field-grain": rgb("603f2a"),
    "field-deep": rgb("4b2f1e"),
    "brass": rgb("c8a35c"),
    "brass-deep": rgb("8a6a38"),
    "cream": rgb("f4e7ca"),  # figures and titles
    "muted": rgb("b59d7f"),  # what is small
    "ink": rgb("15100d"),
    "amber": rgb("ffb42a"),  # the last move
    "lamplight": rgb("ffd27a"),
    "amber-deep": rgb("a8660a"),
    "teal": rgb("00857f"),  # possible targets
    "teal-lit": rgb("c6ece2"),
    "brick": rgb("b03a2a"),  # danger
}
"""The colours that all games share: the table, the caption and the highlights."""


@dataclass(frozen=True, eq=False)
class Palette:
    """A game's fixed palette: its named colours first, then the blends that soften their edges.

    Raises `ValueError` when there are more than `LIMIT` colours.
    """

    named: Mapping[str, RGB]
    blends: Iterable[RGB] = ()
    colours: tuple[RGB, ...] = field(init=False)
    _entries: bytes = field(init=False, repr=False)
    _swatch: Image.Image = field(init=False, repr=False)

    def __post_init__(self) -> None:
        colours = tuple(dict.fromkeys(chain(self.named.values(), self.blends)))
        if len(colours) > LIMIT:
            raise ValueError(f"{len(colours)} colours, at most {LIMIT}")
        object.__setattr__(self, "colours", colours)
        object.__setattr__(self, "_entries", bytes(chain.from_iterable(colours)))
        object.__setattr__(self, "_swatch", self.blank((1, 1), "ink"))

    def __getitem__(self, name: str) -> RGB:
        """Return the colour called `name`; raises `KeyError`."""
        return self.named[name]

    def index(self, name: str) -> int:
        """Return the palette index of the colour called `name`; raises `KeyError`."""
        return self.colours.index(self.named[name])

    def nearest(self, colour: RGB) -> int:
        """Return the palette index of the colour nearest to `colour`."""
        apart = [
            sum((a - b) ** 2 for a, b in zip(own_colour, colour, strict=True)) for own_colour in self.colours
        ]
        return apart.index(min(apart))

    def blank(self, size: tuple[int, int], name: str) -> Image.Image:
        """Return a palette image of `size` pixels in one colour."""
        return self.from_indices(Image.new("P", size, self.index(name)))

    def quantise(self, image: Image.Image) -> Image.Image:
        """Return an opaque RGB picture in this palette, each pixel its nearest colour, not dithered."""
        indices = image.quantize(palette=self._swatch, dither=Image.Dither.NONE)
        return self.from_indices(indices)

    def from_bytes(self, size: tuple[int, int], indices: bytes) -> Image.Image:
        """Return an image of this palette from its indices, row by row."""
        image = self._swatch.crop((0, 0, *size))  # copies the palette, which is faster than making one
        image.frombytes(indices)
        return image

    def from_indices(self, indices: Image.Image) -> Image.Image:
        """Return an image in mode L or P, whose bytes are indices already, with this palette."""
        image = Image.frombytes("P", indices.size, indices.tobytes())
        image.putpalette(self._entries)
        image.load()  # before two threads use a cached image at once
        return image


class Face(Enum):
    """The typefaces: package and file. `TITLE` is for titles only."""

    __hash__ = object.__hash__  # members are unique; an enum hashes its name in Python, at every word
    TITLE = ("font_caladea", "Caladea-Bold.ttf")
    FIGURES = ("font_source_sans_pro", "SourceSansPro-Semibold.ttf")
    LABEL = ("font_source_sans_pro", "SourceSansPro-Regular.ttf")


def font_file(package: str, name: str) -> bytes:
    """Return a font file of a package."""
    return (files(package) / "files" / name).read_bytes()


@cache
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """Return a face at `size` pixels; raises `ValueError` below `SMALLEST`."""
    if size < SMALLEST:
        raise ValueError(f"type of {size} px cannot be read on a phone, at least {SMALLEST}")
    data = BytesIO(font_file(*face.value))
    # The basic layout is the same on all machines; Raqm depends on a library of the host.
    return ImageFont.truetype(data, size, layout_engine=ImageFont.Layout.BASIC)


WEIGHTS: Final[Mapping[Face, int]] = {Face.TITLE: 700, Face.FIGURES: 600, Face.LABEL: 400}
"""The weight of fallback fonts beside each face."""

_OWN: Final = ""
"""Stands for the face itself in a list of fonts."""

_BLANKS: Final = " \u00a0"
_JOINERS: Final = "\u200c\u200d"
_LEFTWARD: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
"""Letters of right-to-left scripts."""

_WITHIN: Final = re.compile(f"(?<=[{_LEFTWARD}]) +(?=[{_LEFTWARD}])")


def drawable_text(text: str, face: Face) -> str:
    """Return `text` without the characters that neither `face` nor a fallback font has.

    Fancy letters become the plain ones that they stand for (NFKC).
    """
    plain = unicodedata.normalize("NFKC", text)
    if not all(char == " " or _has_glyph(face, char) for char in plain):
        fonts = _fonts_of(plain, face)
        plain = "".join(char for char, font_ in zip(plain, fonts, strict=True) if font_ is not None)
    return join_rtl_words(" ".join(plain.split()))


def join_rtl_words(text: str) -> str:
    """Put no-break spaces between right-to-left words: they are drawn as one word, never broken."""
    return text if text.isascii() else _WITHIN.sub("\u00a0", text)


def is_plain(text: str, face: Face) -> bool:
    """Return whether `face` has all letters of a text, so that no font is mixed in and none join."""
    return text.isascii() or all(char in _BLANKS or _has_glyph(face, char) for char in text)


def _fonts_of(text: str, face: Face) -> list[str | None]:
    """Return the font of each character: `_OWN`, a fallback family, or None if no font has it.

    A mark and a joiner go with the letter before them.
    """
    fonts = list[str | None]()
    base: str | None = None
    for at, char in enumerate(text):
        if char in _JOINERS:
            fonts.append(base if base and at + 1 < len(text) else None)
        elif at and unicodedata.category(char)[0] == "M":
            of_base = base and scripts.has_letter(base, char)
            fonts.append(base if of_base or base is None else _OWN if _has_glyph(face, char) else None)
        else:
            base = _font_of(char, face)
            fonts.append(base)
    return fonts


def _font_of(char: str, face: Face) -> str | None:
    if char in _BLANKS or _has_glyph(face, char):
        return _OWN
    if _has_glyph(Face.FIGURES, char):
        return Face.FIGURES.name
    return scripts.family_for(char)


@lru_cache(maxsize=1024)
def _runs(text: str, face: Face, size: int) -> tuple[scripts.Run, ...]:
    """Split a word with letters of several fonts into runs, from left to right."""
    type_ = font(face, size)
    runs = list[scripts.Run]()
    for family, part in _parts(text, face):
        if family in {_OWN, Face.FIGURES.name}:
            own_font = type_ if family == _OWN else font(Face.FIGURES, size)
            runs.append(scripts.Run(part, own_font, round(own_font.getlength(part))))
        else:
            runs.append(scripts.run_of(part, family, WEIGHTS[face], size, type_.getmetrics()))
    return tuple(runs)


def _parts(text: str, face: Face) -> Iterator[tuple[str, str]]:
    """Split a word into pieces of one font each.

    A blank or a dash between two pieces of one font belongs to them, so that a right-to-left line runs on.
    """
    fonts = [_OWN if font_ is None else font_ for font_ in _fonts_of(text, face)]
    for at in range(1, len(text) - 1):
        last, families, next_ = fonts[at - 1 : at + 2]
        if families == _OWN and last == next_ != _OWN and not text[at].isalnum():
            fonts[at] = last if text[at] in _BLANKS or scripts.has_letter(last, text[at]) else families
    at = 0
    for family, group in groupby(fonts):
        end = at + len(list(group))
        yield family, text[at:end]
        at = end


@lru_cache(maxsize=4096)
def _has_glyph(face: Face, char: str) -> bool:
    if not char.isprintable():
        return False
    sample = font(face, SMALLEST)
    return bytes(sample.getmask(char)) != bytes(sample.getmask("\uffff"))


def width(text: str, face: Face, size: int) -> int:
    """Return how wide `text` is, in pixels.

    Measured word by word: sentences differ from table to table, words repeat and are cached. In the basic
    layout a letter is equally wide beside any other, in whole pixels.
    """
    words = text.split(" ")
    return sum(_advance(part, face, size) for part in words) + (len(words) - 1) * _advance(" ", face, size)


@lru_cache(maxsize=4096)
def _advance(text: str, face: Face, size: int) -> int:
    if is_plain(text, face):
        return round(font(face, size).getlength(text))
    return sum(run.width for run in _runs(text, face, size))


@lru_cache(maxsize=256)
def ascent(face: Face, size: int) -> int:
    """Return how far the baseline lies below the top of a word's tile, in pixels."""
    return font(face, size).getmetrics()[0]


def capitals(face: Face, size: int) -> tuple[int, int]:
    """Return the rows of a word's tile, first and last plus one, that its capitals and figures take."""
    _, top, _, bottom = font(face, size).getbbox("H")
    return round(top), round(bottom) + 1


@cached
def fit_text(text: str, face: Face, sizes: range, room: int) -> tuple[str, int]:
    """Return `text` and the largest of `sizes` at which it fits into `room` pixels.

    A text that fits in no size loses its middle: a name begins the line, what the player must do ends it.
    """
    text = drawable_text(text, face)
    for size in sizes:
        if width(text, face, size) <= room:
            return text, size
    size = sizes[-1]
    keep = len(text)
    while keep and width(_elide(text, keep), face, size) > room:
        keep -= 1
    return _elide(text, keep), size


def _elide(text: str, keep: int) -> str:
    """Shorten `text` to `keep` characters around an ellipsis, two fifths of them from its beginning."""
    head = keep * 2 // 5
    tail = text[len(text) - keep + head :].lstrip()
    while tail and (tail[0] in _JOINERS or unicodedata.category(tail[0])[0] == "M"):
        tail = tail[1:]  # marks of a letter that is cut off
    return f"{text[:head].rstrip()}\u2026{tail}"


@cached
def word(text: str, face: Face, size: int, colours: tuple[str, str], palette: Palette) -> Image.Image:
    """Return `text` as a tile in the named colours (ground, type); cached and shared, so only paste it.

    The tile is as high as the face; its baseline lies `ascent` pixels below its top.
    """
    type_ = font(face, size)
    above, below = type_.getmetrics()
    coverage = Image.new("L", (max(1, width(text, face, size)), above + below))
    draw = ImageDraw.Draw(coverage)
    if is_plain(text, face):
        draw.text((0, above), text, fill=255, font=type_, anchor="ls")
    else:
        _draw_runs(draw, above, text, face, size)
    return palette.from_bytes(coverage.size, coverage.tobytes().translate(_ramp(colours, palette)))


def _draw_runs(draw: ImageDraw.ImageDraw, baseline: int, text: str, face: Face, size: int) -> None:
    """Draw a text with letters of several fonts, as wide as `width` measures it."""
    x = 0
    for part in text.split(" "):
        for run in _runs(part, face, size):
            draw.text((x + run.left, baseline - run.rise), run.text, fill=255, font=run.font, anchor="ls")
            x += run.width
        x += _advance(" ", face, size)


def sentence(
    onto: PasteTarget,
    at: tuple[int, int],
    text: str,
    face: Face,
    size: int,
    colours: tuple[str, str],
    palette: Palette,
) -> None:
    """Draw `text` with the left end of its baseline at `at`, in pixels; it looks like `word`.

    Drawn word by word, for sentences that are hardly the same at two tables, while their words are.
    """
    x, y = at[0], at[1] - ascent(face, size)
    words = text.split(" ")
    for number, part in enumerate(words):
        tile = _word_with_spaces(part, (number > 0, number < len(words) - 1), face, size, colours, palette)
        onto.paste(tile, (x, y))
        x += tile.width


@cached
def _word_with_spaces(
    text: str, spaces: tuple[bool, bool], face: Face, size: int, colours: tuple[str, str], palette: Palette
) -> Image.Image:
    """Return a word with half of the space before and after it, into which its letters may reach."""
    before, after = spaces
    tile = word(f"{' ' * before}{text}{' ' * after}", face, size, colours, palette)
    space = _advance(" ", face, size)
    half = space // 2
    return tile.crop((before * half, 0, tile.width - after * (space - half), tile.height))


@cache
def _ramp(colours: tuple[str, str], palette: Palette) -> bytes:
    """Return 256 palette indices: how coverage 0..255 of the ground by the type looks, in three steps."""
    under, over = (palette[name] for name in colours)
    half = palette.nearest(mix(under, over, 0.5))
    return bytes([palette.nearest(under)] * 72 + [half] * 112 + [palette.nearest(over)] * 72)


def png(image: Image.Image, tint: Callable[[bytes], bytes] | None = None) -> bytes:
    """Encode a palette image as a PNG file; safe for any number of threads with one image.

    Not written by Pillow's `save`, which stores the encoder's settings on the image, so that two threads
    saving one image spoil later files, and which does not know the cached strips of a picture. The file is
    the same. `tint` maps the palette, three bytes a colour, to another one.
    """
    if image.mode != "P":
        raise ValueError(f"mode {image.mode}, only palette images (P) are drawn here")
    strips = image.strips() if isinstance(image, Picture) else strips_of(image)
    colours = palette_bytes(image)
    chunks = {
        b"IHDR": pack(">IIBBBBB", *image.size, 8, 3, 0, 0, 0),  # 8 bits, palette, not interlaced
        b"PLTE": colours if tint is None else tint(colours),
        b"IDAT": join_strips(strips),
        b"IEND": b"",
    }
    return SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks.items())


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", crc32(data, crc32(kind)))
