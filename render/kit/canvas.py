"""What every picture is made with: colours with names in a fixed palette, text in two faces, the PNG file."""

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
except ImportError:  # there is no wheel for every machine
    from zlib import crc32

RGB: TypeAlias = tuple[int, int, int]

LIMIT: Final = 128
"""The most colours that a palette may hold, blends included."""

SMALLEST: Final = 20
"""Pixels of the smallest type at 900 px width: phones show a picture at 400."""

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


def rgb(code: str) -> RGB:
    """The colour written as six hex digits, `3a2416`."""
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


def mix(under: RGB, over: RGB, share: float) -> RGB:
    """`under` covered by `over` to the share 0..1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(under, over, strict=True))
    return red, green, blue


def blend_steps(under: RGB, over: RGB, steps: int) -> list[RGB]:
    """`steps` colours evenly on the way from `under` to `over`, both ends left out."""
    return [mix(under, over, step / (steps + 1)) for step in range(1, steps + 1)]


def colours_of(image: Image.Image) -> list[RGB]:
    """The colours in a picture of mode RGB, none if there are more than 256."""
    found = image.getcolors(256) or []
    return [colour for _, colour in found if isinstance(colour, tuple) and len(colour) == 3]  # noqa: PLR2004 - RGB


def palette_of(colours: Iterable[RGB]) -> Image.Image:
    """A palette image of one pixel, as `quantize` wants it."""
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
    "teal": rgb("00857f"),  # what can be done now
    "teal-lit": rgb("c6ece2"),
    "brick": rgb("b03a2a"),  # danger
}
"""What all games share: one table in one tavern, and one language of marks."""


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
        """The colour called `name`; raises `KeyError`."""
        return self.named[name]

    def index(self, name: str) -> int:
        """The palette index of the colour called `name`; raises `KeyError`."""
        return self.colours.index(self.named[name])

    def nearest(self, colour: RGB) -> int:
        """The palette index that comes closest to `colour`."""
        apart = [sum((a - b) ** 2 for a, b in zip(one, colour, strict=True)) for one in self.colours]
        return apart.index(min(apart))

    def blank(self, size: tuple[int, int], name: str) -> Image.Image:
        """A palette image of `size` pixels, all of one colour."""
        return self.from_indices(Image.new("P", size, self.index(name)))

    def quantise(self, image: Image.Image) -> Image.Image:
        """An opaque RGB picture in this palette, each pixel its nearest colour, without dithering."""
        indices = image.quantize(palette=self._swatch, dither=Image.Dither.NONE)
        return self.from_indices(indices)

    def from_bytes(self, size: tuple[int, int], indices: bytes) -> Image.Image:
        """Palette indices, row by row, as an image of this palette."""
        image = self._swatch.crop((0, 0, *size))  # takes the palette with it, sooner than a new one is made
        image.frombytes(indices)
        return image

    def from_indices(self, indices: Image.Image) -> Image.Image:
        """Bytes that are palette indices already (mode L or P) as an image of this palette."""
        image = Image.frombytes("P", indices.size, indices.tobytes())
        image.putpalette(self._entries)
        image.load()  # now, because a cached image may first be used by two threads at once
        return image


class Face(Enum):
    """The typefaces: package and file. The display face is for titles only."""

    __hash__ = object.__hash__  # each is there once; an enum hashes its name, in Python, at every word
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


WEIGHTS: Final[Mapping[Face, int]] = {Face.TITLE: 700, Face.FIGURES: 600, Face.LABEL: 400}
"""How bold the letters of other fonts are beside those of each face."""

_OWN: Final = ""
"""Stands for the face itself where fonts are named."""

_BLANKS: Final = " \u00a0"
_JOINERS: Final = "\u200c\u200d"
_LEFTWARD: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
"""The letters that are read from right to left."""

_WITHIN: Final = re.compile(f"(?<=[{_LEFTWARD}]) +(?=[{_LEFTWARD}])")


def drawable_text(text: str, face: Face) -> str:
    """`text` without what neither `face` nor another font has a letter for.

    Fancy letters become the plain ones they stand for.
    """
    plain = unicodedata.normalize("NFKC", text)
    if not all(char == " " or _has_glyph(face, char) for char in plain):
        fonts = _fonts_of(plain, face)
        plain = "".join(char for char, font_ in zip(plain, fonts, strict=True) if font_ is not None)
    return join_rtl_words(" ".join(plain.split()))


def join_rtl_words(text: str) -> str:
    """`text`, no line of which ends within words that are read to the left: these are drawn as one word."""
    return text if text.isascii() else _WITHIN.sub("\u00a0", text)


def is_plain(text: str, face: Face) -> bool:
    """Whether `face` has all letters of a text, so that each stands for itself, beside the one before it."""
    return text.isascii() or all(char in _BLANKS or _has_glyph(face, char) for char in text)


def _fonts_of(text: str, face: Face) -> list[str | None]:
    """The font of each character: the face's own, or that of another family; none has one that is left out.

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
    """What a word with letters of several fonts consists of, from left to right."""
    type_ = font(face, size)
    found = list[scripts.Run]()
    for family, part in _parts(text, face):
        if family in {_OWN, Face.FIGURES.name}:
            own = type_ if family == _OWN else font(Face.FIGURES, size)
            found.append(scripts.Run(part, own, round(own.getlength(part))))
        else:
            found.append(scripts.run_of(part, family, WEIGHTS[face], size, type_.getmetrics()))
    return tuple(found)


def _parts(text: str, face: Face) -> Iterator[tuple[str, str]]:
    """The pieces of a word that are of one font, each with it.

    A blank or a dash between two pieces of one font belongs to them, so that the line runs on to the left.
    """
    fonts = [_OWN if font_ is None else font_ for font_ in _fonts_of(text, face)]
    for at in range(1, len(text) - 1):
        last, own, next_ = fonts[at - 1 : at + 2]
        if own == _OWN and last == next_ != _OWN and not text[at].isalnum():
            fonts[at] = last if text[at] in _BLANKS or scripts.has_letter(last, text[at]) else own
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
    """How wide `text` runs, in pixels.

    Word by word: a sentence is another one at each table, its words are not. In the basic layout a letter is
    as wide beside any other, in whole pixels.
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
    """How far the baseline lies below the top of a word's tile, in pixels."""
    return font(face, size).getmetrics()[0]


def capitals(face: Face, size: int) -> tuple[int, int]:
    """The rows of a word's tile, first and last plus one, that its capitals and figures take."""
    _, top, _, bottom = font(face, size).getbbox("H")
    return round(top), round(bottom) + 1


@cached
def fit_text(text: str, face: Face, sizes: range, room: int) -> tuple[str, int]:
    """`text` and the largest of `sizes` that lets it fit into `room` pixels.

    What fits in no size loses its middle: a name begins the line, what it must do ends it.
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
    """`text` with only `keep` of its characters, two fifths of them from its beginning."""
    head = keep * 2 // 5
    tail = text[len(text) - keep + head :].lstrip()
    while tail and (tail[0] in _JOINERS or unicodedata.category(tail[0])[0] == "M"):
        tail = tail[1:]  # what belongs to a letter that is gone
    return f"{text[:head].rstrip()}\u2026{tail}"


@cached
def word(text: str, face: Face, size: int, colours: tuple[str, str], palette: Palette) -> Image.Image:
    """`text` as a tile in `palette`, in the named colours (ground, type); shared, so paste it only.

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
    """A text with letters of several fonts, as wide as `width` tells."""
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
    """`text` with the left end of its baseline at `at`, in pixels; it looks as `word` does.

    It goes word by word, for what is said of a table that no other table says in the same words.
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
    """A word of a sentence with half of the space before and after it, into which its letters may reach."""
    before, after = spaces
    tile = word(f"{' ' * before}{text}{' ' * after}", face, size, colours, palette)
    space = _advance(" ", face, size)
    half = space // 2
    return tile.crop((before * half, 0, tile.width - after * (space - half), tile.height))


@cache
def _ramp(colours: tuple[str, str], palette: Palette) -> bytes:
    """256 palette indices: what coverage 0..255 of one colour by the other looks like, in three steps."""
    under, over = (palette[name] for name in colours)
    half = palette.nearest(mix(under, over, 0.5))
    return bytes([palette.nearest(under)] * 72 + [half] * 112 + [palette.nearest(over)] * 72)


def png(image: Image.Image, tint: Callable[[bytes], bytes] | None = None) -> bytes:
    """A palette image as a PNG file; any number of threads may do this with one image.

    Written out here because Pillow's `save` keeps the encoder's settings on the image, so that two
    threads saving one image spoil later files, and because a picture knows which of its bands were pressed
    before. That makes no other file. `tint` makes other colours of the palette, three bytes each.
    """
    if image.mode != "P":
        raise ValueError(f"mode {image.mode}, only palette images (P) are drawn here")
    bands = image.strips() if isinstance(image, Picture) else strips_of(image)
    colours = palette_bytes(image)
    chunks = {
        b"IHDR": pack(">IIBBBBB", *image.size, 8, 3, 0, 0, 0),  # 8 bits, palette, not interlaced
        b"PLTE": colours if tint is None else tint(colours),
        b"IDAT": join_strips(bands),
        b"IEND": b"",
    }
    return SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks.items())


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", crc32(data, crc32(kind)))
